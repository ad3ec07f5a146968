package sheet

import (
	"strings"
	"testing"
)

// A way that was declined is no example while there are others, and the last of a list.
func TestLateWays(t *testing.T) {
	var ways []way
	for i, text := range strings.Split("train 2 from CR,train 2 from BL,train 3 from BL,train 2 from PE,train 4 from PE,train 4 from GR,train 4 from FRR", ",") {
		ways = append(ways, way{words: strings.Fields(text), late: i == 0, worth: 10 - i})
	}
	if list := lateLast(ways); !list[len(list)-1].late || list[0].said("buy") != "buy train 2 from BL" {
		t.Errorf("in order they are %v", list)
	}
	for _, w := range likely(ways) {
		if w.late {
			t.Errorf("%v was declined", w.words)
		}
	}
	only := []way{{words: []string{"A"}, late: true}}
	if len(likely(only)) != 1 {
		t.Error("what is left is not shown")
	}
}
