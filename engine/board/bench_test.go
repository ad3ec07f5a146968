package board_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pbem/engine/board"
)

func TestZZReachTimes(t *testing.T) {
	for _, size := range []int{4, 6, 9} {
		for _, plain := range []int{0, 40, 70, 90} {
			var worst time.Duration
			var at string
			var total time.Duration
			slow := 0
			for seed := range uint64(300) {
				r := rand.New(rand.NewPCG(2, seed))
				var list []string
				for row := range size {
					for col := range size {
						face := randomFace(r)
						if r.IntN(100) < plain {
							_, tr := plainFace(r)
							face = fmt.Sprintf(`"color": "yellow", "track": [%s]`, tr)
						}
						list = append(list, fmt.Sprintf(`{"at": "%c%d", %s}`, 'A'+row, 1+2*col+row%2, face))
					}
				}
				b := bare(newMap(t, pointy, strings.Join(list, ","), ""))
				from, blocked := stationed(r, b)
				if len(from) > 1 {
					from = from[:1]
				}
				done := make(chan time.Duration, 1)
				go func() {
					began := time.Now()
					b.Reach(from, blocked)
					done <- time.Since(began)
				}()
				select {
				case d := <-done:
					total += d
					if d > 10*time.Millisecond {
						slow++
					}
					if d > worst {
						worst = d
						at = fmt.Sprint(seed)
					}
				case <-time.After(5 * time.Second):
					fmt.Println(size, plain, seed, "more than 5 s")
					slow += 1000
				}
				if slow > 2000 {
					break
				}
			}
			fmt.Println(size, plain, worst, at, "mean", total/300, "slow", slow)
		}
	}
}

var _ = board.City
