package table

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/store"
)

// Only whole names are replaced, not those of others that begin alike, and addresses in whatever case.
func TestNamesAreReplaced(t *testing.T) {
	r := Record{Seats: []Seat{{Name: "Amy", Address: "Amy@example.org"}, {Name: "Amy 2"}, {Name: "Ümit"}, {Name: "J. D."}}}
	w := wording(r, nil, FormerAt(r, nil, "m1", []string{"amy@example.org"}))
	for text, want := range map[string]string{
		"Amy bids, says Amy's son":           "Former player 1 bids, says Former player 1's son",
		"Amy 2 bids against Amy":             "Amy 2 bids against Former player 1",
		"Amyx, xAmy, amy, Amy_":              "Amyx, xAmy, amy, Former player 1_",
		"ÄAmy Amyü Amy":                      "ÄAmy Amyü Former player 1",
		"write to AMY@Example.org.":          "write to (an address).",
		"<Amy@example.org>, <amy@example.or": "<(an address)>, <amy@example.or", // half an address is none
		"":                                   "",
		"\xff Amy \xff":                      "\xff Former player 1 \xff",
	} {
		if got := w.in(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// The name from which somebody was renamed is theirs, that of who had the seat before is not.
func TestNamesOfASeat(t *testing.T) {
	tb := newTable(t, "18newengland")
	tb = tb.TakenOver("p2", "nick@example.org", "nick77")
	tb = tb.Renamed("p2", "Nora").Said("p1", "press", "Nora, was Brian nick77?")
	gone := FormerAt(tb.Record, tb.Log, "m1", []string{"NICK@example.org"})
	if len(gone) != 1 || strings.Join(gone[0].Names, " ") != "Nora nick77" || gone[0].As != "Former player 2" {
		t.Fatalf("%+v", gone)
	}
	raws, err := engine.MarshalLog(tb.Log)
	if err != nil {
		t.Fatal(err)
	}
	var stored []store.Event
	for i, raw := range raws {
		stored = append(stored, store.Event{N: i, Data: raw})
	}
	reworded, err := Reworded(tb.Record, stored, tb.Log, gone...)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for n, raw := range reworded {
		stored[n].Data = raw
	}
	for _, e := range stored {
		text += string(e.Data)
	}
	if strings.Contains(text, "Nora") || strings.Contains(text, "nick77") || !strings.Contains(text, "Former player 2, was Brian Former player 2?") || len(reworded) != 4 {
		t.Errorf("%d events are reworded: %s", len(reworded), text)
	}
	log, err := LogOf(stored)
	if err != nil {
		t.Fatal(err)
	}
	next := tb.With(engine.Open(tb.Title.Rules, log), nil)
	next.Record, next.Log = tb.Record.Forgotten(log, gone...), log
	if err := next.Consistent(); err != nil || next.Name("p2") != "Former player 2" {
		t.Error(err, next.Name("p2"))
	}
}

// A name that is taken is not given again, and plans, requests and words of others lose the name.
func TestForgottenRecord(t *testing.T) {
	tb := newTable(t, "18newengland")
	tb.Record.Seats[2].Name = "former Player 1"
	tb.Record.Seats[1].Ended = []EndedOrder{{Text: "over, for Amy has done something"}}
	tb.Record.Seats[1].Publish = []string{"m1", "m2"}
	tb.Record.Requests = []Request{{Kind: PauseRequest, By: "p1"}, {Kind: PauseRequest, By: "p2", Yes: []string{"p1"}, Words: "until Amy is back"}}
	tb.Record.Name, tb.Record.Paused = "Amy's table", &Pause{Reason: "for Amy"}
	tb.Record.Seats[0].Caretaker = KeptLate
	gone := FormerAt(tb.Record, tb.Log, "m1", []string{"amy@example.org"})
	r := tb.Record.Forgotten(tb.Log, gone...)
	want := "Former player 1 2"
	switch seat := r.Seats[0]; {
	case seat.Name != want || seat.Address != "" || !seat.Open || seat.Token != 4 || seat.Caretaker != KeptOpen:
		t.Errorf("the seat is %+v", seat)
	case r.Seats[1].Ended[0].Text != "over, for "+want+" has done something" || strings.Join(r.Seats[1].Publish, " ") != "m2":
		t.Errorf("another seat is %+v", r.Seats[1])
	case len(r.Requests) != 1 || len(r.Requests[0].Yes) != 0 || r.Requests[0].Words != "until "+want+" is back":
		t.Errorf("the requests are %+v", r.Requests)
	case r.Name != want+"'s table" || r.Paused.Reason != "for "+want:
		t.Errorf("%q, %+v", r.Name, r.Paused)
	}
	if tb.Record.Paused.Reason != "for Amy" || tb.Record.Seats[1].Ended[0].Text != "over, for Amy has done something" {
		t.Error("the record before has changed")
	}
	guest := FormerAt(tb.Record, tb.Log, "", []string{"wanda@example.org"})
	if r := tb.Record.Forgotten(tb.Log, guest...); len(r.Guests) != 0 || r.Seats[0].Name != "Amy" {
		t.Errorf("%+v", r)
	}
	if e := without(engine.Hosted{Act: sheet.Notice, Text: "Wanda watches."}, wording(tb.Record, tb.Log, guest), guest).(engine.Hosted); e.Text != "A former guest watches." {
		t.Error(e.Text)
	}
}
