package play

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/calendar"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
)

// Vacation shows the sender's vacations, or adds one. A vacation counts in all the
// sender's games.
func Vacation(b *batch.Batch, rest string) (bool, error) {
	if rest == "" {
		showAway(b)
		return true, nil
	}
	zone, now := account.ZoneOf(b.Draft, b.Who.Member), b.Draft.Now().UTC()
	span, err := calendar.ParseSpan(strings.Trim(rest, " .!"), now, zone)
	if err != nil {
		return true, pace.Readable(err)
	}
	if span.From.Before(now) { // a vacation cannot begin in the past
		span.From = now
	}
	away := pace.Joined(b.Who.Member.Away, pace.Spell{From: span.From.UTC(), To: span.To.UTC()})
	if err := pace.CheckAway(away); err != nil {
		return true, err
	}
	return true, setAway(b, away, "is away "+days(b, pace.Spell(span)))
}

// CancelVacation cancels the sender's vacations that are not over. If a day or a span is
// given, it cancels those at that time. Days that have passed stay on file.
func CancelVacation(b *batch.Batch, rest string) (bool, error) {
	now := b.Draft.Now().UTC()
	day := calendar.Span{From: now, To: now.Add(calendar.Horizon)}
	if rest != "" {
		var err error
		if day, err = calendar.ParseSpan(strings.Trim(rest, " .!"), now, account.ZoneOf(b.Draft, b.Who.Member)); err != nil {
			return true, pace.Readable(err)
		}
	}
	var kept []pace.Spell
	cancelled := false
	for _, sp := range b.Who.Member.Away {
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
		return true, engine.Refuse("You have no vacation then to cancel. \"vacation\" shows what is on file.")
	}
	return true, setAway(b, kept, "cancels a vacation")
}

// setAway stores the sender's vacations and tells all games in which they play.
func setAway(b *batch.Batch, away []pace.Spell, text string) error {
	err := b.Me(func(m *people.Member) {
		m.Away = slices.DeleteFunc(away, func(sp pace.Spell) bool { return b.Draft.Now().Sub(sp.To) > 2*pace.YearDays*pace.Day })
	})
	if err != nil {
		return err
	}
	at, visit := b.At, b.Visit
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		if w.Table.Plays(w.Player) {
			b.Sit(w.Table, w.Player)
			b.At.Table = b.At.Table.Said(w.Player, "vacation", text)
		}
	}
	b.At, b.Visit = at, visit
	showAway(b)
	return nil
}

// showAway adds to the answer the sender's vacations that are not over.
func showAway(b *batch.Batch) {
	sec := sheet.Section{Head: "Your vacations", Say: []sheet.Saying{
		{Line: "vacation 2026-12-20 to 2027-01-05", Gloss: "also: vacation until 5 Jan"}}}
	for _, sp := range b.Who.Member.Away {
		if sp.To.After(b.Draft.Now()) {
			sec.Lines = append(sec.Lines, "  You are away "+days(b, sp)+".")
		}
	}
	if len(sec.Lines) == 0 {
		sec.Lines = []string{"  None is on file."}
	} else {
		sec.Say = append(sec.Say, sheet.Saying{Line: "cancel vacation", Gloss: "you are back, or are not going"})
	}
	b.Answers = slices.DeleteFunc(b.Answers, func(s sheet.Section) bool { return s.Head == sec.Head })
	b.Headed(sec.Head)
	b.Answers = append(b.Answers, sec)
}

// days writes the days of a vacation in the member's zone: "from Sun 20 Dec to Tue 5
// Jan".
func days(b *batch.Batch, sp pace.Spell) string {
	style, zone := b.Who.Member.Style(), account.ZoneOf(b.Draft, b.Who.Member)
	text := style.Days(calendar.Span(sp), zone)
	if !strings.Contains(text, " to ") {
		return "on " + text
	}
	return "from " + text
}
