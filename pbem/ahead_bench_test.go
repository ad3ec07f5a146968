package pbem

import (
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/pbem/table"
	"pbem/titles"
)

// BenchmarkSuggestions measures how long it takes to find the suggestions of a mail, and
// who is asked at once. The positions are those of random games after 60, 120 and 300
// decisions, for all players of a table.
func BenchmarkSuggestions(b *testing.B) {
	for _, ti := range titles.All() {
		b.Run(ti.Facts.Slug, func(b *testing.B) {
			tables := walked(b, ti.Facts.Slug, 60, 120, 300)
			began, found := processor(), 0
			for b.Loop() {
				found = 0
				step.Searched.Forget()
				for _, tb := range tables {
					for _, p := range tb.Game.State().Players() {
						s := tb.Scene(p)
						if s.AskedAtOnce() {
							found++
						}
						found += len(s.Suggestions(nil, nil))
					}
				}
			}
			mails := 0
			for _, tb := range tables {
				mails += len(tb.Record.Seats)
			}
			b.ReportMetric((processor()-began).Seconds()*1000/float64(b.N*mails), "cpu-ms/mail")
			b.ReportMetric(float64(found)/float64(mails), "found/mail")
		})
	}
}

// dealt returns a table at the beginning of its game.
func dealt(tb testing.TB, slug string, players int) *table.Table {
	tb.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		tb.Fatal("no title ", slug)
	}
	t := &table.Table{ID: "g1", Title: ti}
	start := engine.Started{Seed: 1}
	for i := range players {
		start.Players = append(start.Players, string(rune('A'+i)))
		t.Record.Seats = append(t.Record.Seats, table.Seat{Name: start.Players[i]})
	}
	g, log, err := titles.Start(ti, start)
	if err != nil {
		tb.Fatal(err)
	}
	return t.With(g, log)
}

// walked returns the tables after the given numbers of decisions by prudent random
// players. They are of the first random game that lasts that long.
func walked(tb testing.TB, slug string, decisions ...int) (out []*table.Table) {
	tb.Helper()
	for seed := range uint64(20) {
		if out = walkedFrom(tb, slug, seed, decisions); len(out) == len(decisions) {
			return out
		}
	}
	tb.Fatalf("no game of %s lasts for %d decisions", slug, decisions[len(decisions)-1])
	return nil
}

func walkedFrom(tb testing.TB, slug string, seed uint64, decisions []int) (out []*table.Table) {
	tb.Helper()
	t := dealt(tb, slug, 4)
	players := walk.NewThrifty(seed, t.Title.Habits)
	for n := 0; t.Game.State().Result == nil && len(out) < len(decisions); n++ {
		if n == decisions[len(out)] {
			out = append(out, t)
		}
		c, ok := players.Pick(t.Game.Pending())
		if !ok {
			tb.Fatal("nothing is offered")
		}
		g, events, err := t.Game.Decide(c)
		if err != nil {
			tb.Fatal(err)
		}
		t = t.With(g, events)
	}
	return out
}
