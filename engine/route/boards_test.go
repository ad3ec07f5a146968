package route

import (
	"fmt"
	"math/rand"
	"slices"
)

// A generator of boards as they look late in a game: pointy hexes in rows, real tiles, and track traced as
// the board package traces it.

// tile is a list of paths; an end is an edge 0 to 5, or stop 0 or 1 written as 10 or 11.
type tile [][2]int

const stop0, stop1 = 10, 11

func city(exits ...int) tile {
	var t tile
	for _, e := range exits {
		t = append(t, [2]int{e, stop0})
	}
	return t
}

var (
	yellowPlain = []tile{{{0, 1}}, {{0, 2}}, {{0, 3}}}
	greenPlain  = []tile{{{0, 2}, {1, 3}}, {{0, 4}, {2, 3}}, {{0, 3}, {1, 4}}, {{0, 3}, {0, 2}}, {{0, 3}, {0, 4}}, {{0, 3}, {0, 1}}}
	brownPlain  = []tile{
		{{0, 2}, {0, 1}, {1, 2}}, {{0, 2}, {2, 4}, {0, 4}}, {{0, 3}, {0, 1}, {1, 3}}, {{0, 3}, {3, 5}, {0, 5}},
		{{0, 3}, {0, 2}, {1, 3}, {1, 2}}, {{0, 3}, {1, 4}, {0, 1}, {3, 4}}, {{0, 3}, {2, 4}, {0, 4}, {2, 3}},
		{{0, 3}, {2, 4}, {3, 4}, {0, 2}}, {{0, 3}, {1, 4}, {1, 3}, {0, 4}}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}},
	}
	yellowCity = []tile{city(0, 3), city(0, 2), city(0, 1)}
	greenCity  = []tile{city(0, 1, 3, 4), city(0, 1, 2, 3), city(0, 2, 3, 4)}
	brownCity  = []tile{city(0, 1, 2, 3, 4, 5), city(0, 1, 2, 3, 4, 5), city(0, 1, 2, 3, 4), city(0, 1, 3, 4)}
	doubleCity = []tile{{{0, stop0}, {1, stop0}, {2, stop1}, {3, stop1}}, {{0, stop0}, {3, stop0}, {2, stop1}, {4, stop1}}}
	town       = []tile{city(0, 3), city(0, 2), city(0, 1)}
	brownTown  = []tile{city(0, 1, 2, 3), city(0, 1, 2, 3, 4), city(0, 1, 3, 4)}
)

// setting describes boards to generate.
type setting struct {
	rows, cols          int
	cities, towns, offs int
	laid, green, brown  float64 // shares of the hexes with a tile, and of those that were upgraded
	tokens              int
	blocked             float64 // share of the other cities
	bigTowns            bool
}

var (
	early   = setting{rows: 9, cols: 10, cities: 24, towns: 12, offs: 4, laid: 0.45, green: 0.2, brown: 0, tokens: 2, blocked: 0.2}
	middle  = setting{rows: 9, cols: 10, cities: 24, towns: 12, offs: 5, laid: 0.7, green: 0.6, brown: 0.2, tokens: 3, blocked: 0.3}
	late    = setting{rows: 9, cols: 10, cities: 26, towns: 14, offs: 5, laid: 0.85, green: 0.85, brown: 0.6, tokens: 4, blocked: 0.3}
	dense   = setting{rows: 10, cols: 11, cities: 38, towns: 20, offs: 8, laid: 1, green: 1, brown: 1, tokens: 5, blocked: 0.15}
	open    = setting{rows: 10, cols: 11, cities: 38, towns: 20, offs: 8, laid: 1, green: 1, brown: 1, tokens: 5, blocked: 0, bigTowns: true}
	end18NE = setting{rows: 9, cols: 10, cities: 26, towns: 14, offs: 3, laid: 1, green: 1, brown: 1, tokens: 5, blocked: 0.2, bigTowns: true}
)

// maker builds one board.
type maker struct {
	setting
	r     *rand.Rand
	kind  []byte // by hex: c, t, o, or p
	tiles []tile
	stop  [][2]int // by hex: index of its stops
	g     *Graph
}

func generate(s setting, seed int64) *Graph {
	m := &maker{setting: s, r: rand.New(rand.NewSource(seed)), g: &Graph{}}
	n := s.rows * s.cols
	m.kind = slices.Repeat([]byte{'p'}, n)
	m.tiles = make([]tile, n)
	m.stop = make([][2]int, n)
	m.kinds()
	for h := range n {
		m.lay(h)
	}
	for h := range n {
		m.stops(h)
	}
	m.stations()
	for h := range n {
		for i, p := range m.tiles[h] {
			if p[1] >= stop0 {
				m.trace(m.stop[h][p[1]-stop0], h, p[0], []int{m.path(h, i)}, nil)
			}
		}
	}
	return m.g
}

func (m *maker) kinds() {
	var rim, inner []int
	for h := range m.kind {
		row, col := h/m.cols, h%m.cols
		if row == 0 || col == 0 || row == m.rows-1 || col == m.cols-1 {
			rim = append(rim, h)
		} else {
			inner = append(inner, h)
		}
	}
	for i, k := range m.r.Perm(len(rim)) {
		if i < m.offs {
			m.kind[rim[k]] = 'o'
		} else {
			inner = append(inner, rim[k])
		}
	}
	for i, k := range m.r.Perm(len(inner)) {
		switch {
		case i < m.cities:
			m.kind[inner[k]] = 'c'
		case i < m.cities+m.towns:
			m.kind[inner[k]] = 't'
		}
	}
}

