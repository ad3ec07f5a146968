package classic_test

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// A company builds one tile in its turn. What is offered and what is refused come from the same rules.
func ExampleTrack() {
	g := play(setup(100), func(t *engine.Turn, tb step.Table) {
		classic.Track{
			Works: step.Works{Allowed: []step.Allowance{{Upgrade: true}}, Upgrades: 1},
			Ground: func(done step.Works) *classic.Ground {
				return &classic.Ground{Ground: step.Ground{Table: tb, Sym: t.Actor}, Done: done, Tiles: "3.1", Phases: "4"}
			},
			Ask: func(g *classic.Ground) engine.Command {
				v := tb.Voice(t.Actor)
				return classic.Ask(t)("track", func() []engine.Choice { return classic.IfOpen(v.Pass("lay no tile"), g.Offer(v)) })
			},
		}.Run(t)
	})
	fmt.Println(g.offered("lay"))
	fmt.Println(g.say("lay A4 57 1"))
	g.say("lay A4 9 1")
	fmt.Println(g.told())
	// Output:
	// [A4 9 1 (yellow, exits W-E)]
	// A4 takes tile 9 next (3.1)
	// laid tile 9 in A4
}

// The next marker goes to a city that the company's track reaches.
func ExampleStation() {
	g := play(setup(100, straight("A4 9", "A6 57")...), func(t *engine.Turn, tb step.Table) {
		s := classic.NextStation(&step.Ground{Table: tb, Sym: t.Actor}, "3.2")
		v := tb.Voice(t.Actor)
		a := classic.Ask(t)("station", func() []engine.Choice { return classic.IfOpen(v.Pass("place none"), s.Offer(v, nil)) })
		if a.Verb != "pass" {
			s.Place(t, a.Args)
		}
	})
	fmt.Println(g.offered("token"))
	g.say("token A6")
	fmt.Println(g.told())
	// Output:
	// [A6 (A6, $40)]
	// placed a station in A6 for $40
}

// As in 1830: a D is sold as soon as the first 6 is, and a 4 takes $300 off its price.
func ExampleShop() {
	g := play(setup(800, six(moved("NYC", step.Train("4", 0)))...), func(t *engine.Turn, tb step.Table) {
		classic.Shop{
			Table: tb, Sym: t.Actor, Section: "3.5", Limits: "4", Pool: "pool",
			Most:     func() int { return classic.TrainLimit(tb, t.Actor) },
			With:     map[string]string{"D": "6"},
			Discount: func(given, bought string) int { return map[string]int{"4 D": 300}[given+" "+bought] },
			Sold:     func(name string) { step.EnterPhase(t, tb, name, "All %s-trains rust", func(int) {}) },
		}.Trains(t, nil)
	})
	for _, o := range g.offered("buy") {
		fmt.Println(o)
	}
	fmt.Println(g.say("buy train D from bank"))
	// Output:
	// train 6 from bank ($600)
	// train D from bank giving 4 ($800)
	// a D-train costs $1100, but NYC has $800 (3.5)
}
