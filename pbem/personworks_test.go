package pbem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/store"
)

// Who still plays is not forgotten, nor is a host. The answer says what to do first.
func TestForgettingIsRefused(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.refuses("forget amy@example.org really", "host seat g1 p1 ADDRESS NAME; have a robot play it: host robot g1 p1; or end the game: host close g1 really.")
	d.refuses("forget host@example.org really", "is a host in the configuration")
	d.refuses("forget "+testAddress+" really", "the address of this service")
	d.refuses("forget", "Write the address")
	d.refuses("forget amy@ really", "is not an address")
	d.refuses("forget zoe@example.org", "no member has this address, in 0 running games")
	d.says("ban zoe@example.org")
	d.refuses("forget zoe@example.org", "in 0 running games, and banned, which they are no longer then.")
	d.refuses("forget g1 Amy really", "Amy has that seat now: host forget amy@example.org")
	d.refuses("forget g1 Zoe really", "Nobody ever had the seat")
	d.refuses("forget g9 Zoe really", "No game has the id")
	d.says("seat g1 p2 caretaker")
	d.says("robot g1 p3")
	d.refuses("forget amy@example.org really", "First give the seat to somebody else: host seat g1 p1 ADDRESS NAME; or end the game")
	d.says("robot g1 p3 off")
	d.says("robot g1 p1")
	d.says("forget amy@example.org really")
	d.says("forget amy@example.org really") // once more does no harm
	d.says("forget zoe@example.org really")
	if got := d.table("g1").Record.Seats[0]; got.Name != "Former player 1" || got.Address != "" || !got.Open || got.Robot == "" {
		t.Errorf("the seat is %+v", got)
	}
	d.sound()
}

// The host says it by mail, from an address of theirs. The answer does not repeat whom it is about, and the host's own mail does not
// stay either.
func TestForgettingByMail(t *testing.T) {
	d := newTestService(t)
	f := &fleet{d, d.db}
	d.start("Bay", seats(t, "Host <host@example.org>", xanthippe+" <"+hers+">", "Brian <brian@example.org>")...)
	d.flush()
	d.receive(d.mail("host@example.org", "g1.p1", "1@example.org", "host robot g1 Xanthippe; host forget "+hers), desk.OutcomeRejected)
	d.flush()
	d.receive(d.mail("host@example.org", "g1.p1", "2@example.org", "host robot g1 Xanthippe; host forget "+hers+" really"), desk.OutcomeApplied)
	if got := textTo(t, d.flush(), "host@example.org"); !strings.Contains(got, "THE ANSWER TO HOST FORGET\n") {
		t.Error(got)
	}
	d.receive(d.mail("brian@example.org", "g1.p3", "3@example.org", "press Bye, Xanthippe"), desk.OutcomeApplied) // before it is done
	for range 3 {
		d.pass(time.Minute)
	}
	if found := f.naming(xanthippe); len(found) > 0 { // the service has overwritten in the file what it has deleted
		t.Errorf("she is still named at %d places:\n%s", len(found), strings.Join(found, "\n"))
	}
	d.sound()
}

// A failingAt is one that refuses every commit from some on.
type failingAt struct {
	desk.Store
	left int
}

var errNoRoom = errors.New("the disk is full")

func (s *failingAt) Commit(c store.Commit) error {
	if s.left--; s.left < 0 {
		return errNoRoom
	}
	return s.Store.Commit(c)
}

func (s *failingAt) Wipe() error { return s.Store.(*store.DB).Wipe() }

