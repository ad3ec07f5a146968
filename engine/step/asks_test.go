package step

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
)

// begin starts a game of one leaf with three players.
func begin(leaf func(*engine.Turn), setup ...engine.Event) *engine.Game {
	rules := engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Do(func(t *engine.Turn) {
		leaf(t)
		t.End("done", nil)
	})}}
	g, _ := engine.Start(rules, append([]engine.Event{engine.Started{Players: []string{"Amy", "Brian", "Crystal"}}}, setup...))
	return g
}

// say plays lines such as "p1 bid 10"; a line that ends with "!" must be refused.
func say(t *testing.T, g *engine.Game, lines ...string) *engine.Game {
	t.Helper()
	for _, line := range lines {
		f := strings.Fields(strings.TrimSuffix(line, "!"))
		next, _, err := g.Decide(engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
		var no *engine.Refusal
		switch {
		case strings.HasSuffix(line, "!") && errors.As(err, &no):
			continue
		case strings.HasSuffix(line, "!") || err != nil:
			t.Fatalf("%q: %v", line, err)
		}
		g = next
	}
	return g
}

// stand says who is waited for and who may say something.
func stand(g *engine.Game) string {
	return fmt.Sprintf("%v of %v", engine.Awaited(g.Pending()), engine.Actors(g.Pending()))
}

// turnOf asks p1 to run or pass. Beside it p1 may borrow three times, and p3 may swap once, without being
// waited for.
func turnOf(answer *string) func(*engine.Turn) {
	return func(t *engine.Turn) {
		own := func() []engine.Choice {
			if t.Get("idle") == 1 {
				return nil
			}
			return []engine.Choice{engine.Bare("p1", "run", ""), engine.Bare("p1", "pass", "")}
		}
		beside := func() (out []engine.Choice) {
			if t.Get("loans") < 3 {
				out = append(out, engine.Bare("p1", "loan", ""))
			}
			if t.Get("swapped") == 0 {
				out = append(out, Aside(engine.Bare("p3", "swap", ""))...)
			}
			return out
		}
		*answer = Asks(t, "run", own, beside, func(c engine.Command) bool {
			switch c.Verb {
			case "loan":
				t.Set("loans", t.Get("loans")+1)
			case "swap":
				t.Set("swapped", 1)
			}
			return c.Verb == "loan" || c.Verb == "swap"
		}).Verb
	}
}

// An action beside a step is carried out and the step is asked again. The game does not wait for what others
// may do. // 1828 8.3, R-16; 1843 R-26; 1820 6.4.3
func TestAsks(t *testing.T) {
	for name, c := range map[string]struct {
		idle           int
		said           []string
		stand, answer  string
		loans, swapped int
	}{
		"at first":            {said: nil, stand: "[p1] of [p1 p3]"},
		"asked again":         {said: []string{"p1 loan"}, stand: "[p1] of [p1 p3]", loans: 1},
		"by another":          {said: []string{"p3 swap"}, stand: "[p1] of [p1]", swapped: 1},
		"made afresh":         {said: []string{"p1 loan", "p3 swap", "p3 swap!", "p1 loan", "p1 loan", "p1 loan!", "p1 run"}, stand: "[] of []", loans: 3, swapped: 1, answer: "run"},
		"passed over":         {said: []string{"p1 pass"}, stand: "[] of []", answer: "pass"},
		"nothing left":        {idle: 1, stand: "[] of []", answer: "pass"},
		"not in another turn": {said: []string{"p2 swap!", "p3 run!"}, stand: "[p1] of [p1 p3]"},
	} {
		answer := ""
		g := say(t, begin(turnOf(&answer), engine.Set{Key: "idle", Value: c.idle}), c.said...)
		if s := g.State(); stand(g) != c.stand || answer != c.answer || s.Get("loans") != c.loans || s.Get("swapped") != c.swapped {
			t.Errorf("%s: %s, answer %q, %d loans, swapped %d; want %+v", name, stand(g), answer, s.Get("loans"), s.Get("swapped"), c)
		}
	}
}

// A game can be opened during a question with actions beside it.
func TestAsksIsOpenedAgain(t *testing.T) {
	answer := ""
	g := say(t, begin(turnOf(&answer)), "p1 loan", "p3 swap")
	h := engine.Open(engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Do(turnOf(&answer))}}, g.Log())
	if h.Frozen() != nil || stand(h) != stand(g) || h.State().Get("loans") != 1 {
		t.Errorf("%v; %s", h.Frozen(), stand(h))
	}
}

