package waits

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// recordOf plays a random game of three for a number of commands.
func recordOf(t *testing.T, ti *title.Title, seed int64, commands int) []engine.Event {
	t.Helper()
	var log []engine.Event
	for m := range titletest.Play(t, ti, titletest.Names(seed, 3), walk.NewThrifty(uint64(seed), ti.Habits)) {
		if log = m.Log; m.N == commands {
			break
		}
	}
	return log
}

// A record that ends before its game does, for example because the players stopped, is counted to its end,
// although the players' plans would go on.
func TestDeriveBeyondTheRecord(t *testing.T) {
	for _, slug := range []string{"1817"} {
		ti, _ := titles.Find(slug)
		r, err := Read(ti, recordOf(t, ti, 5, 85))
		if err != nil {
			t.Fatal(err)
		}
		if counts, err := Counts(r); err != nil || counts[len(counts)-1].Waits == 0 {
			t.Errorf("%s: %v, %v", slug, counts, err)
		}
	}
}

// A log that does not begin with a game is no record.
func TestReadNoGame(t *testing.T) {
	ti, _ := titles.Find("1828")
	for _, log := range [][]engine.Event{nil, {engine.Noted{Text: "x"}}, {engine.Hosted{Act: "press", Text: "x"}}} {
		if _, err := Read(ti, log); err == nil {
			t.Errorf("%v is read", log)
		}
	}
}

// In a game that was imported, only the part played by mail is counted.
func TestReadAdoptedGame(t *testing.T) {
	ti, _ := titles.Find("1828")
	log := recordOf(t, ti, 11, 60)
	g := engine.Open(ti.Rules, log)
	g, made := g.Host("", engine.Adopted, "It goes on here.")
	log = append(log, made...)
	said := 0
	for player := walk.NewThrifty(11, ti.Habits); said < 20; said++ {
		c, _ := player.Pick(g.Pending())
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		g, log = next, append(log, events...)
	}
	r, err := Read(ti, log)
	if err != nil || len(r.Said) != said || len(r.Log) != len(log) {
		t.Fatalf("%d commands of %d, %d events of %d, %v", len(r.Said), said, len(r.Log), len(log), err)
	}
	if counts, err := Counts(r); err != nil || counts[0].Mails == 0 || counts[0].Mails > said {
		t.Errorf("%v, %v", counts, err)
	}
}

// Random games of every title can be derived with every habit: the plans make exactly the recorded moves, and
// no habit makes a game wait for more mails than there were uninterrupted runs of commands.
func TestDeriveRandomGames(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			log := recordOf(t, ti, 11, testsize.More(60, 60, 100))
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
