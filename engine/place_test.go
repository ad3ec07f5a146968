package engine

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// A change makes other rules from the toy's. frozen tells in which leaf, and after how many of its answers, a
// game must be frozen by it. A change that freezes no game is harmless: every game continues as if nothing
// had changed.
type change struct {
	what   string
	frozen func(leaf string, answers int) bool
	make   func(r *Rules)
}

func never(string, int) bool { return false }

func always(string, int) bool { return true }

// in is true in some leaves.
func in(leaves ...string) func(string, int) bool {
	return func(leaf string, _ int) bool { return slices.Contains(leaves, leaf) }
}

// answered is true in a leaf that has had answers.
func answered(leaves ...string) func(string, int) bool {
	return func(leaf string, answers int) bool { return answers > 0 && slices.Contains(leaves, leaf) }
}

func nothing(*Turn) {}

func ask(question string, verbs ...string) func(*Turn) {
	return func(t *Turn) {
		var choices []Choice
		for _, v := range verbs {
			choices = append(choices, Bare(t.Actor, v, ""))
		}
		t.Ask(question, choices...)
	}
}

// first makes a leaf that does something before another.
func first(do, leaf func(*Turn)) Step {
	return Do(func(t *Turn) { do(t); leaf(t) })
}

func toyGold(t *Turn) {
	if t.Ask("gold", Bare(t.Actor, "keep", ""), Bare(t.Actor, "spend", "")).Verb == "keep" {
		t.Pay(Bank, t.Actor, 10)
	}
}

