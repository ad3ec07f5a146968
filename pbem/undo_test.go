package pbem

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// An undo leaves no trace in the position: the table, the players' choices, and what a
// restart reads from the log are those of the old position.
func TestUndoReturnsToThePosition(t *testing.T) {
	d := newTestService(t)
	d.three()
	start := d.table("g1")
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	middle := d.table("g1")
	d.receive(d.from("p2", "2@example.org", "reserve PE"), desk.OutcomeApplied)

	d.receive(d.from("p2", "3@example.org", "undo"), desk.OutcomeApplied)
	d.sameAs(middle)
	d.receive(d.from("p2", "4@example.org", "reserve PE"), desk.OutcomeApplied)
	d.receive(d.from("p1", "5@example.org", "undo"), desk.OutcomeApplied)
	d.receive(d.from("p2", "6@example.org", "accept undo"), desk.OutcomeApplied)
	d.receive(d.from("p3", "7@example.org", "accept undo"), desk.OutcomeApplied)
	d.sameAs(start)
}

// Standing orders were given for what was undone. An order for one auction must not bid
// in the next one that begins at the same place.
func TestUndoDropsOrders(t *testing.T) {
	tb := seated(t, "1817", 3)
	called := say(t, tb, "p1", "bid MINC 0")
	ahead := say(t, called, "p3", "bid up to 20")
	if len(ahead.Seat("p3").Orders) == 0 {
		t.Fatal("no order was taken")
	}
	undone, _, err := ahead.BackTo("p1", len(tb.Log))
	if err != nil {
		t.Fatal(err)
	}
	if seat := table.Obey(undone).Seat("p3"); len(seat.Orders) > 0 || !strings.Contains(seat.Ended[0].Text, "what it was given for was taken back") {
		t.Errorf("after what it was given for was taken back there is %+v", seat)
	}
	next, err := notices.GrantUndo(nil, ahead, table.Request{By: "p2", To: len(tb.Log)})
	if err != nil || len(next.Seat("p3").Orders) > 0 {
		t.Errorf("after all agreed: %v, %v", next.Seat("p3").Orders, err)
	}
}

// sameAs checks that a game has a given position, now and after a restart.
func (d *testService) sameAs(want *table.Table) {
	d.t.Helper()
	for range 2 {
		got := d.table(want.ID)
		if !samePosition(got, want) {
			d.t.Error("the game is not at the position before")
		}
		if err := verifyGame(d.db, want.ID); err != nil {
			d.t.Error(err)
		}
		d.restart(d.db)
	}
}

// The game can go back to every position that a mail may have named, unless that was
// itself undone, whatever was said beside the game or undone since.
func TestBackToEveryPosition(t *testing.T) {
	testsize.SkipRace(t)
	for _, slug := range []string{"18newengland", "1817"} {
		t.Run(slug, func(t *testing.T) {
			tb := seated(t, slug, 3)
			rests := map[int]*table.Table{len(tb.Log): tb}
			doer, found := walk.NewDoer(8), 0
			for i := 1; i <= 200 && tb.Game.State().Result == nil; i++ {
				tb = wander(t, tb, doer, i)
				if _, ok := tb.Log[len(tb.Log)-1].(engine.Hosted); !ok {
					rests[len(tb.Log)] = tb
				}
			}
			for n, want := range rests {
				back, _, err := tb.BackTo("", n)
				if err != nil {
					continue
				}
				found++
				if !samePosition(back, want) {
					t.Errorf("position %d is\n%s\nand was\n%s", n, walk.Position(back.Game), walk.Position(want.Game))
				}
			}
			if found < 100 {
				t.Errorf("only %d of %d positions are found again", found, len(rests))
			}
		})
	}
}

// samePosition compares the tables and the players' choices.
func samePosition(a, b *table.Table) bool {
	said := func(t *table.Table) (out []string) {
		for _, ch := range t.Game.Pending() {
			out = append(out, ch.By+" "+ch.For+" "+ch.Verb)
		}
		return out
	}
	return reflect.DeepEqual(a.Game.State(), b.Game.State()) && slices.Equal(said(a), said(b))
}

// wander does one thing: a command, or now and then a message to all, or an undo.
func wander(t *testing.T, tb *table.Table, doer *walk.Doer, i int) *table.Table {
	t.Helper()
	if i%11 == 0 {
		return tb.Said("p1", sheet.Press, "hello")
	}
	if i%13 == 0 {
		said := tb.Commands()
		back, _, err := tb.BackTo("", said[max(0, len(said)-i%4-1)])
		if err != nil {
			t.Fatal(err)
		}
		return back
	}
	c, ok := doer.Pick(tb.Game.Pending())
	if !ok {
		t.Fatal("nothing can be said")
	}
	g, events, err := tb.Game.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	return tb.With(g, events)
}

// An undo may give a reason. A courtesy or an excuse is not part of it. If the reason may
// hold a number or a position, the player is asked.
func TestUndoWithExcuse(t *testing.T) {
	for line, want := range map[string]int{
		"undo":                                  1,
		"undo please":                           1,
		"undo please, I clicked the wrong line": 1,
		"Undo, I clicked the wrong line!":       1,
		"undo - sorry, wrong company":           1,
		"undo my last move, please":             1,
		"undo that please":                      1,
		"oops, I meant PE":                      1,
		"undo because I meant 2 shares":         1,
		"undo (wrong line)":                     1,
		"undo 1 please":                         1,
		"undo 2 please":                         2,
		"undo to 178 please, all of it":         3,
		"undo the last 2 moves, sorry":          2,
		"undo please, 2 moves":                  0,
		"undo, 2":                               2,
		"undo Brian's move":                     0,
		"undo wrong line":                       0,
	} {
		d := newTestService(t)
		id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
		d.say(id, "p1 reserve NLN")
		d.say(id, "p2 reserve PE")
		d.say(id, "p3 reserve GR; value GR 70 bottom")
		before := d.table(id)
		if _, err := d.service.Receive(t.Context(), d.from("p3", "1@example.org", line)); err != nil {
			t.Fatal(err)
		}
		now := d.table(id)
		undone := len(before.Commands()) - len(now.Commands())
		if len(now.Record.Requests) > 0 {
			undone = len(before.SaidSince(now.Record.Requests[0].To))
		}
		if line == "undo to 178 please, all of it" && undone > 0 {
			undone = 3
		}
		if undone != want {
			t.Errorf("%q takes back %d, want %d", line, undone, want)
		}
	}
}
