package games18xx

import (
	"strings"
	"testing"
)

// A train may be given in exchange for the one that is bought.
func TestTrainInExchange(t *testing.T) {
	e, err := Read(strings.NewReader(`{"title": "1889", "players": [{"id": 1}], "actions": [
		{"id": 1, "type": "buy_train", "entity": "AR", "train": "D-0", "price": 800, "variant": "D", "exchange": "4-1"},
		{"id": 2, "type": "buy_train", "entity": "AR", "train": "D-1", "price": 1100}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := e.Actions[0].Exchange, e.Actions[1].Exchange; a != "4-1" || Base(a) != "4" || b != "" {
		t.Errorf("given in exchange: %q and %q", a, b)
	}
}
