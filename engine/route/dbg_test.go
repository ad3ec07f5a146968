package route

import (
	"fmt"
	"syscall"
	"testing"
	"time"
)

func cpu() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return time.Duration(r.Utime.Nano())
}

func TestDbg(t *testing.T) {
	if !figures() {
		t.Skip()
	}
	for _, s := range suites[5:] {
		un, gap, lb := 0, 0, 0
		work := 0
		var worst time.Duration
		start := cpu()
		for seed := range int64(boardsPer()) {
			g := generate(s.board, seed)
			for i, trains := range s.trains {
				at := cpu()
				r := Best(g, trains, Options{Budget: 15e6})
				d := cpu() - at
				worst = max(worst, d)
				work += r.Work
				lb += r.Total
				if !r.Proven {
					un++
					gap += r.Bound - r.Total
					fmt.Println(s.name, seed, i, r.Total, r.Bound, d)
				}
			}
		}
		fmt.Println(s.name, "unproven", un, "gap", gap, "work", work, "total", lb, "worst", worst, "cpu", cpu()-start)
	}
}
