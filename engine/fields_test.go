package engine

import (
	"reflect"
	"testing"
)

// FuzzReader checks that a reader decodes any input as encoding/json does, or leaves it to encoding/json.
func FuzzReader(f *testing.F) {
	place := []Frame{{Step: "game"}, {Step: "turn", Actor: "p1", Entered: 7}}
	for _, e := range []Event{
		Paid{"bank", "p1", 40}, Paid{"p1", "B&M", 5}, Moved{"share:A:1", "", "p2"}, Moved{Piece: "a", From: "b", To: "c"}, Set{"or", -3}, Set{"or", 0},
		Said{Command: Command{By: "p1", Verb: "lay", Args: []string{"H6", "8"}}, Question: "track"}, Said{Command: Command{By: "p1", Verb: "pass"}},
		Flowed{Stack: []Frame{{Step: "each", Actor: "A", At: "x", Laps: 2, Total: 3, Done: []string{"p1", "p2"}}}}, Noted{Text: "é"}, Marked{},
		TileLaid{"H6", "8", 2}, Priced{Marker: "A", Cell: "0,1"},
	} {
		raw, err := MarshalEvent(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(raw))
	}
	for _, text := range []string{
		`{"flow":{"keep":1,"stack":[{"step":"lay","done":[]}]}}`, `{"flow":{"keep":3}}`, `{"flow":{"keep":2}}`, `{"flow":{}}`, `{"flow":{"stack":[]}}`,
		`{"paid":{},"set":{}}`, `{"set":{"value":007}}`, `{"set":{"value":-0}}`, `{"set":{"value":1e3}}`, `{"set":{"value":9223372036854775808}}`,
		`{"said":{"args":null}}`, `{"said":{"args":["a",]}}`, `{"said":{"BY":"x"}}`, `{"moved":{"piece":"a\u0062"}}`, `{"moved":{"piece":"a","piece":"b"}}`, `{"moved":[]}`, `{}`, ``, `{"set":{"key":"a","value":-}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		quick := reader{texts: map[string]string{}}
		e, ok := quick.read(raw, place)
		if !ok {
			return
		}
		want, err := slowly(raw, place)
		if err != nil || !reflect.DeepEqual(e, want) {
			t.Errorf("%s is read as %#v, is %#v (%v)", raw, e, want, err)
		}
	})
}
