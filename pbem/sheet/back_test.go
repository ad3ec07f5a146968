package sheet

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
)

// After an undo, history and news describe a move as if what was undone had never been said: with the same
// company and the same player.
func TestToldAfterUndo(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			g, log, err := titles.Start(ti, engine.Started{Players: []string{"Amy", "Brian", "Cat", "Dora"}, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			player, other := walk.NewPlayer(5), walk.NewPlayer(6)
			for n := 0; n < testsize.Of(40, 40, 150) && g.State().Result == nil; n++ {
				c, _ := player.Pick(g.Pending())
				next, events := decided(t, g, c)
				past, news := strayed(t, g, log, other)
				back := slices.Concat(past, news, events)
				if want, got := lastEntries(ti, log, events), lastEntries(ti, slices.Concat(past, news), events); got != want {
					t.Fatalf("decision %d: history tells\n%s\nand after an undo\n%s", n, want, got)
				}
				want := lastNews(ti, next.State(), log, nil, events)
				if got := lastNews(ti, next.State(), past, news, events); got != want {
					t.Fatalf("decision %d: news tell\n%s\nand after an undo\n%s", n, want, got)
				}
				if len(engine.Effective(back)) != len(log)+len(events) {
					t.Fatal("nothing was taken back")
				}
				g, log = next, append(log, events...)
			}
		})
	}
}

// strayed returns a log with up to three more commands that are undone together, and the Undone itself.
func strayed(t *testing.T, g *engine.Game, log []engine.Event, player *walk.Player) (past, undone []engine.Event) {
	t.Helper()
	past = slices.Clip(log)
	at := g
	for range 3 {
		if at.State().Result != nil {
			break
		}
		c, _ := player.Pick(at.Pending())
		next, events := decided(t, at, c)
		at, past = next, append(past, events...)
	}
	_, undone, err := at.Undo("p1", len(log))
	if err != nil {
		t.Fatal(err)
	}
	return past, undone
}

func decided(t *testing.T, g *engine.Game, c engine.Command) (*engine.Game, []engine.Event) {
	t.Helper()
	next, events, err := g.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	return next, events
}

// lastEntries are the entries of a log that begin with the last events.
func lastEntries(ti *title.Title, log, last []engine.Event) (text string) {
	for _, e := range Entries(ti, slices.Concat(log, last)) {
		if e.At >= len(log) {
			text += fmt.Sprintf("%s about %q\n", e.Text(), e.About)
		}
	}
	return text
}

// lastNews are the news of the last events, behind others.
func lastNews(ti *title.Title, s *engine.State, past, news, last []engine.Event) (text string) {
	v := look(Mail{Title: ti, State: s, Past: past, Since: slices.Concat(news, last)})
	told, at := v.tellAll()
	plays := v.officers(told, at, takenBack(v.Past, v.Since))
	for i := range told { // alone, so that nothing is joined with what was undone
		if at[i] < len(news) {
			continue
		}
		for _, d := range deeds(told[i:i+1], func(_ int, sym string) string { return plays(i, sym) }, nothing) {
			text += fmt.Sprintf("%s (%s): %s\n", d.By, d.Player, joined(d.Texts))
		}
	}
	return text
}

// An undo also restores who plays a company, even if the undone part began before the news.
func TestOfficesGoBack(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	v := look(m)
	sym := m.Pending[0].For
	office := v.table.Office(sym)
	me := m.State.Where(office)
	moved := engine.Moved{Piece: office, From: me, To: other(me)}
	ran, back := engine.Noted{By: sym, Text: "ran"}, engine.Undone{By: me, To: 1}
	for name, c := range map[string]struct {
		past, news []engine.Event
		want       []string
	}{
		"in the news":     {[]engine.Event{ran}, []engine.Event{ran, moved, ran, back, ran}, []string{me, other(me), other(me), me, me}},
		"before the news": {[]engine.Event{ran, moved}, []engine.Event{ran, back, ran}, []string{other(me), me, me}},
		"and once more":   {[]engine.Event{ran, moved}, []engine.Event{back, moved, ran, back, ran}, []string{me, other(me), other(me), me, me}},
	} {
		v.Past, v.Since = c.past, c.news
		at := make([]int, len(c.news))
		for i := range at {
			at[i] = i
		}
		who := v.officers(c.news, at, takenBack(c.past, c.news))
		for i, want := range c.want {
			if got := who(i, sym); got != want {
				t.Errorf("%s: at event %d %s plays it, want %s", name, i, got, want)
			}
		}
	}
}
