package people

import (
	"time"
)

// leastWritten is the least number of mails from which somebody's habits are known.
const leastWritten = 8

const (
	slot   = 30 * time.Minute
	slots  = int(24 * time.Hour / slot)
	window = 6 // slots in which somebody usually writes
)

// HourBefore returns the time of day, "18:30", half an hour before somebody usually writes: before the three hours in
// which most of their mails were written, by the clocks of a zone. ok is false if there are too few of them.
func HourBefore(written []time.Time, zone *time.Location) (hour string, ok bool) {
	if len(written) < leastWritten {
		return "", false
	}
	var often [slots]int
	for _, t := range written {
		t = t.In(zone)
		often[(t.Hour()*60+t.Minute())/int(slot/time.Minute)]++
	}
	best, most := 0, 0
	for i := range slots {
		n := 0
		for k := range window {
			n += often[(i+k)%slots]
		}
		if often[i] > 0 && n > most { // the window begins with a mail
			best, most = i, n
		}
	}
	return time.Time{}.Add(time.Duration((best+slots-1)%slots) * slot).Format("15:04"), true
}
