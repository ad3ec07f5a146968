// Package caretaker plays a seat that nobody plays, by rules that everybody can
// read: it passes, runs the best runs, pays, agrees to nothing, and does only what
// the rules force, in the way that moves the least money. It picks its commands
// from what the engine offers. Of a title it knows only the verbs that the title
// lists for it. Nothing is stored here and nothing is random: the same position
// gives the same command.
package caretaker

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// The ranks of verbs: the lowest is used first.
const (
	declining = iota
	running
	passing
	listed = 10  // verbs that the title lists, in order
	usual  = 100 // verbs in no list
	forced = 110 // the verbs of lastly
	ruin   = 200 // verbs that the title lists after an empty one
)

// lastly are the shared verbs that are used only if nothing else is possible, in this order: discard a train,
// a smaller dividend, buy a train, sell, buy anything else, and at last what puts a player out of the game.
var lastly = []string{
	moves.Discard.Name, moves.Half.Name, moves.Withhold.Name, train, moves.Sell.Name, moves.Buy.Name, moves.Bid.Name, moves.Accept.Name,
	moves.Bankrupt.Name, moves.Withdraw.Name,
}

// train is the entry in that order for buying a train.
const train = "buy train"

// weighed is how many ways of a choice are tried before one is taken.
const weighed = 60

// A Move is what the caretaker says, and the game after it.
type Move struct {
	Command engine.Command
	Game    *engine.Game
	Events  []engine.Event
	// Tried is how many commands were tried to find it.
	Tried int
}

// Next returns what the caretaker says for a player who is asked. ok is false
// if no offered choice is accepted.
func Next(t *title.Title, g *engine.Game, player string) (m Move, ok bool) {
	k := keeper{title: t, game: g, player: player}
	choices := slices.DeleteFunc(engine.Of(g.Pending(), player), func(ch engine.Choice) bool { return ch.Unawaited })
	slices.SortStableFunc(choices, func(a, b engine.Choice) int { return k.rank(a) - k.rank(b) })
	for _, ch := range choices {
		if m, ok := k.least(ch, k.ways(ch)); ok {
			m.Tried = k.tried
			return m, true
		}
	}
	return Move{Tried: k.tried}, false
}

// A keeper sees one game as the caretaker of one seat.
type keeper struct {
	title  *title.Title
	game   *engine.Game
	player string
	tried  int
}

// rank returns the rank of a choice. The lowest is taken first.
func (k *keeper) rank(ch engine.Choice) int {
	verb := ch.Verb
	if verb == moves.Buy.Name && slices.ContainsFunc(ch.List(), namesTrain) {
		verb = train
	}
	own, last := slices.Index(k.title.Caretaker, ch.Verb), slices.Index(lastly, verb)
	parting := slices.Index(k.title.Caretaker, "")
	switch {
	case k.title.Verbs.Does(ch.Verb, moves.Declines):
		return declining
	case verb == moves.Run.Name, verb == moves.Pay.Name:
		return running
	case k.title.Verbs.Does(ch.Verb, moves.Passes):
		return passing
	case own >= 0 && parting >= 0 && own > parting:
		return ruin + own
	case own >= 0:
		return listed + own
	case last >= 0:
		return forced + last
	}
	return usual
}

// namesTrain reports whether an option is about a train.
func namesTrain(o engine.Option) bool { return len(o.Args) > 1 && o.Args[0] == "train" }

// ways returns ways to complete a choice: with the lowest number, and with the routes that the program finds.
func (k *keeper) ways(ch engine.Choice) []engine.Command {
	options := ch.List()
	if ch.Free != nil && ch.Usage != "" && len(options) != 1 {
		args, err := ch.Free([]string{"auto"})
		if err != nil {
			return nil
		}
		return []engine.Command{{By: ch.By, Verb: ch.Verb, Args: args}}
	}
	var out []engine.Command
	for _, o := range options[:min(len(options), weighed)] {
		c := engine.Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
		if o.Range != nil {
			c.Args = append(slices.Clone(o.Args), strconv.Itoa(o.Range.Min))
		}
		out = append(out, c)
	}
	return out
}

// least tries commands and returns the one with the lowest cost. ok is false if all are refused.
func (k *keeper) least(ch engine.Choice, ways []engine.Command) (best Move, ok bool) {
	var least cost
	for _, c := range ways {
		k.tried++
		next, events, err := k.game.Decide(c)
		if err != nil {
			continue
		}
		if n := k.cost(ch, c, next); !ok || slices.Compare(n[:], least[:]) < 0 {
			best, least, ok = Move{Command: c, Game: next, Events: events}, n, true
		}
	}
	return best, ok
}

// A cost compares commands, the most important part first: another player has to agree; a train comes from
// another company; money of the player and of their company that moves; the price of the train.
type cost [5]int

func (k *keeper) cost(ch engine.Choice, c engine.Command, next *engine.Game) cost {
	before, after := k.game.State(), next.State()
	moved := func(purse string) int {
		d := after.Cash(purse) - before.Cash(purse)
		return max(d, -d)
	}
	n := cost{0, 0, moved(k.player), 0, k.price(c)}
	if k.agreement(next) {
		n[0] = 1
	}
	if k.deal(ch, c) {
		n[1] = 1
	}
	if ch.For != "" {
		n[3] = moved(ch.For)
	}
	return n
}

// agreement reports whether somebody else is asked to agree.
func (k *keeper) agreement(next *engine.Game) bool {
	return slices.ContainsFunc(next.Pending(), func(ch engine.Choice) bool {
		return !ch.Unawaited && ch.By != k.player && k.title.Verbs.Does(ch.Verb, moves.Declines)
	})
}

// deal reports whether something is bought from another company.
func (k *keeper) deal(ch engine.Choice, c engine.Command) bool {
	at := slices.Index(c.Args, "from")
	return at >= 0 && c.Arg(at+1) != ch.For && k.title.Facts.Company(c.Arg(at+1)) != nil
}

// price returns the price of the train that a command names, 0 for none.
func (k *keeper) price(c engine.Command) int {
	at := slices.Index(c.Args, "train")
	for _, tr := range k.title.Facts.Trains {
		if at >= 0 && tr.Name == strings.TrimSuffix(c.Arg(at+1), "*") {
			return tr.Price
		}
	}
	return 0
}
