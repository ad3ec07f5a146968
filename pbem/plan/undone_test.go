package plan

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/titles/title"
)

// turnFlow is a stack in a turn of a company, the lap of its round.
func turnFlow(lap int, actor string) engine.Event {
	return engine.Flowed{Stack: []engine.Frame{{Step: "round", Laps: lap}, {Step: title.OperatingTurn, Actor: actor}}}
}

func says(by, verb string) engine.Event {
	return engine.Said{Command: engine.Command{By: by, Verb: verb}}
}

const takenBack = "what it was given for was taken back"

// A plan is over if what had happened before it was given is taken back: it was given in view of that, and its conditions
// compare with it. What came later, was taken back before, or was said beside the table ends no plan.
func TestWhatAPlanWasGivenForIsUndone(t *testing.T) {
	s := stockRound(t)
	base := len(s.Log)
	back := func(n int) engine.Event { return engine.Undone{By: "p2", To: base + n} }
	press := engine.Hosted{By: "p2", Act: "press", Text: "x"}
	pass := says("p2", "pass")
	for name, c := range map[string]struct {
		before, since []engine.Event // until the plan is given, and since
		want          string
	}{
		"nothing":                       {[]engine.Event{pass}, []engine.Event{pass}, ""},
		"what came later":               {[]engine.Event{pass}, []engine.Event{pass, back(1)}, ""},
		"what came before":              {[]engine.Event{pass}, []engine.Event{pass, back(0)}, takenBack},
		"more, later":                   {[]engine.Event{pass, pass}, []engine.Event{pass, back(2), pass, back(1), pass}, takenBack},
		"much before":                   {[]engine.Event{pass}, []engine.Event{back(-5)}, takenBack},
		"before it was given":           {[]engine.Event{pass, back(0)}, []engine.Event{pass}, ""},
		"and again later":               {[]engine.Event{pass, back(0), pass}, []engine.Event{pass, back(1)}, ""},
		"and what was said then":        {[]engine.Event{pass, back(0), pass}, []engine.Event{back(0)}, takenBack},
		"what came after words":         {[]engine.Event{press}, []engine.Event{pass, back(1)}, ""},
		"what came before, among words": {[]engine.Event{press, pass, press}, []engine.Event{press, back(1)}, takenBack},
		"words alone stand before":      {[]engine.Event{press}, []engine.Event{pass, back(0)}, ""},
	} {
		at := s
		at.Log = slices.Concat(s.Log, c.before, c.since)
		for _, kind := range ranks {
			p := Plan{Kind: kind, Since: base + len(c.before), Round: s.round(), Entered: s.Entered(), For: "A&S"}
			if _, why := p.Over(at); (why == takenBack) != (c.want != "") {
				t.Errorf("%s, undone: %q is over for %q, want %q", name, kind, why, c.want)
			}
		}
	}
}

// A player has played the turn of a plan if they have said something in it. What was undone does not count, neither
// what they said nor the turn that came after it.
func TestOvertakenThoughUndone(t *testing.T) {
	s := began(t)
	base := len(s.Log)
	back := func(n int) engine.Event { return engine.Undone{By: "p1", To: base + n} }
	const played = "you have played that turn yourself"
	for name, c := range map[string]struct {
		before, since []engine.Event // until the plan is given, and since
		want          string
	}{
		"in the turn that comes":           {[]engine.Event{turnFlow(1, "H")}, []engine.Event{turnFlow(2, "A&S"), says("p1", "run")}, played},
		"by somebody else":                 {[]engine.Event{turnFlow(1, "H")}, []engine.Event{turnFlow(2, "A&S"), says("p2", "run")}, ""},
		"in the turn of another":           {[]engine.Event{turnFlow(1, "H")}, []engine.Event{turnFlow(2, "J"), says("p1", "run")}, ""},
		"and undone":                       {[]engine.Event{turnFlow(1, "H")}, []engine.Event{turnFlow(2, "A&S"), says("p1", "run"), back(1)}, ""},
		"in the turn in which it is given": {[]engine.Event{turnFlow(1, "A&S")}, []engine.Event{says("p1", "lay"), turnFlow(1, "A&S"), says("p1", "run")}, ""},
		"in that turn, which was over before an undo": {
			[]engine.Event{turnFlow(1, "A&S"), says("p1", "lay"), turnFlow(2, "H"), back(1)},
			[]engine.Event{says("p1", "lay"), turnFlow(1, "A&S"), says("p1", "run")}, ""},
		"in that turn, to which an undo goes back": {
			[]engine.Event{turnFlow(1, "A&S"), says("p1", "lay"), turnFlow(2, "H")},
			[]engine.Event{back(1), says("p1", "lay"), turnFlow(1, "A&S"), says("p1", "run")}, ""},
		"in the turn after an undo": {
			[]engine.Event{turnFlow(1, "A&S"), says("p1", "lay"), turnFlow(2, "H"), back(1)},
			[]engine.Event{says("p1", "run"), turnFlow(2, "H"), turnFlow(3, "A&S"), says("p1", "run")}, played},
	} {
		at := s
		p := Plan{Kind: Operate, For: "A&S", Since: base + len(c.before)}
		at.Log = slices.Concat(s.Log, c.before, c.since)
		if why := p.overtaken(at); why != c.want {
			t.Errorf("%s: %q, want %q", name, why, c.want)
		}
	}
}

