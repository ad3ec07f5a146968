package pbem

import (
	"fmt"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// pace is how long a table waits.
func (s *Desk) pace(t *table.Table) pace.Pace {
	if p := t.Record.Pace; p != nil {
		return *p
	}
	return s.cfg.Pace
}

// paceSection shows a pace.
func (s *Desk) paceSection(p pace.Pace) sheet.Section {
	var uncounted []string
	if p.WeekendsOff {
		uncounted = append(uncounted, "weekends")
	}
	if p.Quiet != "" {
		uncounted = append(uncounted, p.Quiet)
	}
	sec := sheet.Section{Head: "Pace", Facts: []sheet.Fact{{Name: "A decision", Text: p.Move.String()}}}
	if len(uncounted) > 0 {
		zone := p.Hours(s.cfg.Zone).Zone
		sec.Facts = append(sec.Facts, sheet.Fact{Name: "Not counted", Text: fmt.Sprintf("%s (%s)", table.List(uncounted), zone)})
	}
	sec.Facts = append(sec.Facts,
		sheet.Fact{Name: "Grace", Text: p.GraceText()},
		sheet.Fact{Name: "After that", Text: p.Afterwards()},
		sheet.Fact{Name: "Never counted", Text: "vacations, pauses, and times when the service could not be reached"})
	return sec
}

// howToPace shows lines that change a pace.
func howToPace() []sheet.Saying {
	return []sheet.Saying{
		{Line: "pace 3 days, weekends off", Gloss: "the time for a decision"},
		{Line: "pace quiet 22-8 Europe/Berlin", Gloss: "hours that do not count; or quiet none"},
		{Line: "pace grace 2 days, policy pass", Gloss: "or policy wait, policy open"},
	}
}

// setPace shows the pace of the line's game, or changes it. The maker of a game
// that has not begun changes it at once; in a running game all must agree.
func setPace(e *batch, rest string) (bool, error) {
	switch {
	case e.visit != nil:
		return true, e.visitPace(rest)
	case rest == "":
		return inGame(showPace)(e, rest)
	}
	return byPlayers(askPace)(e, rest)
}

func showPace(d *speaker, _ string) error {
	sec := d.batch.d.paceSection(d.batch.d.pace(d.table))
	if d.table.Plays(d.player) {
		sec.Lines, sec.Say = []string{"", "  It is changed when all players agree to such a line:"}, howToPace()
	}
	d.answers = append(d.answers, sec)
	return nil
}

func askPace(d *speaker, rest string) error {
	s := d.batch.d
	now := s.pace(d.table)
	p, err := pace.Parse(rest, now)
	switch {
	case err != nil:
		return err
	case p == now:
		return engine.Refuse("The pace is that already: %s.", p)
	}
	return d.ask(table.Request{Kind: table.PaceRequest, Words: p.String()})
}

func paceText(_ *draft, _ *table.Table, r table.Request) string {
	return "change the pace to " + r.Words
}

// grantPace changes the pace to what all have agreed to, word by word.
func grantPace(_ *draft, t *table.Table, r table.Request) (*table.Table, error) {
	p, err := pace.Parse(r.Words, pace.Pace{})
	if err != nil {
		return nil, fmt.Errorf("game %s: the pace %q that was asked for cannot be read: %w", t.ID, r.Words, err)
	}
	return t.Paced(r.By, p), nil
}

// visitPace shows or changes the pace of a game that has not begun.
func (b *batch) visitPace(rest string) error {
	g := b.visit.now
	now := b.d.cfg.Pace
	if g.Pace != nil {
		now = *g.Pace
	}
	if rest == "" {
		sec := b.d.paceSection(now)
		sec.Head = "Pace of " + g.Label()
		sec.Say = howToPace()
		b.answers = append(b.answers, sec)
		return nil
	}
	v := b.visit
	switch err := v.closing(); {
	case err != nil:
		return err
	case g.Players[0] != b.who.member.ID:
		return engine.Refuse("%s made %s and sets its pace: ask them.", b.called(g.Players[0]), g.Label())
	}
	p, err := pace.Parse(rest, now)
	if err != nil {
		return err
	}
	v.now.Pace = &p
	v.changed("its pace is set", "the pace is %s now", p)
	return nil
}

// pace shows the pace of a game to the host, or changes it.
func (h *hosting) pace(rest string) (string, error) {
	d, words, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.next.Game.State().Result != nil:
		return "", engine.Refuse("%s has ended.", d.next.Called())
	}
	was := h.d.pace(d.next)
	if words == "" {
		return fmt.Sprintf("The pace of %s: %s.", d.next.Called(), was), nil
	}
	p, err := pace.Parse(words, was)
	if err != nil {
		return "", err
	}
	d.next = d.next.Paced("", p)
	return fmt.Sprintf("The pace of %s is now: %s. To undo it: host pace %s %s", d.next.Called(), p, d.next.ID, was.Whole()), nil
}
