package t1828

import (
	"flag"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/walk"
)

// update stores the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write the playthroughs in testdata")

// TestPlaythroughs compares random games with the stored ones: of prudent players to the end in the purple
// phase, one of them with the variant, and of careless players to a bankruptcy.
func TestPlaythroughs(t *testing.T) {
	for name, c := range map[string]struct {
		players int
		seed    int64
		manner  walk.Manner
		option  string
		end     string
	}{
		"playthrough": {4, 5, walk.Prudent, "", "the operating rounds of the purple phase are over"},
		"variants":    {5, 2, walk.Prudent, goodPrivates, "the operating rounds of the purple phase are over"},
		"bankruptcy":  {3, 4, walk.Eager, "", " is bankrupt"},
	} {
		t.Run(name, func(t *testing.T) {
			start := engine.Started{Title: "1828", Seed: c.seed, Players: []string{"Amy", "Brian", "Crystal", "David", "Eve"}[:c.players]}
			if c.option != "" {
				start.Options = map[string]string{c.option: "yes"}
			}
			setup, err := setup(start)
			if err != nil {
				t.Fatal(err)
			}
			w := walk.Walk{Rules: Title.Rules, Setup: setup, Seed: uint64(c.seed), Manner: c.manner, Habits: habits}
			if err := w.Run(); err != nil {
				t.Fatal(err)
			}
			if got := w.Game.State().Result.Reason; !strings.HasSuffix(got, c.end) {
				t.Errorf("the end: %s", got)
			}
			enginetest.Golden(t, "testdata/"+name+".golden", enginetest.Transcript(w.Log), *update)
		})
	}
}

// Words that are not offered are refused with a sentence of the rules.
func TestRefusalsHaveReasons(t *testing.T) {
	setup, err := setup(engine.Started{Title: "1828", Seed: 7, Players: []string{"Amy", "Brian", "Crystal"}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	_, err = enginetest.Play(Title.Rules, setup, 7, func(_ int, g *engine.Game) error {
		if n++; n%20 > 0 {
			return nil
		}
		return enginetest.Reasoned(g.Pending(), "J", "05")
	})
	if err != nil {
		t.Error(err)
	}
}
