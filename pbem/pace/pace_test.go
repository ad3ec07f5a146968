package pace_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
	"pbem/pbem/pace"
)

// The written form of a pace is parsed as the same pace, whatever pace it changes.
func TestPaceReadsBack(t *testing.T) {
	other := pace.Pace{Move: pace.Wait{Days: 9}, Grace: pace.Wait{Minutes: 90}, Policy: pace.OpenSeat, WeekendsOff: true, Quiet: "01:00-02:00", Zone: "Asia/Tokyo"}
	for _, words := range []string{
		"3 days", "48 hours", "1 day 12 hours", "90 minutes", "2 weeks, weekends off", "60 days",
		"1 day, grace 36 hours, policy pass", "72h quiet 22:00 to 8:00 New York weekends off grace 1 week policy open",
		"quiet hours 10pm-8am UTC+2, decision 5 days", "pace of 2d; grace none",
	} {
		p, err := pace.Parse(strings.TrimPrefix(words, "pace "), pace.Pace{Move: pace.Wait{Days: 1}})
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		if back, err := pace.Parse(p.String(), pace.Pace{}); err != nil || back.String() != p.String() {
			t.Errorf("%s is written %s and read back %+v, %v", words, p, back, err)
		}
		whole, err := pace.Parse(p.Whole(), other)
		p.Policy, p.Zone, other.Zone = whole.Policy, whole.Zone, "Asia/Tokyo" // "wait" is the same as nothing
		if err != nil || whole != p {
			t.Errorf("%s is written %s and read %+v, %v", words, p.Whole(), whole, err)
		}
	}
}

// A day is the counted part of a day. Hours are counted hours.
func TestDaysOfAPace(t *testing.T) {
	monday := time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)
	for words, want := range map[string]string{
		"3 days":                                        "Thu 5 Mar 18:00",
		"3 days, quiet 22-8":                            "Thu 5 Mar 18:00",
		"72 hours, quiet 22-8":                          "Sat 7 Mar 20:00",
		"3 days, weekends off":                          "Thu 5 Mar 18:00",
		"5 days, weekends off, quiet 22-8":              "Mon 9 Mar 18:00",
		"1 day, quiet 16-20":                            "Tue 3 Mar 20:00", // asked in quiet hours
		"4 days, weekends off, zone Pacific/Kiritimati": "Sun 8 Mar 18:00",
		"90 minutes, quiet 19-7":                        "Tue 3 Mar 07:30",
	} {
		p, err := pace.Parse(words, pace.Pace{})
		if err != nil {
			t.Fatal(err)
		}
		c := p.Clock(nil, monday)
		if got := (calendar.Style{}).Instant(c.Due(pace.Turn{Asked: monday}), nil); got != want+" UTC" {
			t.Errorf("%s: due %s, want %s", words, got, want)
		}
	}
}

// A pace that cannot be read changes nothing, and the refusal is a sentence.
func FuzzPace(f *testing.F) {
	for _, words := range []string{"3 days", "quiet", "grace weekends policy", "policy", "quiet 22-8 ,", "move 2d zone", "é", "1e9 days"} {
		f.Add(words)
	}
	base := pace.Pace{Move: pace.Wait{Days: 2}, Grace: pace.Wait{Minutes: 600}}
	f.Fuzz(func(t *testing.T, words string) {
		p, err := pace.Parse(words, base)
		var refused *engine.Refusal
		if err != nil {
			if !errors.As(err, &refused) || p != base || !strings.HasSuffix(err.Error(), ".") {
				t.Fatalf("%q: %v, %+v", words, err, p)
			}
			return
		}
		if p.Move == (pace.Wait{}) || p.Hours(nil).Check() != nil {
			t.Fatalf("%q is read as %+v", words, p)
		}
		if _, err := pace.Parse(p.String(), pace.Pace{}); err != nil {
			t.Fatalf("%q is written %q: %v", words, p, err)
		}
	})
}

// One of something is no plural.
func TestWaitOfOne(t *testing.T) {
	for want, w := range map[string]pace.Wait{
		"1 day 1 hour": {Days: 1, Minutes: 60}, "1 minute": {Minutes: 1}, "61 minutes": {Minutes: 61}, "2 hours": {Minutes: 120},
	} {
		if got := w.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
