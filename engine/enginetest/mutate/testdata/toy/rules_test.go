package toy

import "testing"

func TestRules(t *testing.T) {
	if !mayOwn(3) || mayOwn(4) || maySell(9) || !maySell(0) {
		t.Error("limits")
	}
	if price("2") != 200 || forever(3) != 3 {
		t.Error("price")
	}
}
