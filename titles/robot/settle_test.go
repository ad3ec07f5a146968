package robot

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// What the rules took back in this turn is known by the command that began it, with marks in marks, up to what another
// player said last.
func TestUndone(t *testing.T) {
	said := func(by, verb string, args ...string) engine.Event {
		return engine.Said{Command: engine.Command{By: by, Verb: verb, Args: args}}
	}
	mark, back, keep := engine.Marked{}, engine.Restored{}, engine.Kept{}
	for _, c := range []struct {
		name string
		log  []engine.Event
		want []string
	}{
		{"nothing", nil, nil},
		{"taken back", []engine.Event{said("p1", "increase", "LSR", "to", "10"), mark, said("p1", "allot", "p1", "2"), said("p1", "withdraw"), back}, []string{"increase LSR"}},
		{"kept", []engine.Event{said("p1", "start", "LSR"), mark, said("p1", "allot", "p1", "2"), keep}, nil},
		{"not over yet", []engine.Event{said("p1", "start", "LSR"), mark, said("p1", "allot", "p1", "2")}, nil},
		{"kept within", []engine.Event{said("p1", "start", "LSR"), mark, said("p1", "lay", "H6"), mark, keep, back}, []string{"start LSR"}},
		{"taken back within", []engine.Event{said("p1", "start", "LSR"), mark, said("p1", "lay", "H6"), mark, back, keep}, []string{"lay H6"}},
		{"another player since", []engine.Event{said("p1", "start", "LSR"), mark, back, said("p2", "pass")}, nil},
		{"another player's", []engine.Event{said("p2", "start", "LSR"), mark, back}, nil},
		{"twice", []engine.Event{said("p1", "start", "LSR"), mark, back, said("p1", "start", "GWR"), mark, back}, []string{"start GWR", "start LSR"}},
	} {
		if got := undone(c.log, "p1"); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What leads back to where the seat has been in this turn is seen, and nothing else.
func TestCircles(t *testing.T) {
	said := func(by, verb string) engine.Event { return engine.Said{Command: engine.Command{By: by, Verb: verb}} }
	set := func(key string, n int) engine.Event { return engine.Set{Key: key, Value: n} }
	loan := []engine.Event{said("p1", "loan")}
	for _, c := range []struct {
		name    string
		log     []engine.Event
		follows []engine.Event
		want    bool
	}{
		{"for the first time", []engine.Event{said("p1", "pass")}, loan, false},
		{"the same again", []engine.Event{said("p1", "loan"), set("later A", 7)}, loan, true},
		{"more than before", []engine.Event{said("p1", "loan"), set("later A", 6)}, []engine.Event{loan[0], set("later A", 7)}, false},
		{"to and fro", []engine.Event{said("p1", "loan"), set("later A", 7), said("p1", "loan"), set("later A", 6)}, []engine.Event{loan[0], set("later A", 7)}, true},
		{"something else is set, too", []engine.Event{said("p1", "loan"), set("later A", 7)}, []engine.Event{loan[0], set("later B", 7)}, false},
		{"money moves", []engine.Event{said("p1", "loan"), set("later A", 7)}, []engine.Event{loan[0], engine.Paid{}}, false},
		{"money has moved since", []engine.Event{said("p1", "loan"), set("later A", 7), said("p1", "buy"), engine.Paid{}, said("p1", "loan"), set("later A", 6)}, []engine.Event{loan[0], set("later A", 7)}, false},
		{"after another player", []engine.Event{said("p1", "loan"), set("later A", 7), said("p2", "loan")}, loan, false},
		{"after another verb", []engine.Event{said("p1", "lay"), set("later A", 7)}, loan, false},
	} {
		if got := circles(c.log, c.follows, engine.Command{By: "p1", Verb: "loan"}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A train that a company has bought from another one stays there until the company has had a turn of its own.
func TestTrainsThatGoRound(t *testing.T) {
	ti, _ := begun(t, 1)
	one, two, three := ti.Facts.Companies[0].Sym, ti.Facts.Companies[1].Sym, ti.Facts.Companies[2].Sym
	buy := func(by, train, from, to string) []engine.Event {
		return []engine.Event{engine.Said{Command: engine.Command{By: by, Verb: "buy"}}, engine.Paid{}, engine.Moved{Piece: train, From: from, To: to}}
	}
	turn := func(of, at string) engine.Event {
		return engine.Flowed{Stack: []engine.Frame{{Step: "game"}, {Step: title.OperatingTurn, Actor: of, At: at}}}
	}
	before := buy("p1", "train:2:1", one, two)
	for _, c := range []struct {
		name    string
		log     []engine.Event
		follows []engine.Event
		want    bool
	}{
		{"it comes back", before, buy("p1", "train:2:1", two, one), true},
		{"it goes on", before, buy("p1", "train:2:1", two, three), true},
		{"it rusts", before, buy("p1", "train:2:1", two, step.Out), false},
		{"the turn in which it was bought goes on", slices.Concat(before, []engine.Event{turn(two, "trains"), turn(one, "run")}), buy("p1", "train:2:1", two, one), true},
		{"the company has had a turn", slices.Concat(before, []engine.Event{turn(two, "run"), turn(one, "run")}), buy("p1", "train:2:1", two, one), false},
		{"another train", before, buy("p1", "train:2:2", two, one), false},
		{"no train", buy("p1", "share:A:1", one, two), buy("p1", "share:A:1", two, one), false},
		{"it came from the bank", buy("p1", "train:2:1", engine.Bank, two), buy("p1", "train:2:1", two, one), false},
		{"another player bought it", buy("p2", "train:2:1", one, two), buy("p1", "train:2:1", two, one), false},
		{"it came by a merger", []engine.Event{engine.Said{Command: engine.Command{By: "p1", Verb: "merge"}}, engine.Moved{Piece: "train:2:1", From: one, To: two}}, buy("p1", "train:2:1", two, one), false},
		{"never moved", nil, buy("p1", "train:2:1", two, one), false},
	} {
		if got := newBrain(ti, "p1", Steady).goesRound(c.log, c.follows, engine.Command{By: "p1", Verb: "buy"}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
