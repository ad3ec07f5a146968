package route

import "math"

// row says that a sum of multiples of columns is at most limit. It is exact. The simplex works on a copy.
type row struct {
	cols  []int
	coefs []int
	limit int
	idle  int // how often it was checked in vain
}

func (r *row) add(col, coef int) {
	for i, c := range r.cols {
		if c == col {
			r.coefs[i] += coef
			return
		}
	}
	r.cols = append(r.cols, col)
	r.coefs = append(r.coefs, coef)
}

// excess returns by how much a point breaks the row.
func (r *row) excess(x []float64) float64 {
	sum := -float64(r.limit)
	for i, c := range r.cols {
		sum += float64(float64(r.coefs[i]) * x[c])
	}
	return sum
}

// simplex maximises a sum over columns, which are at least 0, under rows that are added one by one. It uses
// the dual simplex method on a dictionary: each basic variable is rhs minus a combination of the others. The
// variables are the columns and then the slacks of the rows. No exact result depends on its floating-point
// numbers.
type simplex struct {
	cols  int
	rows  []*row // by slack
	basic []int  // variable of each line
	other []int  // variable of each place in a line
	line  [][]float64
	rhs   []float64
	heavy []float64 // by line: its weight when the next line is chosen (dual Devex)
	cost  []float64 // by place: what one more of it adds; never above 0 between calls
	where []int     // by variable: line if basic, -1-place if not
	some  []int     // scratch memory
	work  int       // steps done
}

// again rebuilds the simplex from its rows, which removes accumulated rounding errors.
func (s *simplex) again(cost []int, much int) *simplex {
	n := newSimplex(cost, much)
	for j, p := range s.where[:s.cols] {
		if p == gone && n.where[j] < 0 {
			n.remove(j)
		}
	}
	for _, r := range s.rows {
		n.add(r)
	}
	return n
}

// newSimplex begins with one row: all columns together are at most much. With it any cost is a valid start.
func newSimplex(cost []int, much int) *simplex {
	n := len(cost)
	s := &simplex{cols: n}
	for j := range cost {
		s.other = append(s.other, j)
		s.where = append(s.where, -1-j)
		// A little noise keeps the method from cycling.
		s.cost = append(s.cost, float64(cost[j])+float64(float64(j*7919%1009)*2e-6))
	}
	all := &row{limit: much}
	best := 0
	for j := range cost {
		all.add1(j)
		if s.cost[j] > s.cost[best] {
			best = j
		}
	}
	s.add(all)
	if n > 0 && s.cost[best] > 0 {
		s.pivot(0, best)
	}
	return s
}

func (r *row) add1(col int) {
	r.cols = append(r.cols, col)
	r.coefs = append(r.coefs, 1)
}

// clone copies the simplex without the rows that have slack. They may be added again.
func (s *simplex) clone() *simplex {
	c := &simplex{cols: s.cols}
	keep := make([]int, len(s.rows)) // new slack of a kept row
	for i, r := range s.rows {
		keep[i] = -1
		if s.where[s.cols+i] < 0 {
			keep[i] = s.cols + len(c.rows)
			c.rows = append(c.rows, r)
		}
	}
	name := func(v int) int {
		if v < s.cols {
			return v
		}
		return keep[v-s.cols]
	}
	c.where = make([]int, s.cols+len(c.rows))
	for v := range s.cols {
		c.where[v] = gone
	}
	for j, v := range s.other {
		c.other = append(c.other, name(v))
		c.where[name(v)] = -1 - j
	}
	c.cost = append(c.cost, s.cost...)
	for i, v := range s.basic {
		if v >= s.cols {
			continue
		}
		c.where[v] = len(c.basic)
		c.basic = append(c.basic, v)
		c.rhs = append(c.rhs, s.rhs[i])
		c.heavy = append(c.heavy, s.heavy[i])
		c.line = append(c.line, append([]float64(nil), s.line[i]...))
	}
	return c
}

// add adds a row.
func (s *simplex) add(r *row) {
	line := make([]float64, len(s.other))
	rhs := float64(r.limit)
	for i, c := range r.cols {
		a := float64(r.coefs[i])
		if p := s.where[c]; p == gone {
			continue
		} else if p < 0 {
			line[-1-p] += a
		} else {
			rhs -= float64(a * s.rhs[p])
			for j, x := range s.line[p] {
				line[j] -= float64(a * x)
			}
		}
	}
	s.where = append(s.where, len(s.line))
	s.basic = append(s.basic, s.cols+len(s.rows))
	s.rows = append(s.rows, r)
	s.line = append(s.line, line)
	s.rhs = append(s.rhs, rhs)
	s.heavy = append(s.heavy, 1)
}

// pivot makes the variable at a place basic, in exchange for that of a line.
func (s *simplex) pivot(l, p int) {
	line := s.line[l]
	inv := 1 / line[p]
	s.weigh(l, p, inv)
	s.some = s.some[:0]
	for j, a := range line {
		if math.Abs(a) < 1e-12 {
			line[j] = 0
		} else if j != p {
			line[j] = a * inv
			s.some = append(s.some, j)
		}
	}
	line[p] = inv
	s.rhs[l] *= inv
	s.work += 1 + len(s.line)/16
	for i, other := range s.line {
		if f := other[p]; i != l && math.Abs(f) > 1e-12 {
			s.eliminate(other, line, f)
			other[p] = -f * inv
			s.rhs[i] -= float64(f * s.rhs[l])
		}
	}
	if f := s.cost[p]; f != 0 {
		s.eliminate(s.cost, line, f)
		s.cost[p] = -f * inv
		for j, c := range s.cost {
			s.cost[j] = min(c, 0)
		}
	}
	in, out := s.other[p], s.basic[l]
	s.other[p], s.basic[l] = out, in
	s.where[in], s.where[out] = l, -1-p
}

