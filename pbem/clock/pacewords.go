package clock

import (
	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/pbem/timing"
)

// ShowPace shows the pace of the table.
func ShowPace(d *batch.Speaker, _ string) error {
	sec := batch.PaceSection(d.Batch.Draft.Desk, timing.Pace(d.Batch.Draft.Desk, d.Table))
	if d.Table.Plays(d.Player) {
		sec.Lines, sec.Say = []string{"", "  It is changed when all players agree to such a line:"}, batch.HowToPace()
	}
	d.Answers = append(d.Answers, sec)
	return nil
}

// AskPace asks the other players for another pace.
func AskPace(d *batch.Speaker, rest string) error {
	s := d.Batch.Draft
	now := timing.Pace(s.Desk, d.Table)
	p, err := pace.Parse(rest, now)
	switch {
	case err != nil:
		return err
	case p == now:
		return engine.Refuse("The pace is that already: %s.", p)
	}
	return d.Ask(table.Request{Kind: table.PaceRequest, Words: p.String()})
}