// lay puts a tile on a hex, rotated so that most of its exits stay on the map.
func (m *maker) lay(h int) {
	if m.kind[h] == 'o' {
		for e := range 6 {
			if n := m.neighbour(h, e); n >= 0 && m.kind[n] != 'o' && len(m.tiles[h]) < 3 {
				m.tiles[h] = append(m.tiles[h], [2]int{e, stop0})
			}
		}
		return
	}
	if m.r.Float64() > m.laid {
		return
	}
	grade := 0
	if m.r.Float64() < m.green {
		grade = 1
		if m.r.Float64() < m.brown {
			grade = 2
		}
	}
	var choice []tile
	switch m.kind[h] {
	case 'c':
		choice = [][]tile{yellowCity, greenCity, brownCity}[grade]
		if grade == 2 && m.r.Intn(8) == 0 {
			choice = doubleCity
		}
	case 't':
		choice = town
		if grade == 2 && m.bigTowns {
			choice = brownTown
		}
	default:
		choice = [][]tile{yellowPlain, greenPlain, brownPlain}[grade]
	}
	t := choice[m.r.Intn(len(choice))]
	best := -1
	for _, turn := range m.r.Perm(6) {
		turned, inside := tile{}, 0
		for _, p := range t {
			q := p
			for i := range q {
				if q[i] < 6 {
					q[i] = (q[i] + turn) % 6
					if m.neighbour(h, q[i]) >= 0 {
						inside++
					}
				}
			}
			turned = append(turned, q)
		}
		if inside > best {
			best, m.tiles[h] = inside, turned
		}
	}
}

// neighbour returns the hex over an edge, with edges clockwise from south-west; -1 is off the map.
func (m *maker) neighbour(h, edge int) int {
	row, col := h/m.cols, h%m.cols
	odd := row % 2
	switch edge {
	case 0:
		row, col = row+1, col-1+odd
	case 1:
		col--
	case 2:
		row, col = row-1, col-1+odd
	case 3:
		row, col = row-1, col+odd
	case 4:
		col++
	case 5:
		row, col = row+1, col+odd
	}
	if row < 0 || col < 0 || row >= m.rows || col >= m.cols {
		return -1
	}
	return row*m.cols + col
}

func (m *maker) stops(h int) {
	n := 0
	for _, p := range m.tiles[h] {
		if p[1] >= stop0 {
			n = max(n, p[1]-stop0+1)
		}
	}
	for i := range n {
		m.stop[h][i] = len(m.g.Stops)
		hex := fmt.Sprintf("%c%d", 'A'+h/m.cols, 1+h%m.cols)
		s := Stop{ID: fmt.Sprintf("%s.%d", hex, i), Hex: hex}
		switch m.kind[h] {
		case 'c':
			s.Revenue = []int{20, 30, 40, 40, 50, 60}[m.r.Intn(6)]
			if m.r.Intn(12) == 0 {
				s.Revenue = 80
			}
		case 't':
			s.Kind, s.Revenue = Town, 10
		case 'o':
			s.Kind, s.Revenue, s.Terminal = Offboard, 30+10*m.r.Intn(6), true
		}
		m.g.Stops = append(m.g.Stops, s)
	}
}

func (m *maker) stations() {
	left := m.tokens
	for _, i := range m.r.Perm(len(m.g.Stops)) {
		s := &m.g.Stops[i]
		switch {
		case s.Kind != City:
		case left > 0:
			s.Token = true
			left--
		default:
			s.Blocked = m.r.Float64() < m.blocked
		}
	}
}

func (m *maker) path(h, i int) int { return h*16 + 6 + i }

// side returns the same number for a hex side from both hexes.
func (m *maker) side(h, edge int) int {
	if edge >= 3 {
		return m.neighbour(h, edge)*16 + edge - 3
	}
	return h*16 + edge
}

// trace follows track that leaves a hex by an edge until it meets stops.
func (m *maker) trace(from, h, edge int, track []int, via []string) {
	n := m.neighbour(h, edge)
	if n < 0 {
		return
	}
	side := m.side(h, edge)
	if slices.Contains(track, side) {
		return
	}
	track = append(slices.Clone(track), side)
	back := (edge + 3) % 6
	for i, p := range m.tiles[n] {
		for turn := range 2 {
			in, out := p[turn], p[1-turn]
			if in != back || slices.Contains(track, m.path(n, i)) {
				continue
			}
			whole := append(slices.Clone(track), m.path(n, i))
			if out < 6 {
				m.trace(from, n, out, whole, append(slices.Clone(via), m.g.hex(n, m.cols)))
			} else if to := m.stop[n][out-stop0]; from < to {
				m.g.Segments = append(m.g.Segments, Segment{A: from, B: to, Track: whole, Via: via})
			}
		}
	}
}

func (g *Graph) hex(h, cols int) string { return fmt.Sprintf("%c%d", 'A'+h/cols, 1+h%cols) }
