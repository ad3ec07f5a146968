package table

import (
	"slices"
	"time"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/pbem/pace"
)

// Ask notes for every seat since when it is asked. A question is new if the
// player answered the one before, was not asked anything, or if another step
// asks or another offer is made. All parts of one turn share one time: see
// goesOn.
func (t *Table) Ask(before *Table, at time.Time) {
	for i := range t.Record.Seats {
		seat, id := &t.Record.Seats[i], engine.PlayerID(i)
		acted := slices.ContainsFunc(t.Log[len(before.Log):], func(e engine.Event) bool {
			said, ok := e.(engine.Said)
			return ok && said.By == id
		})
		switch step := t.Entered(); {
		case !t.Waits(id):
			seat.Asked, seat.AskedAt, seat.Question, seat.Late, seat.Offered = time.Time{}, 0, 0, pace.Lateness{}, false
		case seat.Asked.IsZero(), acted, seat.Question != step, before.offered(id) != t.offered(id):
			if !t.goesOn(before, id) {
				seat.Asked, seat.Late = at.UTC(), pace.Lateness{}
			}
			seat.AskedAt, seat.Question, seat.Offered = len(t.Log), step, t.Consents(id)
		}
	}
}

// goesOn reports whether the player is asked for the next part of the turn they are already in. A turn has
// one deadline, so the clock runs on unless it has already run out.
func (t *Table) goesOn(before *Table, player string) bool {
	seat := t.Seat(player)
	if seat.Asked.IsZero() || seat.Late.Step > 0 || !before.Waits(player) || before.offered(player) != "" || t.offered(player) != "" {
		return false
	}
	now := t.Scene(player)
	step, actor := now.Turn()
	mine := slices.ContainsFunc(engine.Of(t.Game.Pending(), player), func(c engine.Choice) bool { return actor == player || c.For == actor })
	return step != "" && mine && now.SameTurn(before.Scene(player))
}

// Operating reports whether companies take their turns now. Then a pass is for
// one step of one company and not for a player.
func (t *Table) Operating() bool { return t.Title.Position(t.Game.State()).Operating }

// Entered tells auctions apart: each is one step, known by where it began.
func (t *Table) Entered() int {
	if stack := t.Game.State().Stack; len(stack) > 0 {
		return stack[len(stack)-1].Entered
	}
	return 0
}

// Passes reports whether a verb of the title passes.
func (t *Table) Passes(verb string) bool { return t.Title.Verbs.Does(verb, moves.Passes) }

// Bids reports whether a verb of the title bids.
func (t *Table) Bids(verb string) bool { return t.Title.Verbs.Does(verb, moves.Bids) }

// Actors are the players who are waited for.
func (t *Table) Actors() []string { return engine.Awaited(t.Game.Pending()) }

// Turn is what the time of a player runs for.
func (t *Table) Turn(player string) pace.Turn {
	seat := t.Seat(player)
	return pace.Turn{Asked: seat.Asked, Offer: t.Consents(player), Late: seat.Late}
}

// Waits reports whether the game waits for a player. It does not wait for a
// player who can only withdraw an offer.
func (t *Table) Waits(player string) bool {
	if t.Game == nil { // the game was not opened
		return !t.Seat(player).Asked.IsZero()
	}
	return slices.Contains(engine.Awaited(t.Game.Pending()), player)
}

// Consents reports whether a player is asked to agree to another player's offer.
func (t *Table) Consents(player string) bool {
	if t.Game == nil { // the game was not opened
		return t.Seat(player).Offered
	}
	return t.offered(player) != ""
}

// offered returns the text of the offer the player has to accept or decline, "" if there is none.
func (t *Table) offered(player string) string {
	i := slices.IndexFunc(t.Game.Pending(), func(ch engine.Choice) bool {
		return ch.Question == step.Consent && ch.By == player && !ch.Unawaited
	})
	if i < 0 {
		return ""
	}
	return t.Game.Pending()[i].Help
}
