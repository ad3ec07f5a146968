// Package robot plays a seat. It tries what the engine offers on copies of the game,
// values each position that follows, and says what leads to the best one.
//
// It decides from what a player of the seat may know: the public position. An answer
// that is given in secret is decided without a look at what it leads to, for that may
// open the secrets of others. It knows no title.
//
// Nothing is stored here and nothing is random: the same game, position and level give the
// same command. What a decision costs is counted in work, not in time.
package robot

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// last is the value of what is said only if nothing else can be.
const last = -1 << 40

// A Level says how well a robot plays.
type Level int

// The levels. Easy looks at what a command leads to at once, and likes to keep money: see thrift. Steady
// spends what it can, and goes on to the end of its turn.
const (
	Easy Level = iota
	Steady
)

// A Move is what a robot says, and the game after it.
type Move struct {
	Command engine.Command
	Game    *engine.Game
	Events  []engine.Event
	Gain    int // how much better it is than the best other word
	Work    int // positions that were valued
	Steps   int // what that has cost, in steps of a search for routes, about

	brain *brain
	from  *engine.Game
	to    Worth
}

// Bounds of one decision, in positions valued.
const (
	mostTried  = 80 // ways of all choices together
	aheadTried = 12 // the same at each step after the first
	mostDeep   = 3  // of these, those that are followed to the end of the turn
	mostAhead  = 12 // own commands until then
	mostRivals = 24 // commands of others that follow a bid

	mostSpent = 10_000_000 // steps of a search for routes, about: then the best way so far is said
)

// Next returns what a robot says for a player who is asked. ok is false if nothing is
// offered to the player that the engine accepts.
func Next(t *title.Title, g *engine.Game, player string, level Level) (m Move, ok bool) {
	b := newBrain(t, player, level)
	b.most = mostSpent
	return b.move(g)
}

// A brain decides once.
type brain struct {
	title    *title.Title
	seat     string
	level    Level
	lines    map[string]line // see line
	promises map[string]int  // see promise
	focus    string          // the company that acts, "" for none
	tried    int             // ways that are tried at most
	deep     int             // own commands at most until the end of the turn
	work     int             // positions that were valued
	spent    int             // the same in steps of a search for routes, about
	budget   int             // of an advice
	most     int             // spent may be this much, about; 0 for no limit: see Advise
	flow     int             // what all companies earn in an operating round, as things were; 0: see bankLasts
	length   int             // operating rounds that the game goes on, in hundredths, as things were; 0: see roundsLeft
	turn     string          // ways go on to the end of this turn only
	runs     string          // the company whose turn it is and that runs later in it; "" for none
}

func newBrain(t *title.Title, player string, level Level) *brain {
	return &brain{title: t, seat: player, level: level, lines: map[string]line{}, promises: map[string]int{}, tried: mostTried, deep: mostAhead}
}

// A trial is one way to go on.
type trial struct {
	choice  engine.Choice
	command engine.Command
	rest    []engine.Command // what is said with it: see title.Title.Together
	game    *engine.Game
	events  []engine.Event
	end     *engine.Game // after the rest, too
	value   int
	then    []engine.Command // what follows it, see deepen
	worth   Worth            // of the position by which it is valued
	at      Worth            // of the position after it, or after the auction
	valued  bool
}

func (b *brain) move(g *engine.Game) (Move, bool) {
	b.begin(g)
	trials := b.trials(g)
	if len(trials) == 0 {
		return Move{Work: b.work, Steps: b.spent}, false
	}
	if b.level >= Steady {
		b.deepen(g, trials)
	}
	best, trials := b.fruitful(g, trials)
	m := Move{Command: best.command, Game: best.game, Events: best.events, Work: b.work, Steps: b.spent, brain: b, from: g, to: best.at}
	if len(trials) > 1 {
		m.Gain = best.value - trials[1].value
	}
	return m, true
}

// alike is how much worse than the best another command may be, in money, to be said in its place.
const alike = 3

