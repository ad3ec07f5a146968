package market_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pbem/engine/market"
)

// table makes a market of prices, 0 for no cell.
func table(rows ...[]int) *market.Market {
	m := &market.Market{}
	for _, row := range rows {
		var cells []*market.Space
		for _, price := range row {
			var s *market.Space
			if price > 0 {
				s = &market.Space{Price: price}
			}
			cells = append(cells, s)
		}
		m.Cells = append(m.Cells, cells)
	}
	return m
}

type moves struct{ right, left, up, down market.Cell }

func movesFrom(m *market.Market, c market.Cell) moves {
	return moves{m.Right(c), m.Left(c), m.Up(c), m.Down(c)}
}

// A market of one row has only right and left, and markers stop at its ends.
func TestOneRow(t *testing.T) {
	m := table([]int{40, 50, 60})
	for col, want := range []moves{
		{right: market.Cell{Col: 1}, left: market.Cell{Col: 0}, up: market.Cell{Col: 1}, down: market.Cell{Col: 0}},
		{right: market.Cell{Col: 2}, left: market.Cell{Col: 0}, up: market.Cell{Col: 2}, down: market.Cell{Col: 1}},
		{right: market.Cell{Col: 2}, left: market.Cell{Col: 1}, up: market.Cell{Col: 2}, down: market.Cell{Col: 2}},
	} {
		if got := movesFrom(m, market.Cell{Col: col}); got != want {
			t.Errorf("from column %d: %v, want %v", col, got, want)
		}
	}
}

// ledge is a market whose lower rows are shorter at either end.
var ledge = table(
	[]int{60, 70, 80, 90},
	[]int{55, 65, 75, 0},
	[]int{0, 50, 61},
	[]int{0, 45, 0, 0},
)

// Right at the end of a row goes up, left at its start goes down, and up at the top goes right. If there is
// nothing to go to, the marker stays.
func TestLedges(t *testing.T) {
	for _, c := range []struct {
		from int // price
		want [4]int
	}{
		{60, [4]int{70, 55, 70, 55}},
		{70, [4]int{80, 60, 80, 65}},
		{80, [4]int{90, 70, 90, 75}},
		{90, [4]int{90, 80, 90, 90}}, // the top right corner
		{55, [4]int{65, 55, 60, 55}}, // a corner at the foot
		{65, [4]int{75, 55, 70, 50}},
		{75, [4]int{80, 65, 80, 61}}, // right goes up, because the row ends
		{50, [4]int{61, 45, 65, 45}}, // left goes down, because the row begins
		{61, [4]int{75, 50, 75, 61}},
		{45, [4]int{50, 45, 50, 45}}, // a row of one space
	} {
		m := movesFrom(ledge, cellOf(t, ledge, c.from))
		for i, cell := range []market.Cell{m.right, m.left, m.up, m.down} {
			if got := ledge.At(cell).Price; got != c.want[i] {
				t.Errorf("%d goes %s to %d, want %d", c.from, []string{"right", "left", "up", "down"}[i], got, c.want[i])
			}
		}
	}
}

func cellOf(t *testing.T, m *market.Market, price int) market.Cell {
	t.Helper()
	for r, row := range m.Cells {
		for c, s := range row {
			if s != nil && s.Price == price {
				return market.Cell{Row: r, Col: c}
			}
		}
	}
	t.Fatalf("no price %d", price)
	return market.Cell{}
}

func TestNoSpaceOutsideTheMarket(t *testing.T) {
	for _, c := range []market.Cell{{Row: -1}, {Row: 4}, {Col: -1}, {Col: 4}, {Row: 2, Col: 3}, {Row: 2, Col: 0}} {
		if s := ledge.At(c); s != nil {
			t.Errorf("%v has the price %d", c, s.Price)
		}
	}
	if s := ledge.At(market.Cell{Row: 3, Col: 1}); s == nil || s.Price != 45 {
		t.Errorf("3,1 is %v, want 45", s)
	}
}

