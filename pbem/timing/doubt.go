package timing

import (
	"time"

	"pbem/pbem/desk"
)

// A machine that was off for long and one whose clock is ahead look alike, until somebody puts the clock right. Outages
// keep deadlines from coming because of it. What else goes by the clock, and cannot be undone, waits until the clock has
// stood for a while: a pause that ends on a day, and deletions.

// doubtFor is for how long the clock is doubted after an outage of which the host is told.
const doubtFor = time.Hour

// Doubted returns until when the clock is doubted; zero if it is not.
func Doubted(d *desk.Draft) (until time.Time) {
	now := d.Now()
	for _, sp := range Outages(d) {
		if end := sp.To.Add(doubtFor); sp.To.Sub(sp.From) > outageTold && !now.Before(sp.To) && now.Before(end) {
			until = end
		}
	}
	return until
}

// ClockBehind reports whether the clock is behind the time at which the service was last up, and what that was. A machine
// without a battery for its clock starts so, and is put right within a minute or so.
func ClockBehind(s *desk.Desk) (was time.Time, behind bool) {
	alive, err := desk.Alive.Get(s.Store)
	if err != nil || !alive.Found() {
		return time.Time{}, false
	}
	return alive.Value, alive.Value.Sub(s.Now()) > longestGap
}
