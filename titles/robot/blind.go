package robot

import (
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/moves"
)

// blind decides an answer that is given in secret. What it leads to is not looked at. The robot
// bids the least that is asked, if that leaves most of its money, and passes otherwise.
func (b *brain) blind(g *engine.Game, choices []engine.Choice) []trial {
	cash := g.State().Cash(b.seat)
	var out []trial
	for _, ch := range choices {
		list := ch.List()
		if len(list) == 0 {
			continue
		}
		w := trial{choice: ch, command: engine.Command{By: ch.By, Verb: ch.Verb, Args: list[0].Args}}
		if r := list[0].Range; r != nil {
			w.command.Args = append(slices.Clone(list[0].Args), strconv.Itoa(r.Min))
			if r.Min > cash/3 {
				w.value--
			}
		}
		if b.title.Verbs.Does(ch.Verb, moves.Bids) && w.value == 0 {
			w.value = 1
		}
		next, events, err := g.Decide(w.command)
		if err != nil {
			continue
		}
		w.game, w.end, w.events = next, next, events
		out = append(out, w)
	}
	slices.SortStableFunc(out, func(a, c trial) int { return c.value - a.value })
	return out
}
