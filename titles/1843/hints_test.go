package t1843

import (
	"testing"

	"pbem/titles/title/titletest"
)

// Once a company has had a gray train in set 5, the rest of the three rounds of that set is left, and the four of set 6. // 8.10.1; 43-GE-04
func TestRoundsLeft(t *testing.T) {
	titletest.RoundsLeft(t, Title,
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 5, roundNo: 1, graySet: 0}, Left: 0},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 5, roundNo: 1, graySet: 5}, Left: 7},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 5, roundNo: 3, graySet: 5}, Left: 5},
		titletest.End{Counters: map[string]int{roundKind: stockRound, stockNo: 6, roundNo: 0, graySet: 5}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 3, graySet: 5}, Left: 2},
	)
}
