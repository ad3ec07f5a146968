package waits

import (
	"slices"

	"pbem/engine"
	"pbem/pbem/plan"
)

// keeps follows the plans of a player through the recorded game from position k. They are good if everything they say
// was said: a new plan may answer where an older one would have been put aside, which then goes on. used counts how
// often the last of them speaks.
func (d *deriver) keeps(orders []plan.Plan, player string, k int) (good bool, used int) {
	ours := map[int]bool{orders[len(orders)-1].N: true} // and the plans that it leaves behind
	for round := ""; k < len(d.Said); k++ {
		waits := slices.Contains(d.awaited(k), player)
		if !waits && d.rounds[k] == round {
			continue
		}
		round = d.rounds[k]
		s := d.scene(k, player)
		if orders = inForce(orders, s); len(orders) == 0 {
			return true, used
		}
		if !waits {
			continue
		}
		p, a, left := answer(orders, s)
		if orders = left; !a.Says {
			continue
		}
		said := commandsIn(a.At.Log[len(s.Log):])
		if !d.wasSaid(k, said) {
			return false, used
		}
		if ours[p.N] {
			used++
		}
		before := orders
		orders = p.Answered(orders, a)
		if ours[p.N] {
			for _, q := range orders {
				ours[q.N] = ours[q.N] || !slices.ContainsFunc(before, func(old plan.Plan) bool { return old.N == q.N })
			}
		}
		k += len(said) - 1
	}
	return true, used
}

// inForce returns the plans that are not over in a scene.
func inForce(orders []plan.Plan, s plan.Scene) (out []plan.Plan) {
	for _, p := range orders {
		if p, over := p.Over(s); over == "" {
			out = append(out, p)
		}
	}
	return out
}

// answer returns the first plan that answers in a scene, and all plans without those that were put aside before it.
func answer(orders []plan.Plan, s plan.Scene) (p plan.Plan, a plan.Answer, left []plan.Plan) {
	left = orders
	for _, p := range plan.InOrder(orders) {
		switch a := p.Answer(s); {
		case a.Aside != "":
			left = slices.DeleteFunc(slices.Clone(left), func(q plan.Plan) bool { return q.N == p.N })
		case a.Says:
			return p, a, left
		}
	}
	return p, a, left
}

func commandsIn(log []engine.Event) []engine.Command {
	var out []engine.Command
	for _, e := range log {
		if said, ok := e.(engine.Said); ok {
			out = append(out, said.Command)
		}
	}
	return out
}

// wasSaid reports whether the commands are those recorded from position k.
func (d *deriver) wasSaid(k int, said []engine.Command) bool {
	for i, c := range said {
		if k+i >= len(d.Said) || d.Said[k+i].By != c.By || d.Said[k+i].String() != c.String() {
			return false
		}
	}
	return true
}
