package engine

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
)

// The toy: an auction for a charter, then three rounds in which everybody may dig twice and decides what
// happens with the gold.
func toy(reward int) Rules {
	players := func(s *State, done []string) string {
		if len(done) == len(s.Players()) {
			return ""
		}
		return s.Players()[len(done)]
	}
	return Rules{Start: "game", Flow: Flow{
		"game":    Seq("auction", "rounds", "end"),
		"auction": Do(toyAuction),
		"rounds":  Times(func(*State) int { return 3 }, "round"),
		"round":   Each(players, "dig", "gold"),
		"dig":     Do(toyDig),
		"gold": Do(func(t *Turn) {
			if t.Ask("gold", Bare(t.Actor, "keep", ""), Bare(t.Actor, "spend", "")).Verb == "keep" {
				t.Pay(Bank, t.Actor, reward)
			}
		}),
		"end": Do(func(t *Turn) { t.End("three rounds", map[string]int{"p1": t.Cash("p1")}) }),
	}}
}

func toyAuction(t *Turn) {
	in, high, winner := t.Players(), 0, ""
	for i := 0; len(in) > 1 || winner == "" && len(in) > 0; {
		i %= len(in)
		bid := Choice{By: in[i], Verb: "bid", Options: func() []Option {
			return []Option{{Range: &Range{high + 5, t.Cash(in[i]), 5}}}
		}}
		if a := t.Ask("bid", bid, Bare(in[i], "pass", "")); a.Verb == "bid" {
			high, winner = a.Int(0), in[i]
			t.Note(winner, "bids %d", high)
			i++
			continue
		}
		in = without(in, in[i])
	}
	if winner != "" {
		t.Pay(winner, Bank, high)
		t.Move("charter", winner)
	}
}

func toyDig(t *Turn) {
	for range 2 {
		if t.Cash(t.Actor) == 0 || t.Ask("dig", Bare(t.Actor, "dig", ""), Bare(t.Actor, "done", "")).Verb == "done" {
			return
		}
		t.Pay(t.Actor, Bank, 1)
		t.Mark()
		t.Set("holes", t.Get("holes")+1)
		if t.Get("holes")%2 == 0 {
			t.Restore()
		} else {
			t.Keep()
		}
	}
}

func toySetup() []Event {
	return []Event{
		Started{Title: "toy", Players: []string{"Amy", "Bob", "Cat"}},
		Paid{Box, Bank, 1000}, Paid{Bank, "p1", 100}, Paid{Bank, "p2", 100}, Paid{Bank, "p3", 100},
		Moved{Piece: "charter", To: "table"},
	}
}

// pick picks one of the choices at random.
func pick(rng *rand.Rand, choices []Choice) (Command, bool) {
	ch := choices[rng.IntN(len(choices))]
	list := ch.List()
	if len(list) == 0 {
		return Command{}, false
	}
	o := list[rng.IntN(len(list))]
	c := Command{By: ch.By, Verb: ch.Verb, Args: o.Args}
	if o.Range != nil {
		if o.Range.Max < o.Range.Min {
			return Command{}, false
		}
		c.Args = append(without(o.Args, ""), strconv.Itoa(o.Range.Min))
	}
	return c, true
}

// walk plays the toy for at most n decisions and returns the game and its log.
func walk(t *testing.T, rules Rules, seed uint64, n int) (*Game, []Event) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	g, log := Start(rules, toySetup())
	for range n {
		if len(g.Pending()) == 0 {
			break
		}
		c, ok := pick(rng, g.Pending())
		if !ok {
			continue
		}
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatalf("seed %d: offered %v is refused: %v", seed, c, err)
		}
		g, log = next, append(log, events...)
	}
	return g, log
}

func TestToyIsPlayedToTheEnd(t *testing.T) {
	for seed := range uint64(200) {
		g, log := walk(t, toy(10), seed, 1000)
		if g.State().Result == nil || g.State().Money() != 1000 {
			t.Fatalf("seed %d: result %v, money %d", seed, g.State().Result, g.State().Money())
		}
		if !reflect.DeepEqual(Fold(log), g.State()) {
			t.Fatalf("seed %d: the folded log is not the position", seed)
		}
	}
}

func TestLogSurvivesJSON(t *testing.T) {
	g, log := walk(t, toy(10), 7, 12)
	raws, err := MarshalLog(log)
	if err != nil {
		t.Fatal(err)
	}
	back, err := UnmarshalLog(raws)
	if err != nil {
		t.Fatal(err)
	}
	h := Open(toy(10), back)
	if h.Frozen() != nil || !reflect.DeepEqual(h.State(), g.State()) || h.Version() != g.Version() {
		t.Fatalf("the opened game differs: %v", h.Frozen())
	}
	if _, err := UnmarshalEvent([]byte(`{"teleported":{}}`)); err == nil {
		t.Fatal("an unknown kind of event was accepted")
	}
}

func TestRefusalChangesNothing(t *testing.T) {
	g, _ := walk(t, toy(10), 3, 4)
	before := Fold(g.Log())
	for _, c := range []Command{
		{By: "p9", Verb: "dig"}, {By: g.Pending()[0].By, Verb: "fly"},
		{By: g.Pending()[0].By, Verb: g.Pending()[0].Verb, Args: []string{"7", "7"}},
	} {
		var refused *Refusal
		if _, _, err := g.Decide(c); !errors.As(err, &refused) {
			t.Errorf("%v: %v, want a refusal", c, err)
		}
	}
	if !reflect.DeepEqual(before, g.State()) {
		t.Error("a refused command changed the table")
	}
}

