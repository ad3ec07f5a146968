package calendar

import (
	"testing"
	"time"
)

const stamp = "2006-01-02 15:04:05"

// wall reads an instant as the wall clock of a zone shows it; where it shows the
// same twice or never, tests write UTC.
func wall(t testing.TB, text, zone string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, zoneOf(t, zone))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func spanOf(t testing.TB, from, to string) Span {
	return Span{wall(t, from, "UTC"), wall(t, to, "UTC")}
}

func hours(t testing.TB, zone, quiet string, weekendsOff bool) Hours {
	t.Helper()
	q, err := ParseQuiet(quiet)
	if err != nil {
		t.Fatal(err)
	}
	return Hours{Zone: zoneOf(t, zone), WeekendsOff: weekendsOff, Quiet: q}
}

func TestAdd(t *testing.T) {
	const berlin, newYork, lordHowe, apia = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"
	for _, c := range []struct {
		name, zone, quiet string
		weekendsOff       bool
		start, pace, due  string // start and due in UTC
		away              []Span
	}{
		{"all hours count", "UTC", "none", false, "2026-11-26 17:30", "48h", "2026-11-28 17:30", nil},
		{"a night between", berlin, "22-8", false, "2026-11-26 20:00", "2h", "2026-11-27 08:00", nil},
		{"over when the night begins", berlin, "22-8", false, "2026-11-26 19:00", "2h", "2026-11-27 07:00", nil},
		{"over a minute before the night", berlin, "22-8", false, "2026-11-26 18:59", "2h", "2026-11-26 20:59", nil},
		{"started at night", berlin, "22-8", false, "2026-11-26 23:00", "1h", "2026-11-27 08:00", nil},
		{"noon to afternoon is quiet", berlin, "12:00-15:00", false, "2026-11-26 10:30", "1h", "2026-11-26 14:30", nil},
		{"over a weekend", berlin, "none", true, "2026-11-27 22:00", "2h", "2026-11-30 00:00", nil},
		{"over when the weekend begins", berlin, "none", true, "2026-11-27 22:00", "1h", "2026-11-29 23:00", nil},
		{"weekend and night", berlin, "22-8", true, "2026-11-27 20:00", "2h", "2026-11-30 08:00", nil},
		{"a vacation", "UTC", "none", false, "2026-12-19 12:00", "1 day", "2027-01-06 12:00", []Span{spanOf(t, "2026-12-20 00:00", "2027-01-06 00:00")}},
		{"started in a vacation", "UTC", "none", false, "2026-12-24 12:00", "1h", "2027-01-06 01:00", []Span{spanOf(t, "2026-12-20 00:00", "2027-01-06 00:00")}},
		{"vacations that overlap", "UTC", "none", false, "2026-12-19 23:00", "2h", "2026-12-30 01:00",
			[]Span{spanOf(t, "2026-12-22 00:00", "2026-12-30 00:00"), spanOf(t, "2026-12-20 00:00", "2026-12-25 00:00")}},
		{"an empty span", "UTC", "none", false, "2026-12-19 23:00", "2h", "2026-12-20 01:00", []Span{spanOf(t, "2026-12-20 00:00", "2026-12-10 00:00")}},
		{"a vacation that ends at night", berlin, "22-8", false, "2026-12-19 20:00", "2h", "2026-12-22 08:00", []Span{spanOf(t, "2026-12-20 00:00", "2026-12-22 02:00")}},

		// Clocks in Berlin jump from 02:00 to 03:00, and back from 03:00 to 02:00.
		{"spring, no quiet hours", berlin, "none", false, "2026-03-28 23:30", "3h", "2026-03-29 02:30", nil},
		{"spring, the night is short", berlin, "22-8", false, "2026-03-28 20:30", "1h", "2026-03-29 06:30", nil},
		{"autumn, the night is long", berlin, "22-8", false, "2026-10-24 19:30", "1h", "2026-10-25 07:30", nil},
		{"spring, a weekend is short", berlin, "none", true, "2026-03-27 22:00", "2h", "2026-03-29 23:00", nil},
		{"quiet hours begin in the missing hour", berlin, "2:30-4:00", false, "2026-03-29 00:30", "1h", "2026-03-29 02:30", nil},
		{"quiet hours are the missing hour", berlin, "2:00-3:00", false, "2026-03-29 00:30", "1h", "2026-03-29 01:30", nil},
		{"quiet hours end in the missing hour", berlin, "22:00-2:30", false, "2026-03-28 20:30", "1h", "2026-03-29 01:30", nil},
		{"quiet hours end in the hour that comes twice", berlin, "22:00-2:30", false, "2026-10-24 19:30", "1h", "2026-10-25 01:30", nil},
		{"the second half past two", berlin, "22:00-2:30", false, "2026-10-24 19:30", "45m", "2026-10-25 00:45", nil},
		{"New York in spring", newYork, "10pm-8am", false, "2026-03-08 01:30", "2h", "2026-03-08 12:30", nil},
		{"New York in autumn", newYork, "10pm-8am", false, "2026-11-01 01:30", "2h", "2026-11-01 14:30", nil},
		{"half an hour forward", lordHowe, "22-8", false, "2026-10-03 11:00", "1h", "2026-10-03 21:30", nil},
		{"half an hour back", lordHowe, "22-8", false, "2026-04-04 10:30", "1h", "2026-04-04 22:00", nil},
		{"Apia before the day that was not", apia, "22-8", false, "2011-12-30 07:30", "1h", "2011-12-30 18:30", nil},
		{"Apia, a Friday that was not", apia, "none", true, "2011-12-30 09:00", "2h", "2012-01-01 11:00", nil},
	} {
		h := hours(t, c.zone, c.quiet, c.weekendsOff)
		pace, err := ParseDuration(c.pace)
		if err != nil {
			t.Fatal(err)
		}
		start := wall(t, c.start, "UTC")
		due := h.Add(start, pace, c.away...)
		if due.Format(stamp) != c.due+":00" || due.Location() != time.UTC {
			t.Errorf("%s: due %s (%s in the zone), want %s", c.name, due, due.In(h.Zone), c.due)
		}
		if got := h.Between(start, due, c.away...); got != pace {
			t.Errorf("%s: %s counted until then, want %s", c.name, got, pace)
		}
		if !h.Open(due, c.away...) {
			t.Errorf("%s: due at %s, which does not count", c.name, due)
		}
	}
}

