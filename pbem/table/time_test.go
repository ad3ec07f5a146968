package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/plan"
)

func TestPauses(t *testing.T) {
	tb := newTable(t, "18newengland")
	for _, c := range []struct {
		name     string
		p        Pause
		sentence string
	}{
		{"the host", Pause{At: noon}, "The game is paused by the host."},
		{"with a reason", Pause{At: noon, Reason: "a fair."}, "The game is paused by the host: a fair."},
		{"the players", Pause{By: "p1", At: noon, Reason: "a fair"}, "The game is paused: a fair."},
	} {
		paused := tb.Stopped(c.p)
		if got := paused.Record.Paused.Sentence(); got != c.sentence || paused.State() != StatePaused || tb.Record.Paused != nil {
			t.Errorf("%s: %q, %s", c.name, got, paused.State())
		}
	}
	first := tb.Paused("p2", "a fair", noon.In(time.FixedZone("CET", 3600)))
	second := first.Paused("", "more of it", noon.Add(time.Hour))
	if at := second.Record.Paused.At; !at.Equal(noon) || at.Location() != time.UTC || second.Record.Paused.By != "" {
		t.Errorf("it stands still since %v", at)
	}
	on := second.Resumed("", noon.Add(3*time.Hour))
	if want := []pace.Spell{{From: noon, To: noon.Add(3 * time.Hour)}}; on.Record.Paused != nil || !slices.Equal(on.Record.Stood, want) || second.Record.Paused == nil {
		t.Errorf("it stood still %v", on.Record.Stood)
	}
	again := on.Paused("", "", noon.Add(5*time.Hour)).GoesOn(noon.Add(6 * time.Hour))
	if len(again.Record.Stood) != 2 || len(on.Record.Stood) != 1 {
		t.Errorf("it stood still %v", again.Record.Stood)
	}
}

// A clock starts again for a new question, and not for an old one.
func TestAsk(t *testing.T) {
	start := newTable(t, "18newengland")
	start.Ask(start, noon)
	asked := func(tb *Table) (out []string) {
		for _, id := range tb.Everybody() {
			if at := tb.Seat(id).Asked; !at.IsZero() {
				out = append(out, id+" "+at.Format("15:04"))
			}
		}
		return out
	}
	step := func(from *Table, hours int, commands ...string) *Table {
		next := from.say(t, commands...)
		next.Ask(from, noon.Add(time.Duration(hours)*time.Hour))
		return next
	}
	same := func(name string, tb *Table, want ...string) {
		t.Helper()
		if got := asked(tb); !slices.Equal(got, want) {
			t.Errorf("%s: asked are %v, want %v", name, got, want)
		}
	}
	same("at the start", start, "p1 12:00")
	talked := start.Said("p2", "press", "hurry up")
	talked.Ask(start, noon.Add(time.Hour))
	same("talk is no answer", talked, "p1 12:00")
	one := step(start, 2, "p1 pass")
	same("the next", one, "p2 14:00")
	if got := one.Turn("p2"); !got.Asked.Equal(noon.Add(2*time.Hour)) || got.Offer || !one.Waits("p2") || one.Waits("p1") || one.Waits("w1") {
		t.Errorf("%+v", got)
	}
	back := must(t, one, len(start.Log))
	back.Ask(one, noon.Add(3*time.Hour))
	same("after an undo", back, "p1 15:00")
	brief := *one
	brief.Game = nil
	if !brief.Waits("p2") || brief.Waits("p1") || brief.Consents("p2") {
		t.Error("a game that was not opened waits for others")
	}
	if got := one.Actors(); !slices.Equal(got, []string{"p2"}) {
		t.Error(got)
	}
}

