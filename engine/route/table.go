package route

import "slices"

// cell is the most that the rest of a route can add after a stop. a is the maximum, and b the maximum if site
// next does not come next. next is -1 if it is best to end the route here.
type cell struct {
	a, b int
	next int
}

// never is the value of something impossible. It stays hopeless whatever is added to it.
const never = -1 << 50

func (c *cell) offer(value, site int) {
	switch {
	case value > c.a:
		if site != c.next {
			c.b = c.a
		}
		c.a, c.next = value, site
	case site != c.next && value > c.b:
		c.b = value
	}
}

// but returns the maximum if the given site does not come next.
func (c *cell) but(site int) int {
	if c.next == site {
		return c.b
	}
	return c.a
}

// at returns the cell for a route that has arrived at the stop with these resources left.
func (c *class) at(q, stop int, token bool) *cell {
	i := (q*len(c.stops) + stop) * 2
	if token {
		i++
	}
	return &c.table[i]
}

// fill computes the table for the present gains and tolls. Its values are upper bounds: the rest of a walk
// may return to a site, though not at once, and to pieces of track.
func (c *class) fill() {
	for q := 0; q <= c.full; q++ {
		row := c.table[q*len(c.stops)*2 : (q+1)*len(c.stops)*2]
		c.spend(q, row)
		if c.free > 0 {
			c.coast(row)
		}
	}
}

// spend fills a row with the best of ending here and of going to a stop that uses resources.
func (c *class) spend(q int, row []cell) {
	n := len(c.stops)
	left1, left2 := q/c.size2, q%c.size2
	for v := range n {
		no, yes := &row[2*v], &row[2*v+1]
		*no, *yes = cell{never, never, -1}, cell{0, 0, -1}
		if c.token[v] {
			*no = *yes
		}
		if !c.pass[v] {
			continue
		}
		for _, s := range c.out[v] {
			f := &c.visit[s.to]
			if !f.open || f.d1 > left1 || f.d2 > left2 {
				continue
			}
			add := c.gain[s.to] - c.toll[s.link]
			if f.drop > 0 {
				c.toward(no, yes, v, s.to, q-f.drop, add)
			}
			if c.pick > 0 && f.extra > 0 && f.d1 < left1 {
				c.toward(no, yes, v, s.to, q-f.drop-c.pick, add+f.extra)
			}
		}
	}
}

// toward offers the step from v to a stop, after which q is left.
func (c *class) toward(no, yes *cell, v, to, q, add int) {
	i := (q*len(c.stops) + to) * 2
	from, site := c.site[v], c.site[to]
	if x := c.table[i+1].but(from); x > never/2 {
		yes.offer(add+x, site)
		if c.token[to] {
			no.offer(add+x, site)
		}
	}
	if !c.token[to] {
		if x := c.table[i].but(from); x > never/2 {
			no.offer(add+x, site)
		}
	}
}

// coast adds steps to stops that use no resources, as many in a row as possible.
func (c *class) coast(row []cell) {
	base := append(c.layer[:0], row...)
	last := make([]cell, len(row))
	for range c.free {
		copy(last, row)
		copy(row, base)
		for v := range c.stops {
			if !c.pass[v] {
				continue
			}
			for _, s := range c.out[v] {
				if f := &c.visit[s.to]; f.open && f.drop == 0 {
					c.glide(row, last, v, s)
				}
			}
		}
		if slices.Equal(row, last) {
			return
		}
	}
}

func (c *class) glide(row, last []cell, v int, s step) {
	add := c.gain[s.to] - c.toll[s.link]
	from, site := c.site[v], c.site[s.to]
	no, yes := last[2*s.to].but(from), last[2*s.to+1].but(from)
	if c.token[s.to] {
		no = yes
	}
	if yes > never/2 {
		row[2*v+1].offer(add+yes, site)
	}
	if no > never/2 {
		row[2*v].offer(add+no, site)
	}
}

// start returns the most that a route from the stop can be worth.
func (c *class) start(v int) int {
	f := &c.visit[v]
	if !f.open || f.d1 >= c.size1 || f.d2 >= c.size2 {
		return never
	}
	best := never
	for _, s := range c.out[v] {
		best = max(best, c.first(v, s, c.full-f.drop, c.gain[v]))
		if c.pick > 0 && f.extra > 0 && c.full-f.drop >= c.pick {
			best = max(best, c.first(v, s, c.full-f.drop-c.pick, c.gain[v]+f.extra))
		}
	}
	return best
}

// first returns the most for a route whose first step leaves v, with q left and worth so far.
func (c *class) first(v int, s step, q, worth int) int {
	f := &c.visit[s.to]
	left1, left2 := q/c.size2, q%c.size2
	if !f.open || f.d1 > left1 || f.d2 > left2 {
		return never
	}
	worth += c.gain[s.to] - c.toll[s.link]
	token := c.token[v] || c.token[s.to]
	best := worth + c.at(q-f.drop, s.to, token).but(c.site[v])
	if c.pick > 0 && f.extra > 0 && f.d1 < left1 {
		best = max(best, worth+f.extra+c.at(q-f.drop-c.pick, s.to, token).but(c.site[v]))
	}
	return best
}