func TestUndoTakesBackTheLastCommand(t *testing.T) {
	for n := 1; n < 25; n++ {
		before, _ := walk(t, toy(10), 11, n-1)
		g, log := walk(t, toy(10), 11, n)
		by, to := g.LastSaid()
		if by == "" || to == 0 {
			continue
		}
		back, events, err := g.Undo(by, to)
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, events...)
		if before.Version() != g.Version() && !reflect.DeepEqual(back.State(), before.State()) {
			t.Fatalf("after %d decisions: undo does not return to the position before", n)
		}
		if !reflect.DeepEqual(Fold(log), back.State()) || Open(toy(10), log).Frozen() != nil {
			t.Fatalf("after %d decisions: the log with the undo does not fold to the position", n)
		}
	}
}

// midGold returns a log that stops where somebody has kept gold in a step that
// is still unfinished for the rules of `later`.
func TestChangedRuleOfAnUnfinishedStepFreezes(t *testing.T) {
	slow := toy(10)
	slow.Flow["gold"] = Do(func(t *Turn) {
		t.Pay(Bank, t.Actor, 10)
		t.Ask("gold", Bare(t.Actor, "keep", ""), Bare(t.Actor, "spend", ""))
	})
	g, log := Start(slow, toySetup())
	for g.Pending()[0].Verb != "keep" {
		ch := g.Pending()[len(g.Pending())-1]
		next, events, err := g.Decide(Command{By: ch.By, Verb: ch.Verb})
		if err != nil {
			t.Fatal(err)
		}
		g, log = next, append(log, events...)
	}
	frozen := Open(toy(10), log)
	if !errors.Is(frozen.Frozen(), ErrFrozen) || !reflect.DeepEqual(frozen.State(), g.State()) {
		t.Fatalf("frozen: %v", frozen.Frozen())
	}
	if _, _, err := frozen.Decide(Command{By: "p1", Verb: "keep"}); !errors.Is(err, ErrFrozen) {
		t.Fatalf("a frozen game decides: %v", err)
	}
	entered := g.State().Stack[len(g.State().Stack)-1].Entered
	free, events, err := frozen.Undo("host", entered)
	if err != nil || free.Frozen() != nil || free.State().Cash("p1") == g.State().Cash("p1") {
		t.Fatalf("undoing the step does not free the game: %v", err)
	}
	if !reflect.DeepEqual(Fold(append(log, events...)), free.State()) {
		t.Fatal("the log with the undo does not fold to the position")
	}
}

func TestHostedActsDoNotTouchTheStep(t *testing.T) {
	g, log := walk(t, toy(10), 5, 3)
	g, events := g.Host("", "pause", "until Monday")
	log = append(log, events...)
	for range 4 {
		c, _ := pick(rand.New(rand.NewPCG(1, 1)), g.Pending())
		next, events, err := g.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		g, log = next, append(log, events...)
	}
	if h := Open(toy(10), log); h.Frozen() != nil || h.Version() != g.Version() || !reflect.DeepEqual(h.State(), g.State()) {
		t.Fatal("a host's act in the middle of a step breaks it")
	}
}

// A seat that changes hands in the middle of a step stays so when the step is undone.
func TestSeatChangesHands(t *testing.T) {
	g, log := walk(t, toy(10), 5, 3)
	_, to := g.LastSaid()
	g, events := g.Seat("p1", "Dora")
	log = append(log, events...)
	c, _ := pick(rand.New(rand.NewPCG(1, 1)), g.Pending())
	g, events, err := g.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	log = append(log, events...)
	same := func(what string) {
		t.Helper()
		if h := Open(toy(10), log); h.Frozen() != nil || h.State().PlayerName("p1") != "Dora" || !reflect.DeepEqual(h.State(), g.State()) {
			t.Fatalf("%s: the log does not open to the position: %v", what, h.State().PlayerName("p1"))
		}
	}
	same("after a decision")
	if g, events, err = g.Undo("p2", to); err != nil {
		t.Fatal(err)
	}
	log = append(log, events...)
	same("after an undo")
}

func TestFinishBeforeTime(t *testing.T) {
	g, log := walk(t, toy(10), 5, 3)
	g, events := g.Finish("all agreed", map[string]int{"p1": 7})
	h := Open(toy(10), append(log, events...))
	if h.Frozen() != nil || h.State().Result == nil || len(h.Pending())+len(g.Pending()) > 0 || !reflect.DeepEqual(h.State(), g.State()) {
		t.Fatal("a game that was ended does not open as one")
	}
}

func TestImpossibleFactsPanic(t *testing.T) {
	for name, e := range map[string]Event{
		"overdraft":  Paid{"p1", Bank, 1000},
		"negative":   Paid{Bank, "p1", -5},
		"not there":  Moved{"charter", "p2", "p3"},
		"undone raw": Undone{"p1", 3},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			Fold(toySetup()).apply(e)
		}()
	}
}