func TestRequests(t *testing.T) {
	for words, want := range map[string]string{"the undo, please": UndoRequest, "END!": EndRequest, "pause": PauseRequest, "the pace": PaceRequest, "yes": "", "": ""} {
		if got := Wished(words); got != want {
			t.Errorf("%q wishes %q", words, got)
		}
	}
	tb := newTable(t, "18newengland").say(t, "p1 pass")
	r := Request{Kind: UndoRequest, By: "p1", Position: len(tb.Log), Yes: []string{"p3"}}
	tb.Record.Requests = []Request{r, {Kind: EndRequest, By: "p2"}}
	if got := tb.Missing(r); !slices.Equal(got, []string{"p2"}) || tb.WaitingFor(r) != "it waits for Brian" {
		t.Errorf("it waits for %v", got)
	}
	left := tb.With(tb.Game, nil)
	left.Seat("p2").Open = true
	if got := left.Missing(r); len(got) != 0 {
		t.Errorf("it waits for %v, who has left", got)
	}
	if _, ok := tb.Without(UndoRequest).Request(UndoRequest); ok {
		t.Error("it is still open")
	}
	if _, ok := tb.Request(UndoRequest); !ok {
		t.Error("it is gone from the table before")
	}
	kinds := func(tb *Table) (out []string) {
		for _, r := range tb.Record.Requests {
			out = append(out, r.Kind)
		}
		return out
	}
	g, events := tb.Game.Finish("enough", tb.Worths())
	for _, c := range []struct {
		name string
		t    *Table
		want []string
	}{
		{"nothing happened", tb, []string{UndoRequest, EndRequest}},
		{"somebody talked", tb.Said("p2", "press", "no"), []string{UndoRequest, EndRequest}},
		{"the game has moved on", tb.say(t, "p2 pass"), []string{EndRequest}},
		{"it has ended", tb.With(g, events).Paused("", "", noon), nil},
	} {
		lapsed := c.t.Lapsed()
		if got := kinds(lapsed); !slices.Equal(got, c.want) || c.want == nil && lapsed.Record.Paused != nil {
			t.Errorf("%s: open are %v, want %v", c.name, got, c.want)
		}
	}
	if got := tb.say(t, "p2 pass").Lapsed(); !strings.Contains(got.Log[len(got.Log)-1].(engine.Hosted).Text, "the undo has lapsed that Amy asked for") {
		t.Error("nobody is told that it has lapsed")
	}
}

func TestPaced(t *testing.T) {
	tb := newTable(t, "18newengland")
	p, err := pace.Parse("3 days", pace.Pace{})
	if err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]string{"": "changes the pace to " + p.String(), "p1": "changes the pace to " + p.String() + ", as all agreed"} {
		next := tb.Paced(by, p)
		if got := next.Log[len(next.Log)-1].(engine.Hosted).Text; got != want || next.Record.Pace.String() != p.String() || tb.Record.Pace != nil {
			t.Errorf("%q: %s", by, got)
		}
	}
}

// A plan whose date is over ends, and the others stay. While a mail that moves nothing is read, the player is told of it in the next mail, and so
// not later than others: as if it ended with the next event.
func TestPlansEndOnTheirDate(t *testing.T) {
	over := plan.Plan{Kind: plan.PassRound, Round: "Draft", Until: noon}
	stays := plan.Plan{Kind: plan.PassRound, Round: "Draft", Until: noon.Add(time.Second)}
	for _, quiet := range []bool{false, true} {
		tb := newTable(t, "18newengland").ordering("p2", over).ordering("p2", stays).ordering("p3", stays)
		tb.Seat("p2").Ended = []EndedOrder{{Text: "told already", At: len(tb.Log)}}
		next := tb.Elapsed(noon, quiet)
		seat, events := next.Seat("p2"), len(tb.Log)
		if len(seat.Orders) != 1 || !seat.Orders[0].Until.Equal(stays.Until) || len(next.Seat("p3").Orders) != 1 || len(tb.Seat("p2").Orders) != 2 {
			t.Fatalf("p2 has %v, p3 %v, and before that p2 had %v", seat.Orders, next.Seat("p3").Orders, tb.Seat("p2").Orders)
		}
		if told := seat.Since(events); (len(told) == 1) != quiet {
			t.Errorf("quiet %v: who has been told all of the log is still told %v", quiet, told)
		}
		if told := seat.Since(events - 1); len(told) != 2 || !strings.Contains(told[1].Text, "its date is over") {
			t.Errorf("quiet %v: who has not been told all of the log is told %v", quiet, told)
		}
	}
	if tb := newTable(t, "18newengland").ordering("p2", stays); tb.Elapsed(noon, true) != tb {
		t.Error("nothing is over, and the table is another one")
	}
}
