package board

import (
	"encoding/binary"
	"slices"
	"sync"
)

// What is worked out of the same tiles again and again is kept for a while: the last boards of a map, and the
// last results of Reach of each. Both depend on nothing else, so they only save time.
const (
	mostBoards  = 32
	mostReaches = 4
)

// A recent keeps the last few values that were asked for, the latest first.
type recent[T any] struct {
	mu   sync.Mutex
	most int
	all  []T
}

// get returns the value that is the one, or else a new one.
func (r *recent[T]) get(one func(T) bool, work func() T) T {
	r.mu.Lock()
	i := slices.IndexFunc(r.all, one)
	if i >= 0 {
		v := r.all[i]
		copy(r.all[1:i+1], r.all)
		r.all[0] = v
		r.mu.Unlock()
		return v
	}
	r.mu.Unlock()
	v := work() // others need not wait for it
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = slices.Insert(r.all[:min(len(r.all), r.most-1)], 0, v)
	return v
}

// A reached is a result of Reach with what it was asked.
type reached struct {
	ways  string // see waysOf
	reach *Reach
}

// waysOf names what Reach depends on besides the tiles: where it begins and which stops are blocked.
func (b *Board) waysOf(from []Spot, blocked func(Spot) bool) string {
	var out []byte
	for _, s := range from {
		out = binary.AppendUvarint(out, uint64(b.hexAt[s.Hex]))
		out = binary.AppendUvarint(out, uint64(s.N))
	}
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
