// Package calendar does the time arithmetic of correspondence play: which moments
// count at a table, and when a given amount of counted time is over. It also reads
// and writes durations, quiet hours, zones, vacations and moments as hosts and
// players write them.
//
// The package has no clock: now is always a parameter. Every time it returns is in
// UTC; weekends, quiet hours and days are those of a zone. The error of a parser is
// one clause in plain words that says what to write instead. It has no capital and
// no full stop, so that it fits into a sentence of the caller. Parsing the result
// of String gives an equal value.
//
// Zones come from the time package. A program for systems without zone files
// imports time/tzdata.
package calendar

import (
	"fmt"
	"time"
)

// Horizon is how far ahead Add, Next and Between look: ten years. Time that
// does not end before it ends there, so that no setting makes them search for
// ever.
const Horizon = 3653 * 24 * time.Hour

// Hours say which time counts at a table. The zero value counts all time.
//
// What the wall clock of the zone shows decides. In the night when clocks go back,
// quiet hours that end in the repeated hour come twice. In the night when they go
// forward, the missing hour is neither quiet nor counted.
type Hours struct {
	Zone        *time.Location // for weekends and quiet hours; nil is UTC
	WeekendsOff bool           // Saturdays and Sundays do not count
	Quiet       Quiet          // daily hours that do not count
}

// A Span is time that does not count in any case: a vacation, a pause, an
// outage. From belongs to it, To does not. It is empty unless To is later.
type Span struct{ From, To time.Time }

// Holds reports whether an instant is in the span.
func (s Span) Holds(t time.Time) bool { return !t.Before(s.From) && t.Before(s.To) }

// Check says why hours are not fit for a table.
func (h Hours) Check() error { return h.Quiet.Check() }

// Add returns the first counted moment at which d of counted time has passed
// since start. If the time is over just when counting stops, the result is when
// counting goes on. d of zero or less gives Next. The result is inside
// uncounted time only if the search reached the horizon.
func (h Hours) Add(start time.Time, d time.Duration, away ...Span) time.Time {
	t := start.Round(0).UTC()
	end, left := t.Add(Horizon), max(d, 0)
	for t.Before(end) {
		counts, until := h.stretch(t, away)
		if counts {
			if room := until.Sub(t); left >= room {
				left -= room
			} else if due := t.Add(left); due.Before(end) {
				return due
			} else {
				return end
			}
		}
		t = until
	}
	return end
}

// Next returns the first counted moment at or after t.
func (h Hours) Next(t time.Time, away ...Span) time.Time { return h.Add(t, 0, away...) }

// Between returns the counted time from a to b, zero if b is not later.
func (h Hours) Between(a, b time.Time, away ...Span) time.Duration {
	t := a.Round(0).UTC()
	if end := t.Add(Horizon); end.Before(b) {
		b = end
	}
	var sum time.Duration
	for t.Before(b) {
		counts, until := h.stretch(t, away)
		if b.Before(until) {
			until = b
		}
		if counts {
			sum += until.Sub(t)
		}
		t = until
	}
	return sum
}

// Open reports whether time counts at an instant.
func (h Hours) Open(t time.Time, away ...Span) bool {
	counts, _ := h.stretch(t, away)
	return counts
}

// stretch reports whether time counts at t, and until when that holds: the next mark on the wall clock,
// change of the zone or edge of a span. It is always later than t and at most a day away.
func (h Hours) stretch(t time.Time, away []Span) (counts bool, until time.Time) {
	local := t.In(orUTC(h.Zone))
	clock := sinceMidnight(local)
	until = t.Add(h.Quiet.mark(clock) - clock).UTC()
	if _, change := local.ZoneBounds(); !change.IsZero() && change.Before(until) {
		until = change.UTC()
	}
	counts = !(h.WeekendsOff && weekend(local)) && !h.Quiet.covers(clock)
	for _, s := range away {
		counts = counts && !s.Holds(t)
		for _, edge := range []time.Time{s.From, s.To} {
			if edge.After(t) && edge.Before(until) {
				until = edge.Round(0).UTC()
			}
		}
	}
	return counts, until
}

func weekend(t time.Time) bool { return t.Weekday() == time.Saturday || t.Weekday() == time.Sunday }

// sinceMidnight returns the time on the wall clock.
func sinceMidnight(t time.Time) time.Duration {
	hour, minute, second := t.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute +
		time.Duration(second)*time.Second + time.Duration(t.Nanosecond())
}

func orUTC(zone *time.Location) *time.Location {
	if zone == nil {
		return time.UTC
	}
	return zone
}

// String describes which hours count: "weekdays, not 22:00-08:00
// (Europe/Berlin)".
func (h Hours) String() string {
	days := "all days"
	if h.WeekendsOff {
		days = "weekdays"
	}
	switch {
	case h.Quiet != Quiet{}:
		return fmt.Sprintf("%s, not %s (%s)", days, h.Quiet, orUTC(h.Zone))
	case h.WeekendsOff:
		return fmt.Sprintf("%s (%s)", days, orUTC(h.Zone))
	}
	return "all hours"
}
