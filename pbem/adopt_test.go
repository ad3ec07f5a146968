package pbem

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/table"
)

// Players of an imported game are asked what they want to be called. A player who answers
// has the new name in this game too. The others learn it from their next mails.
func TestNamesFromElsewhere(t *testing.T) {
	d := newTestService(t)
	began := d.table(d.three())
	d.receive(d.from("p3", "0@c", "set name Chris"), desk.OutcomeAnswered) // already a member
	d.flush()
	seats := []table.Seat{{Name: "Amy", Address: "amy@example.org"}, {Name: "krampf", Address: "brian@example.org", Nick: true},
		{Name: "x_x", Address: "crystal@example.org", Nick: true}}
	log := began.Log
	for i, s := range seats[1:] {
		_, more := engine.Open(began.Title.Rules, log).Seat(engine.PlayerID(i+1), s.Name)
		log = append(log[:len(log):len(log)], more...)
	}
	id, err := d.service.Adopt(table.NewGame{Title: began.Title, Name: "Elsewhere", Seats: seats}, log)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range d.flush() {
		text := strings.Join(strings.Fields(readBack(t, m).text), " ")
		want := "You are called krampf here, as you were where this game began. What would you like to be called? Say it in your answer with a line such as: set name Amy"
		if asked := strings.Contains(text, "YOUR NAME "); asked != (m.to == "brian@example.org") || asked && !strings.Contains(text, want) {
			t.Errorf("%s is asked for a name: %v in %s", m.to, asked, text)
		}
	}
	say := func(seat, mail string, want string, lines ...string) []sent {
		t.Helper()
		d.receive(d.mail(map[string]string{"p1": "amy", "p2": "brian", "p3": "crystal"}[seat]+"@example.org", id+"."+seat, mail, lines...), want)
		return d.flush()
	}
	say("p2", "1@b", desk.OutcomeRejected, "set name . lay")
	if got := d.table(id).Name("p2"); got != "krampf" {
		t.Errorf("who said no name is called %s", got)
	}
	sent := say("p2", "2@b", desk.OutcomeApplied, "set name amy")
	if len(sent) != 1 || sent[0].to != "brian@example.org" || d.table(id).Name("p2") != "amy 2" || d.table(id).Seat("p2").Nick {
		t.Errorf("%d mails, and who wants another's name is called %s", len(sent), d.table(id).Name("p2"))
	}
	say("p2", "3@b", desk.OutcomeAnswered, "set name Bruno") // they are asked only once
	if got := d.table(id).Name("p2"); got != "amy 2" {
		t.Errorf("who has said a name is called %s", got)
	}
	for _, m := range say("p1", "1@a", desk.OutcomeApplied, "reserve NLN") {
		if text := readBack(t, m).text; strings.Contains(text, "YOUR NAME") || m.to == "amy@example.org" && !strings.Contains(text, "* krampf is called amy 2 from now on.") {
			t.Errorf("%s reads %s", m.to, text)
		}
	}
	sent = say("p3", "1@c", desk.OutcomeApplied, "set name Crystal", "set name Cora")
	if name := d.table(id).Name("p3"); len(sent) != 1 || name != "Crystal" {
		t.Errorf("%d mails, and who says two names is called %s", len(sent), name)
	}
	sent = say("p2", "4@b", desk.OutcomeApplied, "reserve PE", "anyway")
	if len(sent) != 3 || len(d.table(id).Commands()) != 2 {
		t.Errorf("%d mails after %d commands", len(sent), len(d.table(id).Commands()))
	}
	d.sameAsStored(fmt.Sprint("renamed in ", id))
}
