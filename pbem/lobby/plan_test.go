package lobby

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
)

// What people may write behind "new", and what is made of it.
func TestNewGame(t *testing.T) {
	for rest, want := range map[string]string{
		"1817 for 4 players called Shoreline":           "1817 4-4 Shoreline",
		"1817 players 3-5":                              "1817 3-5 1817",
		"1817 3–5p":                                     "1817 3-5 1817",
		"a new 1817 game for 4 people":                  "1817 4-4 1817",
		"1817 4players":                                 "1817 4-4 1817",
		"game of 1817, three to five players":           "1817 3-5 1817",
		"18 New England 5 - 3 name 'The Bay'":           "",
		`18NewEngland players 2 name "Nantucket Sound"`: "18newengland 2-2 Nantucket Sound",
		"18NE for 2 players":                            "18newengland 2-2 18NewEngland", "18 ne players 3-5": "18newengland 3-5 18NewEngland",
		"18newengalnd for two players":                         "18newengland 2-2 18NewEngland",
		"new england players 3 called Cape Cod seed 8":         "18newengland 3-3 Cape Cod seed 8",
		"1817 called Big One for 8-9 players more players":     "1817 8-9 Big One +more players",
		"1817 4 short-squeeze and modern trains private":       "1817 4-4 1817 +modern trains +short squeeze private",
		"1817 called Harbour short squeeze players 3":          "1817 3-3 Harbour +short squeeze",
		"1817 called \"Short Squeeze\" players 3":              "1817 3-3 Short Squeeze",
		"1817 players 3-8 more players":                        "1817 3-8 1817 +more players",
		"1817 players 3 more players":                          "", // it is for others
		"1817 players 3 without variants, called Plain":        "1817 3-3 Plain",
		"1817 players 3 short squeeze no short squeeze":        "1817 3-3 1817",
		"1817 players 3 squeeze":                               "", // perhaps a variant: that is asked
		"1828 players 3 short squeeze":                         "", // a variant of another title
		"1817 players 3 players 4":                             "",
		"1817 players 2":                                       "",
		"1817 players 3-12":                                    "",
		"1818 players 3":                                       "",
		"1817 players 3 called":                                "",
		"1817 players 3 called 18 <evil>":                      "",
		"1817 players 3 seed -1":                               "",
		"1817 players 3 talk":                                  "",
		"1817 players 3 talk loud":                             "",
		"1817 players 3 pace never":                            "",
		"1817 players 3 pace 3 days called Slow":               "1817 3-3 Slow pace 3 days",
		"1817 players 99999999999999999999":                    "",
		"1817 with 2 robots":                                   "1817 3-3 1817 2 steady robots",
		"1817 against three easy robots called Alone":          "1817 4-4 Alone 3 easy robots",
		"1817 3-5 with a robot":                                "1817 3-5 1817 1 steady robots",
		"1817 with 1 easy robot for 4 players":                 "1817 4-4 1817 1 easy robots",
		"1817, 4 players, 2 Robots steady":                     "1817 4-4 1817 2 steady robots",
		"1817 4 pace 3 days with 2 robots private":             "1817 4-4 1817 pace 3 days private 2 steady robots",
		"1817 called Big One with 2 robots":                    "1817 3-3 Big One 2 steady robots",
		"1817 3 with no robots":                                "1817 3-3 1817",
		"1817 3 with 3 robots":                                 "",
		"1817 3-5 with 3 robots":                               "",
		"1817 with 1 robot":                                    "",
		"1817 with 99 robots":                                  "",
		"1817 with 2000000 robots":                             "",
		"1817 with 2 clever robots":                            "",
		"1817 4 with 1 easy robot and 1 steady robot":          "",
		"1817 with robots":                                     "",
		"1817 players 3 called " + strings.Repeat("long ", 90): "",
	} {
		p, err := ReadPlan(rest, pace.Pace{})
		got := ""
		if err == nil {
			got = said(p)
		} else if _, ok := err.(*engine.Refusal); !ok {
			t.Errorf("%s: the fault is taken for ours: %v", rest, err)
		}
		if got != want {
			t.Errorf("new %s\n got %q, %v\nwant %q", rest, got, err, want)
		}
	}
}

