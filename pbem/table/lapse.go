package table

import (
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
)

// MostSteps is how many optional steps the service passes for a player at most.
const MostSteps = plan.MostSteps

// Asks reports whether a player is asked for a company; "" means for
// themselves.
func Asks(choices []engine.Choice, player, company string) bool {
	for _, ch := range choices {
		if ch.By == player && ch.For == company {
			return true
		}
	}
	return false
}

// DeclinedFor returns the table after the service has declined an offer that a
// player has not answered.
func (t *Table) DeclinedFor(player string) (*Table, error) {
	said := t.Said("", sheet.Notice, "No answer has come from "+t.Name(player)+": the offer counts as declined.")
	no := engine.Command{By: player}
	for _, ch := range said.Game.Pending() {
		if ch.By == player && t.Title.Verbs.Does(ch.Verb, moves.Declines) {
			no.Verb = ch.Verb
		}
	}
	g, events, err := said.Game.Decide(no)
	if err != nil {
		return nil, err
	}
	return Obey(said.With(g, events)), nil
}

// PassedFor returns the table after the service has passed for a player, as
// often as the rules ask about the same company. It reports false if the rules
// offer no pass.
func (t *Table) PassedFor(player string) (next *Table, ok bool, err error) {
	next = t.Said("", sheet.Notice, t.Name(player)+" has not answered: the service passes, as the table's policy says.")
	for range MostSteps {
		i := slices.IndexFunc(next.Game.Pending(), func(ch engine.Choice) bool {
			return ch.By == player && t.Passes(ch.Verb) && ch.Options == nil && ch.Free == nil
		})
		if i < 0 {
			break
		}
		pass := next.Game.Pending()[i]
		g, events, err := next.Game.Decide(engine.Command{By: player, Verb: pass.Verb})
		if err != nil {
			return nil, false, err
		}
		next, ok = next.With(g, events), true
		if pass.For == "" || !Asks(g.Pending(), player, pass.For) {
			break
		}
	}
	return Obey(next), ok, nil
}
