package calendar

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// clause checks that a refusal fits into a sentence and into a mail.
func clause(t *testing.T, typed string, err error) {
	t.Helper()
	if why := err.Error(); strings.ContainsAny(why, "\r\n") || !utf8.ValidString(why) || len(why) > 400 || strings.HasSuffix(why, ".") {
		t.Fatalf("%q is refused with %q", typed, why)
	}
}

func FuzzDuration(f *testing.F) {
	for _, s := range []string{"48h", "1 day, 12 hours", "1,5 days", "a week", "2 months", "0.0001 m", "99999999999999999999 w", "1e9h", "½ day"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		d, err := ParseDuration(typed)
		if err != nil {
			clause(t, typed, err)
			return
		}
		again, err := ParseDuration(Words(d))
		if err != nil || again != d || d <= 0 || d > Longest {
			t.Fatalf("%q is %s, read back as %s, %v", typed, Words(d), again, err)
		}
	})
}

func FuzzQuiet(f *testing.F) {
	for _, s := range []string{"22-8", "10pm to 8 a.m.", "2200-0800", "22h-8h30", "midnight-noon", "none", "24-8", "12am–12pm", "99:99-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		q, err := ParseQuiet(typed)
		if err != nil {
			clause(t, typed, err)
			return
		}
		again, err := ParseQuiet(q.String())
		if err != nil || again != q || q.Check() != nil {
			t.Fatalf("%q is %s, read back as %s, %v", typed, q, again, err)
		}
	})
}

func FuzzZone(f *testing.F) {
	for _, s := range []string{"europe/berlin", "new york", "UTC+2", "gmt -5:30", "CST", "Local", "../etc/passwd", "Zürich", "Etc/GMT-14", "\xff", "Berln"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		zone, err := ParseZone(typed)
		if err != nil {
			clause(t, typed, err)
			return
		}
		again, err := ParseZone(zone.String())
		at := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
		if err != nil || again.String() != zone.String() || at.In(again).String() != at.In(zone).String() {
			t.Fatalf("%q is %s, read back as %s, %v", typed, zone, again, err)
		}
	})
}

func FuzzSpan(f *testing.F) {
	for _, s := range []string{
		"2026-12-20 to 2027-01-05", "20 Dec - 5 Jan", "from 20.12. to 5.1.", "until 5 Jan", "3 days", "1 week from 2026-12-20", "20-24 Dec",
		"Dec 20th through 24", "3/4", "29 Feb", "Monday to Friday", "from 20 Dec for 3 days", "between 1/13 and 14/1", "31.4.", "for a week starting on fri",
	} {
		f.Add(s, int64(1795714200), "Europe/Berlin")
	}
	f.Add("2011-12-30", int64(1325200000), "Pacific/Apia")
	f.Fuzz(func(t *testing.T, typed string, seconds int64, name string) {
		zone, err := ParseZone(name)
		if err != nil || seconds < 0 || seconds > 4e9 {
			return
		}
		now := time.Unix(seconds, 0)
		span, err := ParseSpan(typed, now, zone)
		if err != nil {
			clause(t, typed, err)
			return
		}
		if !span.From.Before(span.To) {
			return // a day that the zone never had
		}
		again, err := ParseSpan(span.Text(zone), now, zone)
		if err != nil || again != span || !span.To.After(now) || span.To.Sub(span.From) > Longest+day {
			t.Fatalf("%q is %s, read back as %s, %v", typed, span.Text(zone), again.Text(zone), err)
		}
	})
}

func FuzzStyle(f *testing.F) {
	for _, s := range []string{"iso", "day-month 24h", "12h month day", "24h 12h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		s, err := ParseStyle(typed)
		if err != nil {
			clause(t, typed, err)
			return
		}
		if again, err := ParseStyle(s.String()); err != nil || again != s {
			t.Fatalf("%q is %s, read back as %s, %v", typed, s, again, err)
		}
	})
}
