package title

import (
	"fmt"
	"testing"
)

// Marks with the same word on a hex are counted. The others keep their order.
func TestMarksAt(t *testing.T) {
	p := Position{Marks: []Mark{{"K11", "coal"}, {"C18", "port"}, {"K11", "bridge"}, {"K11", "coal"}}}
	for hex, want := range map[string]string{"K11": "[2 coal bridge]", "C18": "[port]", "A1": "[]"} {
		if got := fmt.Sprint(p.MarksAt(hex)); got != want {
			t.Errorf("on %s: %s, want %s", hex, got, want)
		}
	}
}
