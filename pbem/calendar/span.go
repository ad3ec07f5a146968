package calendar

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// farAhead is how many days ahead a vacation may begin. A later date most likely has a wrong year.
const farAhead = 366

var (
	isoHyphens = regexp.MustCompile(`\b(\d{4})-(\d{1,2})-(\d{1,2})\b`)
	between    = regexp.MustCompile(` ?(?:-|\b(?:to|until|till|through|thru)\b) ?`)
	opening    = regexp.MustCompile(`^(?:on|from|between) `)
	ending     = regexp.MustCompile(`^(?:until|till|to|through|thru) `)
	lasting    = regexp.MustCompile(`^(?:for )?(\d+ ?|[a-z]+ )([a-z]+)(?: (?:from|starting|beginning)(?: on)? (.+))?$`)
	fromFor    = regexp.MustCompile(`^(?:from )?(.+) for (\d+ ?|[a-z]+ )([a-z]+)$`)
)

// ParseSpan reads the days of a vacation, as somebody in a zone writes them at the
// time now: "2026-12-20 to 2027-01-05", "20 Dec - 5 Jan", "from 20.12. to 5.1.",
// "until 5 Jan", "3 days", "1 week from 2026-12-20", "Monday to Friday", "24 Dec".
// The days are whole days of the zone, the last included. Without a first day the
// span begins today.
//
// A last day without a year is the next such date. A first day without a year is
// the one before the last day. A span has at most Longest, begins within a year and
// is not entirely in the past.
func ParseSpan(text string, now time.Time, zone *time.Location) (Span, error) {
	typed := tidy(text)
	today := dayOf(now, zone)
	// Tidy text has plain hyphens only. Other hyphens keep the parts of an ISO date together.
	first, last, err := readDays(isoHyphens.ReplaceAllString(typed, "$1‑$2‑$3"), today)
	if err != nil {
		return Span{}, err
	}
	days := int(last.Sub(first)/day) + 1
	switch {
	case days < 1:
		return Span{}, wrongDay("%s ends before it begins: write the first day before the last, like 20 Dec to 5 Jan", quoted(typed))
	case last.Before(today):
		return Span{}, wrongDay("%s is in the past: write days from %s on", quoted(typed), today.Format(time.DateOnly))
	case time.Duration(days) > Longest/day:
		return Span{}, wrongDay("%s to %s are %d days: at most %d are allowed at a time",
			first.Format(time.DateOnly), last.Format(time.DateOnly), days, Longest/day)
	case first.Sub(today) > farAhead*day:
		return Span{}, wrongDay("%s is more than a year away: write days that begin within a year", first.Format(time.DateOnly))
	}
	return Span{startOf(first, zone), startOf(last.AddDate(0, 0, 1), zone)}, nil
}

// Text writes the days that a span touches in a zone, the last included, in a
// form that ParseSpan reads: "2026-12-20 to 2027-01-05".
func (s Span) Text(zone *time.Location) string { return Style{Dates: ISO}.Days(s, zone) }

// dayOf returns the day in a zone.
func dayOf(t time.Time, zone *time.Location) time.Time {
	year, month, d := t.In(orUTC(zone)).Date()
	return time.Date(year, month, d, 0, 0, 0, 0, time.UTC)
}

// startOf returns the first instant of a day in a zone. It also works if midnight, or the whole day, does not
// exist there.
func startOf(d time.Time, zone *time.Location) time.Time {
	marks := Hours{Zone: zone} // each of its stretches lies within one day
	t := d.Add(-2 * day)
	for dayOf(t, zone).Before(d) {
		_, t = marks.stretch(t, nil)
	}
	return t
}

// readDays returns the first and the last day.
func readDays(text string, today time.Time) (first, last time.Time, err error) {
	if p := lasting.FindStringSubmatch(text); p != nil && isLength(p[1], p[2]) {
		if p[3] == "" {
			p[3] = "today"
		}
		return daysFrom(p[3], p[1], p[2], today)
	}
	if p := fromFor.FindStringSubmatch(text); p != nil {
		return daysFrom(p[1], p[2], p[3], today)
	}
	if rest := ending.ReplaceAllString(text, ""); rest != text {
		return fromTo("today", rest, today)
	}
	return readEnds(text, today)
}

