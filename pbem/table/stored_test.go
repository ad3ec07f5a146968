package table

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/store"
	"pbem/titles"
)

// Storing a game change by change and loading it gives the same game.
func TestChangeAndLoad(t *testing.T) {
	for _, title := range titles.All() {
		tb := newTable(t, title.Facts.Slug)
		s := &oneGame{}
		before := &Table{ID: tb.ID, Title: tb.Title}
		for n := 0; n < 6 && tb.Game.State().Result == nil; n++ {
			tb.Ask(before, noon)
			ch, err := before.Change(tb)
			if err != nil {
				t.Fatal(err)
			}
			if ch.Expect != s.game.Version {
				t.Errorf("%s: it expects %v, stored is %v", title.Facts.Slug, ch.Expect, s.game.Version)
			}
			s.take(ch)
			read, err := Load(s, tb.ID)
			if err != nil {
				t.Fatal(err)
			}
			tb.Version = s.game.Version
			if !reflect.DeepEqual(read.Record, tb.Record) || !reflect.DeepEqual(read.Log, tb.Log) || read.Version != tb.Version || read.Consistent() != nil || Audit(read.Game) != nil {
				t.Errorf("%s, step %d: another game is read", title.Facts.Slug, n)
			}
			before = read
			next, ok, err := tb.PassedFor(tb.Actors()[0])
			if err != nil || !ok {
				break
			}
			tb = next
		}
	}
}

