package titles_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// A change replaces rules of a title by others, deliberately. Frozen says whether it must
// freeze the present position. Otherwise the game goes on as if nothing had changed.
type change struct {
	what   string
	frozen bool
	// ahead says that only the present step is unchanged. What follows it is played by
	// other rules.
	ahead bool
	// leaves says that the title may name the changed step when it leaves that step.
	leaves bool
	make   func(r *engine.Rules)
}

// TestStoredGamesAndChangedRules opens stored games under changed rules. Each change is
// harmless or freezes the game. Nothing is ever done twice, left out, or taken for
// another answer.
func TestStoredGamesAndChangedRules(t *testing.T) {
	someGames(t, func(t *testing.T, g stored) {
		places := g.Commands()
		for _, at := range sample(places) {
			if game := engine.Open(g.Title.Rules, g.Log[:at]); game.Frozen() != nil && g.ChangedSince(game, at) {
				continue // in the middle of a step that goes another way by now
			}
			for _, c := range changesAt(g.Title.Rules, g.Log[:at]) {
				if err := g.hold(c, at); err != nil {
					t.Fatalf("position %d, %s: %v", at, c.what, err)
				}
			}
		}
	})
}

// sample returns some of the places; -every says how many. Each position is tested with
// about eighty changes.
func sample(places []int) []int {
	tries := testsize.Of(1, 1, testsize.More(2, 2, 3))
	if *every > 0 {
		tries = len(places) / *every
	}
	out := make([]int, tries)
	for i := range out {
		out[i] = places[(2*i+1)*len(places)/(2*tries)]
	}
	return out
}

// further is how many recorded commands are given under changed rules: past the end of
// the present step, and mostly of the steps after it.
const further = 6

// hold opens a position under changed rules and goes on.
func (g stored) hold(c change, at int) error {
	rules := g.Title.Rules
	rules.Flow = maps.Clone(rules.Flow)
	c.make(&rules)
	game := engine.Open(rules, g.Log[:at])
	switch why := game.Frozen(); {
	case c.frozen != (why != nil):
		return fmt.Errorf("frozen: %v", why)
	case why != nil:
		if !errors.Is(why, engine.ErrFrozen) || !game.State().SameTable(engine.Fold(g.Log[:at])) {
			return fmt.Errorf("a frozen game lost its position: %w", why)
		}
		return nil
	}
	commands := slices.DeleteFunc(g.Commands(), func(i int) bool { return i < at })
	for _, i := range commands[:min(further, len(commands))] {
		if g.changedIn(at, i) {
			return nil
		}
		next, made, err := game.Decide(g.Log[i].(engine.Said).Command)
		if err != nil && strings.HasPrefix(g.Changed[i], replaytest.RefusedNow) {
			return nil
		}
		if err != nil && g.asksAnother(at, i) {
			return nil
		}
		if err != nil && c.leaves && strings.Contains(err.Error(), "leave: the step") {
			return nil // the title still leaves the step by its old name
		}
		if err != nil && c.ahead && strings.Contains(err.Error(), "nobody is asked anything any more") {
			return nil // without that step the rounds go in a circle, which stops the game with nothing written
		}
		if err != nil {
			return fmt.Errorf("command at %d: %w", i, err)
		}
		game = next
		if c.ahead {
			made = made[:ofStep(made)]
		}
		if why := replaytest.Differs(factsOnly(g.Log[i:]), factsOnly(made)); why != "" {
			return fmt.Errorf("command at %d: %s", i, why)
		}
		if c.ahead && len(made) > 0 {
			return nil
		}
	}
	return nil
}

// asksAnother reports whether today's unchanged rules ask something between two commands
// that the record was not asked. Then the game cannot go on as recorded.
func (g stored) asksAnother(from, to int) bool {
	game := engine.Open(g.Title.Rules, g.Log[:from])
	for _, i := range g.Commands() {
		if i < from || i > to {
			continue
		}
		next, _, err := game.Decide(g.Log[i].(engine.Said).Command)
		if err != nil {
			return true
		}
		game = next
	}
	return false
}

// changedIn reports whether an event between two places differs by now.
func (g stored) changedIn(from, to int) bool {
	for at := range g.Changed {
		if from <= at && at <= to {
			return true
		}
	}
	return false
}

// ofStep counts the events before the next step begins.
func ofStep(made []engine.Event) int {
	i := slices.IndexFunc(made, func(e engine.Event) bool { _, ok := e.(engine.Flowed); return ok })
	if i < 0 {
		return len(made)
	}
	return i
}

// factsOnly leaves out the places, which have other names.
func factsOnly(log []engine.Event) []engine.Event {
	return slices.DeleteFunc(slices.Clone(log), func(e engine.Event) bool { _, ok := e.(engine.Flowed); return ok })
}

// changesAt returns the changes that matter in a position: to the steps around the
// present one, and to those beside them.
func changesAt(rules engine.Rules, log []engine.Event) []change {
	stack := engine.Fold(log).Stack
	var out []change
	for _, f := range stack[:len(stack)-1] {
		out = append(out, tableChanges(rules.Flow, f)...)
		if tellsTables(log) {
			out = append(out, exchanges(rules.Flow, f)...)
		}
	}
	for _, f := range stack {
		out = append(out, renamings(rules, f.Step)...)
	}
	_, answered := log[len(log)-1].(engine.Said)
	leaf := stack[len(stack)-1]
	for _, e := range log[leaf.Entered:] {
		if _, ok := e.(engine.Said); ok {
			answered = true
		}
	}
	return append(out, leafChanges(leaf.Step, answered)...)
}

