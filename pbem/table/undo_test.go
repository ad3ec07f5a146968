package table

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/sheet"
)

// What can be undone, how many commands that undoes, and which positions a refusal names.
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
	refuses(t, "nearest", err, two.rests(len(one.Log)+2))
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

// A question is newer than a position if somebody else acted in between.
func TestPassedBy(t *testing.T) {
	first := newTable(t, "18newengland")
	start := len(first.Log)
	asked := func(before, next *Table) *Table { next.Ask(before, noon); return next }
	asked(first, first)
	one := asked(first, first.say(t, "p1 pass"))
	two := asked(one, one.say(t, "p2 pass"))
	older := two.With(two.Game, nil) // as where several are asked at the same time
	older.Seat("p3").AskedAt = start
	for _, c := range []struct {
		name   string
		t      *Table
		player string
		n      int
		want   bool
	}{
		{"it is the same position", two, "p3", len(two.Log), false},
		{"others have acted", two, "p3", start, true},
		{"the question was asked before", older, "p3", len(one.Log), false},
		{"who is not asked", two, "p1", start, false},
		{"nobody else has", first, "p1", start, false},
		{"somebody took back", asked(two, must(t, two, start)), "p1", len(two.Log), true},
	} {
		if got := c.t.PassedBy(c.player, c.n); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// must returns the table after p2 has gone back to a position.
func must(t *testing.T, tb *Table, n int) *Table {
	t.Helper()
	next, _, err := tb.BackTo("p2", n)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// A frozen game says how to free it.
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

// The game can go back to every position that a refusal names, and to those that news and history give for
// undone moves, even after the first undo.
func TestNamedPositionsCount(t *testing.T) {
	for seed := range uint64(4) {
		tb, from := newTable(t, "18newengland"), 0
		player, dice := walk.NewPlayer(seed), rand.New(rand.NewPCG(seed, 1))
		for range 60 {
			c, _ := player.Pick(tb.Game.Pending())
			g, events, err := tb.Game.Decide(c)
			if err != nil {
				t.Fatal(err)
			}
			tb = tb.With(g, events)
			if places := tb.Commands(); dice.IntN(4) == 0 {
				tb, _, err = tb.BackTo("p1", places[max(0, len(places)-1-dice.IntN(3))])
				if err != nil {
					t.Fatal(err)
				}
				toldPositionsCount(t, tb, from)
			}
			if dice.IntN(6) == 0 {
				tb, from = tb.Said("p2", "press", "well"), len(tb.Log)
			}
		}
		for n := 1; n <= len(tb.Log); n++ {
			namedCount(t, tb, n)
		}
	}
}

// toldPositionsCount checks the positions that history and news give for the last Undone of a log.
func toldPositionsCount(t *testing.T, tb *Table, from int) {
	t.Helper()
	told := sheet.Write(sheet.Mail{Title: tb.Title, State: tb.Game.State(), Reader: "p2", Past: tb.Log[:from], Since: tb.Log[from:]}).Text
	for what, text := range map[string]string{"news": told, "history": sheet.Log(tb.Title, tb.Log)} {
		all := regexp.MustCompile(`(?:took back, to|everything after) position (\d+)`).FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1)
		if len(all) == 0 {
			continue // more was told than fits, or what was undone has no words
		}
		n, _ := strconv.Atoi(all[len(all)-1][1])
		if _, fallen, err := tb.BackTo("p1", n); err != nil || fallen != 0 {
			t.Errorf("%s tell of position %d: %d commands fall, %v", what, n, fallen, err)
		}
	}
}

// namedCount checks the positions that a refusal names.
func namedCount(t *testing.T, tb *Table, n int) {
	t.Helper()
	_, _, err := tb.BackTo("p1", n)
	if err == nil {
		return
	}
	_, named, _ := strings.Cut(err.Error(), ". ")
	all := regexp.MustCompile(`\d+`).FindAllString(named, -1)
	if len(all) == 0 {
		t.Errorf("position %d: %v", n, err)
	}
	for _, word := range all {
		to, _ := strconv.Atoi(word)
		if _, fallen, err := tb.BackTo("p1", to); err != nil || fallen == 0 {
			t.Errorf("position %d: %q names %d, where %d commands fall, %v", n, named, to, fallen, err)
		}
	}
}
