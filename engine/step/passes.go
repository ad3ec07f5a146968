package step

import (
	"slices"

	"pbem/engine"
)

// Two counters keep a round in which players take turns clockwise, from the priority deal until all have
// passed in succession. Their names are stored. If cards give the order, Pass and Acted keep it instead.
// // 1817 4.2, 5, 5.7; 18NewEngland 10, 10.7
const (
	inARow    = "passes" // in succession
	lastActor = "last"   // seat+1 of the last who acted, 0 for nobody
)

// BeginTurns begins such a round.
func BeginTurns(t *engine.Turn) {
	t.Set(inARow, 0)
	t.Set(lastActor, 0)
}

// Bankrupt names the counter that is 1 for a player who has left the game. Its name is stored.
func Bankrupt(player string) string { return "bankrupt:" + player }

// Solvent returns the players who are still in the game, in seat order.
// // 17-BK-07; NE-RUL-10
func (t Table) Solvent() []string {
	return slices.DeleteFunc(t.S.Players(), func(p string) bool { return t.S.Get(Bankrupt(p)) == 1 })
}

// NextTurn returns whose turn comes after that of `last`, or first with "", of
// the players in the game; "" if all of them have passed in succession.
func (t Table) NextTurn(last string, in []string) string {
	switch {
	case t.S.Get(inARow) >= len(in):
		return ""
	case last == "":
		return t.S.Where(Priority)
	}
	return t.LeftOf(last, in)
}

// LeftOf returns the next player clockwise of those in the game; p is the last
// in that order.
func (t Table) LeftOf(p string, in []string) string {
	return Next(t.Order(), p, func(q string) bool { return !slices.Contains(in, q) })
}

// TurnPassed ends the turn of a player who did nothing. how says it to the
// players.
func TurnPassed(t *engine.Turn, p, how string) {
	t.Set(inARow, t.Get(inARow)+1)
	t.Note(p, "%s", how)
}

// TurnTaken ends the turn of who acted.
func TurnTaken(t *engine.Turn, p string) {
	t.Set(inARow, 0)
	t.Set(lastActor, t.Seat(p)+1)
}

// PassPriority gives the priority deal to the player in the game to the left of
// the last who acted. It stays if nobody acted.
func PassPriority(t *engine.Turn, tb Table, in []string) {
	if seat := t.Get(lastActor); seat > 0 {
		next := tb.LeftOf(engine.PlayerID(seat-1), in)
		t.Move(Priority, next)
		t.Note(next, "has the priority deal")
	}
}
