package grammar

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

func readAs(slug string) Context {
	all := titles.All()
	ti := all[slices.IndexFunc(all, func(ti *title.Title) bool { return ti.Facts.Slug == slug })]
	return Context{Facts: ti.Facts, Verbs: ti.Verbs, Moments: ti.Moments}
}

// listed is a choice of these words, with a reason for all others.
func listed(verb, why string, options ...string) engine.Choice {
	return engine.Choice{
		By: "p1", Verb: verb,
		Options: func() []engine.Option {
			var out []engine.Option
			for _, o := range options {
				out = append(out, engine.Option{Args: strings.Fields(o)})
			}
			return out
		},
		Free: func(words []string) ([]string, error) {
			return nil, engine.Refuse("%s: %s", why, strings.Join(words, " "))
		},
	}
}

// A word that is typed once names one thing: of two companies that merge, the one that stays has to be said.
func TestWordSaysOneThing(t *testing.T) {
	merge := listed("merge", "no", "with A&S into R", "with A&S into A&S")
	merge.For = "R"
	choices := []engine.Choice{merge, engine.Bare("p1", "pass", "")}
	for line, want := range map[string]string{
		"merge with A&S into A&S": "merge with A&S into A&S",
		"merge with A&S into R":   "merge with A&S into R",
		"merge A&S R":             "merge with A&S into R",
		"merge with A&S":          "",
		"R: merge with A&S":       "",
		"merge R with A&S":        "",
		"merge":                   "",
	} {
		c, err := Match(readAs("1817"), choices, "p1", line)
		r := new(Refusal)
		switch {
		case want != "" && (err != nil || c.String() != want):
			t.Errorf("%q: %v, %v", line, c, err)
		case want == "" && (!errors.As(err, &r) || !slices.Equal(r.Readings, []string{"merge with A&S into R", "merge with A&S into A&S"})):
			t.Errorf("%q: %v, %v; want both readings", line, c, err)
		}
	}
}

// Of two companies that are only joined by "and" the one that stays has to be said too. It may be said a second time. In the
// turn of one of them, that one may be the second.
func TestTwoThatMerge(t *testing.T) {
	system := listed("merge", "no", "NYC into PRR", "PRR into NYC", "C&O into PRR", "PRR into C&O")
	pair := listed("merge", "no", "with WT into J", "with WT into WT", "with R into J", "with R into R")
	pair.For = "J"
	for _, c := range []struct {
		slug       string
		choice     engine.Choice
		line, want string
	}{
		{"1828", system, "merge NYC and PRR", ""},
		{"1828", system, "merge PRR with New York Central", ""},
		{"1828", system, "PRR merges with NYC", ""},
		{"1828", system, "merge NYC into PRR", "merge NYC into PRR"},
		{"1828", system, "NYC merges into PRR", "merge NYC into PRR"},
		{"1828", system, "merge NYC and PRR into PRR", "merge NYC into PRR"},
		{"1828", system, "merge NYC and PRR into NYC", "merge PRR into NYC"},
		{"1828", system, "merge C&O with PRR to PRR", "merge C&O into PRR"},
		{"1817", pair, "merge J and WT into J", "merge with WT into J"},
		{"1817", pair, "merge WT and J into J", "merge with WT into J"},
		{"1817", pair, "merge WT and J into WT", "merge with WT into WT"},
		{"1817", pair, "merge WT and J", ""},
		{"1817", pair, "merge J and WT", ""},
	} {
		got, err := Match(readAs(c.slug), []engine.Choice{c.choice}, "p1", c.line)
		r := new(Refusal)
		switch {
		case c.want != "" && (err != nil || got.String() != c.want):
			t.Errorf("%s, %q: %v, %v; want %s", c.slug, c.line, got, err, c.want)
		case c.want == "" && (!errors.As(err, &r) || len(r.Readings) != 2):
			t.Errorf("%s, %q: %v, %v; want two readings", c.slug, c.line, got, err)
		}
	}
}

// A company may stand before a verb that is said of it, though its player acts, and a number in the middle of a
// verb. Who buys or sells is not guessed.
func TestCompanyBeforeTheVerb(t *testing.T) {
	choices := []engine.Choice{listed("loan", "no", "H 1", "H 2", "WT 1"), listed("buy", "no", "H from treasury"), engine.Bare("p1", "pass", "")}
	for line, want := range map[string]string{
		"H takes 2 loans":        "loan H 2",
		"H: loan 2":              "loan H 2",
		"take 2 loans for H":     "loan H 2",
		"take two loans with H":  "loan H 2",
		"WT will take a loan, 1": "loan WT 1",
		"buy H":                  "buy H from treasury",
		"H buys 1 share":         "",
		"H repays 1 loan":        "",
	} {
		got, err := Match(readAs("1817"), choices, "p1", line)
		if want != "" && (err != nil || got.String() != want) || want == "" && err == nil {
			t.Errorf("%q: %v, %v; want %q", line, got, err, want)
		}
	}
}

