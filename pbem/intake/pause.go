package intake

import (
	"errors"
	"time"
)

// pause returns how long the reader waits after an error, at most wait. A store that takes nothing is most often back soon,
// such as when a standby takes over. So the reader waits an eighth of the time for which it was away.
func (r *Reader) pause(err error, wait time.Duration) time.Duration {
	if !errors.Is(err, ErrLater) {
		r.refuses = time.Time{}
		return wait
	}
	now := r.Now()
	if r.refuses.IsZero() {
		r.refuses = now
	}
	return min(wait, max(firstWait, now.Sub(r.refuses)/8))
}
