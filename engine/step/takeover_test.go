package step

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
)

// Cash and the named kinds of pieces move, others stay.
func TestTakeOver(t *testing.T) {
	setup := slices.Concat(put("PRR", Train("2", 0), Private("A"), Token("PRR", 0)), []engine.Event{engine.Paid{From: engine.Bank, To: "PRR", Amount: 70}})
	tb := Table{S: begin(func(e *engine.Turn) { TakeOver(e, "PRR", "NYC", "train", "private") }, setup...).State()}
	if got := fmt.Sprint(tb.S.At("NYC"), tb.S.At("PRR"), tb.S.Cash("NYC"), tb.S.Cash("PRR")); got != "[train:2:0 private:A] [token:PRR:0] 70 0" {
		t.Errorf("after that %s", got)
	}
}
