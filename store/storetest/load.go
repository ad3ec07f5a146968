package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pbem/store"
)

// patience is how long a test waits for what must come.
const patience = 2 * time.Minute

// Move is the n-th commit to a game: a mail settled, an event, a mail sent, a mark, a counter and a deadline.
func Move(game string, n int, v store.Version) store.Commit {
	return store.Commit{At: noon, Cause: fmt.Sprintf("%s move %d", game, n), Outcome: "applied", Drop: []string{"turn/" + game + "/"},
		Changes:   []store.Change{{Game: game, Expect: v, Record: fmt.Appendf(nil, `{"n":%d}`, n), Keys: []string{"on"}, Events: []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"move":%d}`, n))}}},
		Mails:     []store.Mail{{ID: fmt.Sprintf("<%s.%d@pbem>", game, n), To: "amy@example.org", Topic: "turn/" + game + "/amy", Raw: []byte("text")}},
		Add:       map[string]int{"moves " + game: 1},
		Deadlines: []store.Deadline{{Game: game, Key: "turn", At: noon.Add(time.Hour)}},
	}
}

// Moved is the version after a move.
func Moved(v store.Version) store.Version {
	return store.Version{Events: v.Events + 1, Record: v.Record + 1}
}

// Committed commits until the store says that the commit is there.
func Committed(s Store, c store.Commit) error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := s.Commit(c)
		if err == nil || errors.Is(err, store.ErrSettled) {
			return nil
		}
		if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrInvalid) || time.Now().After(end) {
			return err
		}
	}
}

// Whole checks that a game has had so many moves, each once.
func Whole(t testing.TB, s Store, game string, moves int) {
	t.Helper()
	_, events, err := s.Load(game, 0)
	if err != nil || len(events) != moves {
		t.Fatalf("%s has %d events, want %d; %v", game, len(events), moves, err)
	}
	for i, e := range events {
		if want := fmt.Sprintf(`{"move":%d}`, i); string(e.Data) != want {
			t.Errorf("event %d of %s is %s", i, game, e.Data)
		}
	}
	if n, err := s.Counter("moves " + game); n != moves || err != nil {
		t.Errorf("%s was counted %d times, want %d; %v", game, n, moves, err)
	}
	for i := range moves {
		if _, err := s.Mail(fmt.Sprintf("<%s.%d@pbem>", game, i)); err != nil {
			t.Error(err)
		}
	}
}

// A Load is games that move without a pause, each from a goroutine of its own. It knows which moves the store has
// acknowledged.
type Load struct {
	s     Store
	stop  chan struct{}
	done  sync.WaitGroup
	moves []atomic.Int64
	last  atomic.Int64 // when a commit was last acknowledged, Unix nanoseconds
	gap   atomic.Int64 // the longest time between two of them, nanoseconds
}

// Play moves so many games until [Load.End]. The store is empty.
func Play(t testing.TB, s Store, games int) *Load {
	l := &Load{s: s, stop: make(chan struct{}), moves: make([]atomic.Int64, games)}
	for i := range games {
		l.done.Go(func() { l.play(t, i) })
	}
	return l
}

func (l *Load) play(t testing.TB, i int) {
	game, v := fmt.Sprintf("g%d", i), store.Version{}
	for n := 0; ; n++ {
		select {
		case <-l.stop:
			return
		default:
		}
		if err := Committed(l.s, Move(game, n, v)); err != nil {
			t.Errorf("%s, move %d: %v", game, n, err)
			return
		}
		v = Moved(v)
		l.moves[i].Store(int64(n + 1))
		l.acknowledged()
	}
}

// acknowledged takes down that a commit is acknowledged now.
func (l *Load) acknowledged() {
	now := time.Now().UnixNano()
	last := l.last.Swap(now)
	for gap := l.gap.Load(); last > 0 && now-last > gap && !l.gap.CompareAndSwap(gap, now-last); gap = l.gap.Load() {
	}
}

// Silence is the longest time between two acknowledged commits since it was last asked for.
func (l *Load) Silence() time.Duration { return time.Duration(l.gap.Swap(0)) }

// Until waits for a commit that is acknowledged after a time, and returns how long after it.
func (l *Load) Until(t testing.TB, after time.Time) time.Duration {
	t.Helper()
	for end := time.Now().Add(patience); l.last.Load() < after.UnixNano(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is committed any more")
		}
	}
	return time.Unix(0, l.last.Load()).Sub(after)
}

// Stalled waits until nothing has been acknowledged for a while.
func (l *Load) Stalled(t testing.TB) {
	t.Helper()
	for end := time.Now().Add(patience); time.Since(time.Unix(0, l.last.Load())) < 300*time.Millisecond; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("commits go on")
		}
	}
}

// End stops the load and checks that all that was acknowledged is there, once.
func (l *Load) End(t testing.TB) (moves int) {
	t.Helper()
	close(l.stop)
	l.done.Wait()
	for i := range l.moves {
		n := int(l.moves[i].Load())
		Whole(t, l.s, fmt.Sprintf("g%d", i), n)
		moves += n
	}
	Verified(t, l.s)
	return moves
}
