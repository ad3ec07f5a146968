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
