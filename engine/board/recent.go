package board

import (
	"encoding/binary"
	"slices"
	"sync"
)

// What is worked out of the same tiles again and again is kept for a while: the last boards of a map, and the
// last results of Reach and Track and the last networks of each. They depend on nothing else, so they only save time.
const (
	mostBoards   = 64
	mostReaches  = 4
	mostTracks   = 12 // robots ask for those of all companies
	mostListings = 12 // the same
)

// A recent keeps the last few values that were asked for, the latest first.
type recent[T any] struct {
	mu   sync.Mutex
	most int
	all  []T
}

// get returns the value that is the one, or else a new one.
func (r *recent[T]) get(one func(T) bool, work func() T) T {
	if v, ok := r.find(one); ok {
		return v
	}
	v := work() // others need not wait for it
	r.add(v)
	return v
}

// find returns the value that is the one, if it is kept.
func (r *recent[T]) find(one func(T) bool) (v T, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.all, one)
	if i < 0 {
		return v, false
	}
	v = r.all[i]
	copy(r.all[1:i+1], r.all)
	r.all[0] = v
	return v, true
}

// add keeps one more value, in place of the one that was not asked for longest.
func (r *recent[T]) add(v T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = slices.Insert(r.all[:min(len(r.all), r.most-1)], 0, v)
}

// A reached is a result of Reach or Track with what it was asked.
type reached struct {
	ways  string // see waysOf
	reach *Reach
}

// recall returns the result for some ways that is kept, or else a new one.
func recall(kept *recent[reached], ways string, work func() *Reach) *Reach {
	return kept.get(
		func(r reached) bool { return r.ways == ways },
		func() reached { return reached{ways, work()} }).reach
}

// waysOf names what Reach depends on besides the tiles: where it begins and which stops are blocked.
func (b *Board) waysOf(from []Spot, blocked func(Spot) bool) string {
	out := b.spots(nil, from)
	for i, face := range b.faces {
		for n := range face.Stops {
			if blocked(Spot{b.Hexes[i].At, n}) {
				out = append(out, '|')
				out = binary.AppendUvarint(out, uint64(i))
				out = binary.AppendUvarint(out, uint64(n))
			}
		}
	}
	return string(out)
}

// spots adds the names of stops.
func (b *Board) spots(out []byte, stops []Spot) []byte {
	for _, s := range stops {
		out = binary.AppendUvarint(out, uint64(b.hexAt[s.Hex]))
		out = binary.AppendUvarint(out, uint64(s.N))
	}
	return out
}
