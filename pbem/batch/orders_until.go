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

// dating finds a date behind a line, and conditions behind that.
var dating = regexp.MustCompile(`(?i)^(.*)[\s,]+(?:until|till)\s+(.+?)((?:[\s,]+unless\s+.*)?)$`)

// dated removes from a line the date until which its plan is valid, and notes
// the date: "pass for the round until Friday". It is a whole day of the
// player's zone. Lines that give no plan, or use "until" otherwise, stay as
// they are.
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
	if p.Batch == nil { // it is only tried
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

// elapsed is the table without the plans whose date is over.
func (p *Speaker) elapsed() *table.Table {
	next := p.Table.Elapsed(p.Batch.Draft.Now(), len(p.Table.Log) == len(p.Before.Log))
	p.Recorded = p.Recorded || next != p.Table
	return next
}
