package robot

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// An Advice is what a robot would say for a player, and why.
type Advice struct {
	Ways  []Way // the best first, at most MostWays. None of them is worse than a pass.
	Other Way   // what comes to mind instead, without commands if nothing does; see instead
	Now   Worth // of the position as it is
	Blind bool  // the answer is given in secret: nothing was tried, and nothing is known of what it is worth
	Only  bool  // nothing else can be said
	Work  int   // what it has cost, in steps of a search for routes, about
}

// A Way is a way to go on with the present turn.
type Way struct {
	Commands []engine.Command // the first is said now; the others follow in the same turn
	Passes   bool             // the first passes
	Bids     bool             // nobody else is supposed to bid any more
	Dear     bool             // it bids more than a small part of the player's money, for what cannot be valued
	Worth    Worth            // of the position after them
	Value    int              // by this ways are compared
}

// MostWays is how many ways an advice has.
const MostWays = 3

// What deciding costs, in steps of a search for routes.
const (
	positionWork = 4_000   // a position that is valued
	decideWork   = 6_000   // a command that leads to it
	passWork     = 2_000   // an answer that only goes on
	hardWork     = 500_000 // the best run of a company where that takes a long search
	lineWork     = 4_000   // the track of a company, besides the search for its best run
)

// leastFollow is what it takes to follow one way to the end of the turn. With less of the budget for each, fewer are
// followed.
const leastFollow = 150_000

// LeastAdvice is the least budget with which Advise begins.
const LeastAdvice = 200_000

// Advise returns what a steady robot would say for a player who is asked, what else could be said, and what
// each is worth. It sees what a player of the seat may know, like Next. budget bounds the work: with less,
// fewer ways are tried. ok is false if nothing can be said.
func Advise(t *title.Title, g *engine.Game, player string, budget int) (a Advice, ok bool) {
	b := newBrain(t, player, Steady)
	b.budget, b.most = budget, budget/2
	b.begin(g)
	if b.unseen(g) {
		return Advice{}, false
	}
	a.Now = b.value(g)
	trials := b.trials(g)
	defer func() { a.Work = b.spent }()
	switch {
	case len(trials) == 0:
		return a, false
	case slices.ContainsFunc(trials, func(w trial) bool { return b.sealed(w.choice) }):
		a.Blind, a.Ways = true, []Way{{Commands: []engine.Command{trials[0].command}}}
		return a, true
	case len(trials) == 1:
		a.Only, a.Ways = !b.exhausted(), []Way{b.way(g, trials[0])}
		return a, true
	}
	glance := trials[0].command
	if !b.bids(g) {
		trials = b.followed(trials)
	}
	a.Ways = b.best(g, trials, a.Now.Total)
	a.Ways, a.Other = b.instead(g, trials, a.Ways, glance)
	return a, len(a.Ways) > 0
}

// unseen reports whether somebody else is asked in secret. Then nothing is tried.
func (b *brain) unseen(g *engine.Game) bool {
	return slices.ContainsFunc(g.Pending(), func(ch engine.Choice) bool { return ch.By != b.seat && b.sealed(ch) }) &&
		!slices.ContainsFunc(engine.Of(g.Pending(), b.seat), b.sealed)
}

// best returns the ways that are better than a pass and no worse than things are, each of another kind. The
// first is the best, whatever it is. trials are sorted.
func (b *brain) best(g *engine.Game, trials []trial, now int) (out []Way) {
	var kinds []string
	for i, w := range trials {
		if len(out) == MostWays || i > 0 && (b.passes(w) || w.value == last || w.worth.Total < now) {
			break
		}
		if kind := b.kind(w.command); !slices.Contains(kinds, kind) {
			kinds, out = append(kinds, kind), append(out, b.way(g, w))
		}
		if b.passes(w) {
			break // what is no better than a pass is no advice
		}
	}
	return out
}

// followed follows the best trials to the end of the turn, each with its part of the budget, and returns them
// sorted anew.
func (b *brain) followed(trials []trial) (out []trial) {
	b.tried = aheadTried
	list := b.worthFollowing(trials)
	list = list[:min(len(list), max(2, (b.budget-b.spent)/leastFollow))]
	for k, i := range list {
		b.most = b.spent + (b.budget-b.spent)/(len(list)-k)
		b.follow(&trials[i])
		out = append(out, trials[i])
	}
	slices.SortStableFunc(out, func(a, c trial) int { return c.value - a.value })
	return out
}

