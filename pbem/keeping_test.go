package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/replay"
)

// A game of five ends although two are gone: the clock gives their seats to the
// caretaker. Every command of theirs is marked, no other is, and the log alone gives
// the same game.
func TestGameEndsWithTwoGone(t *testing.T) {
	for _, slug := range []string{"1817", "1820"} {
		t.Run(slug, func(t *testing.T) {
			d := newDesk(t)
			d.title = slug
			id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>", "Dora <dora@example.org>", "Emil <emil@example.org>")...)
			d.pace(id, "1 day, grace 10 hours, policy caretaker")
			ti, _ := titles.Find(slug)
			players := walk.NewThrifty(3, ti.Habits)
			gone := map[string]bool{"p2": true, "p4": true}
			for n := 0; d.table(id).Game.State().Result == nil; n++ {
				tb := d.table(id)
				asked := tb.Actors()[0]
				if n > 3000 {
					t.Fatalf("not at its end after %d mails", n)
				}
				if gone[asked] {
					d.pass(2 * time.Hour)
					continue
				}
				c, ok := players.Pick(engine.Of(tb.Game.Pending(), asked))
				if !ok {
					t.Fatalf("nothing is offered to %s", asked)
				}
				d.receive(d.mail(tb.Seat(asked).Address, id+"."+asked, fmt.Sprintf("%d@example.org", n), c.String()), outcomeApplied)
				d.flush()
			}
			marked := 0
			log := d.table(id).Log
			for i, e := range log {
				said, ok := e.(engine.Said)
				if !ok {
					continue
				}
				mark, ok := log[i-1].(engine.Hosted)
				ok = ok && mark.Act == sheet.Caretaker && mark.By == said.By
				declined := said.Verb == "decline" // for who does not answer an offer
				if ok != gone[said.By] && !declined {
					t.Fatalf("event %d, %q of %s: marked %v", i, said.Command, said.By, ok)
				}
				if ok {
					marked++
				}
			}
			if marked == 0 {
				t.Error("the caretaker has said nothing")
			}
			if err := replay.Again(ti, log, nil); err != nil {
				t.Error(err)
			}
			if text := sheet.Log(ti, log); strings.Count(text, "caretaker for Brian: ")+strings.Count(text, "caretaker for Dora: ") != marked {
				t.Errorf("%d commands are marked, the text has others", marked)
			}
		})
	}
}

// The caretaker and plans that only pass might go on for ever: after one mail they
// stop, at the next tick the caretaker goes on and plans do not.
func TestCaretakerIsBounded(t *testing.T) {
	d := newDesk(t)
	d.title = "1828" // where all may pass in the first auction without end
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "caretaker", "caretaker")...)
	player := d.table(id).SeatOf("amy@example.org")
	d.receive(d.mail("amy@example.org", id+"."+player, "1@example.org", "pass whatever happens"), outcomeApplied)
	first := d.table(id)
	if n := len(first.Commands()); n < 100 || n > 500 {
		t.Fatalf("%d commands came of one mail", n)
	}
	d.pass(15 * time.Minute)
	d.pass(time.Hour)
	tb := d.table(id)
	if asked := tb.Actors(); len(asked) != 1 || asked[0] != player || len(tb.Seat(player).Orders) > 0 {
		t.Errorf("asked are %v, Amy's plans %v", asked, tb.Seat(player).Orders)
	}
	if n := len(tb.Commands()) - len(first.Commands()); n < 0 || n > 5 {
		t.Errorf("%d more commands came of ticks", n)
	}
}

// What the caretaker has left to say is said at the next tick; for a game in which it
// has played too long alone, or in which nobody plays, it says nothing.
func TestCaretakerGoesOnAtATick(t *testing.T) {
	d := newDesk(t)
	d.title = "1828"
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "caretaker", "caretaker")...)
	player := d.table(id).SeatOf("amy@example.org")
	before := d.table(id)
	next := before.With(before.Game, nil)
	next.Record.Tended = 1999
	stored, err := before.Change(next)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{stored}}); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.receive(d.mail("amy@example.org", id+"."+player, "1@example.org", "pass for the round"), outcomeApplied)
	told := 0
	for range 3 {
		d.pass(time.Hour)
		for _, m := range d.flush() {
			told += strings.Count(text(t, m), "The caretaker has played very long")
		}
	}
	if n := len(d.table(id).Commands()); n > 3 || told != 2 {
		t.Errorf("%d commands of a caretaker who has played too long; %d mails tell of it, want that to Amy and that to the host", n, told)
	}
	d.receive(d.mail("amy@example.org", id+"."+player, "2@example.org", "status"), outcomeApplied)
	d.pass(time.Hour)
	if tb := d.table(id); tb.Record.Tended >= 1999 || len(tb.Actors()) == 0 || tb.Actors()[0] != player {
		t.Errorf("after a mail of hers it has answered %d times alone, and asked is %v", tb.Record.Tended, tb.Actors())
	}
}

// A plan of who is gone comes before the caretaker, who passes.
func TestPlansComeBeforeTheCaretaker(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p1", "bid MINC 0")
	tb = say(t, tb, "p2", "bid 5 max 20")
	tb = tb.Tended("p2", table.KeptHost, "")
	for _, c := range []struct{ bid, holds string }{{"bid 10", "p2"}, {"bid 15", "p2"}, {"bid 20", "p3"}} {
		at := say(t, tb, "p3", c.bid)
		at = say(t, at, "p1", "pass")
		if p := asked(at); strings.HasPrefix(p, "p3 ") {
			at = say(t, at, "p3", "pass")
		}
		if place, _ := holder(at); place != c.holds {
			t.Errorf("after %s: the company is at %q, want %s", c.bid, place, c.holds)
		}
	}
}
