package step

import (
	"testing"

	"pbem/engine"
)

// Turns go clockwise from the priority deal, skipping players who are out, until all in the game have passed
// in succession. The deal goes to the left of the last who acted.
func TestTurnsUntilAllPass(t *testing.T) {
	two := []string{"p1", "p3"}
	next := func(want, last string) func(*engine.Turn, Table) {
		return func(_ *engine.Turn, tb Table) {
			if got := tb.NextTurn(last, two); got != want {
				t.Errorf("after %q: %q, want %q", last, got, want)
			}
		}
	}
	pass := func(p string) func(*engine.Turn, Table) {
		return func(t *engine.Turn, _ Table) { TurnPassed(t, p, "passed") }
	}
	act := func(p string) func(*engine.Turn, Table) {
		return func(t *engine.Turn, _ Table) { TurnTaken(t, p) }
	}
	deal := func(want string) func(*engine.Turn, Table) {
		return func(e *engine.Turn, tb Table) {
			PassPriority(e, tb, two)
			if got := e.Where(Priority); got != want {
				t.Errorf("the priority deal is with %s, want %s", got, want)
			}
		}
	}
	begin := func(e *engine.Turn, _ Table) {
		if BeginTurns(e); e.Get(lastActor) != 0 {
			t.Error("who acted in the round before counts in this one")
		}
	}
	play(t, set(t, engine.Moved{Piece: Priority, To: "p3"}), func(e *engine.Turn, tb Table) {
		for _, do := range []func(*engine.Turn, Table){
			begin, next("p3", ""), pass("p3"), next("p1", "p3"), deal("p3"), // nobody acted: it stays
			act("p1"), next("p3", "p1"), pass("p3"), next("p1", "p3"), pass("p1"), next("", "p1"),
			deal("p3"), begin, next("p3", ""), act("p3"), deal("p1"), // p2 is out
		} {
			do(e, tb)
		}
	})
}