// said writes a gathering as it was understood.
func said(p Gathering) string {
	out := fmt.Sprintf("%s %d-%d %s", p.Title, p.Least, p.Most, p.Name)
	for _, v := range []string{"more players", "modern trains", "short squeeze"} {
		if p.Options[v] != "" {
			out += " +" + v
		}
	}
	if p.Seeded {
		out += fmt.Sprintf(" seed %d", p.Seed)
	}
	if p.Pace != nil {
		out += " pace " + p.Pace.String()
	}
	if p.Private {
		out += " private"
	}
	if p.Robots != nil {
		out += fmt.Sprintf(" %d %s robots", p.Robots.N, p.Robots.Level)
	}
	return out
}

// The seats are drawn from the seed, all orders can come, and nobody is lost.
func TestSeatOrder(t *testing.T) {
	players := []people.Member{{Name: "Amy", Address: "a@x"}, {Name: "Brian", Address: "b@x"}, {Name: "amy", Address: "c@x"}}
	orders := map[string]int{}
	for seed := range int64(200) {
		g := Gathering{Title: "18newengland", Seed: seed + 1}
		n, err := g.Game(players)
		if err != nil {
			t.Fatal(err)
		}
		var order, names []string
		for _, s := range n.Seats {
			order, names = append(order, s.Address), append(names, strings.ToLower(s.Name))
		}
		orders[strings.Join(order, " ")]++
		slices.Sort(names)
		if again, _ := g.Game(players); !slices.EqualFunc(again.Seats, n.Seats, func(a, b table.Seat) bool { return a.Address == b.Address }) || strings.Join(names, ",") != "amy,amy 2,brian" {
			t.Fatalf("seed %d: %v", seed+1, n.Seats)
		}
	}
	if len(orders) != 6 {
		t.Errorf("of six orders came %v", orders)
	}
}

// Words that may mean a variant are refused with its name, those of another title with that title, and a number of
// players with the numbers there are, once.
func TestWhyNoSuchNewGame(t *testing.T) {
	for rest, want := range map[string]string{
		"1817 3 squeeze":              `"squeeze" is no variant of 1817. Write it out: short squeeze.`,
		"1817 3 short":                `"short" is no variant of 1817. Write it out: increased shorts or short squeeze.`,
		"1817 3 short sqeeze seed 3":  `"short sqeeze" is no variant of 1817. Write it out: short squeeze.`,
		"1828 3 short squeeze":        `"short squeeze" is a variant of 1817, not of 1828. Those of 1828: good privates.`,
		"18newengland 2 certificates": `"certificates" is a variant of 1820, not of 18NewEngland. 18NewEngland has none.`,
		"1817 5 more players":         `The variant "more players" is for 8-12 players: leave it out, or say such a number: players 8.`,
		"18newengland 12":             "18NewEngland is for 2 to 5 players, not 12.",
		"1817 8":                      `1817 for 8 players takes the variant "more players". 1817 is for 3-7 players, with "more players" for 8-12.`,
		"1817 3 fast":                 `"fast" means nothing for a new game. You can say: players 3`,
	} {
		_, err := ReadPlan(rest, pace.Pace{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("new %s: %v, want %s", rest, err, want)
		}
	}
}

// A variant for other numbers of players than have come is not played.
func TestVariantForOthersIsNotPlayed(t *testing.T) {
	g, err := ReadPlan("1817 players 7-8 more players short squeeze", pace.Pace{})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{7: "yes", 8: "yes yes"} {
		made, err := g.Game(make([]people.Member, n))
		if got := strings.TrimSpace(made.Options["more players"] + " " + made.Options["short squeeze"]); err != nil || got != want {
			t.Errorf("for %d players: %v, %v", n, made.Options, err)
		}
	}
}