func TestOpenAndNext(t *testing.T) {
	h := hours(t, "Europe/Berlin", "22-8", true)
	pause := spanOf(t, "2026-11-26 10:00", "2026-11-26 11:00")
	for _, c := range []struct{ at, next string }{ // both in Berlin
		{"2026-11-26 07:59", "2026-11-26 08:00"},
		{"2026-11-26 08:00", "2026-11-26 08:00"},
		{"2026-11-26 10:59", "2026-11-26 10:59"},
		{"2026-11-26 11:00", "2026-11-26 12:00"}, // in the pause
		{"2026-11-26 11:59", "2026-11-26 12:00"},
		{"2026-11-26 21:59", "2026-11-26 21:59"},
		{"2026-11-26 22:00", "2026-11-27 08:00"},
		{"2026-11-27 22:00", "2026-11-30 08:00"},
		{"2026-11-28 12:00", "2026-11-30 08:00"},
	} {
		at, want := wall(t, c.at, "Europe/Berlin"), wall(t, c.next, "Europe/Berlin")
		if got := h.Next(at, pause); !got.Equal(want) {
			t.Errorf("after %s %s is next, want %s", c.at, got.In(h.Zone), c.next)
		}
		if got := h.Open(at, pause); got != (c.at == c.next) {
			t.Errorf("%s counts: %v", c.at, got)
		}
	}
}

// TestHorizon has hours and spans under which nothing ever counts, and times
// that no deadline has.
func TestHorizon(t *testing.T) {
	start := wall(t, "2026-11-26 17:30", "UTC")
	end := start.Add(Horizon)
	always := Hours{Quiet: Quiet{0, minutesADay}}
	if always.Check() == nil {
		t.Error("quiet hours of a whole day are fit for a table")
	}
	century := Span{start, start.AddDate(100, 0, 0)}
	for name, got := range map[string]time.Time{
		"never":               always.Add(start, time.Hour),
		"no next":             always.Next(start),
		"a long pause":        Hours{}.Add(start, time.Hour, century),
		"a long time":         Hours{}.Add(start, 1<<63-1),
		"one past the end":    Hours{}.Add(start, Horizon+1),
		"just at the end":     Hours{}.Add(start, Horizon),
		"hours out of bounds": Hours{Quiet: Quiet{-5, 9000}}.Add(start, time.Hour),
	} {
		if !got.Equal(end) {
			t.Errorf("%s: %s, want %s", name, got, end)
		}
	}
	if got := (Hours{}).Between(time.Time{}, start); got != Horizon {
		t.Errorf("%s counted since the year 1, want %s", got, Horizon)
	}
	if got := (Hours{}).Between(start, start.Add(-time.Hour)); got != 0 {
		t.Errorf("%s counted backwards", got)
	}
	if got := (Hours{}).Add(start, -time.Hour); !got.Equal(start) {
		t.Errorf("an hour ago is %s", got)
	}
}

func TestHoursString(t *testing.T) {
	for want, h := range map[string]Hours{
		"all hours":                {},
		"weekdays (Europe/Berlin)": hours(t, "Europe/Berlin", "none", true),
		"all days, not 22:00-08:00 (America/New_York)": hours(t, "America/New_York", "22-8", false),
		"weekdays, not 22:00-08:00 (UTC)":              {WeekendsOff: true, Quiet: Quiet{22 * 60, 8 * 60}},
	} {
		if h.String() != want {
			t.Errorf("%q, want %q", h, want)
		}
	}
}