// A single row goes from its first cell to its last.
func TestMovesAlongARow(t *testing.T) {
	row := market.Row{Market: table([]int{1, 2, 3, 4, 5, 6, 7}, []int{0, 0, 50, 55, 60, 65, 0}), N: 1}
	for _, c := range []struct{ col, n, want int }{
		{3, 0, 3}, {3, 1, 4}, {3, 2, 5}, {3, 3, 5}, {3, 99, 5}, {3, -1, 2}, {3, -2, 2}, {5, 1, 5}, {2, -1, 2}, {2, 3, 5},
	} {
		if got := row.Move(c.col, c.n); got != c.want {
			t.Errorf("%d from column %d is %d, want %d", c.n, c.col, got, c.want)
		}
	}
}

// The highest price that is not above a limit.
func TestFindInARow(t *testing.T) {
	row := market.Row{Market: table([]int{0, 50, 55, 60, 65}), N: 0}
	for limit, want := range map[int]int{0: -1, 49: -1, 50: 1, 54: 1, 55: 2, 64: 3, 65: 4, 1000: 4} {
		if got := row.Find(limit); got != want {
			t.Errorf("up to %d: column %d, want %d", limit, got, want)
		}
	}
}

func TestCellsAreReadAsWritten(t *testing.T) {
	for text, want := range map[string]market.Cell{"0,0": {}, "2,10": {Row: 2, Col: 10}, "12,3": {Row: 12, Col: 3}} {
		if got, err := market.Parse(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2", "2,", ",2", "2,x", "x,2", "2,3,4", "2 3", " 2,3"} {
		if c, err := market.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, c)
		}
	}
}

func TestZones(t *testing.T) {
	s := market.Space{Zones: []string{"par", "end"}}
	if !s.Has("par") || !s.Has("end") || s.Has("pa") || s.Has("") {
		t.Errorf("zones of %v", s)
	}
}

// The market of 1828, and the corners its rules name (28-MK-02); rows are
// counted from 0.
func TestMarketOf1828(t *testing.T) {
	m := market1828(t)
	at := func(row, col int) market.Cell { return market.Cell{Row: row, Col: col} }
	for _, c := range []struct {
		rule       string
		move       func(market.Cell) market.Cell
		from, want market.Cell
		price      int
	}{
		{"up at the top row is right", m.Up, at(0, 3), at(0, 4), 157},
		{"500 stays going up", m.Up, at(0, 14), at(0, 14), 500},
		{"500 stays going right", m.Right, at(0, 14), at(0, 14), 500},
		{"right at a row's end is up", m.Right, at(5, 13), at(4, 13), 246},
		{"right at a row's end is up, on a ledge", m.Right, at(14, 6), at(13, 6), 64},
		{"left at a row's start is down", m.Left, at(3, 0), at(4, 0), 87},
		{"left from 47 in row 14 goes down", m.Left, at(14, 1), at(15, 1), 43},
		{"left from 43 in row 16 goes down", m.Left, at(16, 2), at(17, 2), 40},
		{"left in the corner of row 13 stays", m.Left, at(13, 0), at(13, 0), 47},
		{"left in the corner of row 15 stays", m.Left, at(15, 1), at(15, 1), 43},
		{"left in the corner of row 17 stays", m.Left, at(17, 2), at(17, 2), 40},
		{"down in the corner of row 13 stays", m.Down, at(13, 0), at(13, 0), 47},
		{"down in the corner of row 15 stays", m.Down, at(15, 1), at(15, 1), 43},
		{"down at a column's foot stays, under a ledge", m.Down, at(13, 8), at(13, 8), 74},
	} {
		got := c.move(c.from)
		if s := m.At(got); got != c.want || s == nil || s.Price != c.price {
			t.Errorf("%s: %v to %v, want %v at %d", c.rule, c.from, got, c.want, c.price)
		}
	}
}

