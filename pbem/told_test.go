package pbem

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/pace"
	"pbem/pbem/postbox"
)

// away returns a server that refuses mails to an address for now.
func away(address string) func(string) error {
	return refuses(address, &postbox.SendError{Stage: postbox.AtRcpt, Temporary: true, Code: 452, Enhanced: "4.2.2", Msg: "the mailbox is full"})
}

// unknown refuses the mails to one address for good.
func unknown(address string) func(string) error {
	return refuses(address, &postbox.SendError{Stage: postbox.AtRcpt, Code: 550, Msg: "no such user"})
}

func refuses(address string, with error) func(string) error {
	return func(to string) error {
		if to == address {
			return with
		}
		return nil
	}
}

// A mail that waits is dropped when the turn is over, and the next one tells what it
// said. Nothing that was sent is told twice.
func TestWaitingMailIsReplaced(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.post.refuse = away("brian@example.org")
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.flush() // Brian's "your move" waits
	d.say("g1", "p2 reserve GR")
	d.flush()
	d.say("g1", "p3 reserve PE")
	d.post.refuse = nil
	d.now = d.now.Add(intake.LastRetry)
	var brian, amy []string
	for _, m := range d.flush() {
		switch m.to {
		case "brian@example.org":
			brian = append(brian, text(t, m))
		case "amy@example.org":
			amy = append(amy, text(t, m))
		}
	}
	if len(brian) != 1 || len(amy) != 1 {
		t.Fatalf("%d mails to Brian, %d to Amy", len(brian), len(amy))
	}
	for _, want := range []string{"NLN", "GR", "PE"} {
		if !strings.Contains(since(brian[0]), want) {
			t.Errorf("Brian is not told of %s:\n%s", want, since(brian[0]))
		}
	}
	if got := since(amy[0]); strings.Contains(got, "NLN") || strings.Contains(got, "GR") || !strings.Contains(got, "PE") {
		t.Errorf("Amy is told:\n%s", got)
	}
}

// since returns the news in the text of a mail.
func since(text string) string {
	_, s, _ := strings.Cut(text, "SINCE YOUR LAST MAIL")
	s, _, _ = strings.Cut(s, "\r\n\r\n")
	return s
}

// A mail that has failed for good has told nothing.
func TestFailedMailToldNothing(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.post.refuse = func(to string) error {
		if to == "brian@example.org" {
			return &postbox.SendError{Stage: postbox.AtRcpt, Code: 554}
		}
		return nil
	}
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.flush()
	d.post.refuse = nil
	d.say("g1", "p2 reserve GR")
	for _, m := range d.flush() {
		if m.to == "brian@example.org" && !strings.Contains(since(text(t, m)), "NLN") {
			t.Errorf("Brian is told:\n%s", since(text(t, m)))
		}
	}
}

// A waiting reminder is dropped once the move is made.
func TestWaitingReminderIsDropped(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.post.refuse = away("amy@example.org")
	d.now = d.now.Add(pace.UsualMove)
	d.service.Tick(context.Background())
	d.flush()
	d.say("g1", "p1 reserve NLN")
	d.post.refuse = nil
	d.now = d.now.Add(intake.LastRetry)
	for _, m := range d.flush() {
		if strings.Contains(string(m.raw), "reminder") {
			t.Error("reminded of a move that is made")
		}
	}
}

// A mail that came back after its server had taken it has told nothing either. The next
// one begins where it began.
func TestMailThatCameBackToldNothing(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	d.receive(d.from("p1", "1@example.org", "press the bridge is mine", "reserve NLN"), desk.OutcomeApplied)
	id := quotedTo(t, d.flush(), "crystal@example.org")
	d.receive(bounce(1, testAddress, "crystal@example.org", "5.2.2", id), desk.OutcomeIgnored)
	d.receive(bounce(2, testAddress, "crystal@example.org", "5.2.2", id), desk.OutcomeIgnored)
	d.receive(d.from("p2", "2@example.org", "reserve GR"), desk.OutcomeApplied)
	got := to(d.flush(), "crystal@example.org")
	if !strings.Contains(got, "the bridge is mine") || !strings.Contains(since(got), "NLN") || !strings.Contains(since(got), "GR") {
		t.Errorf("Crystal is told:\n%s", got)
	}
	d.receive(d.from("p3", "3@example.org", "reserve PE"), desk.OutcomeApplied)
	d.receive(d.from("p1", "4@example.org", "status"), desk.OutcomeAnswered)
	d.receive(bounce(3, testAddress, "crystal@example.org", "5.2.2", id), desk.OutcomeIgnored) // it is about an older mail
	d.flush()
	d.receive(d.from("p1", "5@example.org", "press again"), desk.OutcomeApplied)
	if got := to(d.flush(), "crystal@example.org"); strings.Contains(got, "the bridge is mine") {
		t.Errorf("Crystal is told once more:\n%s", got)
	}
}

// The same is true for each mail of a digest that came back.
func TestDigestThatCameBackToldNothing(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.flush()
	d.says("admit crystal@example.org Crystal")
	d.receive(d.from("p3", "1@example.org", "set mail daily 20:00"), desk.OutcomeAnswered)
	d.flush()
	for n, game := range []string{"g1", "g2"} {
		d.receive(d.mail("amy@example.org", game+".p1", fmt.Sprintf("%d@example.org", n+2), "press the bridge of "+game+" is mine", "reserve NLN"), desk.OutcomeApplied)
	}
	d.flush()
	d.now = d.now.Add(24 * time.Hour)
	var quoted string
	for _, m := range d.flush() {
		if h := readBack(t, m).header; m.to == "crystal@example.org" && strings.HasPrefix(h.Get("Message-ID"), "<digest.") {
			quoted = h.Get("Message-ID") + "\r\nReferences: " + h.Get("References") + "\r\nDate: " + h.Get("Date")
		}
	}
	d.receive(bounce(1, testAddress, "crystal@example.org", "5.2.2", quoted), desk.OutcomeIgnored)
	if d.score("crystal@example.org") == 0 {
		t.Fatalf("the report is not believed: %q", quoted)
	}
	for n, game := range []string{"g1", "g2"} {
		d.receive(d.mail("brian@example.org", game+".p2", fmt.Sprintf("%d@example.org", n+4), "reserve GR"), desk.OutcomeApplied)
	}
	var got string
	for _, m := range d.flush() {
		if m.to == "crystal@example.org" {
			got += text(t, m)
		}
	}
	for _, game := range []string{"g1", "g2"} {
		if !strings.Contains(got, "the bridge of "+game+" is mine") {
			t.Errorf("Crystal is not told the news of %s:\n%s", game, got)
		}
	}
}