// Whenever the service stops while somebody is forgotten, it is done to the end after the next start.
func TestForgettingBrokenOff(t *testing.T) {
	for commits := 1; ; commits += 2 {
		d := newTestService(t)
		d.cfg.Lobby = config.Open
		f := fleetOf(d)
		f.at(f.join("alpha", 7)).everywhere()
		d.db.Close()
		var err error
		if d.db, err = store.Open(filepath.Join(d.cfg.Data, "pbem.db"), store.Options{NoSync: true}); err != nil {
			t.Fatal(err)
		}
		broken := &failingAt{d.db, commits}
		d.cfg.Rules = 7
		d.restart(broken)
		_, err = d.service.HostSays("forget " + hers + " really")
		if err != nil && !errors.Is(err, errNoRoom) {
			t.Fatal(err)
		}
		d.db.Close()
		if d.db, err = store.Open(filepath.Join(d.cfg.Data, "pbem.db"), store.Options{NoSync: true}); err != nil {
			t.Fatal(err)
		}
		d.restart(d.db)
		f.shared = d.db
		if done := broken.left >= 0; done {
			if commits < 12 {
				t.Errorf("it took %d commits only", commits)
			}
			return
		}
		for range 4 {
			d.pass(time.Minute)
		}
		d.service.Keeper.Missing(context.Background())
		d.flush()
		if err := d.db.Wipe(); err != nil {
			t.Fatal(err)
		}
		if found := f.naming(xanthippe, "Kallias"); len(found) > 0 {
			t.Fatalf("broken off at commit %d: she is still named at %d places:\n%s", commits, len(found), strings.Join(found, "\n"))
		}
		d.sound()
	}
}

// Who was forgotten and writes again is a stranger: old reply addresses do not count, and they may join anew.
func TestForgottenWritesAgain(t *testing.T) {
	d := newTestService(t)
	d.cfg.Lobby = config.Open
	d.restart(d.db)
	d.three()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	old := d.from("p1", "2@example.org", "press hello")
	d.receive(old, desk.OutcomeApplied)
	d.says("robot g1 p1")
	d.says("forget amy@example.org really")
	d.flush()
	d.receive(old, desk.OutcomeApplied) // the same mail comes again: it is known, and nothing happens
	before := d.version("g1")
	outcome, err := d.service.Receive(context.Background(), d.from("p1", "3@example.org", "press it is me, Amy"))
	if err != nil || outcome == desk.OutcomeApplied || d.version("g1") != before {
		t.Errorf("a mail to the old reply address ended %q, %v", outcome, err)
	}
	if mails := d.flush(); len(mails) > 0 {
		t.Errorf("a stranger for whom nobody vouches gets %d mails", len(mails))
	}
	d.receive(fmt.Appendf(nil, "From: Amy <amy@example.org>\r\nTo: <%s>\r\nSubject: games\r\nMessage-ID: <4@example.org>\r\n\r\nobserve g1\r\n", testAddress), desk.OutcomeHeld)
	_, code, _ := strings.Cut(textTo(t, d.flush(), "amy@example.org"), ". confirm ")
	d.receive(fmt.Appendf(nil, "From: Amy <amy@example.org>\r\nTo: <%s>\r\nSubject: Re\r\nMessage-ID: <5@example.org>\r\n\r\nconfirm %s\r\n", testAddress, strings.Fields(code)[0]), desk.OutcomeApplied)
	if got := d.table("g1").Record.Guests; len(got) != 1 || got[0].Address != "amy@example.org" || d.table("g1").Name("p1") != "Former player 1" {
		t.Errorf("the guests are %+v", got)
	}
	d.sound()
}

