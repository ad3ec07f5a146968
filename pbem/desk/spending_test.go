package desk

import (
	"testing"
	"time"
)

// Mails count for 24 hours, each in its hour, and free is when the oldest of them no longer do. A clock that was far ahead is not believed.
func TestHours(t *testing.T) {
	start := time.Date(2026, 3, 2, 12, 30, 0, 0, time.UTC)
	after := func(hours int) time.Time { return start.Add(time.Duration(hours) * time.Hour) }
	full := Hours{}.at(start)
	for n := range 24 { // one mail in each of 24 hours
		full = full.at(after(n))
		full.Sent[full.Last%24]++
	}
	for _, c := range []struct {
		name  string
		is    Hours
		total int
		free  time.Time
	}{
		{"of each hour one", full, 24, time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)},
		{"within the last hour", full.at(after(23).Add(20 * time.Minute)), 24, time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)},
		{"an hour later the first is a day old", full.at(after(24)), 23, time.Date(2026, 3, 3, 13, 0, 0, 0, time.UTC)},
		{"of the last hour only", full.at(after(46)), 1, time.Date(2026, 3, 4, 11, 0, 0, 0, time.UTC)},
		{"all are a day old", full.at(after(47)), 0, time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)},
		{"long after", full.at(after(1000)), 0, after(1001).Truncate(time.Hour)},
		{"a clock that is a day behind", full.at(after(-1)), 24, time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)},
		{"a clock that was put right", full.at(after(-2)), 0, time.Date(2026, 3, 2, 11, 0, 0, 0, time.UTC)},
	} {
		if total, free := c.is.Total(), c.is.free(); total != c.total || !free.Equal(c.free) {
			t.Errorf("%s: %d count, free at %s; want %d, %s", c.name, total, free, c.total, c.free)
		}
	}
}
