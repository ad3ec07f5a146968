package engine

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// asks is a leaf that asks somebody.
func asks(t *Turn) { t.Ask("go on", Bare("p1", "yes", "")) }

// flowWith returns the rules of a whole game whose flow is valid, except for what a test adds or changes.
func flowWith(more Flow) Rules {
	flow := Flow{
		"game": Seq("auction", "sets"), "auction": Do(asks), "sets": Loop("stock round", "operating rounds"),
		"stock round": Do(asks), "operating rounds": Times(func(*State) int { return 2 }, "operating round"),
		"operating round": Each(func(*State, []string) string { return "" }, "track", "run"), "track": Do(asks), "run": Do(asks),
	}
	for name, step := range more {
		flow[name] = step
	}
	return Rules{Flow: flow, Start: "game"}
}

func TestCheckNamesTheStep(t *testing.T) {
	once := func(*State, []string) string { return "" }
	for name, c := range map[string]struct {
		more Flow
		want []string
	}{
		"right":   {nil, nil},
		"missing": {Flow{"sets": Loop("stock round", "operating ronds")}, []string{`"sets" runs the step "operating ronds", which is not declared; the nearest is "operating rounds"`}},
		"in one table": {Flow{"operating round": Each(once, "track", "run", "track")},
			[]string{`"operating round" runs the step "track" twice: give the second a name of its own`}},
		"in one lap": {Flow{"operating round": Each(once, "track", "money"), "money": Seq("run", "after it"), "after it": Seq("track")},
			[]string{`"operating round" runs the step "track" twice in a lap, by itself and within "money": give the second a name of its own`}},
		"in two branches": {Flow{"operating round": Each(once, "first", "second"), "first": Seq("track"), "second": Seq("run", "track")},
			[]string{`"operating round" runs the step "track" twice in a lap, within "first" and within "second"`}},
		"laps of their own":   {Flow{"game": Seq("auction", "stock round", "sets")}, nil},
		"for two of a kind":   {Flow{"operating round": Each(once, "minors", "majors"), "minors": Each(once, "track"), "majors": Each(once, "track", "run")}, nil},
		"never run":           {Flow{"dividend": Do(asks)}, []string{`the step "dividend" is declared, but nothing that begins with "game" runs it`}},
		"never run, in group": {Flow{"merger round": Seq("offers"), "offers": Do(asks)}, []string{`"merger round" is declared, but`, `"offers" is declared, but`}},
		"circle":              {Flow{"operating round": Each(once, "track", "run", "sets")}, []string{`a circle: "sets" runs "operating rounds", which runs "operating round", which runs "sets"`}},
		"runs itself":         {Flow{"sets": Loop("stock round", "sets", "operating rounds")}, []string{`a circle: "sets" runs "sets"`}},
		"circle beside":       {Flow{"a": Seq("b"), "b": Seq("a")}, []string{`a circle: "a" runs "b", which runs "a"`}},
		"runs nothing":        {Flow{"track": Seq(), "run": {}}, []string{`the step "track" runs nothing`, `the step "run" runs nothing`}},
	} {
		err := flowWith(c.more).Check()
		told := fmt.Sprint(err)
		if (err == nil) != (len(c.want) == 0) || slices.ContainsFunc(c.want, func(w string) bool { return !strings.Contains(told, w) }) {
			t.Errorf("%s: it is told\n%s\nwant %q", name, told, c.want)
		}
		if n := len(strings.Split(told, "\n")); len(c.want) > 0 && n != len(c.want) {
			t.Errorf("%s: %d faults are told, want %d:\n%s", name, n, len(c.want), told)
		}
	}
}

func TestCheckNamesTheStart(t *testing.T) {
	if err := (Rules{Flow: Flow{"gmae": Do(asks)}, Start: "game"}).Check(); err == nil || !strings.Contains(err.Error(), `no step "game"; the nearest is "gmae"`) {
		t.Errorf("%v", err)
	}
}

func TestCheckNamesWhatIsRenamed(t *testing.T) {
	r := flowWith(nil)
	for old, now := range map[string]string{"trains": "trians", "track": "run"} {
		if r.Renamed = map[string]string{old: now}; r.Check() == nil {
			t.Errorf("%s is renamed %s, and no fault is told", old, now)
		}
	}
	if r.Renamed = map[string]string{"tiles": "track"}; r.Check() != nil {
		t.Error(r.Check())
	}
}

// A flow that never asks anybody stops, whatever it runs, before it has used much memory, and names its
// steps.
func TestCirclesStop(t *testing.T) {
	next := 0
	always := func(*State, string) string { next++; return fmt.Sprint("C", next) }
	each := func(*State, []string) string { return always(nil, "") }
	for name, c := range map[string]struct {
		flow Flow
		want string
	}{
		"no leaf":     {Flow{"game": Loop("turns"), "turns": Turns(func(*State, string) string { return "" }, "turn"), "turn": Do(asks)}, `"game"`},
		"no end":      {Flow{"game": Turns(always, "none"), "none": Times(func(*State) int { return 0 }, "turn"), "turn": Do(asks)}, `"game"`},
		"idle":        {Flow{"game": Turns(always, "turn"), "turn": Do(nothing)}, `"turn"`},
		"telling":     {Flow{"game": Turns(always, "turn"), "turn": Do(func(t *Turn) { t.Note("", "goes on") })}, `"turn"`},
		"every actor": {Flow{"game": Each(each, "turn"), "turn": Do(func(t *Turn) { t.Note("", "goes on") })}, `"game" runs for more than 1000 actors`},
		"one again":   {Flow{"game": Each(func(*State, []string) string { return "NYC" }, "turn"), "turn": Do(nothing)}, `"game" runs for NYC again`},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			told := panicOf(func() { Start(Rules{Flow: c.flow, Start: "game"}, []Event{Started{}}) })
			runtime.ReadMemStats(&after)
			if !strings.Contains(told, c.want) {
				t.Errorf("it is told %q, want %s", told, c.want)
			}
			if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 100 {
				t.Errorf("it took %d MB", mb)
			}
		})
	}
}

// Rules that were not checked do not fill the memory either.
func TestUncheckedCircleStops(t *testing.T) {
	flow := Flow{"game": Seq("set"), "set": Seq("game")}
	s := newState()
	s.Stack = []Frame{{Step: "game"}}
	if told := panicOf(func() { flow.next(s) }); !strings.Contains(told, "circle") {
		t.Errorf("it is told %q", told)
	}
}

// panicOf returns the words with which a function panics, "" if it does not.
func panicOf(do func()) (told string) {
	defer func() {
		if r := recover(); r != nil {
			told = fmt.Sprint(r)
		}
	}()
	do()
	return ""
}
