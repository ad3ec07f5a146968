package sheet

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"pbem/engine/board"
)

// spotted matches a stop of a hex that has several: "L7.1".
var spotted = regexp.MustCompile(`\b[A-Z]+[0-9]+\.[0-9]+\b`)

// mostSpots is how many stops are explained below one table.
const mostSpots = 6

// spots explains the stops that a table names if their hex has several. Each is explained once in a mail.
func (v *view) spots(d *doc, t *table) {
	var told []board.Spot
	for _, r := range t.Rows {
		for _, c := range append(slices.Clone(r.Cells), r.Wide) {
			for _, word := range spotted.FindAllString(c.text(), -1) {
				if at, ok := v.several(word); ok && !slices.Contains(v.namedSpots, at) && len(told) < mostSpots {
					v.namedSpots, told = append(v.namedSpots, at), append(told, at)
				}
			}
		}
	}
	slices.SortStableFunc(told, func(a, b board.Spot) int { return strings.Compare(a.Hex, b.Hex) })
	text, before := "", ""
	for _, at := range told {
		what := v.stopWords(at)
		switch {
		case text == "":
			text = at.String() + " is " + what
		case what == before:
			text += ", " + at.String() + " the one"
		default:
			text += "; " + at.String() + " is " + what
		}
		text, before = text+v.trackWords(at), what
	}
	if text != "" {
		d.add(block{Drawing: []cell{nil}, TextOnly: true})
		d.say(text + ".")
	}
}

// several parses a stop. ok is false if its hex has only one.
func (v *view) several(word string) (at board.Spot, ok bool) {
	at, ok = board.ParseSpot(word)
	stops := v.board.Face(at.Hex).Stops
	return at, ok && len(stops) > 1 && at.N < len(stops)
}

// stopWords names a stop by its kind and its name on the board: "the city of Boston".
func (v *view) stopWords(at board.Spot) string {
	stop := v.board.Face(at.Hex).Stops[at.N]
	i := slices.IndexFunc(v.board.Hexes, func(h board.Hex) bool { return h.At == at.Hex })
	text := "the " + string(stop.Kind)
	if name := cmp.Or(stop.Name, v.board.Hexes[i].Name); name != "" {
		text += " of " + oneLine(name)
	}
	return text
}

// trackWords tells where the track of a stop leads.
func (v *view) trackWords(at board.Spot) string {
	face := v.board.Face(at.Hex)
	switch exits := v.stopExits(face, at.N); {
	case exits != "":
		return " with track to " + exits
	case len(face.Track) > 0:
		return " without track to a side"
	}
	return ""
}
