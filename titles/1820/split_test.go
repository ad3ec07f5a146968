package t1820

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/titles/title/titletest"
)

// crowded returns a map with a tile of the most exits on every hex, and five markers of a company.
func crowded(seed uint64) (g *route.Graph, stations []board.Spot) {
	type laid struct {
		tile string
		rot  int
	}
	m, r := data.Map, rand.New(rand.NewPCG(seed, 0))
	on := map[string]laid{}
	empty := m.On(func(string) (string, int, bool) { return "", 0, false })
	for _, h := range m.Hexes {
		var ways []laid
		for _, tile := range m.Tiles {
			for rot := range 6 {
				fits := (tile.Color == "brown" || tile.Color == "green") && len(tile.Stops) == len(h.Stops) && (h.Color == "white" || h.Color == "yellow")
				for _, e := range tile.Turned(rot).Exits() {
					fits = fits && empty.Open(h.At, e)
				}
				if fits {
					ways = append(ways, laid{tile.ID, rot})
				}
			}
		}
		most := 0
		for _, w := range ways {
			most = max(most, len(m.Tile(w.tile).Exits()))
		}
		ways = slices.DeleteFunc(ways, func(w laid) bool { return len(m.Tile(w.tile).Exits()) < most })
		if len(ways) > 0 {
			on[h.At] = ways[r.IntN(len(ways))]
		}
	}
	b := m.On(func(hex string) (string, int, bool) {
		l, ok := on[hex]
		return l.tile, l.rot, ok
	})
	for _, i := range r.Perm(len(m.Hexes)) {
		at := m.Hexes[i].At
		if f := b.Face(at); len(f.Stops) > 0 && f.Stops[0].Kind == board.City && len(stations) < 5 {
			stations = append(stations, board.Spot{Hex: at})
		}
	}
	return b.Network(stations, func(at board.Spot, s *route.Stop) {
		s.Revenue, s.Token = b.Stop(at).Revenue.In("brown"), slices.Contains(stations, at)
	}), stations
}

// The work of a search counts for those who limit it. // 15.3.4
func TestWorkOfFloods(t *testing.T) {
	log, err := setup(engine.Started{Title: "1820", Seed: 134, Players: []string{"Amy", "Brian", "Crystal"}})
	if err != nil {
		t.Fatal(err)
	}
	v := see(engine.Fold(log))
	log = append(log, companyGiven(v.Table, []string{"LSR", "5", "60", "p1", "2"})...)
	log = append(log, engine.TileLaid{Hex: "G7", Tile: "148"})
	log = append(log, titletest.StationFrom("")(v.Table, []string{"LSR", "G7.0"})...)
	log = append(log, titletest.TrainTo(v.Table, []string{"FLOOD", "LSR"})...)
	flow := engine.Flow{
		"game": engine.Each(nextToOperate, "turn"), "turn": engine.Seq("run", "end"), "run": do(runTrains),
		"end": do(func(t *turn) { t.Ask("end", engine.Bare("p1", "pass", "")) }),
	}
	if g, _ := engine.Start(engine.Rules{Start: "game", Flow: flow, Names: names}, log); g.Frozen() != nil || g.Worked() == 0 {
		t.Errorf("%d steps, %v", g.Worked(), g.Frozen())
	}
}

// However full the map is, the search for the best split stays within its budget. It returns the
// best split found and a bound that is not below it.
func TestFloodsOnFullMaps(t *testing.T) { // 15.3.4; 20-FD-01, 20-FD-03
	cut := 0
	for seed := range uint64(6) {
		g, stations := crowded(seed)
		for floods := 1; floods <= 2; floods++ {
			solved := func() *splitSearch {
				s := &splitSearch{floodNet: newFloodNet(g)}
				if floods == 1 {
					s.rest = []route.Train{doubled(data.Train("5D+").Run(), g)}
				}
				s.solve(s.bases(stations), floods)
				return s
			}
			s, again := solved(), solved()
			if work := mostWork - s.left; work > mostWork+mostWork/10 {
				t.Errorf("map %d, %d FLOODs: %d steps, of %d", seed, floods, work, mostWork)
			}
			if s.best.total() == 0 || s.bound() < s.best.total() || s.bound() != again.bound() || s.best.total() != again.best.total() {
				t.Errorf("map %d, %d FLOODs: %d of at most %d, then %d of at most %d", seed, floods, s.best.total(), s.bound(), again.best.total(), again.bound())
			}
			if s.bound() > s.best.total() {
				cut++
			}
			t.Logf("map %d, %d FLOODs: %d of at most %d, %d steps", seed, floods, s.best.total(), s.bound(), mostWork-s.left)
		}
	}
	if cut == 0 {
		t.Error("no search was cut short: these maps are not full enough")
	}
}
