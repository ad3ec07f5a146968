package intake

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// over fails a test whose job does not end in time.
func over(t *testing.T, what string, j *job) {
	t.Helper()
	select {
	case <-j.done:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited in vain for %s", what)
	}
}

// A mail may name a game twice, by its address and by the mail that it answers. It does not wait for itself.
func TestKeyedQueueNeverWaitsForItself(t *testing.T) {
	l, j := newKeyedQueue(t.Context()), newJob()
	l.run([]string{"sender amy", "game g1", "game g1"}, j, func(not error) error { return not })
	if over(t, "work with a key that stands twice", j); j.fault != nil {
		t.Error(j.fault)
	}
}

// A ledger notes in which order jobs were done for each key.
type ledger struct {
	mu   sync.Mutex
	now  map[string]int   // how many are at work under a key
	done map[string][]int // the jobs that were done
	bad  []string
}

// work is a job as the model does it: it has keys, and takes some time.
func (m *ledger) work(n int, keys []string, rest time.Duration, end error) error {
	m.step(keys, func(k string) {
		if m.now[k]++; m.now[k] > 1 {
			m.bad = append(m.bad, fmt.Sprintf("%d jobs are at work under the key %s", m.now[k], k))
		}
	})
	time.Sleep(rest)
	m.step(keys, func(k string) { m.now[k]--; m.done[k] = append(m.done[k], n) })
	if end != nil && end.Error() == "panic" {
		panic(end)
	}
	return end
}

func (m *ledger) step(keys []string, do func(string)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range slices.Compact(slices.Sorted(slices.Values(keys))) {
		do(k)
	}
}

// Whatever jobs come, with keys in any order and doubled, slow, failing or panicking: all of them end, and
// those with the same key run one after another in the order in which they came.
func TestKeyedQueueModel(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		l := newKeyedQueue(t.Context())
		m := &ledger{now: map[string]int{}, done: map[string][]int{}}
		want := map[string][]int{}
		var jobs []*job
		var ends []error
		for n := range 64 {
			var keys []string
			for range rng.IntN(5) {
				keys = append(keys, string(rune('a'+rng.IntN(6))))
			}
			end := []error{nil, nil, errors.New("fails"), errors.New("panic")}[rng.IntN(4)]
			rest := time.Duration(rng.IntN(300)) * time.Microsecond
			m.step(keys, func(k string) { want[k] = append(want[k], n) })
			j := newJob()
			jobs, ends = append(jobs, j), append(ends, end)
			l.run(keys, j, func(not error) error { return errors.Join(not, m.work(n, keys, rest, end)) })
		}
		for n, j := range jobs {
			over(t, fmt.Sprintf("job %d of seed %d", n, seed), j)
			if (j.fault == nil) != (ends[n] == nil) || ends[n] != nil && !strings.Contains(j.fault.Error(), ends[n].Error()) {
				t.Errorf("seed %d, job %d ended with %.60v, want %v", seed, n, j.fault, ends[n])
			}
		}
		for k := range want {
			if !slices.Equal(m.done[k], want[k]) {
				t.Errorf("seed %d: under the key %s the jobs were done in the order %v", seed, k, m.done[k])
			}
		}
		for _, bad := range m.bad {
			t.Errorf("seed %d: %s", seed, bad)
		}
	}
}

// After a job that found the store broken no other begins, and each says why.
func TestKeyedQueueStop(t *testing.T) {
	l := newKeyedQueue(t.Context())
	full := fmt.Errorf("%w: no space left on device", ErrLater)
	first := newJob()
	l.run([]string{"a"}, first, func(error) error { return full })
	over(t, "the first job", first)
	for _, keys := range [][]string{{"a"}, {"a", "b"}, {"b"}} {
		j := newJob()
		l.run(keys, j, func(not error) error {
			if not == nil {
				return errors.New("it has begun")
			}
			return not
		})
		over(t, "a job behind it", j)
		if !errors.Is(j.fault, ErrLater) {
			t.Errorf("a job with the keys %q ended with %v", keys, j.fault)
		}
	}
}

// When the service stops, jobs that wait behind one that never ends stop waiting, and do not begin.
func TestKeyedQueueEnd(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	l := newKeyedQueue(ctx)
	stuck, free := newJob(), make(chan struct{})
	l.run([]string{"game g1"}, stuck, func(error) error { <-free; return nil })
	var behind []*job
	for range 3 {
		j := newJob()
		behind = append(behind, j)
		l.run([]string{"game g1", "sender amy"}, j, func(not error) error { return not })
	}
	stop()
	for _, j := range behind {
		over(t, "what waits", j)
		if !errors.Is(j.fault, context.Canceled) {
			t.Errorf("what waited ended with %v", j.fault)
		}
	}
	close(free)
	over(t, "the work that was stuck", stuck)
}