// weigh updates the weights of the lines before a pivot.
func (s *simplex) weigh(l, p int, inv float64) {
	of := s.heavy[l] * inv * inv
	for i, line := range s.line {
		if f := line[p]; i != l {
			s.heavy[i] = max(s.heavy[i], f*f*of)
		}
	}
	s.heavy[l] = max(of, 1)
	if of > 1e7 {
		for i := range s.heavy {
			s.heavy[i] = 1
		}
	}
}

// eliminate subtracts f times a line from another. Only the places in some are not 0 in it.
func (s *simplex) eliminate(a, by []float64, f float64) {
	by = by[:len(a)]
	if len(s.some)*4 < len(a) {
		s.work += len(s.some) / 32
		for _, j := range s.some {
			a[j] -= float64(f * by[j])
		}
		return
	}
	s.work += len(a) / 128
	for len(a) >= 4 && len(by) >= 4 {
		a[0] -= float64(f * by[0])
		a[1] -= float64(f * by[1])
		a[2] -= float64(f * by[2])
		a[3] -= float64(f * by[3])
		a, by = a[4:], by[4:]
	}
	for j := range a {
		a[j] -= float64(f * by[j])
	}
}

// solve restores all rows in at most limit steps. If they contradict each other, it returns the line that
// shows it, otherwise -1.
func (s *simplex) solve(limit int) (line int, ended bool) {
	limit += s.work
	for {
		l := -1
		worst := 0.0
		for i, b := range s.rhs {
			if b < -1e-7 && b*b > worst*s.heavy[i] {
				l, worst = i, b*b/s.heavy[i]
			}
		}
		if l < 0 {
			return -1, true
		}
		p := s.enter(s.line[l])
		if p < 0 {
			return l, true
		}
		s.pivot(l, p)
		if s.work > limit {
			return -1, false
		}
	}
}

// enter returns the place that can become basic with the smallest loss, -1 if none helps. Among nearly equal
// losses it takes the largest divisor (after Harris), which keeps rounding errors small.
func (s *simplex) enter(line []float64) int {
	least := math.Inf(1)
	for j, a := range line {
		if a < -1e-7 {
			least = min(least, (s.cost[j]-1e-7)/a)
		}
	}
	place, size := -1, 0.0
	for j, a := range line {
		if a < -1e-7 && -a > size && s.cost[j]/a <= least {
			place, size = j, -a
		}
	}
	return place
}

// point writes the solution to x.
func (s *simplex) point(x []float64) {
	clear(x)
	for i, v := range s.basic {
		if v < s.cols {
			x[v] = s.rhs[i]
		}
	}
}

// dualScale is how many units the prices of rows have.
const dualScale = 1 << 20

// certify computes in whole numbers, times dualScale, a bound on the sum that any point within the rows and
// the upper limits of the columns can reach. It also returns what each column is worth beyond the prices of
// its rows.
func (s *simplex) certify(cost, most []int) (bound int, excess []int) {
	excess = make([]int, len(cost))
	for j, c := range cost {
		excess[j] = c * dualScale
	}
	for i, r := range s.rows {
		p := s.where[s.cols+i]
		if p >= 0 {
			continue
		}
		y := int(math.Round(-s.cost[-1-p] * dualScale))
		if y <= 0 {
			continue
		}
		bound += y * r.limit
		for k, c := range r.cols {
			excess[c] -= y * r.coefs[k]
		}
	}
	for j, e := range excess {
		if e > 0 {
			bound += e * most[j]
		}
	}
	return bound, excess
}

// refuted reports, in whole numbers, whether the line from solve proves that no point within the upper limits
// of the columns satisfies the rows.
func (s *simplex) refuted(l int, most []int) bool {
	limit := 0
	coefs := make([]int, s.cols)
	weigh := func(v int, weight float64) {
		if y := int(math.Round(weight * dualScale)); v >= s.cols && y > 0 {
			r := s.rows[v-s.cols]
			limit += y * r.limit
			for k, c := range r.cols {
				coefs[c] += y * r.coefs[k]
			}
		}
	}
	weigh(s.basic[l], 1)
	for j, v := range s.other {
		weigh(v, s.line[l][j])
	}
	least := 0
	for c, a := range coefs {
		least += min(a, 0) * most[c]
	}
	return least > limit
}

// gone marks a removed variable in where.
const gone = -1 << 40

// remove removes a column that is 0 and stays 0. It must not be basic.
func (s *simplex) remove(col int) {
	p, last := -1-s.where[col], len(s.other)-1
	for i, line := range s.line {
		line[p] = line[last]
		s.line[i] = line[:last]
	}
	s.cost[p] = s.cost[last]
	s.cost = s.cost[:last]
	s.other[p] = s.other[last]
	s.where[s.other[p]] = -1 - p
	s.other = s.other[:last]
	s.where[col] = gone
}
