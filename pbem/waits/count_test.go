package waits

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
)

// Random games of every title can be derived with every habit: the plans give just
// what was said, and no habit makes a game wait for more mails than there were runs
// of commands.
func TestDeriveRandomGames(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			g, log, err := titles.Start(ti, engine.Started{Seed: 11, Players: []string{"Amy", "Brian", "Cleo"}})
			if err != nil {
				t.Fatal(err)
			}
			player := walk.NewThrifty(11, ti.Habits)
			for n := 0; n < 160 && g.State().Result == nil; n++ {
				c, _ := player.Pick(g.Pending())
				next, events, err := g.Decide(c)
				if err != nil {
					t.Fatal(err)
				}
				g, log = next, append(log, events...)
			}
			r, err := Read(ti, log)
			if err != nil {
				t.Fatal(err)
			}
			counts, err := Counts(r)
			if err != nil {
				t.Fatal(err)
			}
			runs := 0
			for k := 0; k < len(r.Said); k = r.run(k) {
				runs++
			}
			last := counts[len(counts)-1]
			if counts[0].Waits != runs || counts[0].Mails != runs || last.Waits >= runs || last.Waits == 0 {
				t.Errorf("%d runs of commands, counted %v", runs, counts)
			}
			if slices.ContainsFunc(counts, func(c Count) bool { return c.Waits > runs }) {
				t.Errorf("plans make the game wait longer: %v", counts)
			}
		})
	}
}
