package replay_test

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// played returns the beginning of a random game with messages, a seat that changes hands,
// and undone commands.
func played(t *testing.T, ti *title.Title, decisions int) []engine.Event {
	t.Helper()
	g, log, err := titles.Start(ti, engine.Started{Seed: 7, Players: []string{"Amy", "Brian", "Cleo"}})
	if err != nil {
		t.Fatal(err)
	}
	took := func(next *engine.Game, events []engine.Event) { g, log = next, append(log, events...) }
	player := walk.NewPlayer(7)
	for i := range decisions {
		c, ok := player.Pick(g.Pending())
		if !ok {
			break
		}
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		took(next, events)
		switch {
		case g.State().Result != nil:
		case i%10 == 3:
			took(g.Host("p1", "press", "A fine game"))
		case i == 25:
			took(g.Seat("p2", "Dora"))
		case i%10 == 7:
			by, to := g.LastSaid()
			next, events, err := g.Undo(by, to)
			if err != nil {
				t.Fatal(err)
			}
			took(next, events)
		}
	}
	return log
}

// A log that is decided again gives the same events. Again reports each step.
func TestAgain(t *testing.T) {
	for _, ti := range titles.All() {
		log := played(t, ti, 200)
		steps, last := 0, 0
		err := replay.Again(ti, log, func(g *engine.Game, n int) error {
			if g.Version() != n || n <= last {
				t.Errorf("%s: version %d at event %d, after %d", ti.Facts.Slug, g.Version(), n, last)
			}
			if g.State().Result == nil {
				replay.FromLog(ti, g).Checkpoint(n)
			}
			steps, last = steps+1, n
			return nil
		})
		over := engine.Open(ti.Rules, log).State().Result != nil // random players may be ruined early
		if err != nil || last != len(log) || steps < 200 && !over {
			t.Errorf("%s: %d steps to event %d of %d, %v", ti.Facts.Slug, steps, last, len(log), err)
		}
		g := engine.Open(ti.Rules, log)
		if _, events := g.Finish("all agreed", map[string]int{"p1": 1}); replay.Again(ti, slices.Concat(log, events), nil) != nil {
			t.Errorf("%s: a game that was ended by hand does not come out", ti.Facts.Slug)
		}
	}
}

// A changed log is found out, at the changed event.
func TestAgainFindsWhatWasTouched(t *testing.T) {
	ti := titles.All()[0]
	log := played(t, ti, 60)
	paid := len(log) - 1
	for ; ; paid-- {
		if _, ok := log[paid].(engine.Paid); ok {
			break
		}
	}
	touch := func(change func(log []engine.Event) []engine.Event) error {
		return replay.Again(ti, change(slices.Clone(log)), nil)
	}
	for name, c := range map[string]struct {
		change func(log []engine.Event) []engine.Event
		want   string
	}{
		"a payment": {func(log []engine.Event) []engine.Event {
			e := log[paid].(engine.Paid)
			e.Amount++
			log[paid] = e
			return log
		}, "comes out differently"},
		"a missing event": {func(log []engine.Event) []engine.Event { return slices.Delete(log, paid, paid+1) }, "event"},
		"a missing end":   {func(log []engine.Event) []engine.Event { return log[:paid] }, "in the middle"},
		"one more event":  {func(log []engine.Event) []engine.Event { return append(log, engine.Set{Key: "x", Value: 1}) }, "comes from no command"},
		"no beginning":    {func(log []engine.Event) []engine.Event { return log[1:] }, "start of a game"},
		"nothing":         {func(log []engine.Event) []engine.Event { return nil }, "empty"},
	} {
		if err := touch(c.change); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if err := touch(func(log []engine.Event) []engine.Event {
		i := slices.IndexFunc(log, isNote)
		log[i] = engine.Noted{Text: "in other words"}
		return log
	}); err != nil {
		t.Errorf("other words of a note: %v", err)
	}
}

// More notes than today's rules give, or fewer, are no difference, though what is undone later has other numbers.
func TestAgainWithOtherNotes(t *testing.T) {
	ti := titles.All()[0]
	log := played(t, ti, 60)
	undone := slices.IndexFunc(log, func(e engine.Event) bool { _, ok := e.(engine.Undone); return ok })
	note := slices.IndexFunc(log, isNote)
	if note < 0 || undone < note || !slices.ContainsFunc(log[undone:], isNote) {
		t.Fatalf("of %d events the first note is %d and the first undo %d", len(log), note, undone)
	}
	for name, c := range map[string]struct {
		by   int
		with []engine.Event
	}{
		"one more":  {1, []engine.Event{log[note], engine.Noted{Text: "more is told"}}},
		"one fewer": {-1, nil},
	} {
		other := slices.Replace(slices.Clone(log), note, note+1, c.with...)
		for i, e := range other {
			if u, ok := e.(engine.Undone); ok {
				other[i] = engine.Undone{By: u.By, To: u.To + c.by} // all go back to after the note
			}
		}
		last := 0
		if err := replay.Again(ti, other, func(_ *engine.Game, n int) error { last = n; return nil }); err != nil || last != len(other) {
			t.Errorf("%s: to event %d of %d, %v", name, last, len(other), err)
		}
	}
}

func isNote(e engine.Event) bool { _, ok := e.(engine.Noted); return ok }
