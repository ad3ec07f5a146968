package route

import (
	"cmp"
	"slices"
)

// listMost is how many routes of a class are listed. If there are more, they are searched again for each
// choice made before.
const listMost = 20_000

// selection searches for sets of routes that pay at least a given sum. It chooses route by route, beginning
// with the classes that have fewest routes that matter. It thins the lists of the others as track is used.
type selection struct {
	*problem
	least int // in money
	slots []*slot
	quick int // small steps that are not charged yet
}

// slot is one train, in the order in which selection chooses routes. Slots of a class are adjacent.
type slot struct {
	*class
	k      int // number of the class
	train  int
	twins  int // how many slots of the class follow this one
	listed bool
	walker *walker
	now    found // the chosen route
}

// selectFrom searches for the best set of at least a given sum. It reports whether it finished.
func (p *problem) selectFrom(least int) bool {
	s := &selection{problem: p, least: least}
	lists := make([][]*found, len(p.classes))
	for k, c := range p.classes {
		all := false
		lists[k], all = s.list(c)
		for i, t := range c.trains {
			s.slots = append(s.slots, &slot{class: c, k: k, train: t, twins: len(c.trains) - 1 - i, listed: all,
				walker: newWalker(c, p.used, p.price, &p.budget)})
		}
	}
	slices.SortStableFunc(s.slots, func(a, b *slot) int {
		switch {
		case a.listed && !b.listed:
			return -1
		case b.listed && !a.listed:
			return 1
		}
		return cmp.Or(cmp.Compare(len(lists[a.k]), len(lists[b.k])), cmp.Compare(a.k, b.k))
	})
	s.choose(0, 0, lists)
	return s.budget > 0
}

// need returns how much the remaining routes have to be worth if the chosen ones are worth sum.
func (s *selection) need(sum int) int { return s.least*scale - s.piSum - sum }

// list collects the routes of a class that can be part of a set, the best first. It reports whether it found
// all.
func (s *selection) list(c *class) ([]*found, bool) {
	others := -c.bound
	for _, o := range s.classes {
		others += o.bound * len(o.trains)
	}
	var list []*found
	w := newWalker(c, s.used, s.price, &s.budget)
	w.oneWay = true
	all := w.walk(s.need(others), 50*listMost, func(r found) {
		kept := s.copy(c, r)
		list = append(list, &kept)
		if len(list) > listMost {
			w.limit = 0
		}
	})
	slices.SortStableFunc(list, func(a, b *found) int { return cmp.Compare(b.worth, a.worth) })
	return list, all && len(list) <= listMost
}

// ahead bounds what the slots from i on can be worth.
func (s *selection) ahead(i int, lists [][]*found) int {
	sum := 0
	for ; i < len(s.slots); i++ {
		sl := s.slots[i]
		if !sl.listed {
			sum += sl.bound
			continue
		}
		for n := 0; n <= sl.twins && len(lists[sl.k]) > 0; n++ {
			sum += s.nth(lists[sl.k], n)
		}
		i += sl.twins
	}
	return sum
}

// nth bounds the worth of the n-th of several routes from a list.
func (s *selection) nth(list []*found, n int) int {
	switch {
	case s.loose:
		n = 0 // the same route may be used again
	case n >= len(list):
		return 0
	}
	return max(0, list[n].worth)
}

func (s *selection) choose(i, sum int, lists [][]*found) {
	if i == len(s.slots) {
		s.record()
		return
	}
	if s.budget <= 0 || s.ahead(i, lists) < s.need(sum) {
		return
	}
	sl := s.slots[i]
	home := lists
	if sl.listed {
		s.pickListed(i, sum, lists)
		home = slices.Clone(lists)
		home[sl.k] = nil // if one train does not run, no twin of it runs
	} else {
		s.pickWalked(i, sum, lists)
	}
	sl.now = found{}
	s.choose(i+1, sum, home)
}

func (s *selection) pickListed(i, sum int, lists [][]*found) {
	sl := s.slots[i]
	others := s.ahead(i+1+sl.twins, lists)
	for n, r := range lists[sl.k] {
		s.charge(1)
		if s.budget <= 0 || r.worth+sl.twins*max(0, r.worth)+others < s.need(sum) {
			return
		}
		if overlap(s.used, r.set) {
			continue
		}
		sl.now = *r
		toggle(s.used, r.set)
		s.choose(i+1, sum+r.worth, s.thin(i, sum+r.worth, n, lists))
		toggle(s.used, r.set)
	}
}

// charge counts small steps against the budget.
func (s *selection) charge(n int) {
	s.quick += n
	s.budget -= s.quick / 8
	s.quick %= 8
}

// thin returns the lists for the slots after i, which took the n-th route of its list. It keeps routes that
// do not use the same track and can still be enough. If only one list is left, thinning is not worth it: its
// first free route is the best.
func (s *selection) thin(i, sum, n int, lists [][]*found) [][]*found {
	next := slices.Clone(lists)
	sl := s.slots[i]
	if sl.twins > 0 {
		next[sl.k] = lists[sl.k][n:] // the same route again, if it uses no track
		if slices.ContainsFunc(sl.now.set, func(w uint64) bool { return w != 0 }) {
			next[sl.k] = lists[sl.k][n+1:]
		}
	}
	if i+2 >= len(s.slots) {
		return next
	}
	need, ahead := s.need(sum), s.ahead(i+1, next)
	room := make([][]*found, len(next))
	for j := i + 1; j < len(s.slots) && s.slots[j].listed; j += s.slots[j].twins + 1 {
		k := s.slots[j].k
		if list := next[k]; len(list) > 0 {
			room[k] = s.besides(list, sl.now.set, s.nth(list, s.slots[j].twins)+need-ahead)
		}
	}
	return room
}

// besides returns the routes of a list that do not use the given track and are worth at least least.
func (s *selection) besides(list []*found, set []uint64, least int) []*found {
	var kept []*found
	for _, r := range list {
		s.charge(1)
		if r.worth < least {
			break
		}
		if !overlap(set, r.set) {
			kept = append(kept, r)
		}
	}
	return kept
}

func (s *selection) pickWalked(i, sum int, lists [][]*found) {
	sl := s.slots[i]
	w := sl.walker
	w.oneWay = i < len(s.slots)-1
	least := func() int { return s.need(sum) - s.ahead(i+1, lists) }
	w.walk(least(), s.budget, func(r found) {
		if i > 0 && s.slots[i-1].k == sl.k && s.slots[i-1].now.segs != nil && r.worth > s.slots[i-1].now.worth {
			return
		}
		sl.now = s.copy(sl.class, r)
		s.choose(i+1, sum+r.worth, lists)
		w.need = least()
	})
}

// record keeps the chosen routes and raises the sum asked for.
func (s *selection) record() {
	routes := make([]found, len(s.trains))
	for _, sl := range s.slots {
		routes[sl.train] = sl.now
	}
	s.offer(routes)
	s.least = max(s.least, s.total+s.unit)
}
