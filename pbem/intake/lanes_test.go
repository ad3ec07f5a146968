package intake

import (
	"testing"
	"time"
)

// within fails a test whose work does not end in time.
func within(t *testing.T, wait time.Duration, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(wait):
		t.Fatalf("waited %v in vain for %s", wait, what)
	}
}

// A mail names a game twice, by the address it was sent to and by what it
// answers: it does not wait for itself.
func TestLaneNeverWaitsForItself(t *testing.T) {
	l := newLanes()
	done := make(chan struct{})
	l.run([]string{"sender amy", "game g1", "game g1"}, done, func() error { return nil }, func(err error) { t.Error(err) })
	within(t, 5*time.Second, "work with a key that stands twice", done)
}
