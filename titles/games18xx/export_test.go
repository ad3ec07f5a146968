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

// What is not an export is told apart from one that was cut off.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"": "it is empty", `{"title":"1817"`: "its end is missing", `[]`: "it is not one object in braces", `hello`: "invalid character 'h'",
		`{"title":5}`: `"title" in it is a number, and in an export`, `{}`: "title or players are missing",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "18xx.games: "+want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
