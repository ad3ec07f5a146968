package classic

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// Network returns the track that a company may run on, from its markers. A stop pays the
// value of the phase, has a token where the company has a marker, and is blocked where it is
// full of others. more changes stops by rules of the title; nil for none.
// // 1820 15.2; 1828 15.2; 1843 8.6.1; 18NewEngland 11.5
func Network(tb step.Table, sym string, more func(b *board.Board, at board.Spot, s *route.Stop)) *route.Graph {
	b := tb.Board()
	return b.Network(tb.Stations(sym), Stops(tb, b, sym, more))
}

// Stops describes the stops of a network as Network does.
func Stops(tb step.Table, b *board.Board, sym string, more func(b *board.Board, at board.Spot, s *route.Stop)) func(board.Spot, *route.Stop) {
	blocks, column := tb.Blocks(b, sym), tb.Phase().Offboard
	return func(at board.Spot, s *route.Stop) {
		s.Revenue = b.Stop(at).Revenue.In(column)
		s.Token = tb.Holds(sym, at)
		s.Blocked = blocks(at)
		if more != nil {
			more(b, at, s)
		}
	}
}

// Fleet returns trains as the facts say that they run, given their names.
func Fleet(tb step.Table, names []string) []route.Train {
	var out []route.Train
	for _, name := range names {
		out = append(out, tb.F.Train(name).Run())
	}
	return out
}

// A Running is the run of a company's trains. Nobody is asked for a company that has no
// trains or no route.
// // 1817 6.5; 1828 8.3.3; 1843 8.6; 18NewEngland 11.5
type Running struct {
	Sym     string
	Counter string   // is set to what they earn
	Trains  []string // that it owns
	Voice   step.Voice
	// Runs works out what the trains can run; again when something was done beside the
	// question.
	Runs func() step.Runs
	// Route reports whether there is a route; nil for route.Possible.
	Route func(*route.Graph) bool
	// Parse checks the words of a run: Any or Best.
	Parse func(step.Runs) func(words []string) ([]string, error)
	Ask   func(question string, choices func() []engine.Choice) engine.Command
}

// AnyTrack reports whether any track leads from stop to stop.
// // 1817 6.5; 1843 8.6; 18NewEngland 11.5
func AnyTrack(g *route.Graph) bool { return len(g.Segments) > 0 }

// Run asks for the runs and books what they earn.
func (r Running) Run(t *engine.Turn) {
	if len(r.Trains) == 0 {
		return
	}
	runs, possible := r.Runs(), route.Possible
	if r.Route != nil {
		possible = r.Route
	}
	if !t.Known("route of "+r.Sym, func() bool { return possible(runs.Graph) }) {
		t.Note(r.Sym, "has no route")
		return
	}
	asked := false
	a := r.Ask("run", func() []engine.Choice {
		if asked {
			runs = r.Runs()
		}
		asked = true
		return []engine.Choice{runs.Choice(r.Voice, r.Parse(runs))}
	})
	runs.Run(t, r.Sym, r.Counter, a.Args)
}

// Best parses runs of a company that must earn the most there is: see step.Runs.ParseBest.
// // 1817 6.5; 1828 8.3.3; 1843 8.6
func Best(sym, section string) func(step.Runs) func([]string) ([]string, error) {
	return func(runs step.Runs) func([]string) ([]string, error) { return runs.ParseBest(sym, section) }
}

// Any parses runs of a company that may earn less than it could.
// // 18NewEngland 11.5
func Any(runs step.Runs) func([]string) ([]string, error) { return runs.Parse }
