package robot

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// Of what trains earn less than half of what the best one does something counts: they may have a run once there is more track.
func TestIdleTrains(t *testing.T) {
	for _, c := range []struct {
		what string
		runs []int
		want int
	}{
		{"no train", nil, 0},
		{"one without a run", []int{0}, 0},
		{"one with a run", []int{80}, 0},
		{"a second without one", []int{80, 0}, 40},
		{"a second with a short one", []int{30, 80}, 10},
		{"a second with half of it", []int{80, 40}, 0},
		{"two without one", []int{0, 0, 100}, 100},
	} {
		var r route.Result
		for _, n := range c.runs {
			r.Routes = append(r.Routes, route.Route{Revenue: n})
		}
		if got := idle(r); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// A company is worth more with a train that has no run yet, and less than if it had one.
func TestTrainsForTrackToCome(t *testing.T) {
	ti, g := begun(t, 1)
	last := ti.Facts.Trains[len(ti.Facts.Trains)-1].Name // it runs to the end
	b := newBrain(ti, "p1", Steady)
	worth := func(l line) int {
		b.lines["X "+last+" "+last+" A1"] = l
		c := &title.Company{Sym: "X", Size: 10, Price: 100, Trains: []string{last, last}, Stations: []string{"A1"}}
		return b.stake(g.State(), c, outlook{rounds: 600, rate: 100}).per
	}
	only, idle, both := worth(line{run: 80}), worth(line{run: 80, idle: 40}), worth(line{run: 120})
	if idle <= only || idle-only >= (both-only)/2 {
		t.Errorf("a share earns %d if the second train never runs, %d if it has no run yet, %d if it has half of the other's", only, idle, both)
	}
}

// A line knows of them: in stored games companies have more trains than runs.
func TestLinesKnowIdleTrains(t *testing.T) {
	for _, ti := range titles.All() {
		stored, err := replaytest.ReadSpoken(filepath.Join("..", ti.Facts.Slug, "testdata", "robots.jsonl.gz"))
		if errors.Is(err, fs.ErrNotExist) {
			continue // a title that is new has none
		}
		if err != nil {
			t.Fatal(err)
		}
		if knowsIdle(t, ti, stored[0]) {
			return
		}
	}
	t.Error("in no game a company has a train that earns little")
}

// knowsIdle compares the lines of companies with what their trains lack, up to the first that have trains which earn little. It returns
// false if none has.
func knowsIdle(t *testing.T, ti *title.Title, g replaytest.Spoken) bool {
	t.Helper()
	found := errors.New("found")
	_, err := g.Play(ti, func(s *engine.State) error {
		p := ti.Position(s)
		for i := range p.Companies {
			c := &p.Companies[i]
			b := newBrain(ti, "p1", Steady)
			lacks := idle(b.earns(s, c.Sym, nil))
			if l := b.line(s, c, nil); l.idle != lacks {
				t.Errorf("%s: trains lack %d, %+v", c.Sym, lacks, l)
			}
			if lacks > 0 {
				return found
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, found) {
		t.Fatal(err)
	}
	return err != nil
}
