package pbem

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/trust"
	"pbem/pbem/trust/trusttest"
	"pbem/store"
)

// A member can invite twenty people in a day and no more, whatever becomes of the games.
// The next day they can go on.
func TestInvitationsOfADay(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range 4 {
		lines := []string{"new 18newengland players 2", "invite"}
		for j := range 5 {
			lines[1] += fmt.Sprintf(" friend%d.%d@example.net", i, j)
		}
		d.receive(d.from("p1", fmt.Sprintf("%d@a", i), lines...), desk.OutcomeApplied)
		if i == 0 {
			list, err := d.service.Draft().Gatherings()
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			d.receive(d.from("p1", "leave@a", "leave "+list[0].ID), desk.OutcomeApplied)
		}
		if n := len(d.flush()); n != 6 && n != 7 {
			t.Errorf("%d mails", n)
		}
	}
	more := d.from("p1", "more@a", "new 18newengland players 2", "invite one.more@example.net")
	d.receive(more, desk.OutcomeRejected)
	d.now = d.now.Add(24 * time.Hour)
	d.receive(append(more, '\n'), desk.OutcomeRejected) // its Message-ID is known, although its key is new
	d.receive(d.from("p1", "next@a", "new 18newengland players 2", "invite one.more@example.net"), desk.OutcomeApplied)
}

// A sentence of several news that begins with a name begins with its first letter, whatever letter that is.
func TestNewsThatBeginWithAName(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@a", "set name Örjan"), desk.OutcomeAnswered)
	d.receive(d.from("p1", "2@a", "new 18newengland players 3 called Bay"), desk.OutcomeApplied)
	d.receive(d.from("p2", "3@a", "join "+d.gathered()[0].ID), desk.OutcomeApplied)
	d.flush()
	d.receive(d.from("p1", "4@a", "players 4 "+d.gathered()[0].ID, "pace 3 days", "invite dora@example.net"), desk.OutcomeApplied)
	mails := d.flush()
	i := slices.IndexFunc(mails, func(m sent) bool { return m.to == "brian@example.org" })
	if text := readBack(t, mails[i]).text; !strings.Contains(text, "The pace is 3 days now. Örjan has invited dora.") {
		t.Errorf("Brian is told:\n%s", text)
	}
}

// Nobody is invited at a suspended address, and an invitation that comes back counts.
func TestNoInvitationsIntoTheVoid(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@a", "new 18newengland players 2-5", "invite zoe@example.net"), desk.OutcomeApplied)
	for _, m := range d.flush() {
		if m.to != "zoe@example.net" {
			continue
		}
		p, err := senders.ProofOf(d.service.Draft(), letter.Letter{Bounce: &letter.Failure{Class: 5, Quoted: "Message-ID: " + quotedTo(t, []sent{m}, m.to)}})
		if p.Address != m.to || err != nil {
			t.Errorf("the bounce is taken for that of %q, %v", p.Address, err)
		}
	}
	if err := suspend(d.db, "Yves@example.net", d.now.AddDate(0, 0, -1)); err != nil {
		t.Fatal(err)
	}
	d.receive(d.from("p1", "2@a", "new 18newengland players 2-5", "invite yves@example.net"), desk.OutcomeRejected)
}

// In an hour at most twenty strangers get a code, and none without a command for the
// lobby.
func TestStrangersOfAnHour(t *testing.T) {
	d := newTestService(t)
	d.cfg.Lobby = config.Open
	d.restart(d.db)
	stranger := func(i int, line string) []byte {
		return fmt.Appendf(nil, "From: <zoe%d@example.net>\r\nTo: <%s>\r\nMessage-ID: <%d.%s@z>\r\n\r\n%s\r\n", i, testAddress, i, line[:3], line)
	}
	for i := range 20 {
		d.receive(stranger(i, "join g1"), desk.OutcomeHeld)
		d.receive(stranger(i, "pass"), desk.OutcomeIgnored)
		d.receive(stranger(i, "settings"), desk.OutcomeIgnored)
		d.receive(stranger(i, "games"), desk.OutcomeIgnored) // one a day
	}
	d.receive(stranger(20, "games"), desk.OutcomeIgnored)
	if n := len(d.flush()); n != 20 {
		t.Errorf("%d mails to strangers", n)
	}
	d.now = d.now.Add(time.Hour)
	d.receive(stranger(21, "games"), desk.OutcomeHeld)
}

// A member who changes to another member's address takes over that member's places in
// gatherings.
func TestTwoMembersBecomeOne(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@a", "new 18newengland players 2-3 called Bay", "invite amelia@example.net brian@example.org"), desk.OutcomeApplied)
	marks := store.Marks{}
	if err := d.service.Draft().MoveGatherings(marks, "amy@example.org", "amelia@example.net"); err != nil {
		t.Fatal(err)
	}
	amy, _ := d.service.Draft().Member("amy@example.org")
	amelia, _ := d.service.Draft().Member("amelia@example.net")
	if set, ok := marks[people.Members.Name(amelia.ID)]; !ok || desk.Written("", set).Rev != 0 {
		t.Errorf("the other member stays: %v", set)
	}
	list, err := d.service.Draft().Gatherings()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	g := list[0].Renamed(amelia.ID, amy.ID)
	if len(g.Players) != 1 || g.Invitation(amelia.ID) != nil || g.Invitation(amy.ID) == nil || slices.Contains(g.Expected(), amy.ID) {
		t.Errorf("%+v", g)
	}
	if text, _ := marks[lobby.Gatherings.Name(g.ID)].Text(); !strings.Contains(text, amy.ID) || strings.Contains(text, amelia.ID) {
		t.Error(marks)
	}
}