// worthFollowing returns the trials that are followed to the end of the turn, the most needed first: the best,
// passes, the next best as steady robots do, the best of each of some other kinds.
func (b *brain) worthFollowing(trials []trial) (out []int) {
	var kinds []string
	var next, others []int
	for i, w := range trials {
		kind := b.kind(w.command)
		switch fresh := !slices.Contains(kinds, kind); {
		case w.value == last:
			continue
		case i == 0 || b.passes(w):
			out = append(out, i)
		case i < mostDeep:
			next = append(next, i)
		case fresh && len(others) < MostWays:
			others = append(others, i)
		default:
			continue
		}
		kinds = append(kinds, kind)
	}
	return slices.Concat(out, next, others)
}

// instead returns what comes to mind instead of the best way: what was best at first glance, or else a
// pass, or else the best of the others. It takes it from the ways if it is one of them.
func (b *brain) instead(g *engine.Game, trials []trial, ways []Way, glance engine.Command) (rest []Way, other Way) {
	var kinds []string
	for _, w := range ways {
		kinds = append(kinds, b.kind(w.Commands[0]))
	}
	for _, fits := range []func(w trial) bool{
		func(w trial) bool { return w.command.String() == glance.String() },
		b.passes,
		func(w trial) bool { return !slices.Contains(kinds, b.kind(w.command)) },
		func(trial) bool { return true },
	} {
		i := slices.IndexFunc(trials, func(w trial) bool { return w.value != last && b.kind(w.command) != kinds[0] && fits(w) })
		if i < 0 {
			continue
		}
		if n := slices.Index(kinds, b.kind(trials[i].command)); n > 0 {
			ways = slices.Delete(ways, n, n+1)
		}
		return ways, b.way(g, trials[i])
	}
	return ways, Way{}
}

func (b *brain) passes(w trial) bool { return b.title.Verbs.Does(w.command.Verb, moves.Passes) }

// way tells what a trial is.
func (b *brain) way(g *engine.Game, w trial) Way {
	out := Way{Commands: append([]engine.Command{w.command}, w.then...), Passes: b.passes(w), Worth: w.worth, Value: w.value}
	if out.Bids = b.bids(g); out.Bids {
		out.Dear = b.dear(w.command, g)
	}
	return out
}

// kind tells commands apart that are different to a player: lays on one hex are alike, and so are bids for one
// thing, and the ways to pay for one train.
func (b *brain) kind(c engine.Command) string {
	words := c.Args
	if len(words) > 0 && b.title.Facts.Map.Hex(words[0]) != nil {
		words = words[:1]
	}
	kind := c.Verb
	for i, w := range words[:min(2, len(words))] {
		if _, err := strconv.Atoi(w); err != nil || i > 0 && words[i-1] == "train" {
			kind += " " + w
		}
	}
	return kind
}

// turnOf names the turn of a company or player that a game is in, so that it differs from the next of the
// same; "" if it is in none.
func turnOf(g *engine.Game) string {
	mark := "no turn"
	for i, f := range g.State().Stack {
		if i > 0 && (f.Step == title.OperatingTurn || f.Step == title.StockTurn) {
			return mark + " " + f.Step + " " + f.Actor
		}
		mark += fmt.Sprint(" ", f.Laps)
	}
	return mark
}

// tooFar reports whether nobody looks further: another turn begins, or the next step would need a long search.
func (b *brain) tooFar(g *engine.Game) bool {
	return turnOf(g) != b.turn || b.exhausted() ||
		slices.ContainsFunc(engine.Of(g.Pending(), b.seat), func(ch engine.Choice) bool { return b.long(g, ch) })
}

// order returns in which order so many ways are valued. If they may not all be, it is one in which those that
// are lie evenly in the list.
func (b *brain) order(n int) []int {
	stride := 1
	if b.most > 0 {
		for stride = n*5/8 + 1; n > 1 && gcd(stride, n) > 1; stride++ {
		}
	}
	out := make([]int, n)
	for k := range out {
		out[k] = k * stride % n
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// exhausted reports whether the budget is used up.
func (b *brain) exhausted() bool { return b.most > 0 && b.spent >= b.most }

// Reason tells what a move has changed for the player who was asked: what the position was worth before it,
// and after it, or after the auction if nobody bids any more. ok is false if that was not looked at.
func (m Move) Reason() (before, after Worth, ok bool) {
	if !m.to.valued() {
		return Worth{}, Worth{}, false
	}
	b := *m.brain
	return b.value(m.from), m.to, true
}

// valued reports whether a position was looked at.
func (w Worth) valued() bool { return w.Over || w.Rounds > 0 }
