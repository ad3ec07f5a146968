package calendar

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A date is what was typed for a day. Zero fields were left out. In this file calendar days are midnights in
// UTC, whatever the zone.
type date struct {
	year, day int
	month     time.Month
	weekday   bool // only a day of the week was given; it is in day
}

// in returns the date in a given year. ok is false if the year has no such day.
func (d date) in(year int) (t time.Time, ok bool) {
	t = time.Date(year, d.month, d.day, 0, 0, 0, 0, time.UTC)
	return t, t.Month() == d.month && t.Day() == d.day
}

// leapYears is how many years ahead to look for a date without a year: 29 Feb may be eight years away.
const leapYears = 8

// onOrAfter returns the first such day from t on.
func (d date) onOrAfter(t time.Time) time.Time {
	if d.weekday {
		return t.AddDate(0, 0, (d.day-int(t.Weekday())+7)%7)
	}
	return d.nearest(t, 1, func(found time.Time) bool { return !found.Before(t) })
}

// onOrBefore returns the last such day up to t.
func (d date) onOrBefore(t time.Time) time.Time {
	return d.nearest(t, -1, func(found time.Time) bool { return !found.After(t) })
}

func (d date) nearest(t time.Time, step int, fits func(time.Time) bool) time.Time {
	if d.year != 0 {
		found, _ := d.in(d.year)
		return found
	}
	for i := 0; i <= leapYears; i++ {
		if found, ok := d.in(t.Year() + i*step); ok && fits(found) {
			return found
		}
	}
	return t // readDate rejects all other dates
}

// The forms of a day. Each has the fields of a date in its order.
var (
	isoDate    = regexp.MustCompile(`^(\d{4})[-‑/.](\d{1,2})[-‑/.](\d{1,2})$`)
	dottedDate = regexp.MustCompile(`^(\d{1,2})\. ?(\d{1,2})(?:\.? ?(\d{4})|\. ?(\d{2})|\.)?$`)
	slashDate  = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?$`)
	dayMonth   = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)? ?(?:of )?([a-z]{3,9})\.?(?:,? (\d{4}))?$`)
	monthDay   = regexp.MustCompile(`^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th|\.)?(?:,? (\d{4}))?$`)
	bareDay    = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?$`)
)

// readDate parses a date from tidy text. A date without a month has only a day.
func readDate(text string, today time.Time) (date, error) {
	d, err := dateOf(text, today)
	if err == nil && d.month != 0 {
		err = d.check(text)
	}
	return d, err
}

// A DayError means that a text was read as days but they are impossible: there
// is no such day, or it is over. Other errors mean that the text was not
// understood.
type DayError string

func (e DayError) Error() string { return string(e) }

func wrongDay(format string, args ...any) error { return DayError(fmt.Sprintf(format, args...)) }

// check refuses days that do not exist.
func (d date) check(text string) error {
	year := d.year
	if year == 0 {
		year = 2024 // a leap year, which has every day
	}
	if _, ok := d.in(year); !ok || year < 2000 || year > 2199 {
		return wrongDay("there is no day %s: write it like 2026-12-20 or 20 Dec", quoted(text))
	}
	return nil
}

func dateOf(text string, today time.Time) (date, error) {
	if d, ok := dayWord(text, today); ok {
		return d, nil
	}
	if p := isoDate.FindStringSubmatch(text); p != nil {
		return date{year: yearOf(p[1]), month: monthOf(p[2]), day: atoi(p[3])}, nil
	}
	if p := dottedDate.FindStringSubmatch(text); p != nil {
		return date{year: yearOf(p[3] + p[4]), month: monthOf(p[2]), day: atoi(p[1])}, nil
	}
	if p := slashDate.FindStringSubmatch(text); p != nil {
		return slashed(text, p)
	}
	if p := dayMonth.FindStringSubmatch(text); p != nil && monthOf(p[2]) != 0 {
		return date{year: yearOf(p[3]), month: monthOf(p[2]), day: atoi(p[1])}, nil
	}
	if p := monthDay.FindStringSubmatch(text); p != nil && monthOf(p[1]) != 0 {
		return date{year: yearOf(p[3]), month: monthOf(p[1]), day: atoi(p[2])}, nil
	}
	if p := bareDay.FindStringSubmatch(text); p != nil {
		return date{day: atoi(p[1])}, nil
	}
	return date{}, fmt.Errorf("%s is not a date: write it like 2026-12-20 or 20 Dec", quoted(text))
}

// slashed parses 20/12 and 12/20, which can mean only one day each. It refuses 3/4.
func slashed(text string, p []string) (date, error) {
	a, b := atoi(p[1]), atoi(p[2])
	if a <= 12 && b <= 12 && a != b && a > 0 && b > 0 {
		return date{}, wrongDay("%s can be %d %s or %d %s: write the month as a word, or 2026-12-20 for 20 Dec 2026",
			quoted(text), a, short(time.Month(b)), b, short(time.Month(a)))
	}
	if a <= 12 && b > 12 {
		a, b = b, a
	}
	return date{year: yearOf(p[3]), month: monthOf(strconv.Itoa(b)), day: a}, nil
}

func short(m time.Month) string { return m.String()[:3] }

// dayWord reads "today", "tomorrow" and days of the week.
func dayWord(text string, today time.Time) (date, bool) {
	switch text {
	case "today", "now":
		return exactly(today), true
	case "tomorrow":
		return exactly(today.AddDate(0, 0, 1)), true
	}
	for w := time.Sunday; w <= time.Saturday; w++ {
		if begins(text, w.String()) {
			return date{day: int(w), weekday: true}, true
		}
	}
	return date{}, false
}

func exactly(t time.Time) date { return date{year: t.Year(), month: t.Month(), day: t.Day()} }

// monthOf parses a month by number or by the beginning of its name. An unknown month returns a number that no
// year has, so the date is found not to exist.
func monthOf(text string) time.Month {
	if n, err := strconv.Atoi(text); err == nil {
		if n == 0 {
			return 13
		}
		return time.Month(n)
	}
	for m := time.January; m <= time.December; m++ {
		if begins(text, m.String()) {
			return m
		}
	}
	return 0
}

// begins reports whether a word is a name or its first three letters or more.
func begins(text, name string) bool {
	return len(text) >= 3 && strings.HasPrefix(strings.ToLower(name), text)
}

// yearOf parses a year, zero if there is none. 27 means 2027. The year 0000 becomes 1, which is just as
// wrong.
func yearOf(text string) int {
	switch len(text) {
	case 0:
		return 0
	case 2:
		return 2000 + atoi(text)
	}
	return max(atoi(text), 1)
}

// atoi parses digits that a pattern has matched, zero for none.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