func market1828(t *testing.T) *market.Market {
	t.Helper()
	data, err := os.ReadFile("/work/shared/titles/1828/data.json")
	if err != nil {
		t.Skip("the facts of 1828 are not at hand")
	}
	var facts struct {
		Market struct {
			Cells [][]*market.Space `json:"cells"`
		} `json:"market"`
	}
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	return &market.Market{Cells: facts.Market.Cells}
}

// Right and up never lower the price, left and down never raise it, and no marker leaves the market.
func TestMovesGoTheWayTheyAreNamed(t *testing.T) {
	m := market1828(t)
	for r, row := range m.Cells {
		for c, s := range row {
			if s == nil {
				continue
			}
			got := movesFrom(m, market.Cell{Row: r, Col: c})
			spaces := []*market.Space{m.At(got.right), m.At(got.up), m.At(got.left), m.At(got.down)}
			if slices.Contains(spaces, nil) {
				t.Fatalf("a marker leaves the market from %d,%d: %v", r, c, got)
			}
			if spaces[0].Price < s.Price || spaces[1].Price < s.Price || spaces[2].Price > s.Price || spaces[3].Price > s.Price {
				t.Errorf("from %d at %d,%d: %v", s.Price, r, c, got)
			}
		}
	}
}

// walled is the part of the market of 1843 with walls: the prices at column 1,
// rows 2 and 3, and column 2, rows 4 and 5 (43-MK-06).
func walled() *market.Market {
	m := table(
		[]int{102, 107, 113, 119},
		[]int{95, 100, 105, 111},
		[]int{87, 92, 96, 101},
		[]int{81, 86, 90, 94},
		[]int{76, 80, 84, 88},
		[]int{71, 75, 78, 82},
		[]int{66, 70, 73, 77},
	)
	for _, c := range []market.Cell{{Row: 2, Col: 1}, {Row: 3, Col: 1}, {Row: 4, Col: 2}, {Row: 5, Col: 2}} {
		m.At(c).Zones = []string{market.Wall}
	}
	return m
}

// A marker cannot cross a wall to the left: it goes down. In other directions the wall has no effect.
func TestWalls(t *testing.T) {
	m := walled()
	for _, c := range []struct {
		name       string
		move       func(market.Cell) market.Cell
		from, want int
	}{
		{"left", m.Left, 92, 86}, {"left", m.Left, 86, 80}, {"left", m.Left, 84, 78}, {"left", m.Left, 78, 73},
		{"left", m.Left, 100, 95}, {"left", m.Left, 80, 76}, {"left", m.Left, 96, 92}, {"left", m.Left, 73, 70},
		{"right", m.Right, 87, 92}, {"right", m.Right, 80, 84}, {"up", m.Up, 86, 92}, {"down", m.Down, 92, 86},
	} {
		if got := m.At(c.move(cellOf(t, m, c.from))).Price; got != c.want {
			t.Errorf("%d goes %s to %d, want %d", c.from, c.name, got, c.want)
		}
	}
	foot := table([]int{60, 50})
	foot.Cells[0][1].Zones = []string{market.Wall}
	if got := foot.Left(market.Cell{Col: 1}); got != (market.Cell{Col: 1}) {
		t.Errorf("left at a wall over the foot goes to %v", got)
	}
}

// The company with the higher price operates first. Of equal prices the one further right is first, then the
// upper one.
func TestWhichCellOperatesFirst(t *testing.T) {
	m := table([]int{50, 60, 70}, []int{0, 50, 60}, []int{40, 50, 55})
	order := []market.Cell{{Col: 2}, {Row: 1, Col: 2}, {Col: 1}, {Row: 2, Col: 2}, {Row: 1, Col: 1}, {Row: 2, Col: 1}, {}, {Row: 2}}
	for i, a := range order {
		for j, b := range order {
			if got := m.Compare(a, b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%v at %d against %v at %d: %d", a, m.At(a).Price, b, m.At(b).Price, got)
			}
		}
	}
}
