package engine

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// market is a step in which p1 buys from p2. Under the option p2 is not asked. By the written rules p2 has to
// agree, nobody pays a fee or begs, and a player with nothing left is not asked.
var market = Rules{Start: "game", Flow: Flow{"game": Loop("market"), "market": Do(func(t *Turn) {
	open := func() bool { return t.Option("unasked") != "" && !t.Adopted() }
	for {
		if t.Cash("p1") == 0 && !open() {
			t.End("p1 has nothing left", nil)
			return
		}
		choices := []Choice{Bare("p1", "buy", ""), Bare("p1", "pass", "")}
		if open() {
			choices = append(choices, Bare("p1", "steal", ""), Bare("p1", "beg", ""))
		}
		a := t.Ask("market", choices...)
		switch {
		case a.Verb == "pass":
			return
		case a.Verb == "buy" && open():
			t.Pay("p1", Bank, 1)
		case a.Verb == "beg":
			t.Pay("p2", "p1", 2)
			continue
		case a.Verb == "steal" && !open():
			panic("nobody steals")
		case a.Verb == "buy" && t.Ask("consent", Bare("p2", "accept", ""), Bare("p2", "decline", "")).Verb == "decline":
			continue
		}
		t.Pay("p1", "p2", min(3, t.Cash("p1")))
	}
})}}

// bazaar starts a game with this step and says commands of p1 under the option.
func bazaar(t *testing.T, cash int, said ...string) (*Game, []Event) {
	t.Helper()
	start := Started{Title: "market", Players: []string{"Amy", "Bob"}, Options: map[string]string{"unasked": "yes"}}
	g, log := Start(market, []Event{start, Paid{Bank, "p1", cash}})
	return goOn(t, g, log, said...)
}

// goOn says commands. "p2 accept" is one of another player.
func goOn(t *testing.T, g *Game, log []Event, said ...string) (*Game, []Event) {
	t.Helper()
	for _, s := range said {
		by, verb, ok := strings.Cut(s, " ")
		if !ok {
			by, verb = "p1", s
		}
		next, made, err := g.Decide(Command{By: by, Verb: verb})
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		g, log = next, append(log, made...)
	}
	return g, log
}

func asked(g *Game) string {
	var out []string
	for _, c := range g.Pending() {
		out = append(out, c.By+" "+c.Verb)
	}
	return strings.Join(out, ", ")
}

// A game that is adopted in the middle of a step follows the written rules from the next answer on. Earlier
// answers stay as they are, wherever the game is opened.
func TestAdoptedInTheMiddleOfAStep(t *testing.T) {
	for name, c := range map[string]struct {
		cash         int
		before, then []string
		asked, end   string
	}{
		"before anything was said": {20, nil, []string{"buy"}, "p1 buy, p1 pass", "p2 accept, p2 decline"},
		"after a purchase":         {20, []string{"buy"}, []string{"buy"}, "p1 buy, p1 pass", "p2 accept, p2 decline"},
		"after several":            {20, []string{"buy", "steal", "buy"}, []string{"buy", "p2 decline", "buy", "p2 accept"}, "p1 buy, p1 pass", "p1 buy, p1 pass"},
		"in the next step":         {20, []string{"buy", "pass"}, []string{"pass", "buy"}, "p1 buy, p1 pass", "p2 accept, p2 decline"},
		"when it ends unasked":     {4, []string{"buy"}, nil, "", ""},
	} {
		g, log := bazaar(t, c.cash, c.before...)
		g, made := g.Host("", Adopted, "It goes on here.")
		log = append(log, made...)
		if asked(g) != c.asked || g.Frozen() != nil {
			t.Errorf("%s: asked are %q, %v", name, asked(g), g.Frozen())
			continue
		}
		for i := range c.then {
			g, log = goOn(t, g, log, c.then[i])
			again := Open(market, log)
			if again.Frozen() != nil || asked(again) != asked(g) || !again.State().SameTable(g.State()) {
				t.Errorf("%s: after %v it opens with %q, %v", name, c.then[:i+1], asked(again), again.Frozen())
			}
		}
		if asked(g) != c.end {
			t.Errorf("%s: in the end asked are %q", name, asked(g))
		}
		if s := Fold(log); !s.Adopted() || s.Cash("p1") != g.State().Cash("p1") {
			t.Errorf("%s: the log folds to another table", name)
		}
	}
}

