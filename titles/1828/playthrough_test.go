package t1828

import (
	"flag"
	"testing"

	"pbem/engine/walk"
	"pbem/titles/title/titletest"
)

// update writes the playthroughs again. Read the difference before you keep it.
var update = flag.Bool("update", false, "write the playthroughs in testdata")

// TestPlaythroughs compares random games with the stored ones: of prudent players to the end in the purple
// phase, one of them with the variant, and of careless players to a bankruptcy.
func TestPlaythroughs(t *testing.T) {
	titletest.Playthroughs(t, Title, map[string]titletest.Playthrough{
		"playthrough": {Players: 4, Seed: 5, Manner: walk.Prudent, End: "the operating rounds of the purple phase are over"},
		"variants":    {Players: 5, Seed: 2, Manner: walk.Prudent, Option: goodPrivates, End: "the operating rounds of the purple phase are over"},
		"bankruptcy":  {Players: 3, Seed: 4, Manner: walk.Eager, End: " is bankrupt"},
	}, *update)
}

// Words that are not offered are refused with a sentence of the rules.
func TestRefusalsHaveReasons(t *testing.T) {
	titletest.Reasoned(t, Title, "J", "05")
}
