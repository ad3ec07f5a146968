package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/replay"
)

// A game of five ends although two players are gone: the clock gives their seats to the
// caretaker. Each command of the caretaker is marked and no other is. The log alone gives
// the same game.
func TestGameEndsWithTwoGone(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a whole game by mail: left out with -short")
	}
	for _, slug := range testsize.Of(nil, []string{"1820"}, []string{"1817", "1820"}) {
		t.Run(slug, func(t *testing.T) {
			d := newTestService(t)
			d.cfg.Limits = config.Limits{Sender: -1, Game: -1}
			d.restart(d.db)
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
				d.receive(d.mail(tb.Seat(asked).Address, id+"."+asked, fmt.Sprintf("%d@example.org", n), c.String()), desk.OutcomeApplied)
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
				declined := said.Verb == "decline" // for a player who does not answer an offer
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

// In the first auction of 1828 the private companies pay whenever everybody has passed. A
// player who passes in advance, or for whom the caretaker plays, passes only once. If the
// turn comes back and nobody has decided anything, a person must answer.
func TestNothingRepeatsItselfWithoutAPerson(t *testing.T) {
	five := []string{"amy", "brian", "crystal", "dora", "emil"}
	for _, c := range []struct {
		name   string
		people int // the caretaker plays the other seats
		say    func(first bool) []string
		want   int // commands after all mails
	}{
		{"five orders", 5, func(bool) []string { return []string{"pass for the round"} }, 5},
		{"five orders whatever happens", 5, func(bool) []string { return []string{"pass whatever happens"} }, 5},
		{"five orders for the auction", 5, func(bool) []string { return []string{"pass for the auction"} }, 5},
		{"a pass and an order", 5, func(first bool) []string {
			if first {
				return []string{"pass", "pass for the round"}
			}
			return []string{"pass until somebody acts"}
		}, 5},
		{"one order and four caretakers", 1, func(bool) []string { return []string{"pass for the round"} }, 5},
		{"two orders and three caretakers", 2, func(bool) []string { return []string{"pass for the round"} }, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newTestService(t)
			d.title = "1828" // its first auction goes on as long as all pass
			var who []string
			for i, name := range five {
				if i >= c.people {
					name = "caretaker"
				} else {
					name = fmt.Sprintf("%s <%s@example.org>", name, name)
				}
				who = append(who, name)
			}
			id := d.start("Shoreline", seats(t, who...)...)
			for i := c.people - 1; i >= 0; i-- { // the one who is asked first writes last
				address := five[i] + "@example.org"
				player := d.table(id).SeatOf(address)
				asked := d.table(id).Actors()[0] == player
				want := desk.OutcomeAnswered
				if asked {
					want = desk.OutcomeApplied
				}
				d.receive(d.mail(address, id+"."+player, fmt.Sprintf("%d@example.org", i), c.say(asked)...), want)
			}
			first := d.table(id)
			d.pass(15 * time.Minute)
			d.pass(time.Hour)
			tb := d.table(id)
			if n := len(first.Commands()); n != c.want || len(tb.Commands()) != n {
				t.Errorf("%d commands came of it and %d more with time, want %d", n, len(tb.Commands())-n, c.want)
			}
			asked := tb.Actors()
			if len(asked) != 1 || tb.Kept(asked[0]) || len(tb.Seat(asked[0]).Orders) > 0 {
				t.Fatalf("asked are %v", asked)
			}
			if ended := tb.Seat(asked[0]).Ended; len(ended) != 1 || !strings.Contains(ended[0].Text, "it is your turn again") {
				t.Errorf("told is %v", ended)
			}
		})
	}
}

// If the only person does not write either, and the service passes for them by the
// policy, the caretaker passes once. Then the game waits for any mail of a person, and
// says so.
func TestCaretakersPassOnceAmongThemselves(t *testing.T) {
	d := newTestService(t)
	d.title = "1828"
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "caretaker", "caretaker")...)
	d.pace(id, "1 day, grace 10 hours, policy pass")
	player := d.table(id).SeatOf("amy@example.org")
	told := 0
	for range 8 {
		d.pass(24 * time.Hour)
		for _, m := range d.flush() {
			told += strings.Count(strings.Join(strings.Fields(text(t, m)), " "), "does not pass again on its own")
		}
	}
	tb := d.table(id)
	if n := len(tb.Commands()); n != 4 || told != 2 || !tb.Kept(tb.Actors()[0]) {
		t.Errorf("%d commands, want 4; asked is %v; %d mails tell of it, want that to Amy and that to the host", n, tb.Actors(), told)
	}
	d.receive(d.mail("amy@example.org", id+"."+player, "1@example.org", "status"), desk.OutcomeApplied)
	d.pass(time.Hour)
	if tb := d.table(id); len(tb.Commands()) != 6 || tb.Actors()[0] != player {
		t.Errorf("after a mail of hers there are %d commands, and asked is %v", len(tb.Commands()), tb.Actors())
	}
}

// If the caretaker has more to say, it says it at the next tick. If it has played alone
// for too long, or nobody else plays, it says nothing.
func TestCaretakerGoesOnAtATick(t *testing.T) {
	d := newTestService(t)
	d.title = "1828"
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "caretaker", "caretaker")...)
	player := d.table(id).SeatOf("amy@example.org")
	before := d.table(id)
	next := before.With(before.Game, nil)
	next.Record.Tended = 599
	stored, err := before.Change(next)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{stored}}); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.receive(d.mail("amy@example.org", id+"."+player, "1@example.org", "pass for the round"), desk.OutcomeApplied)
	told := 0
	for range 3 {
		d.pass(time.Hour)
		for _, m := range d.flush() {
			told += strings.Count(text(t, m), "The caretaker has played for a long time")
		}
	}
	if n := len(d.table(id).Commands()); n > 3 || told != 2 {
		t.Errorf("%d commands of a caretaker who has played too long; %d mails tell of it, want that to Amy and that to the host", n, told)
	}
	d.receive(d.mail("amy@example.org", id+"."+player, "2@example.org", "cancel orders"), desk.OutcomeApplied)
	d.pass(time.Hour)
	if tb := d.table(id); tb.Record.Tended >= 599 || len(tb.Actors()) == 0 || tb.Actors()[0] != player {
		t.Errorf("after a mail of hers it has answered %d times alone, and asked is %v", tb.Record.Tended, tb.Actors())
	}
}

// A gone player's plan comes before the caretaker, who passes.
func TestPlansComeBeforeTheCaretaker(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p1", "bid MINC 0")
	tb = say(t, tb, "p2", "bid 5 max 20")
	tb = tb.Tended("p2", table.KeptHost, "", "")
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
