package t1843

import (
	"flag"
	"testing"

	"pbem/engine/walk"
	"pbem/titles/title/titletest"
)

// update writes the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write the playthroughs in testdata")

// TestPlaythroughs compares whole random games with the stored ones: one for each of the ways in
// which a game may end. // 8.10.1
func TestPlaythroughs(t *testing.T) {
	titletest.Playthroughs(t, Title, map[string]titletest.Playthrough{
		"playthrough": {Players: 4, Seed: 7, Manner: walk.Prudent, End: "the second set of operating rounds with a gray train is over"},
		"dividend":    {Players: 6, Seed: 21, Manner: walk.Prudent, End: "a company reached the end of the market"},
		"sold-out":    {Players: 3, Seed: 109, Manner: walk.Prudent, End: " reached 500fr"},
		"bankruptcy":  {Players: 3, Seed: 3, Manner: walk.Prudent, End: " is bankrupt"},
		"auction":     {Players: 2, Seed: 10, Manner: walk.Careless, End: "the last yellow train left the game in the auction"},
	}, *update)
}

// A command that is not offered is refused with a sentence of the rules.
func TestRefusalsHaveReasons(t *testing.T) {
	titletest.Reasoned(t, Title, "H7", "05")
}