// "pass until somebody acts" goes on if what somebody did was undone.
func TestActedThoughUndone(t *testing.T) {
	s := began(t)
	base := len(s.Log)
	for name, c := range map[string]struct {
		since []engine.Event
		want  string
	}{
		"a bid":              {[]engine.Event{says("p2", "bid")}, "Brian has done something"},
		"a bid, after other": {[]engine.Event{engine.Noted{Text: "x"}, says("p2", "bid")}, "Brian has done something"},
		"a bid after a note": {[]engine.Event{engine.Noted{Text: "it rains"}, says("p2", "bid")}, "Brian has done something"},
		"a pass":             {[]engine.Event{says("p2", "pass")}, ""},
		"one's own bid":      {[]engine.Event{says("p1", "bid")}, ""},
		"a bid, undone":      {[]engine.Event{says("p2", "bid"), engine.Undone{By: "p2", To: base}}, ""},
		"undone, and again":  {[]engine.Event{says("p2", "bid"), engine.Undone{By: "p2", To: base}, says("p3", "bid")}, "Cleo has done something"},
	} {
		at := s
		at.Log = slices.Concat(s.Log, c.since)
		if _, why := (Plan{Kind: PassUntil, Round: s.round(), Since: base}).Over(at); why != c.want {
			t.Errorf("%s: %q, want %q", name, why, c.want)
		}
	}
}

// A plan for a coming round, or set of rounds, is bound to the one that begins, and waits again if that beginning is
// undone. One that has ended ends it.
func TestBeginningOfARoundIsUndone(t *testing.T) {
	s := began(t)
	round := func(turn string) engine.Event { // a round of such turns begins
		for name := range s.Title.Rules.Flow {
			if stack := []engine.Frame{{Step: name}}; s.roundFor(stack, turn) {
				return engine.Flowed{Stack: stack}
			}
		}
		return nil
	}
	mergers := engine.Flowed{Stack: []engine.Frame{{Step: s.Title.Mergers}}}
	auction := engine.Flowed{Stack: s.state().Stack}
	undone := func(n int) engine.Event { return engine.Undone{By: "p2", To: len(s.Log) + n} }
	for name, c := range map[string]struct {
		p             Plan
		before, since []engine.Event
		round, want   string
	}{
		"stock round, over":             {Plan{Kind: Stock, Round: "SR 1"}, nil, []engine.Event{round(title.StockTurn), auction}, "SR 1", "SR 1 has ended"},
		"stock round, undone":           {Plan{Kind: Stock, Round: "SR 1"}, nil, []engine.Event{round(title.StockTurn), undone(0)}, "", ""},
		"stock round, over unnoticed":   {Plan{Kind: Stock}, nil, []engine.Event{round(title.StockTurn), auction}, "", "that round has ended"},
		"stock round, undone unnoticed": {Plan{Kind: Stock}, nil, []engine.Event{round(title.StockTurn), undone(0)}, "", ""},
		"given in it, over":             {Plan{Kind: Stock, Round: "SR 1"}, []engine.Event{round(title.StockTurn)}, []engine.Event{auction}, "SR 1", "SR 1 has ended"},
		"given in it, undone within":    {Plan{Kind: Stock, Round: "SR 1"}, []engine.Event{round(title.StockTurn)}, []engine.Event{round(title.StockTurn), undone(1), auction}, "SR 1", "SR 1 has ended"},
		"given in it, undone":           {Plan{Kind: Stock, Round: "SR 1"}, []engine.Event{round(title.StockTurn)}, []engine.Event{undone(0)}, "SR 1", takenBack},
		"merger round, over":            {Plan{Kind: Mergers, Round: "MR 1"}, nil, []engine.Event{mergers, auction}, "MR 1", "MR 1 has ended"},
		"merger round, undone":          {Plan{Kind: Mergers, Round: "MR 1"}, nil, []engine.Event{mergers, undone(0)}, "", ""},
		"a pass, over":                  {Plan{Kind: PassRound, Round: "SR 1"}, []engine.Event{round(title.StockTurn)}, []engine.Event{auction}, "SR 1", "SR 1 has ended"},
		"a pass, undone":                {Plan{Kind: PassRound, Round: "SR 1"}, []engine.Event{round(title.StockTurn)}, []engine.Event{undone(0)}, "SR 1", takenBack},
	} {
		at := s
		at.Log = slices.Concat(s.Log, c.before, c.since)
		c.p.Since = len(s.Log) + len(c.before)
		if next, why := c.p.Over(at); why != c.want || next.Round != c.round {
			t.Errorf("%s: for %q, %q; want %q, %q", name, next.Round, why, c.round, c.want)
		}
	}
	s = stockRound(t)
	operate, stock := round(title.OperatingTurn), engine.Flowed{Stack: s.state().Stack}
	for name, c := range map[string]struct {
		set       string
		since     []engine.Event
		want, why string
	}{
		"the set, over":             {setIsOn, []engine.Event{operate, stock}, setIsOn, "the set of operating rounds is over"},
		"the set, undone":           {setIsOn, []engine.Event{operate, undone(0)}, setComes, ""},
		"the set, over unnoticed":   {setComes, []engine.Event{operate, stock}, setComes, "the set of operating rounds is over"},
		"the set, undone unnoticed": {setComes, []engine.Event{operate, undone(0)}, setComes, ""},
		"the set comes":             {setComes, []engine.Event{stock}, setComes, ""},
		"no set":                    {"", []engine.Event{operate, stock}, "", ""},
	} {
		at := s
		at.Log = slices.Concat(s.Log, c.since)
		if next, why := (Plan{Kind: Operate, For: "A&S", Set: c.set, Since: len(s.Log)}).setOver(at); why != c.why || next.Set != c.want {
			t.Errorf("%s: %q, %q; want %q, %q", name, next.Set, why, c.want, c.why)
		}
	}
}
