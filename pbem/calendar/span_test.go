package calendar

import (
	"testing"
	"time"
)

// thursday is the now of these tests: half past six in the evening in Berlin.
var thursday = time.Date(2026, 11, 26, 17, 30, 0, 0, time.UTC)

func zoneOf(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestParseSpan(t *testing.T) {
	berlin := zoneOf(t, "Europe/Berlin")
	for typed, want := range map[string]string{
		"2026-12-20 to 2027-01-05":         "2026-12-20 to 2027-01-05",
		"2026-12-20 - 2027-01-05":          "2026-12-20 to 2027-01-05",
		"2026-12-20–2027-01-05":            "2026-12-20 to 2027-01-05",
		"2026/12/20 until 2027/1/5":        "2026-12-20 to 2027-01-05",
		"20 Dec - 5 Jan":                   "2026-12-20 to 2027-01-05",
		"20 Dec to 5 Jan 2027":             "2026-12-20 to 2027-01-05",
		"20 Dec 2026 to 5 January":         "2026-12-20 to 2027-01-05",
		"From Dec 20th through Jan 5":      "2026-12-20 to 2027-01-05",
		"December 20, 2026 to Jan 5, 2027": "2026-12-20 to 2027-01-05",
		"between 20 Dec and 5 Jan":         "2026-12-20 to 2027-01-05",
		"from 20.12. to 5.1.":              "2026-12-20 to 2027-01-05",
		"20.12.-5.1.":                      "2026-12-20 to 2027-01-05",
		"20.12.2026 - 05.01.27":            "2026-12-20 to 2027-01-05",
		"20/12 to 24/12":                   "2026-12-20 to 2026-12-24",
		"12/20 to 12/24":                   "2026-12-20 to 2026-12-24",
		"20-24 Dec":                        "2026-12-20 to 2026-12-24",
		"20.-24. Dec":                      "2026-12-20 to 2026-12-24",
		"Dec 20-24":                        "2026-12-20 to 2026-12-24",
		"1st of Dec to 3rd of Dec":         "2026-12-01 to 2026-12-03",
		"until 5 Jan":                      "2026-11-26 to 2027-01-05",
		"till tomorrow":                    "2026-11-26 to 2026-11-27",
		"20 Nov to 5 Dec":                  "2026-11-20 to 2026-12-05", // has begun
		"24 Dec":                           "2026-12-24",
		"on 5/5/2027":                      "2027-05-05",
		"today":                            "2026-11-26",
		"26 Nov":                           "2026-11-26",
		"29 Feb to 3 Mar 2028":             "",
		"3 days":                           "2026-11-26 to 2026-11-28",
		"for two weeks":                    "2026-11-26 to 2026-12-09",
		"1 day":                            "2026-11-26",
		"60d":                              "2026-11-26 to 2027-01-24",
		"1 week from 2026-12-20":           "2026-12-20 to 2026-12-26",
		"a week starting tomorrow":         "2026-11-27 to 2026-12-03",
		"1 week from 24 Nov":               "2026-11-24 to 2026-11-30",
		"2 days from Monday":               "2026-11-30 to 2026-12-01",
		"from 20 Dec for 3 days":           "2026-12-20 to 2026-12-22",
		"until Thursday":                   "2026-11-26",
		"until fri":                        "2026-11-26 to 2026-11-27",
		"Monday to Friday":                 "2026-11-30 to 2026-12-04",
		"Sat-Sun":                          "2026-11-28 to 2026-11-29",
	} {
		span, err := ParseSpan(typed, thursday, berlin)
		if want == "" {
			if err == nil {
				t.Errorf("%q is %s", typed, span.Text(berlin))
			}
			continue
		}
		if err != nil || span.Text(berlin) != want {
			t.Errorf("%q is %s, %v; want %s", typed, span.Text(berlin), err, want)
			continue
		}
		if again, err := ParseSpan(span.Text(berlin), thursday, berlin); err != nil || again != span {
			t.Errorf("%s is read back as %v, %v", want, again, err)
		}
	}
}

func TestNoSpan(t *testing.T) {
	for typed, want := range map[string]string{
		"3/4":                      `"3/4" can be 3 Apr or 4 Mar: write the month as a word, or 2026-12-20 for 20 Dec 2026`,
		"until 3/4/2027":           `"3/4/2027" can be 3 Apr or 4 Mar: write the month as a word, or 2026-12-20 for 20 Dec 2026`,
		"2026-11-20 to 2026-11-25": `"2026-11-20 to 2026-11-25" is in the past: write days from 2026-11-26 on`,
		"2027-01-05 to 2026-12-20": `"2027-01-05 to 2026-12-20" ends before it begins: write the first day before the last, like 20 Dec to 5 Jan`,
		"20 Dec to 18 Feb":         `2026-12-20 to 2027-02-18 are 61 days: at most 60 are allowed at a time`,
		"61 days":                  `"61 days" is too long: the limit is 60 days`,
		"1 month":                  `months differ in length: write "1 month" in days or weeks, like 30 days`,
		"36 hours":                 `a vacation is in whole days: write it like 3 days or 20 Dec to 5 Jan`,
		"2062-12-20 to 2062-12-24": `2062-12-20 is more than a year away: write days that begin within a year`,
		"2026-02-30":               `there is no day "2026-02-30": write it like 2026-12-20 or 20 Dec`,
		"28-31 Feb":                `there is no day "31 feb": write it like 2026-12-20 or 20 Dec`,
		"29 Feb 2027":              `there is no day "29 feb 2027": write it like 2026-12-20 or 20 Dec`,
		"0.5.":                     `there is no day "0.5.": write it like 2026-12-20 or 20 Dec`,
		"5.0.":                     `there is no day "5.0.": write it like 2026-12-20 or 20 Dec`,
		"0000-01-01":               `there is no day "0000-01-01": write it like 2026-12-20 or 20 Dec`,
		"20-24":                    `"20" does not say the month: write the day like 20 Dec or 2026-12-20`,
		"24":                       `"24" does not say the month: write the day like 20 Dec or 2026-12-20`,
		"from 20 Dec":              `"from 20 dec" does not say until when: write it like 20 Dec to 5 Jan`,
		"20-12-2026":               `the days "20-12-2026" cannot be read: write them like 2026-12-20 to 2027-01-05, until 5 Jan or 1 week`,
		"some time":                `"some time" is not a date: write it like 2026-12-20 or 20 Dec`,
		"ad":                       `"ad" is not a date: write it like 2026-12-20 or 20 Dec`,
		"":                         `the days "" cannot be read: write them like 2026-12-20 to 2027-01-05, until 5 Jan or 1 week`,
		"20 Dec to":                `the days "20 dec to" cannot be read: write them like 2026-12-20 to 2027-01-05, until 5 Jan or 1 week`,
		"until":                    `the days "until" cannot be read: write them like 2026-12-20 to 2027-01-05, until 5 Jan or 1 week`,
	} {
		if span, err := ParseSpan(typed, thursday, nil); err == nil || err.Error() != want {
			t.Errorf("%q is %s\n got %v\nwant %s", typed, span.Text(nil), err, want)
		}
	}
}

// TestYears reads dates without a year around the turn of one.
func TestYears(t *testing.T) {
	for _, c := range []struct{ now, typed, want string }{
		{"2026-12-28", "20 Dec - 5 Jan", "2026-12-20 to 2027-01-05"},
		{"2027-01-02", "20 Dec - 5 Jan", "2026-12-20 to 2027-01-05"},
		{"2027-01-05", "20 Dec - 5 Jan", "2026-12-20 to 2027-01-05"},
		{"2027-01-06", "20 Dec - 5 Jan", "2027-12-20 to 2028-01-05"},
		{"2027-01-06", "5 Jan", "2028-01-05"},
		{"2027-12-01", "28 Feb to 29 Feb", "2028-02-28 to 2028-02-29"},
		{"2027-01-01", "1 week from 28 Dec", "2026-12-28 to 2027-01-03"},
	} {
		now, err := time.Parse(time.DateOnly, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if span, err := ParseSpan(c.typed, now, nil); err != nil || span.Text(nil) != c.want {
			t.Errorf("on %s %q is %s, %v; want %s", c.now, c.typed, span.Text(nil), err, c.want)
		}
	}
}

// TestDaysOfZones has days that begin where the wall clock knows no midnight,
// or two of it, and one that never was.
func TestDaysOfZones(t *testing.T) {
	for _, c := range []struct{ zone, day, from, to string }{
		{"Europe/Berlin", "2026-12-24", "2026-12-23T23:00:00Z", "2026-12-24T23:00:00Z"},
		{"Europe/Berlin", "2027-03-28", "2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z"},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"}, // begins at 01:00
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"},    // 00:00 twice
		{"Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"},
		{"Pacific/Kiritimati", "2026-12-24", "2026-12-23T10:00:00Z", "2026-12-24T10:00:00Z"},
	} {
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		span, err := ParseSpan(c.day, day.Add(-48*time.Hour), zoneOf(t, c.zone))
		if err != nil || span.From.Format(time.RFC3339) != c.from || span.To.Format(time.RFC3339) != c.to {
			t.Errorf("%s in %s is %v, %v", c.day, c.zone, span, err)
		}
	}
}
