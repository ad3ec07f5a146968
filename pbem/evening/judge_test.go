package evening

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/store"
	"pbem/titles"
)

// A number that a player has sealed is a secret, but the line of "history" with the same number that was open is none.
func TestUnwritten(t *testing.T) {
	ti, _ := titles.Find("1820")
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"Amy", "Oscar", "Pia"}})
	if err != nil {
		t.Fatal(err)
	}
	who, lot := engine.Awaited(g.Pending())[0], ""
	for _, ch := range engine.Of(g.Pending(), who) {
		for _, o := range ch.List() {
			if ch.Verb == "bid" && len(o.Args) == 1 && o.Range != nil && o.Range.Min <= 60 && o.Range.Max >= 60 {
				lot = o.Args[0]
			}
		}
	}
	g, made, err := g.Decide(engine.Command{By: who, Verb: "bid", Args: []string{lot, "60"}})
	if err != nil {
		t.Fatal(err)
	}
	open := append(log, made...)
	sealed := append(open[:len(open):len(open)], engine.Said{Command: engine.Command{By: who, Verb: "bid", Args: []string{"60"}}}, engine.Flowed{})
	if n := before(sealed, 1); n != len(open) {
		t.Errorf("the sealed answer is at %d, want %d", n, len(open))
	}
	name := g.State().PlayerName(who)
	history := "HISTORY\n" + sheet.LogPart(ti, open, "", 0, len(open))
	if !betrays(history, name, "60") {
		t.Fatalf("the open bid is not in\n%s", history)
	}
	if text := unwritten(history, ti, open); betrays(text, name, "60") || !strings.Contains(text, "HISTORY") {
		t.Errorf("what is open is taken for a secret, or more is left out:\n%s", text)
	}
	for _, leak := range []string{"  " + name + ": bid 60", "  " + name + " bid £60 in secret"} {
		if !betrays(unwritten(history+"\n"+leak, ti, open), name, "60") {
			t.Errorf("%q is no secret", leak)
		}
	}
}

// A mail comes once, and once more for each time that its mail servers were stopped after it was queued.
func TestCopies(t *testing.T) {
	e := &evening{venue: &venue{book: newBook(), post: &stopping{}}}
	queue := func(id string) { e.book.note(store.Commit{Mails: []store.Mail{{ID: "<" + id + ">"}}}) }
	queue("early")
	e.delivered()
	queue("late")
	for _, c := range []struct {
		id         string
		times, may int
	}{{"early", 1, 2}, {"late", 1, 1}, {"early", 2, 2}, {"early", 3, 2}, {"unknown", 0, 0}} {
		if times, may := e.book.arrived(c.id); times != c.times || may != c.may {
			t.Errorf("mail %q came %d times of %d, want %d of %d", c.id, times, may, c.times, c.may)
		}
	}
}

// stopping is a Post whose servers are stopped each time it is asked.
type stopping struct {
	Post
	times int
}

func (s *stopping) Delivered() bool { s.times++; return true }

func (s *stopping) Interruptions() int { return s.times }
