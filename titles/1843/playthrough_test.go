package t1843

import (
	"flag"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/walk"
)

// update writes the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write the playthroughs in testdata")

// TestPlaythroughs compares whole random games with the stored ones: one for each of the ways in
// which a game may end. // 8.10.1
func TestPlaythroughs(t *testing.T) {
	for name, c := range map[string]struct {
		players int
		seed    int64
		manner  walk.Manner
		end     string
	}{
		"playthrough": {4, 7, walk.Prudent, "the second set of operating rounds with a gray train is over"},
		"dividend":    {6, 21, walk.Prudent, "a company reached the end of the market"},
		"sold-out":    {3, 109, walk.Prudent, " reached 500fr"},
		"bankruptcy":  {3, 3, walk.Prudent, " is bankrupt"},
		"auction":     {2, 10, walk.Careless, "the last yellow train left the game in the auction"},
	} {
		t.Run(name, func(t *testing.T) {
			start := engine.Started{Title: "1843", Seed: c.seed, Players: []string{"Amy", "Brian", "Crystal", "David", "Eve", "Frank"}[:c.players]}
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

// A command that is not offered is refused with a sentence of the rules.
func TestRefusalsHaveReasons(t *testing.T) {
	setup, err := setup(engine.Started{Title: "1843", Seed: 7, Players: []string{"Amy", "Brian", "Crystal"}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	_, err = enginetest.Play(Title.Rules, setup, 7, func(_ int, g *engine.Game) error {
		if n++; n%20 > 0 {
			return nil
		}
		return enginetest.Reasoned(g.Pending(), "H7", "05")
	})
	if err != nil {
		t.Error(err)
	}
}
