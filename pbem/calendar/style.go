package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Dates are the orders in which a date is written. They are named by what comes
// first, so that no country is named.
type Dates int

const (
	DayMonth Dates = iota // Thu 26 Nov
	MonthDay              // Thu Nov 26
	ISO                   // 2026-11-26
)

var (
	datesNames   = []string{"day-month", "month-day", "iso"}
	datesLayouts = []string{"Mon 2 Jan", "Mon Jan 2", time.DateOnly}
)

// A Style is how a reader likes times to be written. The zero value is for
// readers who set nothing: "Thu 26 Nov 18:00 CET".
type Style struct {
	Dates       Dates
	TwelveHours bool // "6:00 pm" instead of "18:00"
}

// String writes "day-month 24h".
func (s Style) String() string {
	if s.TwelveHours {
		return datesNames[s.Dates] + " 12h"
	}
	return datesNames[s.Dates] + " 24h"
}

// ParseStyle reads a style: "iso", "day-month 24h", "12h month-day". What is
// not mentioned is as in the zero value.
func ParseStyle(text string) (Style, error) {
	var s Style
	words := strings.Fields(orders.Replace(tidy(text)))
	if len(words) == 0 || len(words) > 2 {
		return Style{}, noStyle(text)
	}
	dates, hours := 0, 0
	for _, w := range words {
		if i := slices.Index(datesNames, w); i >= 0 {
			s.Dates = Dates(i)
			dates++
		} else if w == "12h" || w == "24h" {
			s.TwelveHours = w == "12h"
			hours++
		} else {
			return Style{}, noStyle(text)
		}
	}
	if dates > 1 || hours > 1 {
		return Style{}, noStyle(text)
	}
	return s, nil
}

var orders = strings.NewReplacer("day month", "day-month", "month day", "month-day")

func noStyle(text string) error {
	return fmt.Errorf("%s is not a style of dates: write %s, with 12h or 24h after it if you like", quoted(text), either(datesNames))
}

// Instant writes a time in a zone: "Thu 26 Nov 18:00 CET".
func (s Style) Instant(t time.Time, zone *time.Location) string {
	clock := "15:04"
	if s.TwelveHours {
		clock = "3:04 pm"
	}
	t = t.In(orUTC(zone))
	return t.Format(datesLayouts[s.Dates]+" "+clock) + " " + letters(t)
}

// Day writes the date of a time in a zone: "Thu 26 Nov".
func (s Style) Day(t time.Time, zone *time.Location) string {
	return t.In(orUTC(zone)).Format(datesLayouts[s.Dates])
}

// Days writes the days that a span touches, the last included: "Sun 20 Dec to
// Tue 5 Jan", or the only one.
func (s Style) Days(span Span, zone *time.Location) string {
	first, last := s.Day(span.From, zone), s.Day(span.To.Add(-1), zone)
	if first == last {
		return first
	}
	return first + " to " + last
}

// letters returns the abbreviation of a zone, or its offset from UTC if it has none.
func letters(t time.Time) string {
	name, offset := t.Zone()
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		return offsetName(offset)
	}
	return name
}