var changes = []change{
	{"none", never, func(*Rules) {}},
	{"a step that does nothing is put in first", never, func(r *Rules) {
		r.Flow["look"] = Do(nothing)
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"look", "dig", "gold"}, laps: r.Flow["round"].laps}
	}},
	{"a step that does nothing is put in last", never, func(r *Rules) {
		r.Flow["look"] = Do(nothing)
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"dig", "gold", "look"}, laps: r.Flow["round"].laps}
	}},
	{"a step is put in between outer steps", never, func(r *Rules) {
		r.Flow["look"] = Do(nothing)
		r.Flow["game"] = Seq("auction", "look", "rounds", "end")
	}},
	{"a step is renamed, and said so", never, func(r *Rules) {
		r.Flow["shovel"] = r.Flow["dig"]
		delete(r.Flow, "dig")
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"shovel", "gold"}, laps: r.Flow["round"].laps}
		r.Renamed = map[string]string{"dig": "shovel"}
	}},
	{"an outer step is renamed, and said so", never, func(r *Rules) {
		r.Flow["lap"] = r.Flow["round"]
		delete(r.Flow, "round")
		r.Flow["rounds"] = Times(func(*State) int { return 3 }, "lap")
		r.Renamed = map[string]string{"round": "lap"}
	}},
	{"one more note at the beginning", never, func(r *Rules) {
		r.Flow["dig"] = first(func(t *Turn) { t.Note("", "dig!") }, toyDig)
		r.Flow["auction"] = first(func(t *Turn) { t.Note("", "bid!") }, toyAuction)
	}},
	{"a step is renamed, and nothing said", in("dig"), func(r *Rules) {
		r.Flow["shovel"] = r.Flow["dig"]
		delete(r.Flow, "dig")
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"shovel", "gold"}, laps: r.Flow["round"].laps}
	}},
	{"a step is removed", in("gold"), func(r *Rules) {
		delete(r.Flow, "gold")
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"dig"}, laps: r.Flow["round"].laps}
	}},
	{"an outer step is removed", in("dig", "gold"), func(r *Rules) {
		delete(r.Flow, "rounds")
		delete(r.Flow, "round")
		r.Flow["game"] = Seq("auction", "end")
	}},
	{"two steps change places", in("dig", "gold"), func(r *Rules) {
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"gold", "dig"}, laps: r.Flow["round"].laps}
	}},
	{"a step moves out of its round", in("dig", "gold"), func(r *Rules) {
		r.Flow["round"] = Step{kind: eachKind, steps: []string{"gold"}, laps: r.Flow["round"].laps}
		r.Flow["game"] = Seq("auction", "rounds", "dig", "end")
		r.Flow["dig"] = Do(func(t *Turn) { t.Actor = "p1"; toyDig(t) })
	}},
	{"a leaf becomes a sequence", in("dig"), func(r *Rules) {
		r.Flow["shovel"] = r.Flow["dig"]
		r.Flow["dig"] = Seq("shovel")
	}},
	{"a sequence is run another way", in("dig", "gold"), func(r *Rules) { r.Flow["rounds"] = Loop("round") }},
	{"the whole game is another step", always, func(r *Rules) { r.Flow["evening"] = Seq("game"); r.Start = "evening" }},
	{"a new question before the old one", answered("dig", "gold"), func(r *Rules) {
		r.Flow["dig"] = first(ask("where", "dig", "done"), toyDig)
		r.Flow["gold"] = first(ask("when", "keep", "spend"), toyGold)
	}},
	{"other answers to the same question", answered("dig"), func(r *Rules) {
		r.Flow["dig"] = first(ask("dig", "shovel", "rest"), toyDig)
	}},
	{"another question with the same answers", answered("dig"), func(r *Rules) {
		r.Flow["dig"] = Do(ask("again", "dig", "done"))
	}},
	{"a question to somebody else", answered("dig"), func(r *Rules) {
		r.Flow["dig"] = first(func(t *Turn) { t.Actor = map[string]string{"p1": "p2", "p2": "p3", "p3": "p1"}[t.Actor] }, toyDig)
	}},
	{"a question is dropped", in("dig", "gold"), func(r *Rules) { r.Flow["gold"] = Do(nothing); r.Flow["dig"] = Do(nothing) }},
	{"the price of a hole doubles", answered("dig"), func(r *Rules) {
		r.Flow["dig"] = Do(func(t *Turn) {
			for range 2 {
				if t.Cash(t.Actor) == 0 || t.Ask("dig", Bare(t.Actor, "dig", ""), Bare(t.Actor, "done", "")).Verb == "done" {
					return
				}
				t.Pay(t.Actor, Bank, 2)
			}
		})
	}},
	{"the rules panic", in("dig", "gold"), func(r *Rules) {
		r.Flow["dig"] = Do(func(*Turn) { panic("no shovel") })
		r.Flow["gold"] = Do(func(t *Turn) { t.Pay(t.Actor, Bank, 1_000_000) })
	}},
	{"a step that is not running is left", in("gold"), func(r *Rules) {
		r.Flow["gold"] = first(func(t *Turn) { t.Leave("operating turn") }, toyGold)
	}},
	{"a question to nobody", in("gold"), func(r *Rules) {
		r.Flow["gold"] = first(func(t *Turn) { t.Ask("gold", Bare("", "keep", "")) }, toyGold)
	}},
}

// TestStoredGamesAndChangedRules opens every position of some games with changed rules. A game either
// continues as if nothing had changed, or it is frozen and keeps its position; then going back frees it.
func TestStoredGamesAndChangedRules(t *testing.T) {
	testsize.SkipRace(t)
	for _, c := range changes {
		t.Run(c.what, func(t *testing.T) {
			for seed := range uint64(6) {
				holdAgainst(t, c, seed)
			}
		})
	}
}

func changed(c change) Rules {
	r := toy(10)
	r.Flow = maps.Clone(r.Flow)
	c.make(&r)
	return r
}

