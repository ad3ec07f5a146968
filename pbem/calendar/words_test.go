package calendar

import (
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	for typed, want := range map[string]string{
		"48h": "2 days", "3 days": "3 days", "2d": "2 days", "1 week": "1 week", "36 hours": "36 hours", "90m": "90 minutes",
		"24 h": "1 day", "1 Day": "1 day", "a week": "1 week", "an hour": "1 hour", "three days": "3 days", "1 minute": "1 minute",
		"1 day 12 hours": "36 hours", "1d12h": "36 hours", "1 day, 12 hours": "36 hours", "1 day and 12 hours": "36 hours",
		"1.5 days": "36 hours", "1,5 days": "36 hours", "100 hours": "4 days 4 hours", "125 min": "2 hours 5 minutes",
		"60d": "60 days", "8 wks": "8 weeks", "10 days": "10 days", "14 days": "2 weeks", "25h30m": "1 day 1 hour 30 minutes",
	} {
		d, err := ParseDuration(typed)
		if err != nil || Words(d) != want {
			t.Errorf("%q is %s, %v; want %s", typed, Words(d), err, want)
		}
		if again, err := ParseDuration(Words(d)); err != nil || again != d {
			t.Errorf("%s is read back as %s, %v", Words(d), again, err)
		}
	}
}

func TestNoDuration(t *testing.T) {
	const format = " is not a duration: write it like 48 hours, 3 days or 1 week"
	for typed, want := range map[string]string{
		"":                           `""` + format,
		"soon":                       `"soon"` + format,
		"-3 days":                    `"-3 days"` + format,
		"0 days":                     `"0 days"` + format,
		"0.001 hours":                `"0.001 hours"` + format,
		"3 moves":                    `"3 moves"` + format,
		"days 3":                     `"days 3"` + format,
		"48":                         `"48" lacks a unit: write it like 48 hours or 3 days`,
		"1 day 12":                   `"1 day 12" lacks a unit: write it like 48 hours or 3 days`,
		"2 months":                   `months differ in length: write "2 months" in days or weeks, like 30 days`,
		"61 days":                    `"61 days" is too long: the limit is 60 days`,
		"99999999999999999999 weeks": `"99999999999999999999 weeks" is too long: the limit is 60 days`,
		"as long as it takes us to think about it, please": `"as long as it takes us to think about..."` + format,
	} {
		if d, err := ParseDuration(typed); err == nil || err.Error() != want {
			t.Errorf("%q is %s\n got %v\nwant %s", typed, d, err, want)
		}
	}
}

func TestWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 minutes", -time.Hour: "0 minutes", 59 * time.Second: "0 minutes", 61 * time.Second: "1 minute",
		99 * time.Hour: "99 hours", 101 * time.Hour: "4 days 5 hours", 24*time.Hour + time.Minute: "1 day 1 minute",
		3*day + 4*time.Hour + 5*time.Minute + 6: "3 days 4 hours 5 minutes", 1000 * day: "1000 days",
	} {
		if got := Words(d); got != want {
			t.Errorf("%d is %q, want %q", d, got, want)
		}
	}
}

func TestParseQuiet(t *testing.T) {
	for typed, want := range map[string]string{
		"22-8": "22:00-08:00", "22:00-08:00": "22:00-08:00", "10pm-8am": "22:00-08:00", "10 PM to 8 a.m.": "22:00-08:00",
		"22 to 8": "22:00-08:00", "from 22 to 8": "22:00-08:00", "between 22:30 and 7.15": "22:30-07:15", "22h-8h30": "22:00-08:30",
		"22 – 8": "22:00-08:00", "2200-0800": "22:00-08:00", "10:30pm until 8": "22:30-08:00", "midnight-8am": "00:00-08:00",
		"0-8": "00:00-08:00", "16-24": "16:00-00:00", "12am-noon": "00:00-12:00", "12pm-1pm": "12:00-13:00", "9pm-5am": "21:00-05:00",
		"None": "none", "off": "none",
	} {
		q, err := ParseQuiet(typed)
		if err != nil || q.String() != want {
			t.Errorf("%q is %s, %v; want %s", typed, q, err, want)
		}
		if again, err := ParseQuiet(q.String()); err != nil || again != q {
			t.Errorf("%s is read back as %s, %v", q, again, err)
		}
	}
}

