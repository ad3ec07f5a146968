package pbem

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/joining"
	"pbem/pbem/notices"
	"pbem/pbem/table"
	"pbem/store"
)

// Requests do not wait for players who have left or are out of the game.
func TestWhoseWordIsMissing(t *testing.T) {
	for _, slug := range []string{"18newengland", "1817"} {
		tb := seated(t, slug, 4)
		r := table.Request{Kind: table.EndRequest, By: "p1", Yes: []string{"p2"}}
		if got := tb.Missing(r); !reflect.DeepEqual(got, []string{"p3", "p4"}) {
			t.Errorf("%s: the word of %v is missing", slug, got)
		}
		tb = tb.With(engine.Open(tb.Title.Rules, append(tb.Log[:len(tb.Log):len(tb.Log)], engine.Set{Key: "bankrupt:p3", Value: 1})), nil)
		if got := tb.Missing(r); !reflect.DeepEqual(got, []string{"p4"}) {
			t.Errorf("%s, p3 out: the word of %v is missing", slug, got)
		}
		tb.Seat("p4").Open = true
		if got := tb.Missing(r); len(got) > 0 {
			t.Errorf("%s, p4 gone: the word of %v is missing", slug, got)
		}
	}
}

// A held mail is not carried out if somebody else has the seat when the code comes back.
func TestCodeOfAnotherPlayersMail(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.start("Inland", seats(t, "Dora <dora@example.org>", "Emil <emil@example.org>")...)
	d.flush()
	d.receive(d.mail("elsewhere@example.org", "g1.p1", "1@example.org", "reserve NLN"), desk.OutcomeHeld)
	code := regexp.MustCompile(`confirm [a-z2-7]{16}`).FindString(readBack(t, d.flush()[0]).text)
	d.receive(d.from("p1", "2@example.org", "resign g1"), desk.OutcomeApplied)
	d.receive(d.mail("dora@example.org", "g2.p1", "3@example.org", "takeover g1"), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", "g1.p1", "4@example.org", code), desk.OutcomeIgnored)
	if by, _ := d.table("g1").Game.LastSaid(); by != "" {
		t.Errorf("%s has moved", by)
	}
	if err := verifyGame(d.db, "g1"); err != nil {
		t.Error(err)
	}
}

func TestGuestsAreCounted(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range joining.MostGuests + 1 {
		address := fmt.Sprintf("guest%d@example.org", i)
		game := d.start("Other", seats(t, "Guest <"+address+">", "Emil <emil@example.org>")...)
		want := desk.OutcomeApplied
		if i == joining.MostGuests {
			want = desk.OutcomeRejected
		}
		d.receive(d.mail(address, game+".p1", fmt.Sprintf("%d@example.org", i), "observe g1"), want)
	}
	if n := len(d.table("g1").Record.Guests); n != joining.MostGuests {
		t.Errorf("%d guests", n)
	}
	if a, b := d.table("g1").Record.Guests[0].Name, d.table("g1").Record.Guests[1].Name; a != "Guest" || b != "Guest 2" {
		t.Errorf("guests of one name are called %q and %q", a, b)
	}
}

// A game that its players end is archived like any other, and nothing waits any more.
func TestEndedByAgreement(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p2", "1@example.org", "pause"), desk.OutcomeApplied)
	d.receive(d.from("p1", "2@example.org", "end game"), desk.OutcomeApplied)
	d.receive(d.from("p2", "3@example.org", "accept end"), desk.OutcomeApplied)
	d.receive(d.from("p3", "4@example.org", "accept end"), desk.OutcomeApplied)
	log, err := os.ReadFile(filepath.Join(d.service.ArchiveDir("g1"), "log.txt"))
	if err != nil || !strings.Contains(string(log), "The game ended: all players agreed to end it") {
		t.Errorf("log.txt: %v\n%s", err, log)
	}
	if r := d.table("g1").Record; len(r.Requests) > 0 || r.Paused != nil {
		t.Errorf("still open: %v, %v", r.Requests, r.Paused)
	}
	if due, err := d.db.Overdue(d.now.AddDate(1, 0, 0)); err != nil || len(due) > 0 {
		t.Errorf("still due: %v, %v", due, err)
	}
	if err := verifyGame(d.db, "g1"); err != nil {
		t.Error(err)
	}
}

// A game also ends by agreement if the last player whose word is missing goes out of it.
func TestLastMissingWordIsOut(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	d.receive(d.from("p1", "1@example.org", "end game"), desk.OutcomeApplied)
	d.receive(d.from("p2", "2@example.org", "accept end"), desk.OutcomeApplied)
	before := d.table(g)
	out := engine.Set{Key: "bankrupt:p3", Value: 1}
	log := append(slices.Clip(before.Log), out)
	next := before.With(engine.Open(before.Title.Rules, log), []engine.Event{out})
	if err := d.service.Unit(nil, func(w *desk.Draft) error {
		return batch.Put(w, before, next, store.Commit{}, notices.Reply{})
	}); err != nil {
		t.Fatal(err)
	}
	now := d.table(g)
	if r, open := now.Request(table.EndRequest); open || now.Game.State().Result == nil {
		t.Errorf("the game goes on, and the request is open: %v, %s", open, now.WaitingFor(r))
	}
}

// While the rules ask for an answer, a bare word is that answer. A word that names a
// request never is.
func TestWordsAboutRequests(t *testing.T) {
	for line, want := range map[string]bool{
		"accept": false, "accept undo": true, "accept the undo": true, "decline end.": true, "withdraw Pause": true, "accept 3": false,
	} {
		verb, _, _ := strings.Cut(line, " ")
		if got := batch.AboutRequest(verb, line); got != want {
			t.Errorf("%q is about a request: %v", line, got)
		}
	}
	if batch.AboutRequest("start", "start pause") {
		t.Error("\"start pause\" is about a request")
	}
}

// Whoever answers a request with "Ok" agrees to it, if it is the only one that waits for them. If it is not clear what is meant,
// the answer names the words.
func TestOkAnswersARequest(t *testing.T) {
	for _, c := range []struct {
		line, outcome, says string
	}{
		{"Ok", desk.OutcomeApplied, ""}, {"Sure, fine with me!", desk.OutcomeApplied, ""}, {"Ok, no problem :-)", desk.OutcomeApplied, ""}, {"agreed", desk.OutcomeApplied, ""},
		{"Ok, but tell me why first", desk.OutcomeRejected, "accept end"}, {"Ok, please do not", desk.OutcomeRejected, "accept end"}, {"Sure, not this", desk.OutcomeRejected, "accept end"},
		{"ok, do that", desk.OutcomeRejected, "accept end"}, {"Okay, no", desk.OutcomeRejected, "accept end"}, {"fine, it is not a problem for me", desk.OutcomeApplied, ""},
	} {
		d := newTestService(t)
		id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
		d.receive(d.mail("amy@example.org", id+".p1", "1@x", "end game"), desk.OutcomeApplied)
		d.flush()
		d.receive(d.mail("brian@example.org", id+".p2", "2@x", c.line), c.outcome)
		if over := d.table(id).Game.State().Result != nil; over != (c.outcome == desk.OutcomeApplied) {
			t.Errorf("%q: the game is over: %v", c.line, over)
		}
		for _, m := range d.flush() {
			if text := readBack(t, m).text; m.to == "brian@example.org" && !strings.Contains(text, c.says) {
				t.Errorf("%q: %s", c.line, text)
			}
		}
	}
	d := newTestService(t)
	id := d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	d.receive(d.mail("amy@example.org", id+".p1", "1@x", "end game", "pause"), desk.OutcomeApplied)
	d.flush()
	d.receive(d.mail("brian@example.org", id+".p2", "2@x", "ok"), desk.OutcomeRejected)
	if text := readBack(t, d.flush()[0]).text; !strings.Contains(text, `"accept end"`) || !strings.Contains(text, `"accept pause"`) {
		t.Error("of two requests:", text)
	}
}
