package route

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"sync"
)

// A Memory keeps what the best runs found last earn, under a digest of all that was asked. The zero Memory is empty and ready for
// use, also by several at a time.
type Memory struct {
	mu        sync.Mutex
	new, last map[[sha256.Size]byte]Result
}

// mostKnown is how many results of late and how many before them a Memory keeps.
const mostKnown = 4096

// Earns returns what BestOf returns, without the Routes. It does not search again for what it knows; Work is what the search has
// cost when it was made. A train with a Bonus is searched for each time, for a function is equal to none.
func (m *Memory) Earns(g *Graph, trains []Train, fleets []Fleet, opt Options) Result {
	if slices.ContainsFunc(trains, func(t Train) bool { return t.Bonus != nil }) {
		return earned(g, trains, fleets, opt)
	}
	key := digest(g, trains, fleets, opt)
	known, ok := m.find(key)
	if !ok {
		known = earned(g, trains, fleets, opt) // others need not wait for it
		m.add(key, known)
	}
	return known
}

func earned(g *Graph, trains []Train, fleets []Fleet, opt Options) Result {
	best := BestOf(g, trains, fleets, opt)
	best.Routes = nil
	return best
}

func (m *Memory) find(key [sha256.Size]byte) (known Result, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known, ok = m.new[key]; !ok {
		known, ok = m.last[key]
	}
	return known, ok
}

func (m *Memory) add(key [sha256.Size]byte, found Result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.new) >= mostKnown || m.new == nil {
		m.new, m.last = map[[sha256.Size]byte]Result{}, m.new
	}
	m.new[key] = found
}

// digest names all that a search depends on. Each list begins with its length, so that no two questions have one name.
func digest(g *Graph, trains []Train, fleets []Fleet, opt Options) [sha256.Size]byte {
	var w writer
	w.ints(opt.Budget, len(g.Stops))
	for i := range g.Stops {
		s := &g.Stops[i]
		w.ints(int(s.Kind), s.Revenue, s.Group, bit(s.Token)|bit(s.Blocked)<<1|bit(s.Terminal)<<2|bit(s.Closed)<<3, len(s.ByTrain))
		for _, name := range slices.Sorted(maps.Keys(s.ByTrain)) {
			w.text(name)
			w.ints(s.ByTrain[name])
		}
	}
	for _, list := range [][]Segment{g.Segments, g.Hidden} {
		w.ints(len(list))
		for i := range list {
			w.ints(list[i].A, list[i].B, list[i].Bonus)
			w.list(list[i].Track)
		}
	}
	w.ints(len(trains))
	for i := range trains {
		t := &trains[i]
		w.text(t.Name)
		w.ints(t.Majors, t.Towns, t.Stops, t.Ports, int(t.Pay), t.Best, t.Times, t.BonusMax, bit(t.Values != nil))
		w.list(t.Values)
	}
	w.ints(len(fleets))
	for _, f := range fleets {
		w.list(f)
	}
	return sha256.Sum256(w.out)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A writer writes numbers and texts so that what follows each is told from it.
type writer struct{ out []byte }

func (w *writer) ints(ns ...int) {
	for _, n := range ns {
		w.out = binary.AppendVarint(w.out, int64(n))
	}
}

func (w *writer) list(ns []int) {
	w.ints(len(ns))
	w.ints(ns...)
}

func (w *writer) text(s string) {
	w.ints(len(s))
	w.out = append(w.out, s...)
}
