package replay_test

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/titles"
)

func TestZY(t *testing.T) {
	for _, slug := range []string{"18newengland", "1817"} {
		ti, _ := titles.Find(slug)
		m := ti.Facts.Map
		r := rand.New(rand.NewSource(1))
		laid := map[string][2]any{}
		empty := m.On(func(h string) (string, int, bool) { return "", 0, false })
		opts := map[string][][2]any{}
		var hexes []string
		for i := range m.Hexes {
			h := &m.Hexes[i]
			if h.Color == "gray" || h.Color == "red" || h.Color == "blue" {
				continue
			}
			for _, ti := range m.Tiles {
				if (ti.Color == "brown" || ti.Color == "green") && len(ti.Stops) == len(h.Stops) {
					for rot := range 6 {
						ok := true
						for _, e := range ti.Turned(rot).Exits() {
							ok = ok && empty.Open(h.At, e)
						}
						if ok {
							opts[h.At] = append(opts[h.At], [2]any{ti.ID, rot})
						}
					}
				}
			}
			if len(opts[h.At]) > 0 {
				hexes = append(hexes, h.At)
				laid[h.At] = opts[h.At][r.Intn(len(opts[h.At]))]
			}
		}
		count := func() (int, time.Duration) {
			b := m.On(func(h string) (string, int, bool) {
				l, ok := laid[h]
				if !ok {
					return "", 0, false
				}
				return l[0].(string), l[1].(int), true
			})
			used := map[any]int{}
			for _, l := range laid {
				used[l[0]]++
			}
			for _, ti := range m.Tiles {
				if ti.Count > 0 && used[ti.ID] > ti.Count+100 {
					return 0, 0
				}
			}
			var st []board.Spot
			for _, h := range m.Hexes {
				if f := b.Face(h.At); len(f.Stops) > 0 && f.Stops[0].Kind == board.City {
					st = append(st, board.Spot{Hex: h.At})
				}
			}
			began := time.Now()
			g := b.Network(st, func(s board.Spot, o *route.Stop) {})
			return len(g.Segments), time.Since(began)
		}
		best, took := count()
		end := time.Now().Add(30 * time.Second)
		for n := 0; time.Now().Before(end) && best < 300000; n++ {
			h := hexes[r.Intn(len(hexes))]
			old := laid[h]
			laid[h] = opts[h][r.Intn(len(opts[h]))]
			if k, d := count(); k >= best {
				best, took = k, d
			} else {
				laid[h] = old
			}
		}
		fmt.Println(slug, best, took)
	}
}
