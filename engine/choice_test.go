package engine

import (
	"slices"
	"strings"
	"testing"
)

// A number is stored in one form only. Whoever reads the log compares texts.
func TestNumbersHaveOneForm(t *testing.T) {
	bid := []Choice{{By: "p1", Verb: "bid", Options: func() []Option {
		return []Option{{Args: []string{"NYC"}, Range: &Range{Min: 5, Max: 100, Step: 5}}}
	}}}
	for number, want := range map[string]bool{"5": true, "10": true, "100": true, "010": false, "+10": false, "10.0": false, "12": false, "0": false, "105": false, "": false} {
		_, err := Accept(bid, Command{By: "p1", Verb: "bid", Args: []string{"NYC", number}})
		if (err == nil) != want {
			t.Errorf("bid NYC %q: %v", number, err)
		}
	}
}

// Free is asked about listed words only if it has a form of its own, which is read before anything is listed.
func TestListsAndFreeWords(t *testing.T) {
	listed, asked := 0, 0
	choice := func(usage string) []Choice {
		listed, asked = 0, 0
		return []Choice{{By: "p1", Verb: "run", Usage: usage,
			Options: func() []Option { listed++; return []Option{{Args: []string{"auto"}}} },
			Free: func(words []string) ([]string, error) {
				if asked++; words[0] == "nowhere" {
					return nil, Refuse("there is no way")
				}
				return []string{strings.ToUpper(words[0])}, nil
			}}}
	}
	for _, c := range []struct {
		usage, said, want string
		listed, asked     int
	}{
		{"", "auto", "auto", 1, 0},
		{"", "boston", "BOSTON", 1, 1},
		{"", "nowhere", "there is no way", 1, 1},
		{"STOP STOP", "boston", "BOSTON", 0, 1},
		{"STOP STOP", "nowhere", "there is no way", 1, 1},
	} {
		got, err := Accept(choice(c.usage), Command{By: "p1", Verb: "run", Args: []string{c.said}})
		if is := strings.Join(got.Args, " "); err == nil && is != c.want || err != nil && err.Error() != c.want {
			t.Errorf("usage %q: %q is %q, %v", c.usage, c.said, is, err)
		}
		if listed != c.listed || asked != c.asked {
			t.Errorf("usage %q: for %q the options were listed %d times, and Free was asked %d times", c.usage, c.said, listed, asked)
		}
	}
}

// A supposed turn counts as had: the others come after it, and then the next round.
func TestSupposedTurnCountsAsHad(t *testing.T) {
	g, log := Start(toy(10), toySetup())
	g, _ = goOn(t, g, log, "p1 pass", "p2 pass", "p3 pass", "p1 done", "p1 keep")
	if asked(g) != "p2 dig, p2 done" {
		t.Fatalf("asked are %q", asked(g))
	}
	supposed, err := g.Suppose("dig", "p3")
	if err != nil {
		t.Fatal(err)
	}
	supposed, _ = goOn(t, supposed, nil, "p3 done", "p3 keep")
	if asked(supposed) != "p1 dig, p1 done" {
		t.Errorf("after it asked are %q, not the first of the next round", asked(supposed))
	}
}

// An amendment that asks, or makes money, is made in no game: the games stand still.
func TestAmendmentsThatMayNotBe(t *testing.T) {
	for name, do := range map[string]func(*Turn){
		"makes money":   func(t *Turn) { t.Pay(Box, Bank, 1) },
		"unmakes money": func(t *Turn) { t.Pay(Bank, Box, 1) },
		"asks":          func(t *Turn) { t.Ask("really", Bare("p1", "yes", "")) },
	} {
		_, log := Start(toy(10), toySetup())
		wrong := toy(10)
		wrong.Amendments = []Amendment{{name, "never told", do}}
		g := Open(wrong, log)
		for _, by := range []string{"p1", "p2"} {
			next, _, err := g.Decide(Command{By: by, Verb: "pass"})
			if err != nil {
				t.Fatal(name, err) // the step has not ended
			}
			g = next
		}
		if _, _, err := g.Decide(Command{By: "p3", Verb: "pass"}); err == nil || !strings.Contains(err.Error(), "it asks, or makes money") {
			t.Errorf("an amendment that %s: %v", name, err)
		}
	}
}

// A step may run on both sides of a place: it is neither done again nor left out.
func TestStepOnBothSides(t *testing.T) {
	rules := toy(10)
	rules.Flow["game"] = Seq("auction", "rounds", "between", "again", "end")
	rules.Flow["between"] = Do(func(t *Turn) { t.Ask("between", Bare("p1", "on", "")) })
	rules.Flow["again"] = rules.Flow["round"]
	if err := rules.Check(); err != nil {
		t.Fatal(err)
	}
	g, log := Start(rules, toySetup())
	for !slices.ContainsFunc(g.Pending(), func(ch Choice) bool { return ch.Verb == "on" }) {
		last := g.Pending()[len(g.Pending())-1]
		g, log = goOn(t, g, log, last.By+" "+last.Verb)
	}
	if again := Open(rules, log); again.Frozen() != nil || asked(again) != "p1 on" {
		t.Errorf("it opens with %q, %v", asked(again), again.Frozen())
	}
}

// An argument that is not there is "", before the first too: the last of none.
func TestArgumentsThatAreMissing(t *testing.T) {
	c := Command{Verb: "bid"}
	if c.Arg(len(c.Args)-1) != "" || c.Arg(0) != "" {
		t.Error("a missing argument is something")
	}
}