// pick picks one of the best trials that are nearly alike, by the seed of the game, so that games do not all
// begin in the same way. They have one verb, which was not said just before.
func (b *brain) pick(g *engine.Game, trials []trial) trial {
	best, n := trials[0], 1
	if said, ok := saidBefore(g.Log()); ok && said.By == b.seat && said.Verb == best.command.Verb {
		return best
	}
	for n < len(trials) && trials[n].value >= best.value-alike && trials[n].command.Verb == best.command.Verb {
		n++
	}
	h := fnv.New64a()
	fmt.Fprint(h, g.State().Game.Seed, len(g.Log()), b.seat)
	return trials[h.Sum64()%uint64(n)]
}

// trials tries everything that is offered, the best first.
func (b *brain) trials(g *engine.Game) []trial {
	choices := slices.DeleteFunc(engine.Of(g.Pending(), b.seat), func(ch engine.Choice) bool { return ch.Unawaited })
	if slices.ContainsFunc(choices, b.sealed) {
		return b.blind(g, choices)
	}
	ways := b.ways(g, choices)
	vain := undone(g.Log(), b.seat)
	if fresh := slices.DeleteFunc(slices.Clone(ways), func(w trial) bool { return slices.Contains(vain, tried(w.command)) }); len(fresh) > 0 {
		ways = fresh
	}
	var out, circling []trial
	for _, w := range ways {
		if b.exhausted() && len(out) > 0 && !b.passes(w) {
			continue
		}
		next, events, err := g.Decide(w.command)
		if b.spent += decideWork; err != nil {
			continue
		}
		b.spent += max(0, next.Worked()-g.Worked())
		w.game, w.end, w.events = next, next, events
		if !b.passes(w) && (circles(g.Log(), events, w.command) || b.goesRound(g.Log(), events, w.command)) {
			circling = append(circling, w)
			continue
		}
		out = append(out, w)
	}
	if out = b.orRound(out, circling); len(out) == 1 {
		return out
	}
	for k, i := range b.order(len(out)) {
		if w := &out[i]; k == 0 || !b.exhausted() || b.passes(*w) {
			b.focus = w.choice.For
			w.value = b.after(w, g)
			w.at, w.valued = w.worth, true
		}
	}
	out = slices.DeleteFunc(out, func(w trial) bool { return !w.valued })
	slices.SortStableFunc(out, func(a, c trial) int { return c.value - a.value })
	return out
}

// orRound returns ways, and those that go round only where others would have to agree to each of them: to go round once more is better
// than to ask again and again.
func (b *brain) orRound(ways, circling []trial) []trial {
	if slices.ContainsFunc(ways, func(w trial) bool { return !b.asksOthers(w.game) }) {
		return ways
	}
	return append(ways, circling...)
}

// sealed reports whether a choice is answered in secret.
func (b *brain) sealed(ch engine.Choice) bool { return slices.Contains(b.title.Sealed, ch.Question) }

// after values what a command leads to.
func (b *brain) after(w *trial, from *engine.Game) int {
	if b.asksOthers(w.game) {
		return last // others would have to agree, and it would ask them again and again
	}
	if b.bids(from) {
		w.worth = b.value(b.unopposed(w.game, b.passes(*w)))
		n := w.worth.Total
		if b.dear(w.command, from) {
			n -= max(1, b.bound(w.game)-b.bound(from)-b.face(w.command)) // what it brings may come later
		}
		return n
	}
	if !b.finish(w) {
		return last
	}
	w.worth = b.value(b.unopposed(b.settled(w), false)) // it may begin an auction
	n := w.worth.Total - b.thrift(w, from)
	if b.title.Verbs.Does(w.command.Verb, moves.Passes) {
		n++ // what gains nothing is not done
	}
	return n
}

// dear reports whether a command bids more than a small part of the seat's money.
func (b *brain) dear(c engine.Command, from *engine.Game) bool {
	if !b.title.Verbs.Does(c.Verb, moves.Bids) || len(c.Args) == 0 {
		return false
	}
	n, err := strconv.Atoi(c.Args[len(c.Args)-1])
	return err == nil && n > from.State().Cash(b.seat)/small
}

