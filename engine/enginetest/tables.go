package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
)

// Rows reports the rows that only one of two tables has; the wanted one has a row
// a line, in any order.
func Rows(t *testing.T, got []string, want string) {
	t.Helper()
	wanted := strings.Split(strings.TrimSpace(want), "\n")
	for _, row := range got {
		if !slices.Contains(wanted, row) {
			t.Errorf("there is %q", row)
		}
	}
	for _, row := range wanted {
		if !slices.Contains(got, row) {
			t.Errorf("there is no %q", row)
		}
	}
}

// Face writes what is printed on a tile or hex: its colour and letters, its stops
// (a city with its spaces; "one" where a route has only one of the hex) with what
// they pay behind a currency sign, which may be "", and its track.
func Face(f board.Face, sign string) string {
	out := strings.TrimSpace(f.Color + " " + f.Label)
	for _, s := range f.Stops {
		out += ", " + string(s.Kind)
		if s.Slots > 0 {
			out += fmt.Sprintf("/%d", s.Slots)
		}
		if s.Group == board.OfHex {
			out += "/one"
		}
		if s.Revenue.By == nil {
			out += fmt.Sprintf(" %s%d", sign, s.Revenue.Fixed)
		}
	}
	for i, p := range f.Track {
		out += []string{": ", " "}[min(i, 1)] + p.String()
	}
	return out
}

// Reasoned says other words than are offered and finds a refusal without a
// sentence of the title's rules. A bare word, or one of a few that all are
// possible, is left out; more are words that mean something in the title.
func Reasoned(pending []engine.Choice, more ...string) error {
	for _, ch := range pending {
		if ch.Free == nil {
			continue
		}
		list := ch.List()
		for i, o := range list[:min(len(list), 8)] {
			words := slices.Clone(o.Args)
			if o.Range != nil {
				words = append(words, strconv.Itoa(o.Range.Max+1+i))
			}
			for _, said := range [][]string{append(slices.Clone(words), "x"), words[:max(0, len(words)-1)], {"9", "9", "9"}, more, nil} {
				_, err := engine.Accept(pending, engine.Command{By: ch.By, Verb: ch.Verb, Args: said})
				if err != nil && (err.Error() == "" || strings.HasSuffix(err.Error(), "is not possible now")) {
					return fmt.Errorf("%s %q is refused without a reason: %v", ch.Verb, said, err)
				}
			}
		}
	}
	return nil
}

// Account is what a title tells a timeline of a position, as it is read from JSON.
func Account(t *testing.T, told any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Field reads "Game ports H7" of an account, as JSON; "null" where there is none.
func Field(account any, path string) string {
	for _, key := range strings.Fields(path) {
		m, _ := account.(map[string]any)
		account = m[key]
	}
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(account); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(out.String())
}

// Where lists the hexes of a map for which is is true, in order.
func Where(m *board.Map, is func(board.Hex) bool) string {
	var out []string
	for _, h := range m.Hexes {
		if is(h) {
			out = append(out, h.At)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// Becomes checks that the facts let each tile become just the tiles of the next colour that fit by the rule.
func Becomes(t *testing.T, m *board.Map, upgrades map[string][]string, fits func(old, tile board.Tile) bool) {
	t.Helper()
	next := map[string]string{"yellow": "green", "green": "brown", "brown": "gray"}
	for _, old := range m.Tiles {
		var want []string
		for _, tile := range m.Tiles {
			if tile.Color == next[old.Color] && fits(old, tile) {
				want = append(want, tile.ID)
			}
		}
		got := slices.Clone(upgrades[old.ID])
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s becomes %v, want %v", old.ID, got, want)
		}
	}
}

// Printed returns the colour of a hex and the kinds of its stops.
func Printed(h board.Hex) string {
	out := h.Color
	for _, s := range h.Stops {
		out += " " + string(s.Kind)
	}
	return out
}