// The rules are asked also about words that stand for themselves, and about a tile with the number 1.
func TestReasonsOfWordsThatStandForThemselves(t *testing.T) {
	for _, c := range []struct{ slug, verb, line, want string }{
		{"1828", "buy", "buy coal", "No: coal."},
		{"1828", "buy", "buy private SVN for 50", "No: private SVN for 50."},
		{"1828", "buy", "buy SVN for 50", "No: private SVN for 50."},
		{"1828", "lay", "lay E7 1 0", "No: E7 1 0."},
		{"1828", "lay", "lay E7 1 0 with E&K", "No: E7 1 0 with E&K."},
		{"1828", "lay", "lay E23 5 0", "There is no tile 5 in this game."},
		{"1817", "loan", "loan later 9", "No: later 9."},
		{"1828", "buy", "buy train 3 into NYC", "No: train 3 from bank into NYC."},
		{"1828", "buy", "buy train 3 from NYC", "No: train 3 from NYC."},
		{"1828", "buy", "buy train 3 from PRR into NYC for 5", "No: train 3 from PRR into NYC for 5."},
		{"1828", "buy", "buy train 3 to NYC from PRR", "No: train 3 from PRR into NYC."},
		{"1828", "merge", "merge NYC to PRR", "No: NYC into PRR."},
		{"1817", "loan", "loan 9", "No: 9."},
	} {
		ctx := readAs(c.slug)
		_, err := Match(ctx, []engine.Choice{listed(c.verb, "no"), engine.Bare("p1", "pass", "")}, "p1", c.line)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s, %q: %v; want %s", c.slug, c.line, err, c.want)
		}
	}
}

// A verb alone that is not on offer is not taken for another verb of which it is a synonym.
func TestVerbThatIsASynonymToo(t *testing.T) {
	buy := listed("buy", "say which train", "train 2 from bank")
	choices := []engine.Choice{buy, engine.Bare("p1", "pass", "")}
	for line, want := range map[string]string{
		"offer":           `"offer" cannot be said now: companies are put up for sale at the end of a merger and acquisition round (7.2.3). You may say buy or pass.`,
		"put up":          `"offer" cannot be said now: companies are put up for sale at the end of a merger and acquisition round (7.2.3). You may say buy or pass.`,
		"offer a 3-train": "Say which train: train 3 from bank.",
	} {
		if _, err := Match(readAs("1817"), choices, "p1", line); err == nil || err.Error() != want {
			t.Errorf("%q: %v; want %s", line, err, want)
		}
	}
	if c, err := Match(readAs("1817"), choices, "p1", "offer for the 2-train"); err != nil || c.String() != "buy train 2 from bank" {
		t.Errorf("%v, %v", c, err)
	}
	// "discard" is a verb of its own, and another word for "cash".
	choices = []engine.Choice{engine.Bare("p1", "trade", ""), engine.Bare("p1", "cash", "")}
	if c, err := Match(readAs("1828"), choices, "p1", "discard"); err != nil || c.String() != "cash" {
		t.Errorf("%v, %v", c, err)
	}
}

// Who wants two at once reads how that is said if it is possible, and otherwise how one is said.
func TestTwoAtOnce(t *testing.T) {
	one := listed("buy", "no", "IC from ipo", "IC from pool", "NYC from ipo")
	two := listed("buy", "no", "IC from ipo", "IC from ipo and ipo", "IC from ipo and pool", "IC from pool", "NYC from ipo")
	for _, c := range []struct {
		choice     engine.Choice
		line, want string
	}{
		{one, "buy 2 NYC", `"buy" is for one at a time: say "buy NYC from ipo".`},
		{one, "buy 2 IC", `"buy" is for one at a time: say "buy IC from ipo" or "buy IC from pool".`},
		{two, "buy 2 NYC", `"buy" is for one at a time: say "buy NYC from ipo".`},
		{two, "buy 2 IC", `"buy" of two says where each comes from: say "buy IC from ipo and ipo" or "buy IC from ipo and pool".`},
		{two, "buy two IC from ipo", `"buy" of two says where each comes from: say "buy IC from ipo and ipo" or "buy IC from ipo and pool".`},
		{two, "buy 2 shares of IC from the pool", `"buy" of two says where each comes from: say "buy IC from ipo and pool".`},
		{two, "buy 3 IC", `"buy" is for one at a time: say "buy IC from ipo" or "buy IC from pool".`},
	} {
		if _, err := Match(readAs("1828"), []engine.Choice{c.choice}, "p1", c.line); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v; want %s", c.line, err, c.want)
		}
	}
}

// Mails call the place for sold shares "pool" in every title.
func TestMarketIsThePool(t *testing.T) {
	choices := []engine.Choice{listed("buy", "no", "R from treasury", "R from market")}
	for _, line := range []string{"buy R from market", "buy R from pool", "buy R from the open market"} {
		if c, err := Match(readAs("1817"), choices, "p1", line); err != nil || c.String() != "buy R from market" {
			t.Errorf("%q: %v, %v", line, c, err)
		}
	}
}

// What the program cannot do by itself is not suggested: it runs trains, and names no winner.
func TestAutoIsSuggestedWhereItIsTaken(t *testing.T) {
	propose := engine.Choice{By: "p1", Verb: "propose", Usage: "NAME", Free: func(words []string) ([]string, error) {
		return nil, engine.Refuse("say which player has won: Amy, Brian")
	}}
	_, err := Match(readAs("1828"), []engine.Choice{propose, engine.Bare("p1", "pass", "")}, "p1", "propose David")
	r := new(Refusal)
	if !errors.As(err, &r) || slices.Contains(r.Closest, "propose auto") {
		t.Errorf("%v, closest %q", err, r.Closest)
	}
}

// "me" is the player who writes, where a command names players. It names nobody else.
func TestMeIsTheWriter(t *testing.T) {
	ctx := readAs("1820")
	ctx.Players = map[string]string{"p1": "Amy", "p2": "Brian"}
	allot := listed("allot", "no", "p1 3", "p2 3", "p2 4")
	for line, want := range map[string]string{"allot me 3": "allot p1 3", "allot 3 to me": "allot p1 3", "allot 3 shares to myself": "allot p1 3", "allot 3 to Brian": "allot p2 3", "allot 4 to me": ""} {
		if c, err := Match(ctx, []engine.Choice{allot}, "p1", line); err == nil && c.String() != want || err != nil && want != "" {
			t.Errorf("%q: %v, %v", line, c, err)
		}
	}
}
