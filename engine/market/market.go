// Package market knows stock markets: the price of a cell, what is printed on it,
// and where a marker moves from there. It holds no state: the engine keeps where
// the markers are and in which order they came.
package market

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Space is one cell of a market.
type Space struct {
	Price int      `json:"price" facts:"must, the price of a share"`
	Zones []string `json:"zones"` // what is printed on it: "par", "end", ...
}

// Has reports whether the space is marked with a zone.
func (s Space) Has(zone string) bool { return slices.Contains(s.Zones, zone) }

// A Cell is a place on the market, counted from 0 at the top left.
type Cell struct{ Row, Col int }

// String returns "2,10", the name of the cell in the log.
func (c Cell) String() string { return strconv.Itoa(c.Row) + "," + strconv.Itoa(c.Col) }

// Parse reads what String wrote.
func Parse(text string) (Cell, error) {
	row, col, _ := strings.Cut(text, ",")
	r, err := strconv.Atoi(row)
	if err != nil {
		return Cell{}, fmt.Errorf("market cell %q: %w", text, err)
	}
	c, err := strconv.Atoi(col)
	if err != nil {
		return Cell{}, fmt.Errorf("market cell %q: %w", text, err)
	}
	return Cell{r, c}, nil
}

// Compare tells which of two cells operates first: the higher price, then the
// column further right, then the upper row. It is negative if a does. Both
// cells must exist.
// // NE-OR-02, 28-MK-04, 43-OR-03
func (m *Market) Compare(a, b Cell) int {
	return cmp.Or(cmp.Compare(m.At(b).Price, m.At(a).Price), cmp.Compare(b.Col, a.Col), cmp.Compare(a.Row, b.Row))
}

// A Market is the printed market. Cells that are null do not exist. A market
// with one row has only left and right.
type Market struct {
	Cells [][]*Space
}

// At returns the space of a cell, nil where there is none.
func (m *Market) At(c Cell) *Space {
	if c.Row < 0 || c.Row >= len(m.Cells) || c.Col < 0 || c.Col >= len(m.Cells[c.Row]) {
		return nil
	}
	return m.Cells[c.Row][c.Col]
}

// Marks reports whether some space is marked with a zone.
func (m *Market) Marks(zone string) bool {
	return slices.ContainsFunc(m.Cells, func(row []*Space) bool {
		return slices.ContainsFunc(row, func(s *Space) bool { return s != nil && s.Has(zone) })
	})
}

// step returns the neighbouring cell, or the result of instead if there is none.
func (m *Market) step(c Cell, rows, cols int, instead func(Cell) Cell) Cell {
	to := Cell{c.Row + rows, c.Col + cols}
	if m.At(to) == nil {
		return instead(c)
	}
	return to
}

func stay(c Cell) Cell { return c }

// Steps returns the cell after n steps in a direction: Steps(c, m.Down, 2).
func Steps(c Cell, direction func(Cell) Cell, n int) Cell {
	for range n {
		c = direction(c)
	}
	return c
}

// If a market has several rows, a marker at the right end of its row moves up instead, one at the top moves
// right, one at the left end moves down, and one at the bottom stays. A space with a wall on its
// left counts as a left end. Rows that are separate markets are moved in as a Row.

// Wall is the zone of a space whose left side no marker crosses.
const Wall = "wall_left" // 43-MK-06

// Row is a single row. A marker stays at its ends.
type Row struct {
	*Market
	N int
}

// Move returns the column n spaces to the right (left if negative), as far as
// the row goes.
func (r Row) Move(col, n int) int {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for ; n > 0 && r.At(Cell{r.N, col + step}) != nil; n-- {
		col += step
	}
	return col
}

// Find returns the column of the highest price that is not above the limit, -1
// for none.
func (r Row) Find(limit int) int {
	best := -1
	for col, s := range r.Cells[r.N] {
		if s != nil && s.Price <= limit && (best < 0 || s.Price > r.Cells[r.N][best].Price) {
			best = col
		}
	}
	return best
}

// Right moves one to the right, up at the end of the row.
func (m *Market) Right(c Cell) Cell {
	return m.step(c, 0, 1, func(c Cell) Cell { return m.step(c, -1, 0, stay) })
}

// Up moves one up, right at the top.
func (m *Market) Up(c Cell) Cell {
	return m.step(c, -1, 0, func(c Cell) Cell { return m.step(c, 0, 1, stay) })
}

// Left moves one to the left, down at the end of the row or at a wall.
func (m *Market) Left(c Cell) Cell {
	if m.At(c).Has(Wall) {
		return m.Down(c)
	}
	return m.step(c, 0, -1, m.Down)
}

// Down moves one down; at the foot of the column the marker stays.
func (m *Market) Down(c Cell) Cell { return m.step(c, 1, 0, stay) }
