package robot

import (
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/titles/title"
)

// How many operating rounds a game goes on decides what trains, track and shares still earn. Nobody knows that. It is estimated
// once for a decision: else the train that brings the next phase would seem to end the game sooner, and nobody would buy it.

// Operating rounds that a game has left.
const (
	longest  = 11 // at its beginning, about
	shortest = 1  // in its last phase, if the rules do not say more
)

// begin notes what holds for a whole decision: whose turn it is, whether that company has run, and how long the game goes on.
func (b *brain) begin(g *engine.Game) {
	b.turn = turnOf(g)
	p := b.title.Position(g.State())
	b.length = b.lasts(&p)
	if _, turn, ok := operating(g.State().Stack); ok && !b.haveRun(g.State(), &p)[turn.Actor] {
		b.runs = turn.Actor
	}
}

// operating returns, of the frames of a state, that of the turns of companies and that of the turn that is taken. ok is false outside of
// operating rounds.
func operating(stack []engine.Frame) (turns, turn engine.Frame, ok bool) {
	at := slices.IndexFunc(stack, func(f engine.Frame) bool { return f.Step == title.OperatingTurn })
	if at < 1 {
		return turns, turn, false
	}
	return stack[at-1], stack[at], true
}

// roundsLeft returns for how many operating rounds, in hundredths, the game goes on, the one that is played included.
func (b *brain) roundsLeft(s *engine.State, p *title.Position) int {
	if b.title.EndsWithBank {
		return b.bankLasts(s, p)
	}
	n := b.length
	if n == 0 {
		n = b.lasts(p)
	}
	said := 0
	if b.title.Rounds != nil {
		said = b.title.Rounds(s)
	}
	switch {
	case said > 0:
		n = min(n, 100*max(shortest, said))
	case b.lastPhase(p):
		n = min(n, 100*shortest)
	}
	return n
}

// runsLeft returns in how many operating rounds, in hundredths, a company still runs: not in the one that is played, if it has run
// in it.
func (b *brain) runsLeft(company string, o outlook) int {
	if o.ran[company] {
		return max(0, o.rounds-100)
	}
	return o.rounds
}

// haveRun returns the companies that have run in the operating round that is played, without the one whose turn it is if it had not
// run when the decision began: a run that the decision is about is a gain, and not what was counted on.
func (b *brain) haveRun(s *engine.State, p *title.Position) map[string]bool {
	out := map[string]bool{}
	turns, turn, ok := operating(s.Stack)
	if !ok {
		return out
	}
	for i := range p.Companies {
		sym := p.Companies[i].Sym
		out[sym] = slices.Contains(turns.Done, sym) || b.title.Operated != nil && b.title.Operated(s, sym)
	}
	steps := b.title.Rules.Flow[title.OperatingTurn].Steps()
	out[turn.Actor] = slices.Index(steps, turn.At) > slices.Index(steps, "run")+1 // what was earned is paid in the next step
	out[b.runs] = false
	return out
}

// lasts estimates from the phase, and from the highest price where a price may end the game, for how many operating rounds,
// in hundredths, a game goes on.
func (b *brain) lasts(p *title.Position) int {
	n := 100 * longest
	phases := b.title.Facts.Phases
	if at := slices.IndexFunc(phases, func(f facts.Phase) bool { return f.Name == p.Phase }); !b.lastPhase(p) {
		last := len(phases) - 1
		n = 100*shortest + 100*(longest-shortest)*(last-at)/last
	}
	for i := range p.Companies {
		if c := &p.Companies[i]; b.title.EndsAtPrice > 0 && c.Cell != "" && started(c) {
			n = min(n, 100*max(shortest, b.moves(c.Cell)))
		}
	}
	return n
}

// lastPhase reports whether a position is in the last phase of its title.
func (b *brain) lastPhase(p *title.Position) bool {
	phases := b.title.Facts.Phases
	return len(phases) < 2 || p.Phase == phases[len(phases)-1].Name
}

// moves counts how often a price has to move to the right until the game ends, longest at most.
func (b *brain) moves(cell string) int {
	m := b.title.Facts.Market
	c, err := market.Parse(cell)
	for n := range longest {
		if at := m.At(c); err != nil || at == nil || at.Price >= b.title.EndsAtPrice {
			return n
		}
		c = m.Right(c)
	}
	return longest
}

// bankLasts returns for how many operating rounds, in hundredths, the bank can pay what companies earn now. That grows, but
// players pay for shares and trains.
func (b *brain) bankLasts(s *engine.State, p *title.Position) int {
	if b.flow == 0 {
		b.flow = 1
		for i := range p.Companies {
			if c := &p.Companies[i]; len(c.Trains) > 0 {
				b.flow += b.line(s, c, nil).run
			}
		}
	}
	return min(100*longest, 100*shortest+100*max(0, s.Cash(engine.Bank))/b.flow)
}
