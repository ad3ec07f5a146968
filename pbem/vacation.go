package pbem

import (
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// vacation shows when the sender is away, or takes down that they will be. It
// holds for all their games.
func vacation(e *batch, rest string) (bool, error) {
	if rest == "" {
		e.showAway()
		return true, nil
	}
	zone, now := e.d.zoneOf(e.who.member), e.d.now().UTC()
	span, err := calendar.ParseSpan(strings.Trim(rest, " .!"), now, zone)
	if err != nil {
		return true, pace.Readable(err)
	}
	if span.From.Before(now) { // what was before it was said is over
		span.From = now
	}
	away := pace.Joined(e.who.member.Away, pace.Spell{From: span.From.UTC(), To: span.To.UTC()})
	if err := pace.CheckAway(away); err != nil {
		return true, err
	}
	return true, e.setAway(away, "is away "+e.days(pace.Spell(span)))
}

// cancelVacation takes back what of the sender's vacations is not over, or the
// one that a day is in.
func cancelVacation(e *batch, rest string) (bool, error) {
	now := e.d.now().UTC()
	day := calendar.Span{From: now, To: now.Add(calendar.Horizon)}
	if rest != "" {
		var err error
		if day, err = calendar.ParseSpan(strings.Trim(rest, " .!"), now, e.d.zoneOf(e.who.member)); err != nil {
			return true, pace.Readable(err)
		}
	}
	var kept []pace.Spell
	cancelled := false
	for _, sp := range e.who.member.Away {
		switch {
		case !sp.To.After(now), !sp.To.After(day.From), !sp.From.Before(day.To):
			kept = append(kept, sp)
			continue
		case sp.From.Before(now):
			kept = append(kept, pace.Spell{From: sp.From, To: now})
		}
		cancelled = true
	}
	if !cancelled {
		return true, engine.Refuse("You have no vacation then that could be taken back. \"vacation\" shows what is on file.")
	}
	return true, e.setAway(kept, "takes a vacation back")
}

// setAway keeps when the sender is away, and tells all their tables.
func (b *batch) setAway(away []pace.Spell, text string) error {
	err := b.me(func(m *people.Member) {
		m.Away = slices.DeleteFunc(away, func(sp pace.Spell) bool { return b.d.now().Sub(sp.To) > 2*pace.YearDays*pace.Day })
	})
	if err != nil {
		return err
	}
	at, visit := b.at, b.visit
	for _, w := range b.d.seatsOf(b.who.address()) {
		if w.table.Plays(w.player) {
			b.sit(w.table, w.player)
			b.at.table = b.at.table.Said(w.player, "vacation", text)
		}
	}
	b.at, b.visit = at, visit
	b.showAway()
	return nil
}

// showAway answers with the sender's vacations that are not over.
func (b *batch) showAway() {
	sec := sheet.Section{Head: "Your vacations", Say: []sheet.Saying{
		{Line: "vacation 2026-12-20 to 2027-01-05", Gloss: "also: vacation until 5 Jan"}}}
	for _, sp := range b.who.member.Away {
		if sp.To.After(b.d.now()) {
			sec.Lines = append(sec.Lines, "  You are away "+b.days(sp)+".")
		}
	}
	if len(sec.Lines) == 0 {
		sec.Lines = []string{"  None is on file."}
	} else {
		sec.Say = append(sec.Say, sheet.Saying{Line: "cancel vacation", Gloss: "you are back, or do not go"})
	}
	b.answers = slices.DeleteFunc(b.answers, func(s sheet.Section) bool { return s.Head == sec.Head })
	b.headed(sec.Head)
	b.answers = append(b.answers, sec)
}

// days tells the days of a vacation, in the zone of the member: "from Sun 20
// Dec to Tue 5 Jan".
func (b *batch) days(sp pace.Spell) string {
	style, zone := b.who.member.Style(), b.d.zoneOf(b.who.member)
	text := style.Days(calendar.Span(sp), zone)
	if !strings.Contains(text, " to ") {
		return "on " + text
	}
	return "from " + text
}

// awayAt is the vacation of a player that an instant is in.
func (d *draft) awayAt(t *table.Table, player string, at time.Time) (sp pace.Spell, ok bool) {
	away := d.reader(t, player).Away
	i := slices.IndexFunc(away, func(sp pace.Spell) bool { return calendar.Span(sp).Holds(at) })
	if i < 0 {
		return pace.Spell{}, false
	}
	return away[i], true
}
