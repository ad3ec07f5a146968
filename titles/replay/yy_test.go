package replay_test

import (
	"fmt"
	"testing"
	"time"

	"pbem/engine/route"
	"pbem/titles"
)

func TestYY(t *testing.T) {
	ti, _ := titles.Find("1817")
	for i := 38; i < 39; i++ {
		b := time.Now()
		g := crowded(ti, uint64(i))
		n := time.Since(b)
		b = time.Now()
		res := route.Best(g, fleets["1817"][i%2], route.Options{})
		if d := time.Since(b); d > 2*time.Second {
			fmt.Println(i, len(g.Segments), len(g.Hidden), n, res.Proven, res.Total, res.Bound, res.Work, d)
		}
	}
}
