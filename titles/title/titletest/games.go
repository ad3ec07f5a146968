package titletest

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/walk"
	"pbem/titles/title"
)

// A Playthrough is a random game that is stored as a transcript.
type Playthrough struct {
	Players int
	Seed    int64
	Manner  walk.Manner
	Option  string // a variant, "" for none
	End     string // how the reason for the end of the game ends
}

// Playthroughs compares random games with those in testdata, by the names of the files. With
// update it writes them again.
func Playthroughs(t *testing.T, ti *title.Title, games map[string]Playthrough, update bool) {
	t.Helper()
	for name, c := range games {
		t.Run(name, func(t *testing.T) {
			start := engine.Started{Title: ti.Facts.Slug, Seed: c.Seed, Players: []string{"Amy", "Brian", "Crystal", "David", "Eve", "Frank"}[:c.Players]}
			if c.Option != "" {
				start.Options = map[string]string{c.Option: "yes"}
			}
			setup, err := ti.Setup(start)
			if err != nil {
				t.Fatal(err)
			}
			w := walk.Walk{Rules: ti.Rules, Setup: setup, Seed: uint64(c.Seed), Manner: c.Manner, Habits: ti.Habits}
			if err := w.Run(); err != nil {
				t.Fatal(err)
			}
			if got := w.Game.State().Result.Reason; !strings.HasSuffix(got, c.End) {
				t.Errorf("the end: %s", got)
			}
			enginetest.Golden(t, "testdata/"+name+".golden", enginetest.Transcript(w.Log), update)
		})
	}
}

// Reasoned plays a random game of three. What is not offered is refused with a sentence of the
// rules. words are tried beside those on offer.
func Reasoned(t *testing.T, ti *title.Title, words ...string) {
	t.Helper()
	setup, err := ti.Setup(engine.Started{Title: ti.Facts.Slug, Seed: 7, Players: []string{"Amy", "Brian", "Crystal"}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	_, err = enginetest.Play(ti.Rules, setup, 7, func(_ int, g *engine.Game) error {
		if n++; n%20 > 0 {
			return nil
		}
		return enginetest.Reasoned(g.Pending(), words...)
	})
	if err != nil {
		t.Error(err)
	}
}

// SwitchesAdopted plays the cases of switches again in adopted games: a switch holds for the
// record only, unless it says why it stays on. Each has a case that needs it.
func SwitchesAdopted(t *testing.T, kit enginetest.Kit, switches title.Switches) {
	t.Helper()
	var keys []string
	for _, sw := range switches {
		keys = append(keys, sw.Key)
	}
	enginetest.Adopted(t, kit, "testdata/*.txt", keys, func(key string) bool { return switches[switches.Find(key)].Rest != "" })
}
