package board

import "pbem/engine/route"

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

// TrackAnew is Track without what the board remembers.
func TrackAnew(b *Board, from []Spot, blocked func(Spot) bool) *Reach {
	return newBoard(b.Map, b.faces, b.ungrouped).Track(from, blocked)
}

// MostRemembered is how many answers to one kind of question a board remembers at most.
const MostRemembered = max(mostReaches, mostTracks, mostListings)

// NetworkAnew is NetworkPaying without what the board remembers.
func NetworkAnew(b *Board, stations []Spot, describe func(Spot, *route.Stop), bonus func(hex string) int) *route.Graph {
	return newBoard(b.Map, b.faces, b.ungrouped).NetworkPaying(stations, describe, bonus)
}
