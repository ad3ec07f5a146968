package board

import "fmt"

// A Hole is a place amid the map where no hex is.
type Hole struct {
	At     string // as a hex there would be called
	Beside string // a hex next to it
}

// Holes lists the places without a hex that hexes enclose, and those with hexes on
// all sides but one, in the order of the hexes beside them.
func (m *Map) Holes() []Hole {
	byCell := map[[2]int]bool{}
	for at := range m.hexAt {
		x, y, _ := m.Layout.cell(at)
		byCell[[2]int{x, y}] = true
	}
	outside := m.outside(byCell)
	var out []Hole
	told := map[[2]int]bool{}
	for i := range m.Hexes {
		x, y, err := m.Layout.cell(m.Hexes[i].At)
		if err != nil {
			continue
		}
		for _, d := range m.Layout.steps() {
			c := [2]int{x + d[0], y + d[1]}
			if byCell[c] || told[c] || outside[c] && m.sides(byCell, c) < 5 {
				continue
			}
			told[c] = true
			out = append(out, Hole{m.Layout.name(c), m.Hexes[i].At})
		}
	}
	return out
}

// sides counts the hexes beside a place.
func (m *Map) sides(byCell map[[2]int]bool, c [2]int) (n int) {
	for _, d := range m.Layout.steps() {
		if byCell[[2]int{c[0] + d[0], c[1] + d[1]}] {
			n++
		}
	}
	return n
}

// outside finds the places without a hex from which a way leads off the map.
func (m *Map) outside(byCell map[[2]int]bool) map[[2]int]bool {
	out := map[[2]int]bool{}
	low, high := bounds(byCell)
	var queue [][2]int
	for c := range byCell { // of the same places as the hexes, far to the right
		far := c
		far[0] += (high[0] - c[0] + 3) / 2 * 2
		out[far], queue = true, append(queue, far)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, d := range m.Layout.steps() {
			next := [2]int{c[0] + d[0], c[1] + d[1]}
			if next[0] < low[0]-3 || next[0] > high[0]+4 || next[1] < low[1]-3 || next[1] > high[1]+3 || byCell[next] || out[next] {
				continue
			}
			out[next], queue = true, append(queue, next)
		}
	}
	return out
}

// bounds returns the least and the greatest column and row.
func bounds(cells map[[2]int]bool) (low, high [2]int) {
	first := true
	for c := range cells {
		for i := range c {
			if first {
				low, high = c, c
			}
			low[i], high[i] = min(low[i], c[i]), max(high[i], c[i])
		}
		first = false
	}
	return low, high
}

// name is what a hex at a place is called.
func (l Layout) name(c [2]int) string {
	n, letter := c[1], c[0]
	if l.Letters == Rows {
		n, letter = c[0], c[1]
	}
	switch {
	case letter < 0:
		return fmt.Sprintf("%c%d", 'a'-1-letter, n)
	case letter >= 26:
		return fmt.Sprintf("A%c%d", 'A'+letter-26, n)
	}
	return fmt.Sprintf("%c%d", 'A'+letter, n)
}