func holdAgainst(t *testing.T, c change, seed uint64) {
	t.Helper()
	_, log := walk(t, toy(10), seed, 1000)
	for n := range log {
		if _, said := at(log, n+1).(Said); !said {
			continue
		}
		stored := log[:n+1]
		g := Open(changed(c), stored)
		if len(stored) != g.Version() || facts(stored) != facts(g.Log()) {
			t.Fatalf("seed %d, position %d: opening changes the log", seed, n+1)
		}
		leaf, answers := unfinished(stored)
		if why := g.Frozen(); (why != nil) != c.frozen(leaf, answers) {
			t.Fatalf("seed %d, position %d: in %q after %d answers: %v", seed, n+1, leaf, answers, why)
		}
		if g.Frozen() == nil {
			goesOn(t, c, g, log[n+1:])
			continue
		}
		if !reflect.DeepEqual(Fold(stored).purses, g.State().purses) || len(g.Pending()) > 0 || !errors.Is(g.Frozen(), ErrFrozen) {
			t.Fatalf("seed %d, position %d: the frozen game lost its position: %v", seed, n+1, g.Frozen())
		}
		if _, _, err := g.Undo("host", 6); err != nil && !errors.Is(err, ErrFrozen) {
			t.Fatalf("seed %d, position %d: %v", seed, n+1, err)
		}
	}
}

// unfinished returns the leaf that a log ends in, and how many answers it had.
func unfinished(log []Event) (leaf string, answers int) {
	for _, e := range slices.Backward(log) {
		switch e := e.(type) {
		case Said:
			answers++
		case Flowed:
			return e.Stack[len(e.Stack)-1].Step, answers
		}
	}
	return "", 0
}

// goesOn plays the next recorded commands. As long as they are accepted, they have the same results as
// before, unless the change affects later commands.
func goesOn(t *testing.T, c change, g *Game, rest []Event) {
	t.Helper()
	harmless := !slices.ContainsFunc([]string{"auction", "dig", "gold"}, func(leaf string) bool { return c.frozen(leaf, 1) })
	if !harmless {
		rest = rest[:min(len(rest), 1+len(untilAsked(rest)))]
	}
	var got []Event
	for _, e := range rest {
		if said, ok := e.(Said); ok {
			next, more, err := g.Decide(said.Command)
			if !harmless && err != nil {
				return // refused, or a fault of the changed rules
			}
			if err != nil {
				t.Fatalf("after %d more events %v is refused: %v", len(got), said.Command, err)
			}
			g, got = next, append(got, more...)
		}
	}
	if have, want := facts(got), facts(rest); harmless && have != want {
		t.Fatalf("goes on with\n%s\nnot\n%s", have, want)
	}
}

// untilAsked returns the events of the next answer.
func untilAsked(rest []Event) []Event {
	for i, e := range rest[1:] {
		switch e.(type) {
		case Said, Flowed:
			return rest[1 : i+1]
		}
	}
	return rest[1:]
}

// facts writes the events that change the table, a line each.
func facts(log []Event) string {
	var out []string
	for _, e := range log {
		switch e.(type) {
		case Flowed, Noted:
		default:
			out = append(out, told(e))
		}
	}
	return strings.Join(out, "\n")
}

// Logs from before places and questions had names open and continue.
func TestLogsWithoutNames(t *testing.T) {
	g, log := walk(t, toy(10), 4, 9)
	for i, e := range log {
		switch e := e.(type) {
		case Said:
			e.Question = ""
			log[i] = e
		case Flowed:
			e.Stack, e.Tables = slices.Clone(e.Stack), nil
			for j := range e.Stack {
				e.Stack[j].At = ""
			}
			log[i] = e
		}
	}
	h := Open(toy(10), log)
	if h.Frozen() != nil {
		t.Fatal(h.Frozen())
	}
	for len(g.Pending()) > 0 {
		c := Command{By: g.Pending()[0].By, Verb: g.Pending()[len(g.Pending())-1].Verb}
		var a, b []Event
		var err error
		if g, a, err = g.Decide(c); err != nil {
			t.Fatal(err)
		}
		if h, b, err = h.Decide(c); err != nil || facts(a) != facts(b) {
			t.Fatalf("%v: %v\n%s\n%s", c, err, facts(a), facts(b))
		}
	}
	if h.State().Result == nil {
		t.Error("the game did not end")
	}
}