// bound returns how much of the seat's money standing bids bind.
func (b *brain) bound(g *engine.Game) int { return b.own(g).Bound }

// own returns what the seat has, as the title counts it.
func (b *brain) own(g *engine.Game) title.Player {
	for _, p := range b.title.Position(g.State()).Players {
		if p.ID == b.seat {
			return p
		}
	}
	return title.Player{}
}

// face returns the face value of the private company that a command bids for, 0 if it is no private company.
func (b *brain) face(c engine.Command) int {
	if p := b.title.Facts.Private(c.Arg(0)); p != nil {
		return p.Value
	}
	return 0
}

// small is which part of its money a robot bids for what it cannot value.
const small = 6

// asksOthers reports whether somebody else is asked to agree.
func (b *brain) asksOthers(g *engine.Game) bool {
	return slices.ContainsFunc(g.Pending(), func(ch engine.Choice) bool {
		return !ch.Unawaited && ch.By != b.seat && b.title.Verbs.Does(ch.Verb, moves.Declines)
	})
}

// bids reports whether the seat may bid.
func (b *brain) bids(g *engine.Game) bool {
	return slices.ContainsFunc(engine.Of(g.Pending(), b.seat), func(ch engine.Choice) bool {
		return !ch.Unawaited && b.title.Verbs.Does(ch.Verb, moves.Bids)
	})
}

// deepen goes on with the best trials to the end of the seat's turn, and sorts them anew.
func (b *brain) deepen(g *engine.Game, trials []trial) {
	if len(trials) < 2 || b.bids(g) {
		return
	}
	b.tried = aheadTried
	n := min(mostDeep, len(trials))
	for n > 0 && trials[n-1].value == last {
		n--
	}
	if n > 1 {
		spread(trials, n)
	}
	for i := range trials[:n] {
		b.follow(&trials[i])
	}
	slices.SortStableFunc(trials, func(a, c trial) int { return c.value - a.value })
}

// spread lets the n best of trials, which are sorted, lie evenly among those that are no worse than the last of them.
func spread(trials []trial, n int) {
	from, to := 1, len(trials)
	for from < n && trials[from].value > trials[n-1].value {
		from++
	}
	for to > n && trials[to-1].value < trials[n-1].value {
		to--
	}
	for k := 1; from+k < n; k++ {
		i := from + k*(to-1-from)/(n-1-from)
		trials[from+k], trials[i] = trials[i], trials[from+k]
	}
}

// follow goes on with a trial to the end of the seat's turn. It is valued by the position there, if
// that is better, and as the last of all if it comes to nothing. A position on the way there does not count: it may be better only
// because what must come has not come yet.
func (b *brain) follow(w *trial) {
	end, then, ended := b.ahead(w.end)
	if !ended {
		return
	}
	if vain(w, end) {
		w.value = last
		return
	}
	then = append(slices.Clone(w.rest), then...)
	at := b.value(end)
	if n := at.Total - len(then); n > w.value { // what gains nothing is not said
		w.value, w.worth, w.then = n, at, then
	}
}

// ahead returns the game at the end of the seat's turn, if it goes on with what is best at each
// step, and what was said until then. ended is false if the turn is too long to be followed to its end. The ways of an
// advice end where its budget does, all about as far.
func (b *brain) ahead(g *engine.Game) (end *engine.Game, said []engine.Command, ended bool) {
	for range b.deep {
		if g.State().Result != nil || !slices.Equal(engine.Awaited(g.Pending()), []string{b.seat}) || b.bids(g) || b.tooFar(g) {
			return g, said, !b.cutShort()
		}
		trials := b.trials(g)
		if len(trials) == 0 || b.exhausted() {
			return g, said, !b.cutShort()
		}
		best := trials[0]
		g, said = best.end, append(append(said, best.command), best.rest...)
	}
	return g, said, false
}

// cutShort reports whether a decision has become too long. An advice goes as far as its budget.
func (b *brain) cutShort() bool { return b.budget == 0 && b.exhausted() }
