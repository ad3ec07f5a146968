package pbem

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/store"
)

// A model counts who works on what.
type model struct {
	mu  sync.Mutex
	at  map[string]int
	bad []string
}

// enter and leave are called by the holder of some keys; "" is work without keys.
func (m *model) enter(most int, keys ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range slices.Compact(slices.Sorted(slices.Values(keys))) {
		if m.at[k]++; m.at[k] > most {
			m.bad = append(m.bad, fmt.Sprintf("%d are at work on %q", m.at[k], k))
		}
	}
}

func (m *model) leave(keys ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range slices.Compact(slices.Sorted(slices.Values(keys))) {
		m.at[k]--
	}
}

// comesToEnd fails the test if its work does not end.
func comesToEnd(t *testing.T, seed uint64, all *sync.WaitGroup) {
	t.Helper()
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("seed %d: the work does not come to its end", seed)
	}
}

// Whoever locks which keys, in any order and doubled, and however their work ends: a key
// has one holder at a time, everybody gets their keys, and nothing is left locked.
func TestLocksModel(t *testing.T) {
	for seed := range testsize.More[uint64](20, 5, 20) { // the race detector sees most
		var l desk.Locks
		m := model{at: map[string]int{}}
		var all sync.WaitGroup
		for n := range 40 {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			all.Go(func() {
				for range 10 {
					var keys []string
					for range rng.IntN(5) {
						keys = append(keys, string(rune('a'+rng.IntN(5))))
					}
					err := guard.Do(func() error {
						defer l.Lock(keys...)()
						m.enter(1, keys...)
						defer m.leave(keys...)
						time.Sleep(time.Duration(rng.IntN(30)) * time.Microsecond)
						if rng.IntN(4) == 0 {
							panic("the work fails")
						}
						return nil
					})
					_ = err // failed work unlocks too
				}
			})
		}
		comesToEnd(t, seed, &all)
		if len(m.bad) > 0 || len(l.Held) > 0 {
			t.Fatalf("seed %d: %v, and %d locks are left", seed, m.bad, len(l.Held))
		}
	}
}

// Units of work with keys and workers may fail, panic, wait and start other work. There
// are never more workers than allowed, only one works on a key at a time, and all of it
// ends.
func TestWorkersModel(t *testing.T) {
	for seed := range uint64(5) {
		d := newSharedService(t)
		two := make(desk.Workers, 2)
		m := model{at: map[string]int{}}
		fails := errors.New("the work fails")
		var all sync.WaitGroup
		for n := range 40 {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			keys := []string{"sender " + string(rune('a'+rng.IntN(4)))}
			for range rng.IntN(4) {
				keys = append(keys, "game "+string(rune('a'+rng.IntN(4))))
			}
			all.Go(func() {
				end := rng.IntN(4)
				err := d.service.UnitAs(two, keys, store.Bundle{}, func(*desk.Draft) error {
					m.enter(1, keys...)
					m.enter(2, "")
					defer m.leave(append(keys, "")...)
					time.Sleep(time.Duration(rng.IntN(200)) * time.Microsecond)
					switch end {
					case 0:
						return fails
					case 1:
						panic(fails)
					case 2:
						return d.service.Unit(nil, func(*desk.Draft) error { return nil })
					}
					return nil
				})
				if (err != nil) != (end < 2) {
					t.Errorf("seed %d: work of the kind %d ended with %v", seed, end, err)
				}
			})
		}
		comesToEnd(t, seed, &all)
		if len(m.bad) > 0 || len(two) > 0 || len(d.service.Locks.Held) > 0 {
			t.Fatalf("seed %d: %v; %d workers and %d locks are not free", seed, m.bad, len(two), len(d.service.Locks.Held))
		}
	}
}
