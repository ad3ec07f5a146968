package step

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
)

// The facts say what may replace a tile or a printed hex, and nothing about others.
func TestChart(t *testing.T) {
	tb := set(t) // tile 9 is on B4
	tb.F.Upgrades = map[string][]string{"9": {"63"}}
	tb.F.PrintedUpgrades = map[string][]string{"B2": {"8"}, "B4": {"8"}, "B8": nil}
	for at, want := range map[string]string{"B4": "[63] true", "B2": "[8] true", "B8": "[] true", "B10": "[] false"} {
		tiles, ok := tb.Chart(at)
		if got := fmt.Sprint(tiles, ok); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

// Words are parsed as a hex, a tile and a rotation.
func TestLayWords(t *testing.T) {
	const what, how = "say a hex, a tile and how it is turned, 0 to 5", "say how the tile is turned, 0 to 5"
	tb := set(t)
	for words, want := range map[string]string{
		"B4 9 5": "", "B4 9 0": "", "Z1 9 1": what, "B4 77 1": what, "": what,
		"B4 9": how, "B4 9 6": how, "B4 9 -1": how, "B4 9 05": how, "B4 9 1 1": how,
	} {
		hex, tile, rot, why := tb.LayWords(strings.Fields(words))
		if why != want || why == "" && words != fmt.Sprint(hex.At, " ", tile.ID, " ", rot) {
			t.Errorf("%q: %v", words, why)
		}
	}
}

// A tile is offered in six rotations, and its note says what it cost.
func TestTurnedAndNoted(t *testing.T) {
	tb := set(t)
	six := tb.Turned("B10", tb.F.Map.Tile("9"), 20)
	if len(six) != 6 || strings.Join(six[5].Args, " ") != "B10 9 5" || !strings.HasSuffix(six[5].Label, ", $20") {
		t.Errorf("offered are %v", six)
	}
	if a, b := tb.LaidNote("B2", "9", "", 0), tb.LaidNote("B10", "9", " with a mine", 20); a != "laid tile 9 in Erie B2" || b != "laid tile 9 in B10 with a mine for $20" {
		t.Errorf("told are %q and %q", a, b)
	}
}

// Words name a city, and in a hex with several by its track.
func TestCityNamed(t *testing.T) {
	tb := set(t)
	b := tb.Board()
	for words, want := range map[string]string{
		"B2": "B2.0", "B6 W": "B6.0", "B6 E": "B6.1", "B6": "say which city of B6 you mean", "B6 N": "say which city of B6 you mean",
		"B8": "say the hex of a city: there is none in B8", "B4": "say the hex of a city: there is none in B4", "Z1": "say the hex of a city: there is none in Z1",
	} {
		at, got := tb.CityNamed(b, strings.Fields(words))
		if got == "" {
			got = at.String()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
	if o := tb.CityOptions(b, []board.Spot{{Hex: "B2"}, {Hex: "B6", N: 1}}, ", $40"); fmt.Sprint(o[0].Args, o[0].Label, o[1].Args) != "[B2]Erie B2, $40[B6 E]" {
		t.Errorf("offered are %v", o)
	}
}

// A company stands in a hex with a marker in any of its cities.
func TestStandsIn(t *testing.T) {
	tb := set(t, engine.Moved{Piece: Token("PRR", 1), To: "B6.1"}, engine.Moved{Piece: Token("PRR", 0), To: "PRR"})
	if !tb.StandsIn("PRR", "B6") || tb.StandsIn("PRR", "B2") || tb.StandsIn("NYC", "B6") {
		t.Error("stands elsewhere")
	}
}
