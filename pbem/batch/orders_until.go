package batch

import (
	"regexp"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/calendar"
	"pbem/pbem/table"
)

// dating matches a date at the end of a line, and conditions that follow it.
var dating = regexp.MustCompile(`(?i)^(.*)[\s,]+(?:until|till)\s+(.+?)((?:[\s,]+unless\s+.*)?)$`)

// dated reads the date until which a plan is valid, and returns the line without it:
// "pass for the round until Friday". The plan is valid for that whole day in the player's
// zone. dated leaves other lines as they are.
func (p *Speaker) dated(text string) (rest string, err error) {
	p.until, p.day = time.Time{}, ""
	m := dating.FindStringSubmatch(text)
	if m == nil {
		return text, nil
	}
	rest = m[1] + m[3]
	bare := p.Table.Passes(strings.ToLower(m[1]))
	if bare {
		rest = m[1] + " for the round" + m[3]
	}
	if !p.Scene().Gives(rest) {
		return text, nil
	}
	if p.Batch == nil { // the line is only tried
		if p.Scene().Gives(text) {
			return text, nil
		}
		return rest, nil
	}
	s := p.Batch.Draft
	reader := account.Reader(s, p.Table, p.Player)
	zone := account.ZoneOf(s, reader)
	span, err := calendar.ParseSpan("until "+strings.TrimRight(m[2], " .!"), s.Now(), zone)
	switch {
	case err != nil && (p.Scene().Gives(text) || bare): // "pass until somebody acts"
		return text, nil
	case err != nil:
		return "", engine.Refuse("Say until which day the plan is good, such as \"until 2026-12-01\" or \"until Friday\": %v.", err)
	}
	p.until, p.day = span.To.UTC(), reader.Style().Day(span.To.Add(-time.Minute), zone)
	return rest, nil
}

// elapsed returns the table without the plans that have expired.
func (p *Speaker) elapsed() *table.Table {
	next := p.Table.Elapsed(p.Batch.Draft.Now(), len(p.Table.Log) == len(p.Before.Log))
	p.Recorded = p.Recorded || next != p.Table
	return next
}