// A stranger who writes to an open lobby without any known command is told once a day how
// to begin, if their domain vouches for the mail. A forged mail sends nobody anything.
func TestGreeting(t *testing.T) {
	sign := trusttest.NewSigner(t)
	d := newTestService(t)
	d.cfg.Lobby = config.Open
	d.cfg.Trust = trust.Trust{LookupTXT: sign.Lookup}
	d.restart(d.db)
	letter := func(n int, text string) []byte {
		return fmt.Appendf(nil, "From: Zoe <zoe@example.org>\r\nTo: <%s>\r\nSubject: Hello\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", testAddress, n, text)
	}
	d.receive(letter(1, "How do I join a game?"), desk.OutcomeIgnored)
	if n := len(d.flush()); n > 0 {
		t.Fatalf("%d mails answer one that anybody may have written", n)
	}
	d.receive(sign.Sign(letter(2, "How do I join a game?"), "example.org"), desk.OutcomeAnswered)
	mails := d.flush()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	for _, line := range []string{"games", "join g12", "new TITLE players 3-5", "help TITLE"} {
		if !strings.Contains(readBack(t, mails[0]).text, line) {
			t.Errorf("%q is not in the answer", line)
		}
	}
	d.receive(sign.Sign(letter(3, "And how do I leave?"), "example.org"), desk.OutcomeIgnored)
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d more mails on the same day", n)
	}
	d.now = d.now.Add(25 * time.Hour)
	d.receive(sign.Sign(letter(4, "And how do I leave?"), "example.org"), desk.OutcomeAnswered)
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d mails on the next day", n)
	}
	d.cfg.Lobby = config.Closed
	d.restart(d.db)
	d.receive(sign.Sign(letter(5, "Hello?"), "example.org"), desk.OutcomeIgnored)
}

// If a member changes a gathering sixty times in an hour, the others get two mails: one
// at once, and one after the hour that shows the result.
func TestNewsOfAGatheringAreGathered(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "new 18newengland players 3-4 called Bay", "invite brian@example.org"), desk.OutcomeApplied)
	d.flush()
	got := 0
	for i := range 60 {
		d.receive(d.from("p1", fmt.Sprintf("t%d@example.org", i), fmt.Sprintf("players 3-%d", 5-i%2)), desk.OutcomeApplied)
		d.now = d.now.Add(time.Second)
		for _, m := range d.flush() {
			if m.to == "brian@example.org" {
				got++
			}
		}
	}
	if got != 1 {
		t.Errorf("%d mails in a minute", got)
	}
	d.now = d.now.Add(time.Hour)
	mails := d.flush()
	if len(mails) != 1 || mails[0].to != "brian@example.org" || !strings.Contains(readBack(t, mails[0]).text, "how it stands now") {
		t.Errorf("%v", recipients(mails))
	}
	d.now = d.now.Add(2 * time.Hour)
	d.receive(d.from("p1", "last@example.org", "players 3"), desk.OutcomeApplied)
	if !slices.Contains(recipients(d.flush()), "brian@example.org") {
		t.Error("what happens later is not told at once")
	}
	d.receive(d.from("p1", "l2@example.org", "players 4"), desk.OutcomeApplied)
	d.receive(d.from("p1", "l3@example.org", "leave "+d.gathered()[0].ID), desk.OutcomeApplied) // the gathering is closed
	d.flush()
	d.now = d.now.Add(2 * time.Hour)
	if mails := d.flush(); len(mails) > 0 {
		t.Errorf("news of a game that is no more: %v", recipients(mails))
	}
}

// Somebody who is in no game and says what the lobby does not know is told what can be said, the nearest first.
func TestWhatCanBeSaidInNoGame(t *testing.T) {
	d := newTestService(t)
	d.cfg.Lobby = config.Open
	d.restart(d.db)
	n, to := 0, testAddress
	say := func(line string) string {
		n, d.now = n+1, d.now.Add(time.Hour)
		raw := fmt.Appendf(nil, "From: Zoe <zoe@example.net>\r\nTo: <%s>\r\nMessage-ID: <%d@x>\r\nSubject: hello\r\n\r\n%s\r\n", to, n, line)
		out, err := d.service.Receive(t.Context(), raw)
		if err != nil {
			t.Fatal(err)
		}
		mails := d.flush()
		if len(mails) == 0 {
			t.Fatalf("%q ended %s without an answer", line, out)
		}
		o := readBack(t, mails[0])
		if a, err := o.header.AddressList("Reply-To"); err == nil {
			to = a[0].Address
		}
		return o.text
	}
	say(regexp.MustCompile(`confirm [a-z2-7]{16}`).FindString(say("new 18newengland players 2")))
	for line, first := range map[string]string{
		"I would like to start a new game of 18 New England with 2 robots, please.": "new 18newengland with 2 robots",
		"play 1843": "new 1843 with 2 robots", "Can I have a sandbox of 1817 please?": "sandbox new 1817 3",
	} {
		text := say(line)
		if _, near, ok := strings.Cut(text, "CLOSEST TO THAT\n"); !ok || !strings.HasPrefix(strings.TrimSpace(near), ". "+first+"\n") || strings.Contains(text, "For which game") {
			t.Errorf("%q: %s", line, text)
		}
	}
	if asked, list := say("what games are open?"), say("games"); asked != list {
		t.Errorf("%s\n%s", asked, list)
	}
}
