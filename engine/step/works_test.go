package step

import (
	"fmt"
	"strings"
	"testing"
)

// What the titles allow in a turn.
var allowances = map[string]Works{
	"1817 6.3":        {Allowed: []Allowance{{Upgrade: true}, {Upgrade: true, Fee: 20}}, Upgrades: 1}, // 17-TL-01, 17-TL-02
	"NE minor":        {Allowed: []Allowance{{Upgrade: true}}, Upgrades: 1},                           // NE-TR-01
	"NE major":        {Allowed: []Allowance{{Upgrade: true}, {Extra: true}}, Upgrades: 1},            // NE-TR-02
	"1828 B&M system": {Allowed: []Allowance{{Upgrade: true}, {Upgrade: true}, {Fee: 40, Extra: true}, {By: "E&K", Fee: 20, Extra: true}}, Upgrades: 1},
	"1843 MID, TB":    {Allowed: []Allowance{{Upgrade: true}, {Fee: 20, Extra: true}, {By: "TB", Fee: 20}}, Upgrades: 1},
	"1820 public":     {Allowed: []Allowance{{Upgrade: true}, {Upgrade: true}}, Upgrades: 2}, // 20-TR-01
	"1820 yellow":     {Allowed: []Allowance{{}, {}}},
}

// Each tile is written as its hex, "+" for an upgrade, and the private company that lays it; then its fee, or
// why it may not be laid.
func TestAllowances(t *testing.T) {
	const again = "a tile was laid on A1 in this turn"
	const most = "no more than 1 tile may be upgraded in a turn"
	const yellow = "only a yellow tile may be laid now"
	const none = "no more tiles may be laid this turn"
	const late, extra = "no tile may be upgraded in a turn with an extra yellow tile", "no extra yellow tile may be laid in a turn with an upgrade"
	for _, c := range []struct{ title, laid, want string }{
		{"1817 6.3", "A1 A2 A3", "0, 20, " + none},
		{"1817 6.3", "A1+ A2+ A2 A3", "0, " + most + ", 20, " + none},
		{"1817 6.3", "A1 A1+ A2+", "0, " + again + ", 20"},
		{"NE minor", "A1 A2 A2+", "0, " + none + ", " + none},
		{"NE minor", "A1+ A2", "0, " + none},
		{"NE major", "A1 A2+ A2 A3", "0, " + yellow + ", 0, " + none},
		{"NE major", "A1+ A2", "0, " + extra},
		{"1828 B&M system", "A1 A2+ A3 A3/E&K", "0, 0, " + extra + ", " + extra},
		{"1828 B&M system", "A1 A2 A3 A4/E&K A5 A5/E&K", "0, 0, 40, 20, " + none + ", " + none},
		{"1828 B&M system", "A1/E&K A2+ A2 A3", "20, " + late + ", 0, 0"},
		{"1828 B&M system", "A1 A2+ A3+", "0, 0, " + most},
		{"1843 MID, TB", "A1 A2 A3/TB A4", "0, 20, 20, " + none},
		{"1843 MID, TB", "A1/TB A2+ A3", "20, 0, " + extra},
		{"1843 MID, TB", "A1 A2 A3+/TB", "0, 20, " + yellow},
		{"1820 public", "A1+ A2+ A3", "0, 0, " + none},
		{"1820 public", "A1 A1+ A2", "0, " + again + ", 0"},
		{"1820 yellow", "A1+ A1 A2", "no tile may be upgraded in this turn, 0, 0"},
	} {
		w := allowances[c.title]
		var got []string
		for _, word := range strings.Fields(c.laid) {
			hex, by, _ := strings.Cut(word, "/")
			hex, upgrade := strings.CutSuffix(hex, "+")
			n, why := w.Next(by, hex, upgrade)
			if why == "" {
				got = append(got, fmt.Sprint(w.Allowed[n].Fee))
				w = w.With(n, hex, upgrade)
				continue
			}
			got = append(got, why)
			if n >= 0 {
				t.Errorf("%s: allowed and refused: %s", c.title, why)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", c.title, c.laid, strings.Join(got, ", "), c.want)
		}
	}
}

// The cheapest allowance is used first, wherever it stands.
func TestCheapestAllowanceFirst(t *testing.T) {
	w := Works{Allowed: []Allowance{{Fee: 40}, {Fee: 20}, {Fee: 30}}}
	for _, want := range []int{1, 2, 0, -1} {
		n, _ := w.Next("", "A1", false)
		if n != want {
			t.Fatalf("allowance %d, want %d", n, want)
		}
		if n >= 0 {
			w = w.With(n, fmt.Sprint("B", n), false)
		}
	}
}

// A turn is over when nothing more may be laid, neither yellow tiles nor upgrades.
func TestMoreToLay(t *testing.T) {
	w := Works{Allowed: []Allowance{{Upgrade: true}, {Extra: true}, {By: "TB"}}, Upgrades: 1}
	if !w.More("") || !w.More("TB") || w.More("LH") {
		t.Error("before the first tile")
	}
	upgraded := w.With(0, "A1", true)
	if upgraded.More("") || !upgraded.More("TB") {
		t.Error("after an upgrade only the private company's tile is left")
	}
	two := w.With(0, "A1", false).With(1, "A2", false)
	if two.More("") || len(w.Laid) != 0 {
		t.Error("after two yellow tiles")
	}
	three := Works{Allowed: make([]Allowance, 4)}.With(0, "A1", false).With(1, "A2", false).With(2, "A3", false)
	if a, b := three.With(3, "A4", false), three.With(3, "A5", false); a.Laid[3].Hex != "A4" || b.Laid[3].Hex != "A5" {
		t.Error("two ways to go on are one")
	}
	if last := (Works{Allowed: []Allowance{{}, {Upgrade: true}}, Upgrades: 1}).With(0, "A1", false); !last.More("") {
		t.Error("an upgrade is left")
	}
}

// A hex is built on once, and the fee is that of the cheapest allowance that is left.
func TestFeeOfTheNextTile(t *testing.T) {
	w := Works{Allowed: []Allowance{{Fee: 20}, {}}}
	first := w.With(1, "A1", false)
	for i, c := range []struct {
		w   Works
		fee int
		on  bool
	}{{w, 0, false}, {first, 20, true}, {first.With(0, "A2", false), 0, true}} {
		if fee, on := c.w.Fee(), c.w.On("A1"); fee != c.fee || on != c.on {
			t.Errorf("after %d tiles: fee %d, on A1 %v", i, fee, on)
		}
	}
}