// Another service on the store has the game open, and its pages on its disk. Neither goes on naming somebody who was forgotten.
func TestForgottenByAnotherService(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		f.cfg.Lobby = config.Open
		f.cfg.Data = t.TempDir()
		alpha := f.join("alpha", 7)
		f.at(alpha).everywhere()
		f.cfg.Data = t.TempDir()
		beta := f.join("beta", 7)
		f.at(beta)
		beta.Keeper.Missing(context.Background())
		if err := errors.Join(os.MkdirAll(filepath.Dir(beta.Keeper.Kept("g3")), 0o700), os.WriteFile(beta.Keeper.Kept("g3"), []byte(xanthippe), 0o600)); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"g1", "g2", "g4", "g5"} {
			f.table(id)
		}
		f.at(alpha).says("forget " + hers + " really")
		f.at(beta).receive(f.mail("brian@example.org", "g1.p2", "20@example.org", "press who is left?"), desk.OutcomeApplied)
		told := ""
		for _, m := range f.flush() {
			told += readBack(t, m).text
		}
		if !strings.Contains(told, "who is left?") || strings.Contains(told, xanthippe) || !strings.Contains(told, "Former player 1") {
			t.Errorf("they are told:\n%s", told)
		}
		takeKept(context.Background(), beta.Service)
		beta.Keeper.Missing(context.Background())
		if found := f.naming(xanthippe); len(found) > 0 {
			t.Errorf("she is still named at %d places:\n%s", len(found), strings.Join(found, "\n"))
		}
		if page := beta.page("g2", "index.html"); !strings.Contains(page, "Former player 2") {
			t.Error("the pages of a game that ended do not have what she is called now")
		}
	})
}

// Somebody gave up a seat long ago, and somebody else has it. The host names the game and the name.
func TestFormerNameIsForgotten(t *testing.T) {
	d := newTestService(t)
	f := &fleet{d, d.db}
	d.start("Bay", seats(t, "Brian <brian@example.org>", xanthippe+" <"+hers+">", "Xanthippe B <xb@example.org>")...)
	d.receive(d.mail(hers, "g1.p2", "1@example.org", "press it is me, Xanthippe, and not Xanthippe B"), desk.OutcomeApplied)
	d.says("seat g1 p2 dora@example.org Dora")
	d.refuses("forget g1 Xanthippe", `it becomes "Former player 2" in all that was said there. If you mean it, write: host forget g1 Xanthippe really.`)
	d.says("forget g1 Xanthippe really")
	got := fmt.Sprint(f.naming(xanthippe))
	if tb := d.table("g1"); tb.Name("p2") != "Dora" || tb.Name("p3") != "Xanthippe B" || !strings.Contains(fmt.Sprint(tb.Log), "it is me, Former player 2, and not Xanthippe B") {
		t.Errorf("%v\n%s", tb.Log, got)
	}
	d.sound()
}

// A game has ended, and everybody knows how. They are not told again because somebody is forgotten in it; who was not told still is,
// when they are back.
func TestForgettingTellsNoEndAgain(t *testing.T) {
	for name, told := range map[string]bool{"told": true, "untold": false} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			d.three()
			if !told {
				d.post.refuse = away("brian@example.org")
			}
			d.says("close g1 really enough")
			d.flush()
			d.silenced("brian@example.org")
			d.now = d.now.Add(4 * 24 * time.Hour)
			d.flush()
			d.post.refuse = nil
			d.says("forget amy@example.org really")
			d.receive(d.mail("brian@example.org", "g1.p2", "9@example.org", "status"), desk.OutcomeAnswered)
			d.pass(time.Minute)
			got := to(d.flush(), "brian@example.org")
			if again := strings.Contains(got, "SINCE YOUR LAST MAIL") || strings.Contains(got, "WHAT HAPPENED"); again == told {
				t.Errorf("Brian is told:\n%s", got)
			}
		})
	}
}

