package t18newengland

import (
	"errors"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/enginetest"
)

// EX-07: earnings, the dividend of a half payment, and what is kept.
func TestHalfPayTable(t *testing.T) { // 11.6
	for _, want := range [][3]int{
		{10, 10, 0}, {30, 20, 10}, {50, 30, 20}, {70, 40, 30}, {90, 50, 40}, {210, 110, 100}, {250, 130, 120},
		{300, 150, 150}, {380, 190, 190}, {430, 220, 210}, {470, 240, 230}, {480, 240, 240},
	} {
		if got := halfDividend(want[0]); got != want[1] || want[0]-got != want[2] {
			t.Errorf("half of %d pays %d, want %d and %d kept", want[0], got, want[1], want[2])
		}
	}
}

// EX-08: the par of a merger by the sum of the values.
func TestMergedPar(t *testing.T) { // 12
	for sum, want := range map[int]int{
		100: 100, 105: 100, 110: 110, 115: 110, 120: 120, 125: 120, 130: 130, 135: 130, 140: 130, 145: 145,
		150: 145, 155: 145, 160: 160, 165: 160, 170: 160, 180: 180, 190: 180, 200: 200,
	} {
		if got := data.Market.At(majorCell(sum)).Price; got != want {
			t.Errorf("a sum of %d makes par %d, want %d", sum, got, want)
		}
	}
}

func mustSetup(t *testing.T, players int) []engine.Event {
	t.Helper()
	log, err := setup(engine.Started{Title: data.Slug, Seed: 1, Players: []string{"Amy", "Brian", "Crystal", "David", "Eve"}[:players]})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// NE-SU-04: two to five players. Only known switches are accepted, and all are off unless they are
// set.
func TestSetupRefuses(t *testing.T) { // 2, 15
	for _, start := range []engine.Started{
		{Players: []string{"Amy"}},
		{Players: []string{"Amy", "Brian", "Crystal", "David", "Eve", "Frank"}},
		{Players: []string{"Amy", "Brian"}, Options: map[string]string{"longer": "yes"}},
		{Players: []string{"Amy", "Brian"}, Options: map[string]string{noConsent: "perhaps"}},
	} {
		var refused *engine.Refusal
		if _, err := setup(start); !errors.As(err, &refused) {
			t.Errorf("%v: %v, want a refusal", start, err)
		}
	}
	s := engine.Fold(mustSetup(t, 4))
	for _, sw := range switches {
		if see(s).on(sw.Key) {
			t.Errorf("%q is on in normal play", sw.Key)
		}
	}
}

// NE-SU-01, NE-TN-01, NE-CO-08: what lies on the table.
func TestSetupMaterial(t *testing.T) { // 1, 3, 11.7
	s := engine.Fold(mustSetup(t, 4))
	if s.Money() != 12000 {
		t.Errorf("%d in the game", s.Money())
	}
	want := map[string]int{"2": 10, "3": 7, "4": 4, "5E": 4, "6E": 3, "8E": 1}
	got := map[string]int{}
	for _, name := range see(s).TrainNames("supply") {
		got[name]++
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%d %s-trains, want %d", got[name], name, n)
		}
	}
	if n := len(s.Kind(offered, "share")); n != 10 || len(s.Kind(later, "share")) != 5 {
		t.Errorf("%d minors are available", n)
	}
	if n := see(s).Shares("ipo:NYC", "NYC"); n != 10 || len(see(s).Certificates("ipo:NYC", "NYC")) != 9 {
		t.Errorf("NYC has %d shares", n)
	}
}

// NE-TR-21: every row of the upgrade chart has the tiles of the next colour that have the same
// letter and kind of stop and keep the track of the old tile. Tile 70 for tile 16 is one of them,
// NE-RUL-14.
func TestUpgradeChartKeepsTrack(t *testing.T) { // 19
	enginetest.Becomes(t, data.Map, data.Upgrades, func(old, tile board.Tile) bool {
		return tile.Label == old.Label && sameStops(old, tile) && keepsTrack(old, tile)
	})
}

func sameStops(old, tile board.Tile) bool {
	if len(old.Stops) == 0 || len(tile.Stops) == 0 {
		return len(old.Stops) == len(tile.Stops)
	}
	return old.Stops[0].Kind == tile.Stops[0].Kind
}

// keepsTrack reports whether the new tile fits over the old one in the middle of the map, in some
// rotation.
func keepsTrack(old, tile board.Tile) bool {
	b := data.Map.On(func(string) (string, int, bool) { return "", 0, false }).With("H9", old.ID, 0)
	for rot := range 6 {
		if _, err := b.Fit("H9", tile.ID, rot); err == nil {
			return true
		}
	}
	return false
}

// NE-RUL-13: the large cities without a letter on which 63 does not fit.
func TestWhereTile63CannotLie(t *testing.T) { // 11.3
	empty := data.Map.On(func(string) (string, int, bool) { return "", 0, false })
	var got []string
	for _, hex := range data.Map.Hexes {
		if len(hex.Stops) == 0 || hex.Label != "" || hex.Color == "red" || hex.Color == "gray" {
			continue
		}
		city := slices.ContainsFunc(hex.Stops, func(s board.Stop) bool { return s.Kind == board.City })
		if _, err := empty.Fit(hex.At, "63", 0); city && err != nil {
			got = append(got, hex.At)
		}
	}
	slices.Sort(got)
	if want := []string{"A12", "D15", "H13", "J3", "L7"}; !slices.Equal(got, want) {
		t.Errorf("63 cannot lie in %v, want %v", got, want)
	}
}

// NE-MK-01: the row of prices.
func TestMarketRow(t *testing.T) { // 6
	var got []int
	for _, s := range data.Market.Cells[rowMajor] {
		got = append(got, s.Price)
	}
	want := []int{
		35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 130, 145, 160, 180, 200, 220, 240, 260, 280, 310,
		340, 380, 420, 460, 500,
	}
	if !slices.Equal(got, want) {
		t.Errorf("prices %v", got)
	}
}
