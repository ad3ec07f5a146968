package intake

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// After a store was away the reader soon goes on, and the sooner the shorter that was. A mail server is not logged in to so
// often.
func TestPauseAfterTheStoreWasAway(t *testing.T) {
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	now := began
	r := &Reader{Now: func() time.Time { return now }}
	store, server := fmt.Errorf("%w: no space", ErrLater), errors.New("the connection is lost")
	for _, step := range []struct {
		at   time.Duration
		err  error
		wait time.Duration // the longest
		want time.Duration
	}{
		{0, store, lastWait, firstWait},
		{4 * time.Second, store, lastWait, firstWait},
		{24 * time.Second, store, lastWait, 3 * time.Second},
		{24 * time.Second, store, 2 * time.Second, 2 * time.Second},
		{8 * time.Minute, store, lastWait, time.Minute},
		{8 * time.Hour, store, lastWait, lastWait},
		{8 * time.Hour, server, lastWait, lastWait},
		{9 * time.Hour, store, lastWait, firstWait}, // it was there meanwhile
		{8 * time.Hour, store, lastWait, firstWait}, // the clock was set back
	} {
		now = began.Add(step.at)
		if got := r.pause(step.err, step.wait); got != step.want {
			t.Errorf("after %v with %v: %v, want %v", step.at, step.err, got, step.want)
		}
	}
}
