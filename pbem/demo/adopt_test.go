package demo

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/table"
	"pbem/titles"
)

// half plays the first mails of a script without mailing them.
func half(t *testing.T, script Script, mails int) (table.NewGame, *engine.Game, []engine.Event) {
	t.Helper()
	n, err := script.NewGame("Shoreline")
	if err != nil {
		t.Fatal(err)
	}
	g, log, err := titles.Start(n.Title, engine.Started{Seed: script.Seed, Players: script.Names, Options: n.Title.AsOfNow(nil)})
	for _, m := range script.Moves[:mails] {
		for _, line := range m.Lines {
			var more []engine.Event
			f := strings.Fields(line)
			if err == nil {
				g, more, err = g.Decide(engine.Command{By: m.By, Verb: f[0], Args: f[1:]})
			}
			log = append(log, more...)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return n, g, log
}

// Adopt goes on with a game that was begun elsewhere.
func (t *Table) Adopt(n table.NewGame, log []engine.Event) (err error) {
	t.seatAll(&n)
	t.Game, err = t.Service.Adopt(n, log)
	return err
}

// A game that was begun elsewhere goes on by mail, and ends as it would have ended
// there. TestRecordedGameByMail plays what was played before.
func TestAdoptedGameByMail(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a part of a game by mail: left out with -short")
	}
	script, err := Recorded()
	if err != nil {
		t.Fatal(err)
	}
	cut := len(script.Moves) * 4 / 5
	n, g, log := half(t, script, cut)
	demo, ctx := open(t), deadline(t)
	if err := demo.Adopt(n, log); err != nil {
		t.Fatal(err)
	}
	if err := demo.Await(ctx, 1); err != nil {
		t.Fatal(err)
	}
	got, err := demo.Service.Game(demo.Game)
	if err != nil || got.State().Stack[0].Step != g.State().Stack[0].Step || len(got.Log()) != len(log)+1 {
		t.Fatalf("it stands elsewhere: %d events of %d, %v", len(got.Log()), len(log), err)
	}
	for _, seat := range demo.Seats {
		first, err := Body(demo.Office.Mailbox(seat.Address)[0].Raw)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(first, "begun elsewhere") || !strings.Contains(first, "MAP") || strings.Count(first, "\n") > 200 {
			t.Errorf("the first mail to %s is not what it should be:\n%s", seat.Name, first)
		}
	}
	for i, m := range script.Moves[cut:] {
		if err := demo.Await(ctx, i+1); err != nil {
			t.Fatal(err)
		}
		if err := demo.Send(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := demo.Await(ctx, len(script.Moves)-cut+1); err != nil {
		t.Fatal(err)
	}
	if err := demo.Archived(ctx); err != nil {
		t.Fatal(err)
	}
	played(t, demo, script)
}

// What cannot go on is not taken over, and nothing of it stays.
func TestNotAdopted(t *testing.T) {
	script, err := Recorded()
	if err != nil {
		t.Fatal(err)
	}
	demo := open(t)
	n, _, log := half(t, script, 40)
	_, _, whole := half(t, script, len(script.Moves))
	torn := slices.DeleteFunc(slices.Clone(log), func(e engine.Event) bool {
		_, paid := e.(engine.Paid)
		return paid
	})
	other := n
	other.Seats = n.Seats[:2]
	for name, c := range map[string]struct {
		game table.NewGame
		log  []engine.Event
		why  string
	}{
		"nothing":      {n, nil, "nothing"},
		"ended":        {n, whole, "has ended"},
		"money lost":   {n, torn, "cannot go on"},
		"broken off":   {n, log[:len(log)-1], "cannot go on"},
		"fewer seats":  {other, log, "2 seats and 3 players"},
		"no beginning": {n, log[5:], "cannot go on"},
	} {
		if err := demo.Adopt(c.game, c.log); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if box := demo.Office.Mailbox(demo.Seats[0].Address); len(box) != 0 {
		t.Errorf("%d mails went out", len(box))
	}
}
