package robot

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
)

// A command is valued by the position in which what it brings and costs can be seen. That is not always the
// position just after it.

// finish says all that is said with a command. It returns false if the rules do not accept that.
func (b *brain) finish(w *trial) bool {
	for _, c := range w.rest {
		next, _, err := w.end.Decide(c)
		if b.spent += decideWork; err != nil {
			return false
		}
		w.end = next
	}
	w.then = w.rest
	return true
}

// settled returns the game after a command and, if the player is asked the same again, after the answer that
// goes on: a pass, the best run, or else another word. What has been said may have to be paid for only then, and whoever
// only puts off what must come has gained nothing.
func (b *brain) settled(w *trial) *engine.Game {
	if b.passes(*w) || len(w.rest) > 0 || !slices.Equal(engine.Awaited(w.game.Pending()), []string{b.seat}) {
		return w.end
	}
	same := func(ch engine.Choice) bool { return ch.Question == w.choice.Question && ch.For == w.choice.For }
	again := slices.DeleteFunc(engine.Of(w.game.Pending(), b.seat), func(ch engine.Choice) bool { return ch.Unawaited || !same(ch) })
	i := slices.IndexFunc(again, func(ch engine.Choice) bool { return b.title.Verbs.Does(ch.Verb, moves.Passes) || routes(ch) })
	if i < 0 {
		i = slices.IndexFunc(again, func(ch engine.Choice) bool { return ch.Verb != w.command.Verb })
	}
	if i < 0 {
		return w.game
	}
	if b.long(w.game, again[i]) {
		return w.game
	}
	said := commands(again[i])
	if len(said) == 0 {
		return w.game
	}
	next, _, err := w.game.Decide(said[0])
	if b.spent += passWork; err != nil {
		return w.game
	}
	w.then = said[:1]
	return next
}

// unopposed returns the game as it comes if nobody bids any more, up to where the seat may bid again. After a
// bid it passes once, because it may win only then. It does not pass for ever: where all pass, some auctions go
// on and on and pay each time.
func (b *brain) unopposed(g *engine.Game, passed bool) *engine.Game {
	for range mostRivals {
		if g.State().Result != nil {
			return g
		}
		c, ok := b.passing(g)
		if !ok || c.By == b.seat && passed {
			return g
		}
		passed = passed || c.By == b.seat
		next, _, err := g.Decide(c)
		if b.spent += passWork; err != nil {
			return g
		}
		g = next
	}
	return g
}

// passing returns a pass in an auction: of the first who is asked, if that player may bid and pass.
func (b *brain) passing(g *engine.Game) (c engine.Command, ok bool) {
	awaited := engine.Awaited(g.Pending())
	if len(awaited) == 0 {
		return engine.Command{}, false
	}
	pass, bid := false, false
	for _, ch := range engine.Of(g.Pending(), awaited[0]) {
		if b.title.Verbs.Does(ch.Verb, moves.Passes) {
			pass, c = true, engine.Command{By: ch.By, Verb: ch.Verb}
		}
		bid = bid || b.title.Verbs.Does(ch.Verb, moves.Bids)
	}
	return c, pass && bid
}

// undone lists what the seat has tried in this turn and the rules then took back, because it came to nothing: a
// company that could not be started after all. In another way it would hardly come to more.
func undone(log []engine.Event, seat string) (out []string) {
	var back []bool // whether the marks whose end was found were put back, the innermost last
	for i := len(log) - 1; i >= 0; i-- {
		switch e := log[i].(type) {
		case engine.Restored:
			back = append(back, true)
		case engine.Kept:
			back = append(back, false)
		case engine.Marked:
			if len(back) == 0 {
				continue // it is not over yet
			}
			if said, ok := saidBefore(log[:i]); ok && said.By == seat && back[len(back)-1] {
				out = append(out, tried(said))
			}
			back = back[:len(back)-1]
		case engine.Said:
			if e.By != seat {
				return out
			}
		}
	}
	return out
}

// tried names what a command tries: the verb, and what it is about.
func tried(c engine.Command) string { return c.Verb + " " + c.Arg(0) }

// saidBefore returns what was said last.
func saidBefore(log []engine.Event) (engine.Command, bool) {
	for _, e := range slices.Backward(log) {
		if said, ok := e.(engine.Said); ok {
			return said.Command, true
		}
	}
	return engine.Command{}, false
}

// circles reports whether a command leads back to a position in which the seat has been in this turn, after a command of the same
// verb: since then only numbers have been set, and each is again what it was there. It would be said again and again.
func circles(log, follows []engine.Event, c engine.Command) bool {
	ends := map[string]int{} // the numbers that were set since the position, as they are in the end
	if !setsOnly(follows, ends) {
		return false
	}
	for at := len(log); at > 0; {
		i := at - 1
		for i > 0 && !isSaid(log[i]) {
			i--
		}
		said, ok := log[i].(engine.Said)
		if !ok || said.By != c.By {
			return false
		}
		if said.Verb == c.Verb && sets(log[:at], ends) {
			return true
		}
		if !setsOnly(log[i:at], ends) {
			return false
		}
		at = i
	}
	return false
}

// goesRound reports whether a command takes a train to a company from one that has bought it from another one, and has not had a turn since:
// from company to company it would go on and on, and nobody would run it. A train that rusts goes nowhere.
func (b *brain) goesRound(log, follows []engine.Event, c engine.Command) bool {
	for _, e := range follows {
		if m, ok := e.(engine.Moved); ok && strings.HasPrefix(m.Piece, "train:") && b.title.Facts.Company(m.To) != nil && b.handedOn(log, m, c) {
			return true
		}
	}
	return false
}

// handedOn reports whether the player of a command has moved a piece before with the same verb, from one company to the one that it leaves
// now, and that one has not had a turn since.
func (b *brain) handedOn(log []engine.Event, now engine.Moved, c engine.Command) bool {
	for i, e := range slices.Backward(log) {
		switch e := e.(type) {
		case engine.Flowed:
			if _, turn, ok := operating(e.Stack); ok && turn.Actor == now.From && !b.past(turn, "run") {
				return false // it has had a turn, and has not just bought in it
			}
		case engine.Moved:
			if e.Piece != now.Piece {
				continue
			}
			said, ok := saidBefore(log[:i])
			return ok && said.By == c.By && said.Verb == c.Verb && b.title.Facts.Company(e.From) != nil
		}
	}
	return false
}

func isSaid(e engine.Event) bool { _, ok := e.(engine.Said); return ok }

// setsOnly reports whether events set numbers and do nothing else. It adds those that ends does not have.
func setsOnly(events []engine.Event, ends map[string]int) bool {
	for _, e := range slices.Backward(events) {
		switch e := e.(type) {
		case engine.Said, engine.Noted:
		case engine.Set:
			if _, known := ends[e.Key]; !known {
				ends[e.Key] = e.Value
			}
		default:
			return false
		}
	}
	return true
}

// sets reports whether all numbers have these values after a log.
func sets(log []engine.Event, ends map[string]int) bool {
	for key, want := range ends {
		is := 0
		for _, e := range slices.Backward(log) {
			if set, ok := e.(engine.Set); ok && set.Key == key {
				is = set.Value
				break
			}
		}
		if is != want {
			return false
		}
	}
	return true
}
