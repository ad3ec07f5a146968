package table

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/engine/step"
	"pbem/pbem/caretaker"
	"pbem/pbem/sheet"
)

// Why the caretaker or a robot plays a seat. The values are stored.
const (
	KeptLate = "late" // its player has not answered, as the policy says
	KeptOpen = "open" // nobody has taken it over, as the policy says
	KeptHost = "host" // the host has said so
)

// Kept reports whether the caretaker or a robot plays a seat.
func (t *Table) Kept(player string) bool {
	seat := t.Seat(player)
	return seat != nil && seat.Caretaker != ""
}

// KeptSeats lists the players whose seats the caretaker or robots play.
func (t *Table) KeptSeats() []string {
	var out []string
	for i := range t.Record.Seats {
		if t.Record.Seats[i].Caretaker != "" {
			out = append(out, engine.PlayerID(i))
		}
	}
	return out
}

// CaretakerSeat returns one more seat for a new game, which nobody has and the
// caretaker plays. others are the seats there are.
func CaretakerSeat(others []Seat) Seat {
	seat := Seat{Name: "Caretaker", Open: true, Caretaker: KeptHost}
	for n := 2; slices.ContainsFunc(others, func(s Seat) bool { return s.Name == seat.Name }); n++ {
		seat.Name = fmt.Sprintf("Caretaker %d", n)
	}
	return seat
}

// PlayedBeside reports whether anybody still in the game plays a seat other
// than the player's ("" for any seat). If not, neither the caretaker nor a robot
// plays and the game stands still.
func (t *Table) PlayedBeside(player string) bool {
	for i, seat := range t.Record.Seats {
		id := engine.PlayerID(i)
		if !seat.Open && seat.Caretaker == "" && id != player && !t.Out(id) {
			return true
		}
	}
	return false
}

// Tended returns the table with a keeper playing a seat from now on, or nobody
// if why is ""; everybody is told text.
func (t *Table) Tended(player, why string, by Keeper, text string) *Table {
	next := t.Said("", sheet.Notice, text)
	seat := next.Seat(player)
	seat.Caretaker, seat.Robot = why, string(by)
	return next
}

// Untended returns the table with a seat back in its player's hands.
func (t *Table) Untended(player string) *Table {
	text := fmt.Sprintf("%s is back and plays on; %s has stopped.", t.Name(player), t.Keeper(player).Itself())
	return t.Tended(player, "", "", text)
}

// Limits for the caretaker. mostTended and mostTried bound its answers, and the commands it tries for them,
// after one mail; the next tick goes on from there. mostAlone bounds its answers and those of robots since
// a person last said something; then they stop.
const (
	mostTended = 200
	mostTried  = 600
	runTried   = 60 // what the search for a run counts, in commands tried
	mostAlone  = 600
	hushed     = 2001 // value of Record.Tended once everybody has been told that the caretaker or robots stopped; stored
)

// Tend goes on where the caretaker had more to say than one mail allows. Plans
// are not played then: together with the caretaker they might never end.
func Tend(t *Table) *Table { return obey(t, t.alone(), mostObeyed, nil) }

// Alone reports whether the game waits for a person, because the caretaker and
// robots have answered so often since one last did.
func (t *Table) Alone() bool { return t.Record.Tended >= mostAlone }

// ComeRound reports whether the caretaker does not answer for a player because
// it has passed this question since a person last did anything.
func (t *Table) ComeRound(player string) bool { return t.cameRound(player, t.alone()) }

// Hushed returns the table with a note that everybody has been told of that.
func (t *Table) Hushed() *Table {
	next := t.With(t.Game, nil)
	next.Record.Tended = hushed
	return next
}

// A tending counts what the caretaker has done.
type tending struct{ said, tried int }

// over reports whether the caretaker has used up its limits for this mail.
func (n tending) over() bool { return n.said >= mostTended || n.tried >= mostTried }

// Unattended reports whether the caretaker still has to answer for a player.
func (t *Table) Unattended(player string) bool {
	return t.Game != nil && t.Kept(player) && !t.Robotic(player) && t.Waits(player) && t.Record.Paused == nil && t.Record.Tended < hushed && t.PlayedBeside("")
}

// tend answers for the first player whose seat the caretaker plays. ok is false if there is none, if the
// caretaker has no answer, or if it could only pass a question that it has passed before (cameRound).
func (n *tending) tend(t *Table, from int) (next *Table, ok bool) {
	for _, player := range engine.Awaited(t.Game.Pending()) {
		if n.over() || t.Alone() || !t.Unattended(player) {
			continue
		}
		again := t.cameRound(player, from)
		marked := t.Said(player, sheet.Caretaker, "the caretaker answers")
		m, ok := caretaker.Next(t.Title, marked.Game, player)
		n.said, n.tried = n.said+1, n.tried+m.Tried
		if m.Command.Verb == moves.Run.Name {
			n.tried += runTried
		}
		if ok && again && t.onlyPasses(m.Events) {
			continue // a person decides
		}
		if ok {
			next := marked.With(m.Game, m.Events)
			next.Record.Tended++
			return next, true
		}
	}
	return t, false
}

// KeeperSections tell a seat which seats the caretaker and robots play, its own first.
func (t *Table) KeeperSections(id string) []sheet.Section {
	if t.IsSandbox() {
		return nil
	}
	if by := t.Keeper(id); t.Kept(id) {
		return []sheet.Section{{Head: step.Capital(by.String()) + " plays for you",
			Lines: []string{"  You are still in the game. Any answer to this mail, or to a later one, ends it, and you play on yourself."},
			Say:   []sheet.Saying{{Line: by.Help(), Gloss: "what it does"}, {Line: "undo", Gloss: "take its last command back, as if it were yours"}}}}
	}
	var out []sheet.Section
	for _, robots := range []bool{false, true} {
		late := slices.DeleteFunc(t.KeptSeats(), func(p string) bool { return t.Seat(p).Open || t.Robotic(p) != robots })
		if len(late) == 0 {
			continue
		}
		names, by := List(t.Names(late)), t.Keeper(late[0])
		out = append(out, sheet.Section{Head: step.Capital(by.String()),
			Lines: []string{fmt.Sprintf("  It plays for %s until they write. %q tells how.", names, by.Help())}})
	}
	return out
}
