package sample

import (
	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// works are the tiles of a turn: one, which may be an upgrade. // 3.1; SA-13
var works = step.Works{Allowed: []step.Allowance{{Upgrade: true}}, Upgrades: 1}

// track lays or upgrades one tile. // 3.1; SA-13, SA-14
func track(t *turn) {
	t.Set(revenue, 0)
	classic.Track{Works: works, Ground: t.ground, Ask: func(g *classic.Ground) engine.Command {
		return t.ask("track", func() []engine.Choice { return classic.IfOpen(t.voice().Pass("lay no track"), g.Offer(t.voice())) })
	}}.Run(t.Turn)
}

// ground is where a company lays its next tile. // 3.1, 4; SA-13, SA-14
func (t *turn) ground(done step.Works) *classic.Ground {
	return &classic.Ground{Ground: t.reached(), Done: done, Tiles: "3.1", Phases: "4"}
}

// reached is the map as the company's track reaches it.
func (t *turn) reached() step.Ground { return step.Ground{Table: t.Table, Sym: t.Actor} }