func nothing(*engine.Turn) {}

// tableChanges put steps into a table or take them out.
func tableChanges(flow engine.Flow, f engine.Frame) []change {
	steps := flow[f.Step].Steps()
	at := slices.Index(steps, f.At)
	running := func(steps []string) func(*engine.Rules) {
		return func(r *engine.Rules) {
			r.Flow["a new step"] = engine.Do(nothing)
			r.Flow[f.Step] = r.Flow[f.Step].Running(steps...)
		}
	}
	var out []change
	for i := range len(steps) + 1 {
		out = append(out, change{what: fmt.Sprintf("a step put into %q at %d", f.Step, i), make: running(slices.Insert(slices.Clone(steps), i, "a new step"))})
	}
	for i, name := range steps {
		if len(steps) > 1 {
			out = append(out, change{what: fmt.Sprintf("%q taken out of %q", name, f.Step), frozen: i == at, ahead: true,
				make: running(slices.Delete(slices.Clone(steps), i, i+1))})
		}
	}
	return out
}

// exchanges swap neighbours in a table: a step that was done would come again, or one
// that is to come would be left out.
func exchanges(flow engine.Flow, f engine.Frame) []change {
	steps := flow[f.Step].Steps()
	at := slices.Index(steps, f.At)
	var out []change
	for i := 1; i < len(steps); i++ {
		swapped := slices.Clone(steps)
		swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
		out = append(out, change{what: fmt.Sprintf("%q before %q", steps[i], steps[i-1]), frozen: i == at || i-1 == at, ahead: true,
			make: func(r *engine.Rules) { r.Flow[f.Step] = r.Flow[f.Step].Running(swapped...) }})
	}
	return out
}

// tellsTables reports whether a log says with which tables it was played. Logs of v0 do
// not.
func tellsTables(log []engine.Event) bool {
	return slices.ContainsFunc(log, func(e engine.Event) bool {
		f, ok := e.(engine.Flowed)
		return ok && f.Tables != nil
	})
}

// renamings give a step around the present one another name, with or without declaring
// it.
func renamings(rules engine.Rules, name string) []change {
	rename := func(r *engine.Rules) {
		r.Flow["renamed"] = r.Flow[name]
		delete(r.Flow, name)
		for table, st := range r.Flow {
			if steps := st.Steps(); slices.Contains(steps, name) {
				steps[slices.Index(steps, name)] = "renamed"
				r.Flow[table] = st.Running(steps...)
			}
		}
		if r.Start == name {
			r.Start = "renamed"
		}
	}
	return []change{
		{what: fmt.Sprintf("%q renamed", name), frozen: true, make: rename},
		{what: fmt.Sprintf("%q renamed, and said so", name), leaves: true, make: func(r *engine.Rules) {
			rename(r)
			r.Renamed = map[string]string{name: "renamed"}
		}},
	}
}

// leafChanges change what the present step does.
func leafChanges(name string, answered bool) []change {
	first := func(do func(*engine.Turn)) func(*engine.Rules) {
		return func(r *engine.Rules) { r.Flow[name] = r.Flow[name].After(do) }
	}
	out := []change{
		{what: "one more note", make: first(func(t *engine.Turn) { t.Note("", "This is new.") })},
		{what: "a payment more", frozen: true, make: first(func(t *engine.Turn) { t.Pay(engine.Bank, "p1", 1) })},
		{what: "a fault", frozen: true, make: first(func(*engine.Turn) { panic("a fault") })},
		{what: "the step asks nothing any more", frozen: true, make: func(r *engine.Rules) { r.Flow[name] = engine.Do(nothing) }},
		{what: "a step left that is not running", frozen: true, make: first(func(t *engine.Turn) { t.Leave("nowhere") })},
	}
	if answered {
		out = append(out, change{what: "a question more before the others", frozen: true, make: first(func(t *engine.Turn) {
			t.Ask("a new question", engine.Bare("p1", "pass", ""), engine.Bare("p2", "pass", ""), engine.Bare("p3", "pass", ""))
		})})
	}
	return out
}

// Other prices in the data freeze only what becomes different. The position of every game
// stays the same.
func TestStoredGamesAndChangedData(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) { dearerTrains(t, ti) })
	}
}

func dearerTrains(t *testing.T, ti *title.Title) {
	trains := slices.Clone(ti.Facts.Trains)
	t.Cleanup(func() { copy(ti.Facts.Trains, trains) })
	for i := range ti.Facts.Trains {
		ti.Facts.Trains[i].Price++
	}
	frozen, all := 0, 0
	for _, g := range gamesOf(t, ti) {
		for n, at := range g.Commands() {
			if n%(4*stride(10)) > 0 {
				continue
			}
			all++
			game := engine.Open(ti.Rules, g.Log[:at])
			if game.Frozen() != nil {
				frozen++
			}
			if !game.State().SameTable(engine.Fold(g.Log[:at])) {
				t.Fatalf("%s, position %d: the position is not kept: %v", g.Name, at, game.Frozen())
			}
		}
	}
	t.Logf("dearer trains freeze %d of %d positions", frozen, all)
	if frozen*5 > all || stride(10) <= 10 && frozen == 0 {
		t.Errorf("dearer trains freeze %d of %d positions", frozen, all)
	}
}
