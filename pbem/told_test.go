package pbem

import (
	"context"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/pace"
	"pbem/pbem/postbox"
)

// away returns a server that refuses mails to an address for now.
func away(address string) func(string) error {
	return func(to string) error {
		if to == address {
			return &postbox.SendError{Stage: postbox.AtConnect, Temporary: true, Msg: "away"}
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