// readEnds parses "20 Dec to 5 Jan" and "24 Dec".
func readEnds(text string, today time.Time) (first, last time.Time, err error) {
	bare := opening.ReplaceAllString(text, "")
	if strings.HasPrefix(text, "between ") {
		bare = strings.Replace(bare, " and ", " to ", 1)
	}
	switch ends := between.Split(bare, -1); {
	case len(ends) == 2 && ends[0] != "" && ends[1] != "":
		return fromTo(ends[0], ends[1], today)
	case len(ends) > 1 || bare == "":
		return first, last, noSpan(text)
	case strings.HasPrefix(text, "from "):
		return first, last, fmt.Errorf("%s does not say until when: write it like 20 Dec to 5 Jan", quoted(text))
	}
	return daysFrom(bare, "1", "day", today)
}

func noSpan(text string) error {
	return fmt.Errorf("the days %s cannot be read: write them like 2026-12-20 to 2027-01-05, until 5 Jan or 1 week", quoted(text))
}

// isLength tells "3 days" from "20 Dec" and "Dec 20".
func isLength(n, name string) bool {
	_, counts := number(strings.TrimSpace(n))
	_, length := unit(name)
	return counts && (length || strings.HasPrefix(name, "month"))
}

// daysFrom parses a first day and a length.
func daysFrom(text, n, name string, today time.Time) (first, last time.Time, err error) {
	length, err := ParseDuration(n + " " + name)
	if err != nil {
		return first, last, err
	}
	if length%day != 0 {
		return first, last, errors.New("a vacation is in whole days: write it like 3 days or 20 Dec to 5 Jan")
	}
	d, err := readWhole(text, today)
	if err != nil {
		return first, last, err
	}
	more := int(length/day) - 1
	first = d.onOrAfter(today.AddDate(0, 0, -more))
	if d.weekday {
		first = d.onOrAfter(today)
	}
	return first, first.AddDate(0, 0, more), nil
}

// readWhole parses a date that has a month.
func readWhole(text string, today time.Time) (date, error) {
	d, err := readDate(text, today)
	if err == nil && d.month == 0 && !d.weekday {
		err = noMonth(text)
	}
	return d, err
}

func noMonth(text string) error {
	return fmt.Errorf("%s does not say the month: write the day like 20 Dec or 2026-12-20", quoted(text))
}

// fromTo parses a first and a last day. In "20-24 Dec" and "Dec 20-24" both are in the same month.
func fromTo(from, to string, today time.Time) (first, last time.Time, err error) {
	a, err := readDate(from, today)
	if err != nil {
		return first, last, err
	}
	b, err := readDate(to, today)
	if err != nil {
		return first, last, err
	}
	switch {
	case a.month == 0 && !a.weekday && b.month != 0:
		a.month, a.year = b.month, b.year
		err = a.check(from + " " + strings.ToLower(short(a.month)))
	case b.month == 0 && !b.weekday && a.month != 0:
		b.month, b.year = a.month, a.year
		err = b.check(to + " " + strings.ToLower(short(b.month)))
	case a.month == 0 && !a.weekday:
		err = noMonth(from)
	case b.month == 0 && !b.weekday:
		err = noMonth(to)
	}
	if err != nil {
		return first, last, err
	}
	first, last = resolve(a, b, today)
	return first, last, nil
}

// resolve finds the years that were left out, and the dates of weekdays.
func resolve(a, b date, today time.Time) (first, last time.Time) {
	if a.year != 0 || a.weekday || b.weekday {
		first = a.onOrAfter(today)
		return first, b.onOrAfter(first)
	}
	last = b.onOrAfter(today)
	return a.onOrBefore(last), last
}