// A game that cannot be opened says why.
func TestLoadRefuses(t *testing.T) {
	damaged := errors.New("damaged")
	for _, c := range []struct {
		name string
		s    oneGame
		want string
	}{
		{"the store's error", oneGame{err: damaged}, "damaged"},
		{"no record", oneGame{game: store.Game{Record: json.RawMessage(`{`)}}, "its record cannot be read"},
		{"no title", oneGame{game: store.Game{Record: json.RawMessage(`{"title":"1830"}`)}}, `title "1830" is unknown`},
		{"no event", oneGame{game: store.Game{Record: json.RawMessage(`{"title":"1817"}`)}, events: []store.Event{{Data: json.RawMessage(`{"frobnicated":{}}`)}}}, "game g7"},
	} {
		if _, err := Load(&c.s, "g7"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestConsistent(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(tb *Table)
		want  string
	}{
		"sound":     {func(*Table) {}, ""},
		"title":     {func(tb *Table) { tb.Record.Title = "1817" }, "its record says"},
		"a seat":    {func(tb *Table) { tb.Record.Seats = tb.Record.Seats[:2] }, "2 seats and 3 players"},
		"told":      {func(tb *Table) { tb.Seat("w1").Told = 9999 }, "Wanda was told of 9999 events"},
		"a name":    {func(tb *Table) { tb.Seat("p2").Name = "Bruno" }, `calls p2 "Bruno"`},
		"a request": {func(tb *Table) { tb.Record.Requests = []Request{{Kind: "coffee", By: "p1"}} }, "a request"},
		"of nobody": {func(tb *Table) { tb.Record.Requests = []Request{{Kind: UndoRequest, By: "w1"}} }, "a request"},
	} {
		tb := newTable(t, "18newengland")
		c.spoil(tb)
		switch err := tb.Consistent(); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The audit finds money from nowhere and pieces in two places, and accepts games that were played.
func TestAudit(t *testing.T) {
	tb := newTable(t, "18newengland").say(t, "p1 reserve NLN", "p2 pass")
	for name, g := range map[string]*engine.Game{"played": tb.Game, "taken back": must(t, tb, tb.Commands()[1]).Game} {
		if err := Audit(g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	money := engine.Paid{From: engine.Box, To: engine.Bank, Amount: 100}
	for name, c := range map[string]struct {
		events []engine.Event
		want   string
	}{
		"set up":          {[]engine.Event{money, engine.Paid{From: engine.Bank, To: "p1", Amount: 40}, engine.Flowed{}, engine.Paid{From: "p1", To: "p2", Amount: 40}}, ""},
		"out of the box":  {[]engine.Event{money, engine.Flowed{}, money}, "money comes into the game"},
		"into the box":    {[]engine.Event{money, engine.Flowed{}, engine.Paid{From: engine.Bank, To: engine.Box, Amount: 1}}, "or leaves it"},
		"more than there": {[]engine.Event{money, engine.Paid{From: "p1", To: "p2", Amount: 1}}, "p1 pays 1 and has not that much"},
		"two places":      {[]engine.Event{engine.Moved{Piece: "x", To: "p1"}, engine.Moved{Piece: "x", From: "p2", To: "p3"}}, `x moves from "p2" and is at "p1"`},
		"kept":            {[]engine.Event{money, engine.Marked{}, engine.Paid{From: engine.Bank, To: "p1", Amount: 5}, engine.Kept{}, engine.Paid{From: "p1", To: "p2", Amount: 5}}, ""},
		"restored":        {[]engine.Event{money, engine.Marked{}, engine.Paid{From: engine.Bank, To: "p1", Amount: 5}, engine.Restored{}, engine.Paid{From: "p1", To: "p2", Amount: 5}}, "p1 pays 5"},
	} {
		a := &auditor{books: books{money: map[string]int{}, pieces: map[string]string{}}}
		var err error
		for _, e := range c.events {
			if err = a.enter(e); err != nil {
				break
			}
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	a := &auditor{books: books{money: map[string]int{"p1": tb.Game.State().Cash("p1") + 1}, pieces: map[string]string{}}}
	if err := a.compare(tb.Game.State()); err == nil || !strings.Contains(err.Error(), "by the events it should be") {
		t.Error(err)
	}
}

func TestAdopt(t *testing.T) {
	tb := newTable(t, "18newengland")
	played := tb.say(t, "p1 pass", "p2 pass")
	empty := &Table{ID: "g7", Title: tb.Title, Record: tb.Record}
	next, err := empty.Adopt(played.Log)
	if err != nil || next.Consistent() != nil || len(next.Log) != len(played.Log)+1 {
		t.Fatal(err)
	}
	_, events := played.Game.Finish("enough", nil)
	other := *empty
	other.Record.Seats = other.Record.Seats[:2]
	for name, c := range map[string]struct {
		t    *Table
		log  []engine.Event
		want string
	}{
		"nothing": {empty, nil, "nothing of the game"},
		"over":    {empty, append(played.Log[:len(played.Log):len(played.Log)], events...), "it has ended"},
		"seats":   {&other, played.Log, "2 seats and 3 players"},
	} {
		if _, err := c.t.Adopt(c.log); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The short record of a game that was put away reveals nothing that only its players were told.
func TestStub(t *testing.T) {
	tb := newTable(t, "18newengland").ordering("p2", plan.Plan{Kind: plan.PassRound, Round: "Draft"})
	tb.Record.Requests = []Request{{Kind: PauseRequest, By: "p1", Words: "my secret reason"}}
	tb.Record.Over = "enough"
	away := Away{At: noon, Ended: noon, Sum: "ab"}
	stub := tb.Record.Stub(away)
	text, err := json.Marshal(stub)
	if err != nil || strings.Contains(string(text), "secret") || strings.Contains(string(text), "orders") {
		t.Error(string(text), err)
	}
	if stub.Title != tb.Record.Title || stub.Name != "Bay" || stub.Over != "enough" || *stub.Away != away || len(stub.Seats) != 3 || len(stub.Guests) != 1 {
		t.Errorf("%+v", stub)
	}
	for i, s := range stub.Seats { // so that mails to the game can be answered
		if was := tb.Record.Seats[i]; s.Address != was.Address || s.Token != was.Token || s.Name != was.Name {
			t.Errorf("%+v", s)
		}
	}
	if tb.Record.Away != nil || len(tb.Seat("p2").Orders) != 1 {
		t.Error("the record itself has changed")
	}
	if brief := (&Table{ID: "g7", Record: stub}); brief.State() != StateEnded {
		t.Errorf("it is %s", brief.State())
	}
}

// Scores are the net worth of the players, also in a running game, and stay after its end.
func TestScores(t *testing.T) {
	for _, title := range titles.All() {
		tb := newTable(t, title.Facts.Slug)
		worths, shown := tb.Worths(), tb.ScoresNow()
		if len(worths) != 3 || len(shown) != 3 {
			t.Errorf("%s: %v, %v", title.Facts.Slug, worths, shown)
		}
		for i, f := range shown {
			if id := engine.PlayerID(i); !strings.Contains(f.Text, title.Facts.Money(worths[id])) && f.Name == tb.Name(id) {
				t.Errorf("%s: %s has %s and is worth %d", title.Facts.Slug, f.Name, f.Text, worths[id])
			}
		}
		g, events := tb.Game.Finish("enough", worths)
		over := tb.With(g, events)
		if over.State() != StateEnded || tb.State() != StateRunning || tb.IsOn() != nil {
			t.Errorf("%s: it is %s", title.Facts.Slug, over.State())
		}
		refuses(t, title.Facts.Slug, over.IsOn(), "g7 (Bay) is over")
		for id, n := range over.Game.State().Result.Scores {
			if worths[id] != n {
				t.Errorf("%s: %s scores %d and was worth %d", title.Facts.Slug, id, n, worths[id])
			}
		}
	}
}

// Players may write to some of the others only if the table and the rules allow it.
func TestTalk(t *testing.T) {
	for _, c := range []struct {
		slug, talk string
		private    bool
		refuse     string
	}{
		{"18newengland", "", false, ""},
		{"18newengland", OpenTalk, false, ""},
		{"18newengland", PrivateTalk, true, ""},
		{"18newengland", "whispered", false, `not "whispered"`},
		{"1817", "", false, ""},
		{"1817", PrivateTalk, false, "section 1.4"},
		{"1828", PrivateTalk, false, "section 10"},
	} {
		tb := newTable(t, c.slug)
		err := NewGame{Title: tb.Title, Talk: c.talk}.Talkable()
		if c.refuse != "" {
			refuses(t, c.slug+" "+c.talk, err, c.refuse)
			continue
		}
		tb.Record.Talk = c.talk
		if err != nil || tb.TalksInPrivate() != c.private {
			t.Errorf("%s %s: in private %v, %v", c.slug, c.talk, tb.TalksInPrivate(), err)
		}
		if why := tb.OpenTalk(); strings.Contains(why, "The rules of") != (tb.Title.OpenTalk != "") {
			t.Errorf("%s: %s", c.slug, why)
		}
	}
}
