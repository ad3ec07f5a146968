package t1843

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// runTrains runs the trains for the most they can earn. Nothing is asked of a
// company that has no train or nowhere to run. // 8.6; 43-RT-01, R-18
func runTrains(t *turn) {
	sym := t.Actor
	if len(t.Trains(sym)) == 0 {
		return
	}
	if len(t.graph(sym).Segments) == 0 {
		t.Note(sym, "has no route")
		return
	}
	var runs step.Runs
	a := t.asks("run", func() []engine.Choice { // afresh after a tile of PSG
		own := t.stable(sym)
		runs = step.NewRunsOf(t.graph(sym), own.trains, own.fleets, money)
		return []engine.Choice{runs.Choice(t.voice(), parseRuns(sym, runs))}
	})
	runs.Run(t.Turn, sym, earned, a.Args)
}

// parseRuns checks a player's runs: they must earn the most. // 8.6; 43-RT-01, R-18
func parseRuns(sym string, runs step.Runs) func([]string) ([]string, error) {
	return func(words []string) ([]string, error) {
		said, err := runs.Parse(words)
		if err != nil {
			return said, err
		}
		if why := runs.NotBest(said); why != "" {
			return nil, engine.Refuse("%s %s (8.6)", sym, why)
		}
		return said, nil
	}
}

// network is what a company may run on and what it has to run.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.graph(sym), v.stable(sym).trains
}

// fleets are the trains that may run together.
func fleets(s *engine.State, sym string) []route.Fleet { return see(s).stable(sym).fleets }

// graph is where a company may run. Off-boards end a route, but for Genève, which
// is a town in the facts. // 8.6.1, 8.6.2; 43-RT-02 to 43-RT-08, 43-RT-17, R-17,
//
func (v view) graph(sym string) *route.Graph {
	b := v.Board()
	blocks, colour := v.Blocks(b, sym), v.Phase().Offboard
	return b.Network(v.Stations(sym), func(at board.Spot, s *route.Stop) {
		s.Revenue = b.Stop(at).Revenue.In(colour)
		s.Token = v.Holds(sym, at)
		s.Blocked = blocks(at)
		s.Closed = unpriced(b.Stop(at))
	})
}

// unpriced reports whether a stop has no value before a tile lies there: it is not
// run to. // R-47
func unpriced(s *board.Stop) bool { return s.Revenue.By == nil && s.Revenue.Fixed == 0 }

// hasRoute reports whether a company has a route of two stops. // 8.6.1; R-25
func (v view) hasRoute(sym string) bool { return route.Possible(v.graph(sym)) }

// A stable is the trains of a company as they run: all of them, and which may run
// together.
type stable struct {
	trains []route.Train
	fleets []route.Fleet
}

// stable lists them. A pair on the back of a certificate is two trains. "2x2" is
// two 2-trains or one 3+1, whichever the director likes at each run, within the
// train limit; a train that runs for the last time is outside of it. // 8.6.1,
// 8.8.1, 13.2; 43-RT-09 to 43-RT-16, R-19, R-27
func (v view) stable(sym string) stable {
	var s stable
	var pairs, late, others int // certificates with either, of these under the Engineers card, and trains beside
	var twos, threes []int
	add := func(tr route.Train) int {
		s.trains = append(s.trains, tr)
		return len(s.trains) - 1
	}
	all := route.Fleet{}
	for _, cert := range v.Trains(sym) {
		name := step.Label(cert)
		if name == extraTrain { // first, as players count 2-trains
			all = append(all, add(runOf(name)))
		}
	}
	for _, cert := range v.Trains(sym) {
		name := step.Label(cert)
		switch {
		case name == extraTrain:
		case name == eitherPair:
			twos = append(twos, add(data.Train(extraTrain).Run()), add(data.Train(extraTrain).Run()))
			pairs++
			if v.obsolete(cert) {
				late++
			}
			continue
		case paired(name):
			all = append(all, add(runOf(name)), add(runOf(name)))
		default:
			all = append(all, add(runOf(name)))
		}
		if !v.obsolete(cert) {
			others += trainsOn(name)
		}
	}
	if pairs == 0 {
		return s
	}
	for range pairs {
		threes = append(threes, add(eitherThree))
	}
	for n := pairs; n >= 0; n-- { // certificates that run as two trains
		within := max(0, n-late)
		if others+pairs-late+within > v.trainLimit() && within > 0 {
			continue
		}
		fleet := append(append(append(route.Fleet{}, all...), twos[:2*n]...), threes[:pairs-n]...)
		s.fleets = append(s.fleets, fleet)
	}
	return s
}

// eitherPair is the certificate that is two 2-trains or a 3+1. // 13.2; 43-RT-14
const eitherPair = "2x2"

var eitherThree = route.Train{Name: "3+1", Majors: 3, Stops: 4}

// runOf is a train as it runs, one of a pair by its own name: "3/5".
func runOf(name string) route.Train {
	tr := data.Train(name).Run()
	if paired(name) {
		tr.Name = name[:len(name)-len("x2")]
	}
	return tr
}

// paired reports whether a train is a pair on the back of a certificate. // 13.2;
// 43-RT-13
func paired(name string) bool { return data.Train(name).SideOf != "" }
