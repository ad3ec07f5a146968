package picture

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

// OfFacts draws the map of a data file, for which there need not be any rules. Nothing lies on it; the spaces kept
// for homes are marked. The facts must have a hex and a phase.
func OfFacts(f *facts.Title) Drawing { return Of(bare(f)) }

// bare returns a title of nothing but facts, and the table for its map.
func bare(f *facts.Title) (*title.Title, *engine.State) {
	log := []engine.Event{engine.Started{Title: f.Slug, Players: []string{"Amy", "Brian"}}}
	for i := range f.Map.Hexes {
		hex := &f.Map.Hexes[i]
		for _, sym := range slices.Sorted(maps.Keys(hex.Reserved)) {
			log = append(log, engine.Moved{Piece: step.Keep(sym), To: board.Spot{Hex: hex.At, N: hex.Reserved[sym]}.String()})
		}
	}
	return &title.Title{Facts: f, Position: func(*engine.State) title.Position { return title.Position{} }}, engine.Fold(log)
}

// A sheet shows all tiles in rows.
const (
	sheetAcross = 10
	sheetStep   = 4 // steps of coordinates from one tile to the next, so that no tile has a neighbour
	sheetGap    = 16.0
	mostOnSheet = 50 * sheetAcross
)

// TilesOf draws every tile of a data file once, turned as it is there, with its number, how many there are and
// the hexes to which it belongs.
func TilesOf(f *facts.Title) (Drawing, error) {
	sheet, err := sheetOf(f)
	if err != nil {
		return Drawing{}, err
	}
	t, s := bare(sheet)
	for i := range sheet.Map.Tiles {
		s = s.With(engine.TileLaid{Hex: sheetPlace(i), Tile: sheet.Map.Tiles[i].ID})
	}
	c := blank(t, s)
	c.sheet = true
	c.fit()
	return Drawing{c.all()}, nil
}

// sheetOf returns facts whose map has a hex for each tile.
func sheetOf(f *facts.Title) (*facts.Title, error) {
	n := len(f.Map.Tiles)
	if n == 0 || n > mostOnSheet {
		return nil, fmt.Errorf("there are %d tiles; a sheet shows 1 to %d", n, mostOnSheet)
	}
	hexes, tiles := make([]board.Hex, n), make([]board.Tile, n)
	for i, t := range f.Map.Tiles {
		hexes[i] = board.Hex{At: sheetPlace(i), Name: numberOf(t), Face: board.Face{Color: "white"}}
		tiles[i] = board.Tile{ID: t.ID, Face: board.Face{Color: t.Color, Label: t.Label, Stops: t.Stops, Track: t.Track}}
	}
	m, err := board.NewMap(board.Layout{Pointy: f.Map.Layout.Pointy}, hexes, tiles)
	sheet := *f
	sheet.Map = m
	return &sheet, err
}

// sheetPlace is the hex of the sheet on which a tile lies.
func sheetPlace(i int) string {
	column, row := sheetStep*(i%sheetAcross), sheetStep*(i/sheetAcross)
	if column < 26 {
		return fmt.Sprintf("%c%d", 'A'+column, row)
	}
	return fmt.Sprintf("A%c%d", 'A'+column-26, row)
}

// onSheet is where the middle of a hex of the sheet is drawn.
func (c *chart) onSheet(hex string) point {
	x, y := c.board.Center(hex)
	apart := c.half().times(2).plus(point{sheetGap, sheetGap})
	return c.origin.plus(point{float64(x/sheetStep) * apart.x, float64(y/sheetStep) * apart.y})
}

// numberOf says how many there are of a tile, without end or not, and where they may lie.
func numberOf(t board.Tile) string {
	text := fmt.Sprintf("%d×", t.Count)
	if t.Count == 0 {
		text = "∞×"
	}
	if len(t.Only) > 0 {
		text += " in " + strings.Join(t.Only, ", ")
	}
	return text
}
