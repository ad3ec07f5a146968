package t1843

import (
	"fmt"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// sound returns an error if a position breaks a rule.
func sound(s *engine.State) error {
	v := see(s)
	for _, check := range []func() error{v.soundShares, v.soundMarkers, v.soundTrains, v.soundEnd} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// 43-SU-04, 43-SR-08, 43-SR-18, 43-SR-20: each company has ten shares, at most half of them in the
// pool, and its director is the largest holder.
func (v view) soundShares() error {
	for _, c := range data.Companies {
		sum := v.Shares(step.IPO(c.Sym), c.Sym) + v.Shares(step.Pool, c.Sym) + v.Shares(with(privBA), c.Sym) + v.Shares(with(privLM), c.Sym)
		for _, p := range v.S.Players() {
			sum += v.Shares(p, c.Sym)
			if d := v.Director(c.Sym); d != "" && v.Shares(p, c.Sym) > v.Shares(d, c.Sym) {
				return fmt.Errorf("%s directs %s, and %s has more of it", d, c.Sym, p)
			}
		}
		switch {
		case sum != sharesOfAll:
			return fmt.Errorf("there are %d shares of %s", sum, c.Sym)
		case v.Shares(step.Pool, c.Sym) > mostInPool:
			return fmt.Errorf("the pool has %d shares of %s", v.Shares(step.Pool, c.Sym), c.Sym)
		case v.Floated(c.Sym) && v.Director(c.Sym) == "":
			return fmt.Errorf("nobody directs %s", c.Sym)
		case (v.Par(c.Sym) > 0) != (v.S.Cell(c.Sym) != ""):
			return fmt.Errorf("%s has the par %d and stands at %q", c.Sym, v.Par(c.Sym), v.S.Cell(c.Sym))
		}
	}
	return nil
}

// 43-ST-05, 43-ST-11, 43-SU-03: no city has more markers than spaces, and no company has two in a
// hex. A port lies on the map or belongs to a company.
func (v view) soundMarkers() error {
	b := v.Board()
	for _, h := range data.Map.Hexes {
		for i, stop := range b.Face(h.At).Stops {
			if n := len(v.S.At(fmt.Sprintf("%s.%d", h.At, i))); n > stop.Slots {
				return fmt.Errorf("%d markers in %s, stop %d", n, h.At, i)
			}
		}
	}
	for _, c := range data.Companies {
		hexes := map[string]bool{}
		for _, at := range v.Stations(c.Sym) {
			if hexes[at.Hex] {
				return fmt.Errorf("%s has two markers in %s", c.Sym, at.Hex)
			}
			hexes[at.Hex] = true
		}
	}
	for _, at := range portHexes {
		if has := v.S.Where(port(at)); has != at && !known(has) {
			return fmt.Errorf("the port of %s lies at %s", at, has)
		}
	}
	return nil
}

// 43-TB-05, 43-TB-13, 43-TB-03, 43-TB-10: companies keep their limits and own at most one rusted
// train, each certificate has one side up, and a company with a route has a train after its train
// step.
func (v view) soundTrains() error {
	top := v.S.Stack[max(0, len(v.S.Stack)-1):]
	asked := len(top) > 0 && (top[0].Step == "trains" || top[0].Step == "end of set") // companies may be above their limits
	for _, c := range data.Companies {
		old := 0
		for _, cert := range v.Trains(c.Sym) {
			if v.rustedTrain(cert) {
				old++
			}
		}
		trains, certs := v.excess(c.Sym)
		switch {
		case old > 1:
			return fmt.Errorf("%s has %d rusted trains", c.Sym, old)
		case (trains || certs) && !asked:
			return fmt.Errorf("%s has too many trains: %v", c.Sym, v.TrainNames(c.Sym))
		}
	}
	for _, tr := range data.Trains {
		for i := range tr.Count {
			if tr.SideOf == "" {
				continue
			}
			back, front := v.S.Where(step.Train(tr.Name, i)), v.S.Where(step.Train(tr.SideOf, i))
			if back != verso && back != step.Out && front != verso && front != step.Out {
				return fmt.Errorf("both sides of %s %d are up, at %s and %s", tr.Name, i, back, front)
			}
		}
	}
	if len(top) > 0 && top[0].Step == "ports" && v.trainless(top[0].Actor) && v.hasRoute(top[0].Actor) {
		return fmt.Errorf("%s has a route and no train", top[0].Actor)
	}
	return nil
}

// 43-GE-05: a finished game has the scores of its last position.
func (v view) soundEnd() error {
	if v.S.Result == nil {
		return nil
	}
	for p, score := range v.S.Result.Scores {
		if score != v.worth(p) {
			return fmt.Errorf("%s scores %d and is worth %d", p, score, v.worth(p))
		}
	}
	return nil
}

// Random games never reach a position that breaks a rule.
func TestPositionsAreSound(t *testing.T) {
	for i, seats := range data.Seats {
		for n := range testsize.More[int64](1, 1, 2) {
			titletest.Sound(t, Title, titletest.Names(4*(25*int64(i)+n)+1, seats.Players), sound)
		}
	}
}
