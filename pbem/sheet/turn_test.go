package sheet

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// A move in a round of which the reader has the whole position takes at most 120 lines in the middle and 180 with
// few exceptions, in every title; the first move of a round takes at most 180 with few exceptions.
func TestMovesAreShort(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range titles.All() {
		var turns, rounds []int
		seen(t, ti.Facts.Slug, "walk-variants", 12, func(m Mail) {
			if len(look(m).turn) == 0 {
				return
			}
			m.Around = reached(m)
			rounds = append(rounds, lines(Text(m)))
			m.Was, m.WasAt = m.State, 1
			turns = append(turns, lines(Text(m)))
		})
		slices.Sort(turns)
		slices.Sort(rounds)
		if len(turns) < 10 {
			t.Fatalf("%s: %d moves", ti.Facts.Slug, len(turns))
		}
		if half, most := turns[len(turns)/2], turns[len(turns)*19/20]; half > 120 || most > 180 {
			t.Errorf("%s: a move takes %d lines, one in twenty %d", ti.Facts.Slug, half, most)
		}
		if most := rounds[len(rounds)*19/20]; most > 190 {
			t.Errorf("%s: the first move of a round takes %d lines", ti.Facts.Slug, most)
		}
	}
}

func lines(text string) int { return strings.Count(text, "\n") }

// Each tile laid since the position that the reader had as a whole is told, as are price and station of each company
// that are others now; without a change nothing is said of one. No company is said to have a price of nothing.
func TestChangesAreTold(t *testing.T) {
	tiles, rest := 0, 0
	for _, ti := range titles.All() {
		slug := ti.Facts.Slug
		log, err := replaytest.ReadLog("../../titles/" + slug + "/testdata/v1/walk-plain.log.gz")
		if err != nil {
			t.Fatal(err)
		}
		for at := 400; at+150 < len(log); at += 200 {
			g := engine.Open(ti.Rules, log[:at+150])
			if len(g.Pending()) == 0 {
				continue
			}
			m := Mail{Title: ti, Game: "g12", Reader: engine.Actors(g.Pending())[0], State: g.State(), Pending: g.Pending(), Was: engine.Fold(log[:at]), WasAt: at}
			text := strings.ReplaceAll(strings.Join(strings.Fields(changesOf(m)), " "), tie, " ")
			for _, e := range log[at : at+150] {
				if laid, ok := e.(engine.TileLaid); ok {
					if now, _ := m.State.Tile(laid.Hex); now.Tile == laid.Tile && !strings.Contains(text, laid.Tile+" on "+laid.Hex) {
						t.Errorf("%s at %d: %v is not told: %s", slug, at, laid, text)
					}
					tiles++
				}
			}
			if none := ti.Facts.Money(0); slices.ContainsFunc(strings.Fields(text), func(word string) bool { return strings.TrimSuffix(word, ",") == none }) {
				t.Errorf("%s at %d: a company has a price of nothing: %s", slug, at, text)
			}
			price := func(n int) string {
				if n == 0 {
					return "no price"
				}
				return ti.Facts.Money(n)
			}
			was, is := ti.Position(m.Was), ti.Position(m.State)
			for _, c := range is.Companies {
				old := was.Company(c.Sym)
				if old != nil && old.Price != c.Price && !strings.Contains(text, c.Sym+" "+price(old.Price)+" > "+price(c.Price)) {
					t.Errorf("%s at %d: the price of %s is not told: %s", slug, at, c.Sym, text)
				}
				if old != nil && len(c.Stations) > len(old.Stations) && !strings.Contains(text, c.Sym+" in ") {
					t.Errorf("%s at %d: the station of %s is not told: %s", slug, at, c.Sym, text)
				}
				rest++
			}
			m.Was = m.State
			if text := changesOf(m); text != "" {
				t.Errorf("%s at %d: nothing has changed: %s", slug, at, text)
			}
		}
	}
	if tiles == 0 || rest == 0 {
		t.Errorf("%d tiles and %d companies", tiles, rest)
	}
}

// changesOf returns what a mail says has changed.
func changesOf(m Mail) string {
	d := &doc{}
	look(m).changes(d)
	return d.text()
}

// A company whose price is not set yet, as in an auction of 1817, is not said to cost nothing.
func TestChangesWithoutPrice(t *testing.T) {
	ti, _ := titles.Find("1817")
	unpriced := 0
	for _, game := range []string{"15528", "20758", "walk-plain", "walk-variants"} {
		log, err := replaytest.ReadLog("../../titles/1817/testdata/v1/" + game + ".log.gz")
		if err != nil {
			t.Fatal(err)
		}
		for i := range 25 {
			g := engine.Open(ti.Rules, log[:(i+1)*len(log)/25])
			m := Mail{Title: ti, Game: "g12", State: g.State(), Pending: g.Pending(), Was: engine.Fold(log[:len(log)/2]), WasAt: len(log) / 2}
			for _, c := range ti.Position(m.State).Companies {
				if c.Price == 0 {
					unpriced++
				}
			}
			if words := strings.Fields(strings.ReplaceAll(changesOf(m), tie, " ")); slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, ",") == "$0" }) {
				t.Errorf("%s, %d: %q", game, i, words)
			}
		}
	}
	if unpriced == 0 {
		t.Error("no company without a price: this tests nothing")
	}
}
