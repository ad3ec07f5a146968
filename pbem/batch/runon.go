package batch

import (
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/plan"
	"pbem/titles/title"
)

// spoken is a command that a line of the mail has carried out, and the scene in which it was said.
type spoken struct {
	command engine.Command
	in      plan.Scene
}

// runOn refuses one more purchase that would be the first of the player's next company, because the one before it has
// ended the turn of the other: whoever writes "buy train 2" twice buys for one company. skips tells whether optional
// steps of the next company would be passed for it. A line that names the next company is carried out.
func runOn(p *Speaker, text string, c engine.Command, skips bool) error {
	last := p.last
	if !skips || last.command.Verb != moves.Buy.Name || c.Verb != moves.Buy.Name {
		return nil
	}
	step, of := last.in.Turn()
	now, next := p.Scene().Turn()
	if step != title.OperatingTurn || now != title.OperatingTurn || of == next || strings.Contains(strings.ToUpper(text), strings.ToUpper(next)) {
		return nil
	}
	return engine.Refuse("%q comes too late: what you said before it ends the turn of %s. If %s is to buy, say \"%s %s\".", text, of, next, next, text)
}
