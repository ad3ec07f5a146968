package engine

import (
	"reflect"
	"slices"
	"testing"
)

func TestStoredEventsAreRead(t *testing.T) {
	want := Paid{From: "p1", To: `a "b": c}`, Amount: 5}
	stored, err := MarshalEvent(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(stored), " { \"paid\" : {\"from\":\"p1\", \"to\":\"a \\\"b\\\": c}\",\n\"amount\":5}}\n"} {
		if e, err := UnmarshalEvent([]byte(text)); err != nil || !reflect.DeepEqual(e, want) {
			t.Errorf("%s is read as %v, %v", text, e, err)
		}
	}
	for _, text := range []string{
		``, `{}`, `{"paid"}`, `{"paid":}`, `{"paid":{}`, `{"paid":{}}}`, `{"paid":{}} x`, `"paid":{}}`, `{"paid":{"amount":"5"}}`,
		`{"paid":{},"set":{}}`, `{"paid":{"from":"a"},"amount":5}`, `{"pai\u0064":{}`, `{"bought":{}}`,
	} {
		if e, err := UnmarshalEvent([]byte(text)); err == nil {
			t.Errorf("%s is read as %v", text, e)
		}
	}
}

// A marker is put into the middle of a stack, and no event tells of one that stays.
func TestPutOver(t *testing.T) {
	rules := Rules{Start: "game", Flow: Flow{"game": Do(func(t *Turn) {
		for _, m := range []string{"A", "B", "C"} {
			t.Put(m, "5,1")
		}
		t.PutOver("D", "5,1", "B")
		t.PutOver("D", "5,1", "B") // lies there
		t.PutOver("C", "5,1", "")  // lies there
		t.PutOver("A", "5,1", "C")
		t.Ask("more", Bare("p1", "pass", ""))
	})}}
	g, log := Start(rules, toySetup())
	want := []string{"D", "B", "A", "C"}
	raws, err := MarshalLog(log)
	if err != nil {
		t.Fatal(err)
	}
	back, err := UnmarshalLog(raws)
	if err != nil || !slices.Equal(g.State().Cells("5,1"), want) || !slices.Equal(Fold(back).Cells("5,1"), want) {
		t.Errorf("the stack is %v, want %v (%v)", g.State().Cells("5,1"), want, err)
	}
	moves := 0
	for _, e := range log {
		if _, ok := e.(Priced); ok {
			moves++
		}
	}
	if moves != 5 {
		t.Errorf("%d moves, want 5", moves)
	}
}
