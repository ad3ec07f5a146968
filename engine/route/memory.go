package route

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"sync"
)

// A Memory keeps the best runs that were found last, under a digest of all that was asked. Several may use it at a time.
type Memory struct {
	most int

	mu        sync.Mutex // guards the fields below
	new, last map[[sha256.Size]byte]Result
}

// NewMemory keeps so many results of late, and about as many of before.
func NewMemory(most int) *Memory { return &Memory{most: most} }

// BestOf is BestOf. It does not search again for what it knows; Work is what the search has cost when it was made. Trains with a
// Bonus are searched for each time, for a function has no digest.
func (m *Memory) BestOf(g *Graph, trains []Train, fleets []Fleet, opt Options) Result {
	if slices.ContainsFunc(trains, func(t Train) bool { return t.Bonus != nil }) {
		return BestOf(g, trains, fleets, opt)
	}
	key := digest(g, trains, fleets, opt)
	known, ok := m.find(key)
	if !ok {
		known = BestOf(g, trains, fleets, opt) // others need not wait for it
		m.add(key, known)
	}
	return known.clone()
}

// Forget forgets everything.
func (m *Memory) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.new, m.last = nil, nil
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
	if len(m.new) >= m.most || m.new == nil {
		m.new, m.last = map[[sha256.Size]byte]Result{}, m.new
	}
	m.new[key] = found
}

// clone copies the result for one who may change it.
func (r Result) clone() Result {
	r.Routes = slices.Clone(r.Routes)
	for i := range r.Routes {
		rt := &r.Routes[i]
		rt.Stops, rt.Segments, rt.Counted = slices.Clone(rt.Stops), slices.Clone(rt.Segments), slices.Clone(rt.Counted)
	}
	return r
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
