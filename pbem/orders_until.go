package pbem

import (
	"regexp"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
	"pbem/pbem/table"
)

// dating finds a date behind a line, and conditions behind that.
var dating = regexp.MustCompile(`(?i)^(.*)[\s,]+(?:until|till)\s+(.+?)((?:[\s,]+unless\s+.*)?)$`)

// dated removes from a line the date until which its plan is valid, and notes
// the date: "pass for the round until Friday". It is a whole day of the
// player's zone. Lines that give no plan, or use "until" otherwise, stay as
// they are.
func (p *speaker) dated(text string) (rest string, err error) {
	p.until, p.day = time.Time{}, ""
	m := dating.FindStringSubmatch(text)
	if m == nil {
		return text, nil
	}
	rest = m[1] + m[3]
	bare := p.table.Passes(strings.ToLower(m[1]))
	if bare {
		rest = m[1] + " for the round" + m[3]
	}
	if !p.scene().Gives(rest) {
		return text, nil
	}
	if p.batch == nil { // it is only tried
		if p.scene().Gives(text) {
			return text, nil
		}
		return rest, nil
	}
	s := p.batch.d
	reader := s.reader(p.table, p.player)
	zone := s.zoneOf(reader)
	span, err := calendar.ParseSpan("until "+strings.TrimRight(m[2], " .!"), s.now(), zone)
	switch {
	case err != nil && (p.scene().Gives(text) || bare): // "pass until somebody acts"
		return text, nil
	case err != nil:
		return "", engine.Refuse("Say until which day the plan is good, such as \"until 2026-12-01\" or \"until Friday\": %v.", err)
	}
	p.until, p.day = span.To.UTC(), reader.Style().Day(span.To.Add(-time.Minute), zone)
	return rest, nil
}

// elapsed is the table without the plans whose date is over.
func (p *speaker) elapsed() *table.Table {
	next := p.table.Elapsed(p.batch.d.now(), len(p.table.Log) == len(p.before.Log))
	p.recorded = p.recorded || next != p.table
	return next
}
