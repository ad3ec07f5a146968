package desk

import (
	"fmt"
	"testing"
	"time"
)

// A meter forgets the hours of a clock that was ahead, and hours of old mails do not fill the memory.
func TestMeterForgets(t *testing.T) {
	start := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	m := new(Meter)
	m.CountAll("a", "ahead", start.AddDate(1, 0, 0))
	for h := range 1000 {
		at := start.Add(time.Duration(h) * time.Hour)
		for i := range leastTold {
			if n, until := m.CountAll("a", fmt.Sprint("mail ", i), at); n != i+1 || !until.Equal(at.Add(time.Hour)) {
				t.Fatalf("hour %d: mail %d counts as %d, until %s", h, i, n, until)
			}
		}
		if h > mostHours && len(m.Hours) > 1 || len(m.Hours) > mostHours || len(m.shared) > mostHours {
			t.Fatalf("after %d hours %d are counted", h, len(m.Hours))
		}
		if told := m.Counts(); h > mostHours && (!told.Hour.Equal(at) || told.Mails["a"] != leastTold) {
			t.Fatalf("hour %d: the others are told %v", h, told)
		}
	}
}