// The first place that a changed flow stores has its tables. Later changes are compared with these.
func TestTablesAreToldWhenTheyChange(t *testing.T) {
	_, log := walk(t, toy(10), 4, 12)
	told := func(log []Event) (n int) {
		for _, e := range log {
			if f, ok := e.(Flowed); ok && f.Tables != nil {
				n++
			}
		}
		return n
	}
	if told(log) != 1 {
		t.Fatalf("%d events tell the tables, want the first place alone", told(log))
	}
	r := changed(changes[1])
	g := Open(r, slices.Clone(log))
	for len(g.Pending()) > 0 {
		next, more, err := g.Decide(Command{By: g.Pending()[0].By, Verb: g.Pending()[len(g.Pending())-1].Verb})
		if err != nil {
			t.Fatal(err)
		}
		g, log = next, append(log, more...)
	}
	if told(log) != 2 || !reflect.DeepEqual(Fold(log), g.State()) {
		t.Errorf("%d events tell the tables, want one more", told(log))
	}
}

func TestAskingAfterTheEndEndsTheStep(t *testing.T) {
	rules := toy(10)
	rules.Flow["dig"] = Do(func(t *Turn) {
		t.Ask("dig", Bare("p1", "stop", ""))
		t.End("stopped", map[string]int{"p1": 1})
		t.Ask("dig", Bare("p1", "again", ""))
		t.Pay("p1", Bank, 50)
	})
	g, _ := walk(t, rules, 1, 500)
	if g.State().Result == nil || len(g.Pending()) > 0 {
		t.Fatalf("the game goes on: %v", g.Pending())
	}
}

// A log that cannot be folded opens as far as it can be read.
func TestDamagedLogOpensFrozen(t *testing.T) {
	_, log := walk(t, toy(10), 5, 8)
	for name, broken := range map[string][]Event{
		"a payment nobody can make": append(slices.Clone(log), Paid{"p1", Bank, 1_000_000}),
		"an undo of what is not":    append(slices.Clone(log), Undone{"p1", 10_000}),
		"a place that is none":      append(slices.Clone(log), Flowed{Stack: []Frame{{Step: "game", At: "moon"}, {Step: "moon", Entered: 3}}}),
		"a place in the future":     append(slices.Clone(log), Flowed{Stack: []Frame{{Step: "game", At: "end"}, {Step: "end", Entered: 10_000}}}),
	} {
		ended := append(slices.Clone(broken), Ended{Reason: "closed by the host"})
		if name == "an undo of what is not" {
			ended = nil
		}
		if h := Open(toy(10), ended); ended != nil && h.State().Result == nil {
			t.Errorf("%s: a game that was closed is not over", name)
		}
		g := Open(toy(10), broken)
		if !errors.Is(g.Frozen(), ErrFrozen) || g.State() == nil || g.Version() != len(broken) || len(g.Pending()) > 0 {
			t.Errorf("%s: frozen %v", name, g.Frozen())
		}
	}
}

func TestAmendments(t *testing.T) {
	fixed := toy(10)
	fixed.Amendments = []Amendment{
		{"lost charter", "A second charter was missing in the box.", func(t *Turn) {
			if t.Where("second charter") == "" {
				t.Move("second charter", "table")
			}
		}},
		{"nothing to do", "never told", nothing},
	}
	for n := 1; n < 20; n++ {
		_, log := walk(t, toy(10), 11, n)
		g := Open(fixed, log)
		for len(g.Pending()) > 0 {
			next, more, err := g.Decide(Command{By: g.Pending()[0].By, Verb: g.Pending()[len(g.Pending())-1].Verb})
			if err != nil {
				t.Fatal(err)
			}
			g, log = next, append(log, more...)
			if h := Open(fixed, log); h.Frozen() != nil {
				t.Fatal(h.Frozen())
			}
		}
		text, _ := MarshalLog(log)
		if g.State().Where("second charter") != "table" || strings.Count(join(text), "was missing") != 1 || strings.Contains(join(text), "never told") {
			t.Fatalf("after %d decisions: the amendment is not made once", n)
		}
		if !reflect.DeepEqual(Fold(log), g.State()) {
			t.Fatal("the log does not fold to the position")
		}
	}
	if _, log := Start(fixed, toySetup()); strings.Contains(facts(log), "second charter") {
		t.Error("a game that begins now is amended")
	}
}

