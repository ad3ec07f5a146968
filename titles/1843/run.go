package t1843

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// runTrains runs the trains for the most they can earn. A company without a train or without a
// route is not asked. // 8.6; 43-RT-01, R-18
func runTrains(t *turn) {
	sym := t.Actor
	classic.Running{
		Sym: sym, Voice: t.voice(), Counter: earned, Trains: t.Trains(sym), Route: classic.AnyTrack, Ask: t.asks,
		Parse: classic.Best(sym, "8.6"), // 43-RT-01, R-18
		Runs: func() step.Runs { // again after a tile of PSG
			own := t.trainSet(sym)
			return step.NewRunsOf(t.graph(sym), own.trains, own.fleets, money)
		},
	}.Run(t.Turn)
}

// network returns the track on which a company may run, and its trains.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.graph(sym), v.trainSet(sym).trains
}

// fleets returns which trains may run together.
func fleets(s *engine.State, sym string) []route.Fleet { return see(s).trainSet(sym).fleets }

// graph returns the track on which a company may run. Each city of a tile is a stop of its own.
// Lines that do not meet are separate track. An off-board ends a route, except Genève, which is a
// town in the facts. // 8.6.1; 43-RT-03, 43-RT-05, 43-RT-06, R-17, R-40
func (v view) graph(sym string) *route.Graph {
	// 43-RT-02, 43-RT-04, 43-RT-07, 43-RT-08; 8.6.2, 43-RT-17
	return classic.Network(v.Table, sym, func(b *board.Board, at board.Spot, s *route.Stop) {
		s.Closed = unpriced(b.Stop(at))
	})
}

// unpriced reports whether a stop has no value until a tile lies there. No train runs to it.
// //
func unpriced(s *board.Stop) bool { return s.Revenue.By == nil && s.Revenue.Fixed == 0 }

// hasRoute reports whether a company has a route of two stops. // 8.6.1; R-25
func (v view) hasRoute(sym string) bool { return route.Possible(v.graph(sym)) }

// A trainSet has all trains of a company as they run, and the fleets: which of them may run together.
type trainSet struct {
	trains []route.Train
	fleets []route.Fleet
}

// trainSet lists the trains of a company. The 2-train of VDL comes first, so that it is the first of
// the 2-trains for players. Last are the alternatives to "2x2": each may run as two 2-trains or as
// one 3+1. // 8.8.1, 13.2; 43-RT-13, 43-RT-14
func (v view) trainSet(sym string) trainSet {
	var s trainSet
	var always, twos, threes route.Fleet // trains by their index in the list
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

func (s *trainSet) add(tr route.Train) int {
	s.trains = append(s.trains, tr)
	return len(s.trains) - 1
}

// mayRun reports whether n of the "2x2" certificates may run as two trains each within the train
// limit. One that runs for the last time does not count towards the limit, so it is the first to
// run as two. // 8.6.1, 10.2; 43-RT-16, 43-PR-23, R-27
func (v view) mayRun(sym string, either []string, n int) bool {
	for _, cert := range either {
		if v.obsolete(cert) {
			n--
		}
	}
	trains, _ := v.load(sym) // counts each "2x2" as one train
	return trains+n <= v.trainLimit()
}

// eitherPair is the certificate that runs as two 2-trains or as one 3+1. // 13.2; 43-RT-14
const eitherPair = "2x2"

var eitherThree = route.Train{Name: "3+1", Majors: 3, Stops: 4}

// runOf returns a train as it runs. A train of a pair has a name of its own: "3/5".
// // 13.2; 43-RT-09, 43-RT-10, 43-RT-11, 43-RT-12, 43-RT-15, R-19
func runOf(name string) route.Train {
	tr := data.Train(name).Run()
	if paired(name) {
		tr.Name = name[:len(name)-len("x2")]
	}
	return tr
}

// paired reports whether a train is a pair, on the back of a certificate. // 13.2; 43-RT-13
func paired(name string) bool { return data.Train(name).SideOf != "" }
