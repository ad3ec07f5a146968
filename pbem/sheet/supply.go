package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// TilesLeft lists the tiles of a title by colour, with how many of each are left.
func TilesLeft(t *title.Title, s *engine.State) Section {
	out := Section{Head: "Tiles left"}
	table := t.Table(s)
	var gone []string
	for _, colour := range coloursOf(t) {
		var ids []string
		for i := range t.Facts.Map.Tiles {
			tile := &t.Facts.Map.Tiles[i]
			if tile.Color != colour {
				continue
			}
			switch left, limited := table.TilesLeft(tile.ID); {
			case !limited:
				ids = append(ids, tile.ID)
			case left > 0:
				ids = append(ids, fmt.Sprintf("%s×%d", tile.ID, left))
			default:
				gone = append(gone, tile.ID)
			}
		}
		if len(ids) > 0 {
			out.Facts = append(out.Facts, Fact{colour, strings.Join(ids, ", ")})
		}
	}
	if len(gone) > 0 {
		out.Facts = append(out.Facts, Fact{"none", strings.Join(gone, ", ")})
	}
	out.Lines = []string{"  The number of a tile × how many are left; a number alone: as many as are needed. \"help\" and a number explains one, such as: help " + t.Facts.Map.Tiles[0].ID}
	return out
}

// coloursOf lists the colours of the tiles, in the order in which they come.
func coloursOf(t *title.Title) []string {
	var out []string
	for i := range t.Facts.Map.Tiles {
		if c := t.Facts.Map.Tiles[i].Color; !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// Prices tells the price of each company at the end of each round, from the first with a price on.
func Prices(t *title.Title, names []string, states []*engine.State) string {
	prices := map[string][]int{}
	var syms []string
	for i, s := range states {
		for _, c := range t.Position(s).Companies {
			if prices[c.Sym] == nil {
				prices[c.Sym] = make([]int, len(states))
				syms = append(syms, c.Sym)
			}
			prices[c.Sym][i] = c.Price
		}
	}
	var b strings.Builder
	first := 0
	for first < len(states) && !slices.ContainsFunc(syms, func(sym string) bool { return prices[sym][first] > 0 }) {
		first++
	}
	if first == len(states) {
		return "  No company has a price yet.\n"
	}
	for from := first; from < len(states); from += roundsBeside {
		upto := min(from+roundsBeside, len(states))
		fmt.Fprintf(&b, "%-7s", "")
		for _, name := range names[from:upto] {
			fmt.Fprintf(&b, "%8s", name)
		}
		fmt.Fprintln(&b)
		for _, sym := range syms {
			row, some := fmt.Sprintf("%-7s", sym), false
			for _, price := range prices[sym][from:upto] {
				cell := "-"
				if price > 0 {
					cell, some = fmt.Sprint(price), true
				}
				row += fmt.Sprintf("%8s", cell)
			}
			if some {
				fmt.Fprintln(&b, row)
			}
		}
		if upto < len(states) {
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}
