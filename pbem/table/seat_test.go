package table

import (
	"slices"
	"strings"
	"testing"

	"pbem/pbem/plan"
)

func TestPlayerNamed(t *testing.T) {
	tb := newTable(t, "18newengland")
	for text, want := range map[string]string{
		"p2": "p2", "P3": "p3", "amy": "p1", "AMY": "p1", "br": "p2", " Crystal: ": "p3", `"Brian"`: "p2", "amy@example.org": "p1",
	} {
		if got, err := tb.PlayerNamed(text); got != want || err != nil {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "dora", "w1", "p4", "amys"} {
		_, err := tb.PlayerNamed(text)
		refuses(t, text, err, "p1 Amy, p2 Brian, p3 Crystal")
	}
	alike := tb.TakenOver("p3", "amber@example.org", "Amber")
	_, err := alike.PlayerNamed("am")
	refuses(t, "am", err, "is not one player")
	posing := tb.TakenOver("p1", "zoe@example.net", "p2")
	if got, err := posing.PlayerNamed("p2"); got != "p2" || err != nil {
		t.Errorf("who is called p2 is taken for %q, %v", got, err)
	}
	twins := tb.TakenOver("p3", "amy2@example.org", "Amy")
	_, err = twins.PlayerNamed("Amy")
	refuses(t, "Amy", err, "is not one player")
	robots := tb.TakenOver("p3", "", "Robot 1")
	_, err = robots.PlayerNamed("")
	refuses(t, "", err, "is not one player")
}

func TestSeatsAndGuests(t *testing.T) {
	tb := newTable(t, "18newengland")
	if got := tb.Everybody(); !slices.Equal(got, []string{"p1", "p2", "p3", "w1"}) {
		t.Error(got)
	}
	for _, c := range []struct {
		id    string
		plays bool
		name  string
	}{{"p1", true, "Amy"}, {"w1", false, "Wanda"}, {"p4", false, ""}, {"", false, ""}} {
		seat := tb.Seat(c.id)
		if tb.Plays(c.id) != c.plays || (seat == nil) != (c.name == "") || seat != nil && seat.Name != c.name {
			t.Errorf("%s: %v, %+v", c.id, tb.Plays(c.id), seat)
		}
	}
	for address, want := range map[string]string{"AMY@example.org": "p1", "wanda@example.org": "w1", "zoe@example.net": "", "": ""} {
		if got := tb.SeatOf(address); got != want {
			t.Errorf("%s is %q", address, got)
		}
	}
	if !tb.AddressPlays("brian@EXAMPLE.org") || tb.AddressPlays("wanda@example.org") {
		t.Error("who plays is mistaken")
	}
	without := tb.WithoutGuest("w1")
	if without.Seat("w1") != nil || tb.Seat("w1") == nil || without.FirstGuest() != "" || tb.FirstGuest() != "w1" {
		t.Error("a guest is gone from the wrong table")
	}
	for name, want := range map[string]string{"Dora": "Dora", "amy": "amy 2", "Wanda": "Wanda 2"} {
		if got := tb.FreeName(name, ""); got != want {
			t.Errorf("%s is called %s", name, got)
		}
	}
	if got := tb.FreeName("Amy", "p1"); got != "Amy" {
		t.Errorf("her own name is %s", got)
	}
	brief := *tb // as in a short record
	brief.Game = nil
	if !brief.Plays("p1") || brief.Plays("w1") || brief.State() != StateRunning {
		t.Error("a game that was not opened has other players")
	}
}

// A seat that is taken over keeps nothing of its former player.
func TestTakenOver(t *testing.T) {
	tb := newTable(t, "18newengland").ordering("p2", plan.Plan{Kind: plan.PassRound, Round: "Draft"})
	tb.Seat("p2").Publish = []string{"m2"}
	tb.Record.Requests = []Request{{Kind: UndoRequest, By: "p2"}, {Kind: EndRequest, By: "p1", Yes: []string{"p2", "p3"}}}
	left := tb.With(tb.Game, nil)
	left.Seat("p2").Open = true
	if got := left.Open(); !slices.Equal(got, []string{"p2"}) || left.State() != StateOpen || left.SeatOf("brian@example.org") != "" || left.AddressPlays("brian@example.org") {
		t.Errorf("the open seats are %v, the game is %s", got, left.State())
	}
	next := left.TakenOver("p2", "dora@example.org", "Dora")
	seat := next.Seat("p2")
	if seat.Open || seat.Token != 4 || len(seat.Orders) != 0 || seat.Told != len(left.Log) || next.Name("p2") != "Dora" || !slices.Equal(seat.Publish, []string{"m2"}) {
		t.Errorf("%+v", seat)
	}
	if r := next.Record.Requests; len(r) != 1 || !slices.Equal(r[0].Yes, []string{"p3"}) {
		t.Errorf("requests are %+v", r)
	}
	if len(left.Record.Requests) != 2 || len(left.Record.Requests[1].Yes) != 2 || left.Name("p2") != "Brian" {
		t.Error("the table before has changed")
	}
	if err := next.Consistent(); err != nil {
		t.Error(err)
	}
}

func TestOpenSeat(t *testing.T) {
	none := newTable(t, "18newengland")
	one := none.With(none.Game, nil)
	one.Seat("p2").Open = true
	two := one.With(one.Game, nil)
	two.Seat("p3").Open = true
	for _, c := range []struct {
		t            *Table
		name         string
		want, refuse string
	}{
		{none, "", "", "No seat of g7 (Bay) is open"},
		{one, "", "p2", ""},
		{one, "brian", "p2", ""},
		{one, "amy", "", `"takeover g7 Brian"`},
		{two, "", "", `"takeover g7 Brian" or "takeover g7 Crystal"`},
		{two, "c", "p3", ""},
	} {
		got, err := c.t.OpenSeat(c.name)
		if c.refuse != "" {
			refuses(t, c.name, err, c.refuse)
		} else if got != c.want || err != nil {
			t.Errorf("%q: %q, %v", c.name, got, err)
		}
	}
	if one.TakeoverLine("p2") != "takeover g7" || two.TakeoverLine("p2") != "takeover g7 Brian" {
		t.Error(one.TakeoverLine("p2"), two.TakeoverLine("p2"))
	}
	if len(none.OpenSeats("p1")) != 0 || !strings.Contains(two.OpenSeats("p1")[0].Say[0].Line, "invite") || len(two.OpenSeats("w1")[0].Say) != 2 {
		t.Error("what is said of open seats is not for who reads it")
	}
	if got := two.OpenSeats("p1")[0].Lines[0]; !strings.Contains(got, "Brian and Crystal have left") {
		t.Error(got)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{{nil, "nobody"}, {[]string{"Amy"}, "Amy"}, {[]string{"Amy", "Brian"}, "Amy and Brian"}, {[]string{"Amy", "Brian", "Crystal"}, "Amy, Brian and Crystal"}} {
		if got := List(c.names); got != c.want {
			t.Errorf("%v: %s", c.names, got)
		}
	}
	tb := newTable(t, "1817")
	if got := List(tb.Names([]string{"p3", "p1"})); got != "Crystal and Amy" || tb.Called() != "g7 (Bay)" {
		t.Error(got, tb.Called())
	}
}

// Who may read the notes on a seat, and whom a mail is about.
func TestPublishesAndIsAbout(t *testing.T) {
	tb := newTable(t, "1817")
	tb.Seat("p1").Publish = []string{"m1"}
	if !tb.Publishes("p1", "m1") || tb.Publishes("p1", "m2") || tb.Publishes("p2", "m1") || tb.Publishes("p9", "m1") {
		t.Error("who publishes is mistaken")
	}
	s := Seat{Ended: []EndedOrder{{Text: "old", At: 3}, {Text: "new", At: 9}}}
	if got := s.Since(3); len(got) != 1 || got[0].Text != "new" || len(s.Ended) != 2 {
		t.Error(got)
	}
}