func join[T ~[]byte](lines []T) string {
	var out strings.Builder
	for _, l := range lines {
		out.Write(l)
	}
	return out.String()
}

func TestFlowsAreChecked(t *testing.T) {
	for name, flow := range map[string]Flow{
		"missing":       {"game": Seq("dig")},
		"twice":         {"game": Seq("dig", "dig"), "dig": Do(nothing)},
		"no start":      {"dig": Do(nothing)},
		"missing below": {"game": Seq("dig"), "dig": Loop("hole")},
	} {
		if (Rules{Flow: flow, Start: "game"}).Check() == nil {
			t.Errorf("%s: no fault was found", name)
		}
	}
}

// An answer without events still counts only for its own question.
func TestAnswersBelongToTheirQuestion(t *testing.T) {
	play := func(question, by, verb string) Rules {
		return Rules{Start: "game", Flow: Flow{"game": Do(func(t *Turn) {
			t.Ask(question, Bare(by, verb, ""), Bare("p2", "no", ""))
			t.Ask("price", Bare("p1", "high", ""), Bare("p1", "low", ""))
		})}}
	}
	g, log := Start(play("deal", "p1", "yes"), toySetup())
	_, more, err := g.Decide(Command{By: "p1", Verb: "yes"})
	if err != nil {
		t.Fatal(err)
	}
	log = append(log, more...)
	old := slices.Clone(log) // from before questions had names
	said := old[len(old)-1].(Said)
	said.Question = ""
	old[len(old)-1] = said
	for _, c := range []struct {
		question, by, verb string
		log                []Event
		frozen             bool
	}{
		{"deal", "p1", "yes", log, false}, {"offer", "p1", "yes", log, true}, {"deal", "p2", "yes", log, true}, {"deal", "p1", "maybe", log, true},
		{"deal", "p1", "yes", old, false}, {"offer", "p1", "yes", old, false}, {"deal", "p2", "yes", old, true}, {"deal", "p1", "maybe", old, true},
	} {
		if err := Open(play(c.question, c.by, c.verb), c.log).Frozen(); (err != nil) != c.frozen {
			t.Errorf("asked %s of %s: %s: %v", c.question, c.by, c.verb, err)
		}
	}
}

// A step and the steps that it runs are on the same side of a place.
func TestStepsWithinStepsChangeSides(t *testing.T) {
	stack := []Frame{{Step: "game", At: "b"}, {Step: "b"}}
	table := func(steps ...string) Table { return Table{seqKind, steps} }
	was := map[string]Table{"game": table("a", "b", "c"), "a": table("a1", "a2"), "c": table("c1")}
	for name, is := range map[string]map[string]Table{
		`"a1" has been done and would be done again`: {"game": table("a", "b", "c"), "a": table("a2"), "c": table("a1", "c1")},
		`"c1" has not been done and would be left`:   {"game": table("a", "b"), "a": table("a1", "a2", "c1")},
	} {
		if why := shifted(divide(was, stack), divide(is, stack)); !strings.Contains(why, name) {
			t.Errorf("%q, want %s", why, name)
		}
	}
	if why := shifted(divide(was, stack), divide(was, stack)); why != "" {
		t.Error(why)
	}
}
