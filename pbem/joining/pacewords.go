package joining

import (
	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/pace"
)

// VisitPace shows or changes the pace of a game that has not begun.
func VisitPace(b *batch.Batch, rest string) error {
	g := b.Visit.Now
	now := b.Draft.Config.Pace
	if g.Pace != nil {
		now = *g.Pace
	}
	if rest == "" {
		sec := batch.PaceSection(b.Draft.Desk, now)
		sec.Head = "Pace of " + g.Label()
		sec.Say = batch.HowToPace()
		b.Answers = append(b.Answers, sec)
		return nil
	}
	v := b.Visit
	switch err := closing(v); {
	case err != nil:
		return err
	case g.Players[0] != b.Who.Member.ID:
		return engine.Refuse("%s made %s and sets its pace: ask them.", called(b, g.Players[0]), g.Label())
	}
	p, err := pace.Parse(rest, now)
	if err != nil {
		return err
	}
	v.Now.Pace = &p
	changed(v, "its pace is set", "the pace is %s now", p)
	return nil
}
