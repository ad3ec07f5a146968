package t1843

import (
	"slices"

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
		return []engine.Choice{runs.Choice(t.voice(), runs.ParseBest(sym, "8.6"))} // 43-RT-01, R-18
	})
	runs.Run(t.Turn, sym, earned, a.Args)
}

// network is what a company may run on and what it has to run.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.graph(sym), v.stable(sym).trains
}

// fleets are the trains that may run together.
func fleets(s *engine.State, sym string) []route.Fleet { return see(s).stable(sym).fleets }

// graph is where a company may run. Cities of one tile are stops of their own, and
// lines that do not meet are track of their own; an off-board ends a route, but for
// Genève, which is a town in the facts. // 8.6.1; 43-RT-03, 43-RT-05,
// 43-RT-06, R-17, R-40
func (v view) graph(sym string) *route.Graph {
	b := v.Board()
	blocks, colour := v.Blocks(b, sym), v.Phase().Offboard
	return b.Network(v.Stations(sym), func(at board.Spot, s *route.Stop) { // 43-RT-02, 43-RT-07, 43-RT-08
		s.Revenue = b.Stop(at).Revenue.In(colour) // 8.6.2; 43-RT-17
		s.Token = v.Holds(sym, at)
		s.Blocked = blocks(at)          // 43-RT-04
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

// stable lists them: the 2-train of VDL first, as players count 2-trains, and last
// what "2x2" may be instead, two 2-trains or a 3+1. // 8.8.1, 13.2; 43-RT-13,
// 43-RT-14
func (v view) stable(sym string) stable {
	var s stable
	var always, twos, threes route.Fleet // by their places in the list
	ofVDL := func(cert string) bool { return step.Label(cert) == extraTrain }
	certs := slices.Concat(
		slices.DeleteFunc(v.Trains(sym), func(cert string) bool { return !ofVDL(cert) }), slices.DeleteFunc(v.Trains(sym), ofVDL))
	either := slices.DeleteFunc(slices.Clone(certs), func(cert string) bool { return step.Label(cert) != eitherPair })
	for _, cert := range certs {
		name := step.Label(cert)
		switch {
		case name == eitherPair:
			twos = append(twos, s.add(data.Train(extraTrain).Run()), s.add(data.Train(extraTrain).Run()))
		case paired(name):
			always = append(always, s.add(runOf(name)), s.add(runOf(name)))
		default:
			always = append(always, s.add(runOf(name)))
		}
	}
	for range either {
		threes = append(threes, s.add(eitherThree))
	}
	for n := len(either); n >= 0 && len(either) > 0; n-- {
		if v.mayRun(sym, either, n) {
			s.fleets = append(s.fleets, slices.Concat(always, twos[:2*n], threes[:len(either)-n]))
		}
	}
	return s
}

func (s *stable) add(tr route.Train) int {
	s.trains = append(s.trains, tr)
	return len(s.trains) - 1
}

// mayRun reports whether n of the certificates that may be either run as two trains
// within the train limit. What runs for the last time is outside of it, and is taken
// for two first. // 8.6.1, 10.2; 43-RT-16, 43-PR-23, R-27
func (v view) mayRun(sym string, either []string, n int) bool {
	for _, cert := range either {
		if v.obsolete(cert) {
			n--
		}
	}
	trains, _ := v.load(sym) // with each of them as one
	return trains+n <= v.trainLimit()
}

// eitherPair is the certificate that is two 2-trains or a 3+1. // 13.2; 43-RT-14
const eitherPair = "2x2"

var eitherThree = route.Train{Name: "3+1", Majors: 3, Stops: 4}

// runOf is a train as it runs, one of a pair by its own name: "3/5". // 13.2;
// 43-RT-09, 43-RT-10, 43-RT-11, 43-RT-12, 43-RT-15, R-19
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
