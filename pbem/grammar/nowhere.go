package grammar

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
)

// noTile says why no tile can be laid in a hex, if that hex is all that the line names: "lay K16". It is "" if there is a
// tile for the hex, or for any other line.
func (m *matcher) noTile(candidates []candidate) string {
	hex := m.hexAlone()
	if hex == "" || m.ctx.Board == nil || !m.allTake(candidates, "TILE") {
		return ""
	}
	there := false
	m.each(candidates, func(_ engine.Choice, o engine.Option) { there = there || len(o.Args) > 0 && o.Args[0] == hex })
	why := m.againstTiles(candidates, hex)
	if there || len(why) == 0 {
		return ""
	}
	reasons := slices.SortedFunc(maps.Keys(why), strings.Compare)
	most := slices.MaxFunc(reasons, func(a, b string) int { return why[a] - why[b] })
	return fmt.Sprintf("No tile can be laid in %s now: %s.", hex, strings.TrimSuffix(most, "."))
}

// noSuchTile says that the game has no tile of the number that stands behind a hex: "lay E23 5 0". A number with more digits
// is told by whichWord.
func (m *matcher) noSuchTile(candidates []candidate) string {
	if len(m.words) > maxWords || m.ctx.Facts == nil || m.ctx.Facts.Map == nil || !m.allTake(candidates, "TILE") {
		return ""
	}
	var said []word
	for _, w := range m.words {
		if !fillers[w.text] {
			said = append(said, w)
		}
	}
	if len(said) < 3 || m.ctx.Facts.Map.Hex(strings.ToUpper(said[0].text)) == nil || m.ctx.Facts.Map.Tile(said[1].text) != nil {
		return ""
	}
	if _, ok := said[1].number(); !ok {
		return ""
	}
	return fmt.Sprintf("There is no tile %s in this game.", said[1].raw)
}

// againstTiles counts the reasons why the tiles that come next on a hex cannot be laid there. What is said of the last tile
// of the title, which hardly ever comes next, counts only if nothing else is said.
func (m *matcher) againstTiles(candidates []candidate, hex string) map[string]int {
	why, tiles := map[string]int{}, m.ctx.Facts.Map.Tiles
	for _, ch := range m.choices {
		if ch.Free == nil || !slices.ContainsFunc(candidates, func(c candidate) bool { return c.verb == ch.Verb }) {
			continue
		}
		for _, args := range m.ctx.fitting(hex) {
			if _, err := ch.Free(args); err != nil {
				why[err.Error()]++
			}
		}
		if _, err := ch.Free([]string{hex, tiles[len(tiles)-1].ID, "0"}); err != nil && len(why) > 1 {
			delete(why, err.Error())
		}
	}
	return why
}

// hexAlone returns the hex that is all that the line names, or "".
func (m *matcher) hexAlone() string {
	at := slices.IndexFunc(m.words, func(w word) bool { return !fillers[w.text] })
	if at < 0 || len(m.words) > maxWords || m.need != 1<<at || m.ctx.Facts == nil || m.ctx.Facts.Map == nil {
		return ""
	}
	for _, h := range m.ctx.Facts.Map.Hexes {
		if strings.EqualFold(h.At, m.words[at].text) {
			return h.At
		}
	}
	return ""
}

// fitting returns the lays on a hex, as the rules read them, of all tiles of the next colour that fit there.
func (c Context) fitting(hex string) [][]string {
	now, ages := c.Board.Face(hex).Color, board.Ages()
	for _, colour := range ages[slices.Index(ages, now)+1:] {
		var out [][]string
		for _, t := range c.Facts.Map.Tiles {
			for rot := range 6 {
				if _, err := c.Board.Fit(hex, t.ID, rot); t.Color == colour && err == nil {
					out = append(out, []string{hex, t.ID, strconv.Itoa(rot)})
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}
