package t1817

import (
	"testing"

	"pbem/titles/title/titletest"
)

// After the operating round in which the first 8-train is bought come three more. // 8; 17-EG-01, WE-36
func TestRoundsLeft(t *testing.T) {
	titletest.RoundsLeft(t, Title,
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 1, finalSet: 7, finalLong: 2}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: mergerRound, stockNo: 6, roundNo: 1, finalSet: 7, finalLong: 2}, Left: 3},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 2, finalSet: 7, finalLong: 3}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: stockRound, stockNo: 7, roundNo: 0, finalSet: 7, finalLong: 3}, Left: 3},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 7, roundNo: 3, finalSet: 7, finalLong: 3}, Left: 1},
	)
}
