package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
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

// A marker is put in the middle of a stack. A marker that is there already causes no event.
func TestPutOver(t *testing.T) {
	rules := Rules{Start: "game", Flow: Flow{"game": Do(func(t *Turn) {
		for _, m := range []string{"A", "B", "C"} {
			t.Put(m, "5,1")
		}
		t.PutOver("D", "5,1", "B")
		t.PutOver("D", "5,1", "B") // lies there
		t.PutOver("C", "5,1", "")  // lies there
		t.PutOver("A", "5,1", "C")
		t.PutOver("D", "5,1", "") // from the top to the bottom
		t.Ask("more", Bare("p1", "pass", ""))
	})}}
	g, log := Start(rules, toySetup())
	want := []string{"B", "A", "C", "D"}
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
	if moves != 6 {
		t.Errorf("%d moves, want 6", moves)
	}
}

// An error or a panic in aside reaches the caller who waits for it.
func TestAside(t *testing.T) {
	fault := errors.New("it cannot be")
	if err := aside(func() error { return fault })(); err != fault {
		t.Error(err)
	}
	defer func() {
		if r := recover(); r != "lost" {
			t.Errorf("it panics with %v", r)
		}
	}()
	_ = aside(func() error { panic("lost") })()
	t.Error("it goes on")
}

// A log is decoded in two parts at the same time. The result is the same as for one event after another, and
// an error is that of the first faulty event.
func TestLogInParts(t *testing.T) {
	var log []Event
	for i := range 40 {
		f := Flowed{Stack: []Frame{{Step: "game"}, {Step: "turn", Actor: "p1", Entered: i / 4}, {Step: "lay", Laps: i}}}
		log = append(log, Paid{"bank", "p1", i}, f, Set{"or", i})
	}
	packed, err := PackLog(log, 0)
	if err != nil {
		t.Fatal(err)
	}
	read := func(what string, raws []json.RawMessage) {
		t.Helper()
		back, err := UnmarshalLog(raws)
		if err != nil || !reflect.DeepEqual(back, log) {
			t.Errorf("%s: %v, %v", what, back, err)
		}
	}
	read("packed", packed)
	for _, at := range []int{1, 61, 118} { // a place as others may write it, before places that only tell what is new
		raws := slices.Clone(packed)
		whole, err := json.Marshal(log[at])
		if err != nil {
			t.Fatal(err)
		}
		raws[at] = json.RawMessage(fmt.Sprintf(`{ "flow" : %s }`, whole))
		read(fmt.Sprintf("written otherwise at %d", at), raws)
	}
	for _, faults := range [][]int{{3}, {100}, {7, 100}, {31, 50}, {49, 4}} {
		raws := slices.Clone(packed)
		for _, at := range faults {
			raws[at] = json.RawMessage(`{"no":{}}`)
		}
		if _, err := UnmarshalLog(raws); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("event %d: ", slices.Min(faults))) || strings.Contains(err.Error(), "\n") {
			t.Errorf("faults at %v: %v", faults, err)
		}
	}
}