// Mails to others that wait or have failed lose the name, also one that is being sent meanwhile, once it has come back. Somebody
// else of that name in another game keeps it.
func TestForgottenInMailsThatWait(t *testing.T) {
	d := newTestService(t)
	d.start("Bay", seats(t, "Xanthippe Kallias <"+hers+">", "Brian <brian@example.org>", "Xanthippe Kallias 2 <x2@example.org>")...)
	d.start("Other", seats(t, "Xanthippe Kallias <x3@example.org>", "Crystal <crystal@example.org>", "Dora <dora@example.org>")...)
	d.flush()
	wrapped := "To: x\r\nList-Id: <g1.play.example>\r\nSubject: Xanthippe Kallias\r\n\r\n> Xanthippe\r\n> Kallias and Xanthippe Kallias 2"
	other := "To: x\r\nList-Id: <g2.play.example>\r\nSubject: Xanthippe Kallias\r\n\r\nwrite to " + hers
	lobby := "To: x\r\nList-Id: <lobby.play.example>\r\nSubject: Players\r\n\r\nXanthippe Kallias (Xanthippe Kallias)"
	c := store.Commit{At: d.now}
	for id, raw := range map[string]string{"<a@x>": wrapped, "<b@x>": other, "<c@x>": lobby, "<d@x>": wrapped} {
		c.Mails = append(c.Mails, store.Mail{ID: id, To: "zoe@example.org", Raw: []byte(raw), Next: d.now})
	}
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	if err := d.db.Noted([]store.Ending{{ID: "<a@x>", To: store.Failed, At: d.now, Why: "550"}}); err != nil {
		t.Fatal(err)
	}
	taken, err := d.db.TakeMails(store.Claim{Owner: "another service", Now: d.now, Until: d.now.Add(5 * time.Minute)}, true, 9)
	if err != nil || len(taken) != 3 {
		t.Fatal(taken, err)
	}
	for _, id := range []string{"<b@x>", "<c@x>"} {
		if err := d.db.Noted([]store.Ending{{ID: id, To: store.Queued, At: d.now.Add(time.Hour)}}); err != nil {
			t.Fatal(err)
		}
	}
	d.says("robot g1 p1")
	d.says("forget " + hers + " really")
	if open, err := desk.Erasures.All(d.db, ""); err != nil || len(open) != 1 {
		t.Errorf("while a mail that names her is being sent: %+v, %v", open, err)
	}
	for range 8 {
		d.pass(time.Minute)
	}
	want := map[string]string{
		"<a@x>": "Subject: Former player 1\n\n> Former player 1 and Xanthippe Kallias 2", "<d@x>": "Subject: Former player 1\n\n> Former player 1 and Xanthippe Kallias 2",
		"<b@x>": "Subject: Xanthippe Kallias\n\nwrite to (an address)", "<c@x>": "Subject: Players\n\nFormer player (Former player)",
	}
	for id, text := range want {
		m, err := d.db.Mail(id)
		_, got, _ := strings.Cut(strings.ReplaceAll(string(m.Raw), "\r\n", "\n"), "Subject: ")
		subject, _, _ := strings.Cut(got, "\n")
		_, body, _ := strings.Cut(got, "\n\n")
		if got := "Subject: " + subject + "\n\n" + body; err != nil || got != text {
			t.Errorf("%s: %v\n%s\nwant\n%s", id, err, m.Raw, text)
		}
	}
	if open, err := desk.Erasures.All(d.db, ""); err != nil || len(open) > 0 {
		t.Errorf("it goes on: %+v, %v", open, err)
	}
	d.sound()
}

// A spoiltText is a store in which the text of some mail makes whoever reads it panic.
type spoiltText struct{ *store.DB }

func (spoiltText) Texts(string, int) ([]store.Inbound, string, error) { panic("a text like no other") }

// What cannot be done while somebody is forgotten ends no process: the clock goes on, and tries again.
func TestForgettingThatPanics(t *testing.T) {
	d := newTestService(t)
	d.start("Bay", seats(t, "Host <host@example.org>", "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	d.receive(d.mail("host@example.org", "g1.p1", "1@example.org", "host forget zoe@example.org really"), desk.OutcomeApplied)
	d.restart(spoiltText{d.db})
	for range 3 {
		d.pass(time.Minute)
	}
	if open, err := desk.Erasures.All(d.db, ""); err != nil || len(open) != 1 || open[0].Value.Step != "texts" {
		t.Errorf("it is at %+v, %v", open, err)
	}
	d.restart(d.db)
	for range 3 {
		d.pass(time.Hour)
	}
	if open, err := desk.Erasures.All(d.db, ""); err != nil || len(open) > 0 {
		t.Errorf("it goes on: %+v, %v", open, err)
	}
}
