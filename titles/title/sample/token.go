package sample

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// station places one station marker, the next on the charter. The space of a home is kept. // 3.2; SA-02, SA-15
func station(t *turn) {
	ground := t.reached()
	next := classic.NextStation(&ground, "3.2")
	a := t.ask("station", func() []engine.Choice {
		return classic.IfOpen(t.voice().Pass("place no station marker"), next.Offer(t.voice(), nil))
	})
	if a.Verb != "pass" {
		next.Place(t.Turn, a.Args)
	}
}
