package grammar

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// storedAt opens a stored game of a title before one of its commands.
func storedAt(t *testing.T, slug, name string, at int) (Context, []engine.Choice) {
	t.Helper()
	all := titles.All()
	ti := all[slices.IndexFunc(all, func(ti *title.Title) bool { return ti.Facts.Slug == slug })]
	for _, g := range replaytest.StoredIn(t, ti, "../../titles/"+slug) {
		if g.Name != "../../titles/"+slug+"/testdata/"+name {
			continue
		}
		game := engine.Open(ti.Rules, g.Log[:at])
		board := step.Table{S: game.State(), F: ti.Facts}.Board()
		return Context{Facts: ti.Facts, Verbs: ti.Verbs, Board: board}, game.Pending()
	}
	t.Fatalf("%s has no stored game %s", slug, name)
	return Context{}, nil
}

// Pairs of trains are read with blanks and with other signs, and a train of the bank with its price.
func TestTrainsAsPlayersWriteThem(t *testing.T) {
	ctx, pending := storedAt(t, "1843", "v1/walk-plain", 502)
	for line, want := range map[string]string{
		"buy 2 + 1":                     "buy train 2+1 from bank",
		"buy the 2 +1-train":            "buy train 2+1 from bank",
		"buy 2×2":                       "buy train 2x2 from bank",
		"buy 2 x 2":                     "buy train 2x2 from bank",
		"buy 2X2":                       "buy train 2x2 from bank",
		"buy a 2 * 2":                   "buy train 2x2 from bank",
		"buy 2x2 for 200fr":             "buy train 2x2 from bank",
		"buy 2x2 200fr":                 "buy train 2x2 from bank",
		"buy 2+1 from the bank for 125": "buy train 2+1 from bank",
		"buy 2x2 for 20fr":              "",
		"buy 2x2 for 201fr":             "",
		"buy 2 + 2":                     "",
		"buy 2 1":                       "",
	} {
		c, err := Match(ctx, pending, pending[0].By, line)
		if got := c.String(); err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
}

// Trains in the plural are no single one, be the number before them how many there are or what they are.
func TestTrainsInThePlural(t *testing.T) {
	choices := offers("B&M buy: train 2 from bank, train 3 from CV for 1..300", "B&M pass")
	for line, want := range map[string]string{
		"buy 2 trains":                `"buy" is for one at a time: say "buy train 2 from bank".`,
		"buy 2 trians":                `"buy" is for one at a time: say "buy train 2 from bank".`,
		"buy 2-trains from the bank":  `"buy" is for one at a time: say "buy train 2 from bank".`,
		"buy the 3 trains from CV 90": `"buy" is for one at a time: say "buy train 3 from CV for 90".`,
		"buy a 2 train":               "",
		"buy a 2-train":               "",
		"buy 2":                       "",
	} {
		c, err := Match(context18(), choices, "p1", line)
		if err == nil && (want != "" || c.String() != "buy train 2 from bank") || err != nil && err.Error() != want {
			t.Errorf("%q: %v, %v; want %q", line, c, err, want)
		}
	}
}

// At the bank's price a train is the bank's, even if another company could sell one for as much.
func TestTrainAtThePriceOfTheBank(t *testing.T) {
	choices := offers("B&M buy: train 3 from bank, train 3 from CV for 1..300, train 2 from ER for 1..300", "B&M pass")
	list := choices[0].Options()
	list[0].Label = "$180"
	for line, want := range map[string]string{
		"buy the 3-train for $180":         "buy train 3 from bank",
		"buy 3 for 180":                    "buy train 3 from bank",
		"buy the 3-train from CV for $180": "buy train 3 from CV for 180",
		"buy the 3-train for $18":          "buy train 3 from CV for 18",
		"buy the 3-train for $181":         "buy train 3 from CV for 181",
		"buy the 3-train from bank $181":   "",
		"buy the 2-train for $180":         "buy train 2 from ER for 180",
	} {
		c, err := Match(context18(), choices, "p1", line)
		if got := c.String(); err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
}
