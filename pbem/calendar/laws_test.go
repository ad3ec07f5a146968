package calendar

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// A trial is a table with random hours near a day on which clocks change.
type trial struct {
	h     Hours
	away  []Span
	start time.Time
}

func (c trial) String() string { return fmt.Sprintf("%s from %s but %v", c.h, c.start, c.away) }

// near are zones and days on which their clocks change.
var near = []struct{ zone, day string }{
	{"Europe/Berlin", "2026-03-29 00:00"}, {"Europe/Berlin", "2026-10-25 00:00"},
	{"America/New_York", "2026-03-08 00:00"}, {"America/New_York", "2026-11-01 00:00"},
	{"Australia/Lord_Howe", "2026-04-04 00:00"}, {"Australia/Lord_Howe", "2026-10-03 00:00"},
	{"Pacific/Apia", "2011-12-30 00:00"}, {"America/Havana", "2026-11-01 00:00"},
	{"America/Sao_Paulo", "2018-11-04 00:00"}, {"Asia/Kathmandu", "2026-05-01 00:00"}, {"UTC", "2026-05-01 00:00"},
}

// trials calls f for many tables, the same ones every time.
func trials(t *testing.T, n int, f func(r *rand.Rand, c trial)) {
	r := rand.New(rand.NewPCG(18, 17))
	for range n {
		place := near[r.IntN(len(near))]
		c := trial{h: Hours{Zone: zoneOf(t, place.zone), WeekendsOff: r.IntN(2) == 0}}
		if r.IntN(4) > 0 {
			c.h.Quiet.From = r.IntN(minutesADay)
			c.h.Quiet.To = (c.h.Quiet.From + r.IntN(mostQuiet+1)) % minutesADay
		}
		if err := c.h.Check(); err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		around := wall(t, place.day, "UTC")
		some := func(days int) time.Time {
			return around.Add(time.Duration(r.IntN(days*minutesADay)-days*minutesADay/2) * time.Minute)
		}
		c.start = some(4)
		for range r.IntN(3) {
			from := some(6)
			c.away = append(c.away, Span{from, from.Add(time.Duration(r.IntN(2*minutesADay)) * time.Minute)})
		}
		f(r, c)
	}
}

// countsAt judges a minute for itself, without the marks that the search uses.
func countsAt(c trial, t time.Time) bool {
	local := t.In(c.h.Zone)
	if day := local.Format("Mon"); c.h.WeekendsOff && (day == "Sat" || day == "Sun") {
		return false
	}
	for m := c.h.Quiet.From; m != c.h.Quiet.To; m = (m + 1) % minutesADay {
		if local.Hour() == m/60 && local.Minute() == m%60 {
			return false
		}
	}
	for _, s := range c.away {
		if s.From.Compare(t) <= 0 && t.Compare(s.To) < 0 {
			return false
		}
	}
	return true
}

func TestCountedMinuteByMinute(t *testing.T) {
	trials(t, 120, func(r *rand.Rand, c trial) {
		pace := time.Duration(r.IntN(minutesADay)) * time.Minute
		at, left := c.start, pace
		for ; left > 0 || !countsAt(c, at); at = at.Add(time.Minute) {
			if countsAt(c, at) {
				left -= time.Minute
			}
		}
		if got := c.h.Add(c.start, pace, c.away...); !got.Equal(at) {
			t.Errorf("%s: %s are over at %s, want %s", c, pace, got, at)
		}
		if got := c.h.Between(c.start, at, c.away...); got != pace {
			t.Errorf("%s: %s counted until %s, want %s", c, got, at, pace)
		}
	})
}

func TestLaws(t *testing.T) {
	trials(t, 3000, func(r *rand.Rand, c trial) {
		a, b := time.Duration(r.Int64N(int64(4*day))), time.Duration(r.Int64N(int64(4*day)))
		add := func(s time.Time, d time.Duration) time.Time { return c.h.Add(s, d, c.away...) }
		sum := add(c.start, a+b)
		if again := add(add(c.start, a), b); !again.Equal(sum) {
			t.Fatalf("%s: %s and then %s end at %s, together at %s", c, a, b, again, sum)
		}
		if got := c.h.Between(c.start, sum, c.away...); got != a+b {
			t.Fatalf("%s: %s counted, want %s", c, got, a+b)
		}
		if !c.h.Open(sum, c.away...) || sum.Before(c.start) {
			t.Fatalf("%s: %s are over at %s, which does not count", c, a+b, sum)
		}
		if next := c.h.Next(sum, c.away...); !next.Equal(sum) {
			t.Fatalf("%s: next after %s is %s", c, sum, next)
		}
		later := c.start.Add(b)
		if add(c.start, max(a, b)).Before(add(c.start, min(a, b))) || add(later, a).Before(add(c.start, a)) {
			t.Fatalf("%s: more time or a later start, %s and %s, ends earlier", c, a, b)
		}
		whole, first := c.h.Between(c.start, sum, c.away...), c.h.Between(c.start, later, c.away...)
		if later.Before(sum) && first+c.h.Between(later, sum, c.away...) != whole {
			t.Fatalf("%s: %s before %s and the rest are not %s", c, first, later, whole)
		}
		if more := append([]Span{{c.start, later}}, c.away...); c.h.Add(c.start, a, more...).Before(add(c.start, a)) {
			t.Fatalf("%s: a vacation until %s makes %s end earlier", c, later, a)
		}
	})
}

// BenchmarkAdd is the longest pace at a table with every rule.
func BenchmarkAdd(b *testing.B) {
	h := hours(b, "Europe/Berlin", "22-8", true)
	start := wall(b, "2026-11-26 17:30", "UTC")
	away := []Span{spanOf(b, "2026-12-20 00:00", "2027-01-06 00:00")}
	for b.Loop() {
		h.Add(start, Longest, away...)
	}
}