func TestNoQuiet(t *testing.T) {
	for typed, want := range map[string]string{
		"9-5":     `quiet hours 09:00-05:00 last 20 hours and may last 16 hours at most: write them like 22:00-08:00 or 10pm-8am`,
		"6-23:59": `quiet hours 06:00-23:59 last 17 hours 59 minutes and may last 16 hours at most: write them like 22:00-08:00 or 10pm-8am`,
		"8-8":     `quiet hours "8-8" would begin when they end: write them like 22-8, or none`,
		"0-24":    `quiet hours "0-24" would begin when they end: write them like 22-8, or none`,
		"22-25":   `"25" is not a time of day: write it like 22:00 or 10pm`,
		"24:01-8": `"24:01" is not a time of day: write it like 22:00 or 10pm`,
		"22:60-8": `"22:60" is not a time of day: write it like 22:00 or 10pm`,
		"13pm-8":  `"13pm" is not a time of day: write it like 22:00 or 10pm`,
		"0am-8":   `"0am" is not a time of day: write it like 22:00 or 10pm`,
		"nights":  `"nights" cannot be read as quiet hours: write them like 22-8, 22:00-08:00 or 10pm-8am, or none`,
		"22":      `"22" cannot be read as quiet hours: write them like 22-8, 22:00-08:00 or 10pm-8am, or none`,
		"":        `"" cannot be read as quiet hours: write them like 22-8, 22:00-08:00 or 10pm-8am, or none`,
	} {
		if q, err := ParseQuiet(typed); err == nil || err.Error() != want {
			t.Errorf("%q is %s\n got %v\nwant %s", typed, q, err, want)
		}
	}
	for _, q := range []Quiet{{-1, 60}, {0, minutesADay}, {minutesADay, 0}} {
		if q.Check() == nil {
			t.Errorf("%v is fit for a table", q)
		}
	}
}

func TestStyle(t *testing.T) {
	evening := time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC)
	for _, c := range []struct{ typed, style, zone, want string }{
		{"day-month", "day-month 24h", "Europe/Berlin", "Thu 26 Nov 18:00 CET"},
		{"24h", "day-month 24h", "Europe/Berlin", "Thu 26 Nov 18:00 CET"},
		{"month-day", "month-day 24h", "America/New_York", "Thu Nov 26 12:00 EST"},
		{"Month day 12h", "month-day 12h", "America/New_York", "Thu Nov 26 12:00 pm EST"},
		{"12h", "day-month 12h", "Europe/Berlin", "Thu 26 Nov 6:00 pm CET"},
		{"ISO", "iso 24h", "Europe/Berlin", "2026-11-26 18:00 CET"},
		{"12h iso", "iso 12h", "UTC", "2026-11-26 5:00 pm UTC"},
		{"iso", "iso 24h", "Asia/Kathmandu", "2026-11-26 22:45 UTC+5:45"},
		{"iso", "iso 24h", "America/Sao_Paulo", "2026-11-26 14:00 UTC-3"},
	} {
		s, err := ParseStyle(c.typed)
		if err != nil || s.String() != c.style {
			t.Errorf("%q is %s, %v; want %s", c.typed, s, err, c.style)
			continue
		}
		if again, err := ParseStyle(s.String()); err != nil || again != s {
			t.Errorf("%s is read back as %s, %v", s, again, err)
		}
		if got := s.Instant(evening, zoneOf(t, c.zone)); got != c.want {
			t.Errorf("%s in %s is %q, want %q", s, c.zone, got, c.want)
		}
	}
	fixed, err := ParseZone("UTC+5:30")
	if err != nil {
		t.Fatal(err)
	}
	if got := (Style{}).Instant(evening, fixed); got != "Thu 26 Nov 22:30 UTC+5:30" {
		t.Errorf("%q in %s", got, fixed)
	}
	if got := (Style{}).Instant(evening, nil); got != "Thu 26 Nov 17:00 UTC" {
		t.Errorf("%q in no zone", got)
	}
	for _, typed := range []string{"", "american", "iso iso", "12h 24h", "iso 12h day-month"} {
		if s, err := ParseStyle(typed); err == nil {
			t.Errorf("%q is %s", typed, s)
		}
	}
}

func TestStyleOfDays(t *testing.T) {
	berlin := zoneOf(t, "Europe/Berlin")
	span, err := ParseSpan("20 Dec to 5 Jan", thursday, berlin)
	if err != nil {
		t.Fatal(err)
	}
	for style, want := range map[Style]string{
		{}:                "Sun 20 Dec to Tue 5 Jan",
		{Dates: MonthDay}: "Sun Dec 20 to Tue Jan 5",
		{Dates: ISO}:      "2026-12-20 to 2027-01-05",
	} {
		if got := style.Days(span, berlin); got != want {
			t.Errorf("%s: %q, want %q", style, got, want)
		}
	}
}
