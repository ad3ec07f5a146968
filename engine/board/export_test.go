package board

// SearchSteps returns the most steps that Reach takes for one node.
func SearchSteps(b *Board, from []Spot, blocked func(Spot) bool) (most int) {
	w := explore(b, from, blocked)
	for n := range w.nodes {
		w.steps = 0
		w.seek(n)
		most = max(most, w.steps)
	}
	return most
}

// ReachAnew is Reach without what the board remembers.
func ReachAnew(b *Board, from []Spot, blocked func(Spot) bool) *Reach { return b.reach(from, blocked) }
