package table

import (
	"slices"
	"testing"

	"pbem/engine"
)

// What can be taken back, how much falls with it, and which positions are named instead of one that cannot.
func TestBackTo(t *testing.T) {
	begun := newTable(t, "18newengland")
	start := len(begun.Log)
	one := begun.say(t, "p1 reserve NLN")
	two := one.say(t, "p2 pass")
	talked := two.Said("p3", "press", "hurry up")
	undone, _, err := talked.BackTo("p2", len(one.Log))
	if err != nil {
		t.Fatal(err)
	}
	again := undone.say(t, "p2 reserve BL")
	for _, c := range []struct {
		name   string
		at     *Table
		n      int
		fallen int
		to     *Table // whose pending it has
		refuse string
	}{
		{"the last command", two, len(one.Log), 1, one, ""},
		{"both", two, start, 2, begun, ""},
		{"nothing", two, len(two.Log), 0, two, ""},
		{"what was said beside the table stays", talked, len(one.Log), 1, one, ""},
		{"after an undo", again, len(undone.Log), 1, one, ""},
		{"before an undo", again, start, 2, begun, ""},
		{"the middle of a command", two, len(one.Log) + 2, 0, nil, "is in the middle of a command"},
		{"the setup", two, 5, 0, nil, ""},
		{"what was taken back", again, len(two.Log), 0, nil, "was itself taken back later"},
	} {
		next, fallen, err := c.at.BackTo("p1", c.n)
		if c.to == nil {
			refuses(t, c.name, err, c.refuse)
			continue
		}
		if err != nil || fallen != c.fallen {
			t.Errorf("%s: %d commands fall, want %d, %v", c.name, fallen, c.fallen, err)
			continue
		}
		if got, want := engine.Actors(next.Game.Pending()), engine.Actors(c.to.Game.Pending()); !slices.Equal(got, want) {
			t.Errorf("%s: %v are asked, want %v", c.name, got, want)
		}
		if len(next.Log) < len(c.at.Log) {
			t.Errorf("%s: the log got shorter", c.name)
		}
		if _, _, err := next.BackTo("", start); err != nil {
			t.Errorf("%s: it cannot go back further: %v", c.name, err)
		}
	}
	_, _, err = two.BackTo("", len(one.Log)+2)
	refuses(t, "nearest", err, "Take one before or after it: "+two.rests(len(one.Log)+2))
}

func TestCommandsCounted(t *testing.T) {
	for n, want := range []string{"no command is taken back", "one command is taken back", "2 commands are taken back"} {
		if got := Commands(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	tb := newTable(t, "18newengland")
	start := len(tb.Log)
	tb = tb.say(t, "p1 pass", "p2 pass")
	if n := len(tb.Commands()); n != 2 {
		t.Errorf("%d commands are in force", n)
	}
	if by := tb.SaidSince(start + 1); !slices.Equal(by, []string{"p2"}) {
		t.Errorf("since the first said %v", by)
	}
	back, _, err := tb.BackTo("p2", start)
	if err != nil || len(back.Commands()) != 0 || len(back.SaidSince(0)) != 0 {
		t.Errorf("taken back, %v are in force, %v", back.Commands(), err)
	}
}

// A question is newer than a position where somebody else acted between.
func TestPassedBy(t *testing.T) {
	first := newTable(t, "18newengland")
	start := len(first.Log)
	asked := func(before, next *Table) *Table { next.Ask(before, noon); return next }
	asked(first, first)
	one := asked(first, first.say(t, "p1 pass"))
	two := asked(one, one.say(t, "p2 pass"))
	for _, c := range []struct {
		name   string
		t      *Table
		player string
		n      int
		want   bool
	}{
		{"it is the same position", two, "p3", len(two.Log), false},
		{"others have acted", two, "p3", start, true},
		{"who is not asked", two, "p1", start, false},
		{"nobody else has", first, "p1", start, false},
		{"somebody took back", asked(two, must(t, two, start)), "p1", len(two.Log), true},
	} {
		if got := c.t.PassedBy(c.player, c.n); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// must is a table after p2 has gone back to a position.
func must(t *testing.T, tb *Table, n int) *Table {
	t.Helper()
	next, _, err := tb.BackTo("p2", n)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// A game that stands still says how it is freed.
func TestThaw(t *testing.T) {
	tb := newTable(t, "18newengland").say(t, "p1 pass")
	broken := *tb
	broken.Log = append(slices.Clone(tb.Log), engine.Said{Command: engine.Command{By: "p2", Verb: "frobnicate"}})
	broken.Game = engine.Open(tb.Title.Rules, broken.Log)
	if broken.Game.Frozen() == nil {
		t.Fatal("it goes on")
	}
	if broken.State() != StateFrozen {
		t.Errorf("it is %s", broken.State())
	}
	if got := broken.Thaw(); got == "" || got[0] != '"' {
		t.Errorf("it is freed by %s", got)
	}
}
