package clock

import (
	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/pbem/timing"
)

// ShowPace shows the pace of the table.
func ShowPace(p *batch.Speaker, _ string) error {
	sec := batch.PaceSection(p.Batch.Draft.Desk, timing.Pace(p.Batch.Draft.Desk, p.Table))
	if p.Table.Plays(p.Player) {
		sec.Lines, sec.Say = []string{"", "  It is changed when all players agree to such a line:"}, batch.HowToPace()
	}
	p.Answers = append(p.Answers, sec)
	return nil
}

// AskPace asks the other players for another pace.
func AskPace(p *batch.Speaker, rest string) error {
	s := p.Batch.Draft
	now := timing.Pace(s.Desk, p.Table)
	next, err := pace.Parse(rest, now)
	switch {
	case err != nil:
		return err
	case next == now:
		return engine.Refuse("The pace is that already: %s.", next)
	}
	return p.Ask(table.Request{Kind: table.PaceRequest, Words: next.String()})
}
