package t1828

import (
	"testing"

	"pbem/titles/title/titletest"
)

// Once the purple phase has begun in set 6, the rest of the three rounds of that set is left, and four of set 7. // 9.1; 28-EN-04
func TestRoundsLeft(t *testing.T) {
	titletest.RoundsLeft(t, Title,
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 1, lastSet: 0}, Left: 0},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 1, lastSet: 7}, Left: 7},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 3, lastSet: 7}, Left: 5},
		titletest.End{Counters: map[string]int{roundKind: stockRound, stockNo: 7, roundNo: 0, lastSet: 7}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 7, roundNo: 1, lastSet: 7}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 7, roundNo: 4, lastSet: 7}, Left: 1},
	)
}