// A game that was adopted before adoption had a meaning has later moves by the rules of its record. It opens,
// and continues by the written rules.
func TestAdoptedBeforeItMeantAnything(t *testing.T) {
	for name, c := range map[string]struct {
		cash          int
		before, after []string
		asked         string
	}{
		"nothing since":             {20, []string{"buy"}, nil, "p1 buy, p1 pass"},
		"a purchase in the step":    {20, []string{"buy"}, []string{"buy"}, "p1 buy, p1 pass"},
		"one in a later step":       {20, []string{"buy"}, []string{"buy", "pass", "steal"}, "p1 buy, p1 pass"},
		"what is not asked by them": {4, []string{"buy"}, nil, "p1 buy, p1 pass, p1 steal, p1 beg"},
	} {
		g, log := bazaar(t, c.cash, c.before...)
		g, made := g.Host("", "taken over", "It goes on here.")
		at := len(log)
		_, log = goOn(t, g, append(log, made...), c.after...)
		log = slices.Clone(log)
		log[at] = Hosted{Act: Adopted, Text: "It goes on here."}
		old := Open(market, log)
		if old.Frozen() != nil || asked(old) != c.asked {
			t.Errorf("%s: asked are %q, %v", name, asked(old), old.Frozen())
			continue
		}
		say := "buy"
		if c.cash < 10 {
			say = "pass"
		}
		next, log := goOn(t, old, log, say)
		if again := Open(market, log); again.Frozen() != nil || asked(again) != asked(next) {
			t.Errorf("%s: opened again asked are %q, %v", name, asked(again), again.Frozen())
		}
		if c.cash > 10 && asked(next) != "p2 accept, p2 decline" {
			t.Errorf("%s: then asked are %q", name, asked(next))
		}
	}
}

// Where the written rules would not have asked what was asked last, its answer is played by the rules of the record. From then
// on the written rules hold again if they ask anything, at once and not only when the game is opened again.
func TestAdoptedWhereNothingWasAsked(t *testing.T) {
	g, log := bazaar(t, 4, "buy")
	_, made := g.Host("", "taken over", "It goes on here.")
	at := len(log)
	log = slices.Clone(append(log, made...))
	log[at] = Hosted{Act: Adopted, Text: "It goes on here."}
	old := Open(market, log)
	if asked(old) != "p1 buy, p1 pass, p1 steal, p1 beg" {
		t.Fatalf("asked are %q, %v", asked(old), old.Frozen())
	}
	next, log := goOn(t, old, log, "beg")
	again := Open(market, log)
	if asked(next) != "p1 buy, p1 pass" || asked(again) != asked(next) || !again.State().SameTable(next.State()) {
		t.Errorf("then asked are %q, and when it is opened again %q, %v", asked(next), asked(again), again.Frozen())
	}
}

// An undo into the record leads to a position that is continued by the written rules.
func TestUndoIntoTheRecord(t *testing.T) {
	g, log := bazaar(t, 20, "buy", "pass", "steal")
	to := slices.IndexFunc(log, func(e Event) bool { _, ok := e.(Said); return ok })
	g, made := g.Host("", Adopted, "It goes on here.")
	log = append(log, made...)
	g, made, err := g.Undo("p1", to)
	if err != nil {
		t.Fatal(err)
	}
	g, log = goOn(t, g, append(log, made...), "buy")
	if asked(g) != "p2 accept, p2 decline" {
		t.Errorf("asked are %q", asked(g))
	}
	if again := Open(market, log); again.Frozen() != nil || asked(again) != asked(g) {
		t.Errorf("opened again asked are %q, %v", asked(again), again.Frozen())
	}
}

// A log that fits neither set of rules freezes the game like any other, with the reason of the written rules.
func TestAdoptedGameFreezes(t *testing.T) {
	g, log := bazaar(t, 20, "buy", "buy")
	_, made := g.Host("", Adopted, "It goes on here.")
	log = slices.Concat(log, made)
	for i, e := range log {
		if p, ok := e.(Paid); ok && p.To == "p2" {
			log[i] = Paid{p.From, p.To, 2}
		}
	}
	if why := Open(market, log).Frozen(); !errors.Is(why, ErrFrozen) || !strings.Contains(why.Error(), `now "consent" is asked there`) {
		t.Errorf("frozen: %v", why)
	}
}

// Only a command of the host adopts a game, and not a message of a player with the same text.
func TestPlayersAdoptNothing(t *testing.T) {
	g, _ := bazaar(t, 20)
	if g, _ = g.Host("p1", Adopted, "mine"); g.State().Adopted() {
		t.Error("a player adopted the game")
	}
}