// All who must agree are asked at the same time, each once, and the proposer not at all. The first who
// declines ends it. // 1820 6.6.2, 7.2.7; 1828 7.5.1
func TestAgreedByAll(t *testing.T) {
	for name, c := range map[string]struct {
		parties string
		said    []string
		stand   string
		agreed  bool
	}{
		"nobody else":     {"p1 p1", nil, "[] of []", true},
		"nobody at all":   {"", nil, "[] of []", true},
		"all at once":     {"p2 p3 p2", nil, "[p2 p3] of [p2 p3 p1]", false},
		"in any order":    {"p2 p3", []string{"p3 accept"}, "[p2] of [p2 p1]", false},
		"once a player":   {"p2 p3 p2", []string{"p2 accept", "p2 accept!", "p3 accept"}, "[] of []", true},
		"all but one":     {"p2 p3", []string{"p3 accept", "p2 decline"}, "[] of []", false},
		"taken back":      {"p2 p3", []string{"p3 accept", "p1 withdraw"}, "[] of []", false},
		"not by a party":  {"p2 p3", []string{"p2 withdraw!", "p1 accept!"}, "[p2 p3] of [p2 p3 p1]", false},
		"the first stops": {"p2 p3", []string{"p2 decline"}, "[] of []", false},
	} {
		var parties []Party
		for _, p := range strings.Fields(c.parties) {
			parties = append(parties, Party{By: p, What: "buy a share"})
		}
		agreed := false
		g := say(t, begin(func(t *engine.Turn) { agreed = AgreedByAll(t, "p1", "NYC", parties) }), c.said...)
		if stand(g) != c.stand || agreed != c.agreed {
			t.Errorf("%s: %s, agreed %v, want %+v", name, stand(g), agreed, c)
		}
	}
}

// A player who speaks for two parties reads about both.
func TestAgreedByAllSaysEverything(t *testing.T) {
	g := begin(func(t *engine.Turn) {
		AgreedByAll(t, "p1", "", []Party{{By: "p2", What: "buy 2 shares"}, {By: "p2", For: "blue", What: "let the cousin buy 1"}})
	})
	if got := g.Pending()[0].Help; got != "buy 2 shares, and let the cousin buy 1" {
		t.Errorf("%q", got)
	}
}

// Of joined choices each takes its own words. A choice with a verb of its own stays beside the others, as that of
// another player does.
func TestJoin(t *testing.T) {
	none := func(words []string) string { return "none of " + strings.Join(words, " ") }
	train := Ruled("p1", "", "buy", "", Fixed([]engine.Option{{Args: []string{"train", "2"}}, {Args: []string{"train", "3"}}}), func(words []string) string {
		if Word(words, 1) == "3" {
			return "no 3"
		}
		return ""
	})
	private := Offer("p1", "", "buy", "", Fixed([]engine.Option{{Args: []string{"private", "FER", "for"}, Range: &engine.Range{Min: 5, Max: 9}}}), none)
	its := func(words []string) bool { return Word(words, 0) == "private" }
	for _, c := range []struct {
		own   []engine.Choice
		open  bool
		says  string
		wants string
	}{
		{[]engine.Choice{train}, true, "train 2", "train 2"},
		{[]engine.Choice{train}, true, "train 3", "no 3"},
		{[]engine.Choice{train}, true, "private FER for 7", "private FER for 7"},
		{[]engine.Choice{train}, true, "private FER for 10", "none of private FER for 10"},
		{[]engine.Choice{Barred("p1", "", "buy", "no trains now")}, true, "train 2", "no trains now"},
		{[]engine.Choice{Barred("p2", "", "buy", "not you"), Barred("p1", "", "sell", "nothing to sell")}, true, "private FER for 5", "private FER for 5"},
	} {
		before := len(c.own)
		joined := Join(c.own, private, its)
		if got := len(joined) - before; got != map[bool]int{true: 1}[c.own[0].By == "p2"] || len(c.own) != before {
			t.Errorf("%q: %d choices more", c.says, got)
		}
		a, err := engine.Accept(joined, engine.Command{By: "p1", Verb: "buy", Args: strings.Fields(c.says)})
		got := strings.Join(a.Args, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.wants || Open(joined[len(joined)-1]) != c.open {
			t.Errorf("%q: %q, want %q", c.says, got, c.wants)
		}
	}
	if both := Join([]engine.Choice{train}, private, its)[0]; len(both.List()) != 2 {
		t.Errorf("%d options are listed", len(both.List()))
	}
	if both := Join([]engine.Choice{Barred("p1", "", "buy", "a")}, Barred("p1", "", "buy", "b"), its)[0]; Open(both) {
		t.Error("two that are barred are open together")
	}
}
