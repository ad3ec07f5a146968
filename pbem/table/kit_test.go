package table

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/store"
	"pbem/titles"
)

// noon is when the tests happen; hours and days are counted from it.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// newTable is a game of Amy, Brian and Crystal that has just begun, with a guest.
func newTable(t *testing.T, slug string) *Table {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("there is no title ", slug)
	}
	players := []string{"Amy", "Brian", "Crystal"}
	g, log, err := titles.Start(ti, engine.Started{Players: players, Seed: 27})
	if err != nil {
		t.Fatal(err)
	}
	tb := &Table{ID: "g7", Title: ti, Record: Record{Title: slug, Name: "Bay", Created: noon}}
	for _, p := range players {
		tb.Record.Seats = append(tb.Record.Seats, Seat{Name: p, Address: p + "@example.org", Token: 3})
	}
	tb.Record.Guests = []Seat{{ID: "w1", Name: "Wanda", Address: "wanda@example.org"}}
	tb.Record.Watched = 1
	return tb.With(g, log)
}

// say has players say commands, each "p1 reserve NLN".
func (t *Table) say(tb testing.TB, commands ...string) *Table {
	tb.Helper()
	for _, text := range commands {
		f := strings.Fields(text)
		g, events, err := t.Game.Decide(engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
		if err != nil {
			tb.Fatalf("%s: %v", text, err)
		}
		t = t.With(g, events)
	}
	return t
}

// ordering gives a player a standing order.
func (t *Table) ordering(player string, o plan.Plan) *Table {
	next := t.With(t.Game, nil)
	o.Since = len(t.Log)
	next.Seat(player).Orders = append(next.Seat(player).Orders, o)
	return next
}

// back goes back to a position.
func (t *Table) back(tb testing.TB, n int) *Table {
	tb.Helper()
	next, _, err := t.BackTo("", n)
	if err != nil {
		tb.Fatal(err)
	}
	return next
}

// refuses checks that an error is a player's, and says something.
func refuses(t *testing.T, what string, err error, want string) {
	t.Helper()
	var no *engine.Refusal
	if !errors.As(err, &no) || !strings.Contains(no.Sentence, want) {
		t.Errorf("%s: %v, want a refusal with %q", what, err, want)
	}
}

// oneGame is a store with one game.
type oneGame struct {
	game   store.Game
	events []store.Event
	err    error
}

func (s *oneGame) Load(string, int) (store.Game, []store.Event, error) {
	return s.game, s.events, s.err
}

// take writes a change as a store does.
func (s *oneGame) take(ch store.Change) {
	if ch.Record != nil {
		s.game.Record = ch.Record
		s.game.Version.Record++
	}
	for _, e := range ch.Events {
		s.events = append(s.events, store.Event{N: len(s.events), Data: e})
	}
	s.game.ID, s.game.Version.Events = ch.Game, len(s.events)
}
