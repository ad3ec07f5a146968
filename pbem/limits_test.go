package pbem

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/senders"
)

// Over the hourly limit nothing is carried out. The sender and the log are told once.
func TestMailsInAnHour(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits = config.Limits{Sender: 3}
	d.restart(d.db)
	d.three()
	for i := range 3 {
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", i), "status"), desk.OutcomeAnswered)
	}
	d.flush()
	for i := range 5 {
		d.receive(d.from("p1", fmt.Sprintf("more%d@example.org", i), "reserve NLN"), desk.OutcomeRejected)
	}
	mails := d.flush()
	if len(mails) != 1 || !strings.Contains(text(t, mails[0]), "More than 3 mails") {
		t.Fatalf("%d mails", len(mails))
	}
	if n := strings.Count(d.log.String(), "limit.mails"); n != 1 {
		t.Errorf("%d lines in the log", n)
	}
	d.receive(d.from("p2", "b@example.org", "status"), desk.OutcomeAnswered) // others may write
	d.now = d.now.Add(time.Hour)
	d.receive(d.from("p1", "later@example.org", "reserve NLN"), desk.OutcomeApplied)
}

// A game has a limit too.
func TestMailsOfAGame(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits = config.Limits{Sender: -1, Game: 2}
	d.restart(d.db)
	d.three()
	d.receive(d.from("p1", "1@example.org", "status"), desk.OutcomeAnswered)
	d.receive(d.from("p2", "2@example.org", "status"), desk.OutcomeAnswered)
	d.receive(d.from("p3", "3@example.org", "status"), desk.OutcomeRejected)
}

// Mails that are not trusted use up no quota of the people they name, and are answered
// once a day.
func TestForgedMailsAreAnsweredOnceADay(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits = config.Limits{Sender: 2}
	d.restart(d.db)
	d.three()
	for i := range 5 {
		d.receive(plainMail("amy@example.org", fmt.Sprintf("%d@forger.example", i), fmt.Sprintf("reserve NLN %d", i)), desk.OutcomeRejected)
	}
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d answers on one day", n)
	}
	d.now = d.now.Add(24 * time.Hour)
	d.receive(plainMail("amy@example.org", "next@forger.example", "reserve NLN"), desk.OutcomeRejected)
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d answers on the next day", n)
	}
	d.receive(d.from("p1", "real@example.org", "reserve NLN"), desk.OutcomeApplied)
}

// Somebody who has stolen a token fills neither the player's mailbox nor the player's
// quota.
func TestStolenTokenIsBounded(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits = config.Limits{Sender: 10}
	d.restart(d.db)
	d.three()
	for i := range 40 {
		raw := d.mail(fmt.Sprintf("x%d@forger.example", i), "g1.p1", fmt.Sprintf("%d@forger.example", i), "reserve NLN")
		if outcome, err := d.service.Receive(context.Background(), raw); outcome == desk.OutcomeApplied || err != nil {
			t.Fatal(outcome, err)
		}
	}
	if n := len(d.flush()); n > 11 {
		t.Errorf("%d mails to the player", n)
	}
	d.receive(d.from("p1", "real@example.org", "reserve NLN"), desk.OutcomeApplied)
}

// Mails that are read late, for instance after a restore, count in the hour in which they
// arrived. So a mail that was carried out before is not over a limit now.
func TestMailsReadLate(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits = config.Limits{Sender: 3}
	d.restart(d.db)
	d.three()
	began := d.now.Add(-30 * time.Hour)
	for i := range 20 {
		received := fmt.Sprintf("Received: by mx.play.example; %s\r\n", began.Add(time.Duration(i)*20*time.Minute).Format(time.RFC1123Z))
		d.receive(append([]byte(received), d.from("p1", fmt.Sprintf("%d@example.org", i), "status")...), desk.OutcomeAnswered)
	}
	ahead := fmt.Sprintf("Received: by mx.play.example; %s\r\n", d.now.Add(5*time.Hour).Format(time.RFC1123Z))
	for i := range 4 {
		want := desk.OutcomeAnswered
		if i == 3 {
			want = desk.OutcomeRejected
		}
		d.receive(append([]byte(ahead), d.from("p1", fmt.Sprintf("now%d@example.org", i), "status")...), want)
	}
}

// A program that answers everything, each time in other words, gets three answers in an
// hour. A player who mistypes commands gets one for each mail.
func TestAnswersToNoiseFallOff(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range 40 {
		raw := d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf("We have received your request %d and work on it", 1000+i))
		if _, err := d.service.Receive(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.flush()); n != senders.MostNoise {
		t.Errorf("%d answers to a program, want %d", n, senders.MostNoise)
	}
	for i := range 10 {
		d.receive(d.from("p1", fmt.Sprintf("c%d@example.org", i), fmt.Sprintf("reserve N%dL", i)), desk.OutcomeRejected)
	}
	if n := len(d.flush()); n != 10 {
		t.Errorf("%d answers to ten mistyped commands", n)
	}
	d.now = d.now.Add(time.Hour)
	d.receive(d.from("p1", "later@example.org", "Request 2000 is done"), desk.OutcomeRejected)
}

// A mail of which something was understood or carried out is never noise, however many
// come: a plan, a misspelt verb, several commands of the service without a space, a verb
// of another step, or a line refused only for its wording.
func TestWhatIsUnderstoodIsNoNoise(t *testing.T) {
	for _, c := range []struct{ who, line, want string }{
		{"p1", "map;routes", desk.OutcomeAnswered},
		{"p1", "Thank you all;map;history %d", desk.OutcomeRejected},
		{"p1", "resrve N%dN", desk.OutcomeRejected},
		{"p2", "plan all: run auto %d", desk.OutcomeRejected},
		{"p2", "plan B&M run auto %d", desk.OutcomeRejected},
		{"p2", "next reserve PE %d", desk.OutcomeRejected},
		{"p2", "merger round: nothing %d", desk.OutcomeRejected},
		{"p2", "NLN: run auto %d", desk.OutcomeRejected},
		{"p2", "pass for the round", desk.OutcomeAnswered},
	} {
		d := newTestService(t)
		d.three()
		for i := range 2 * senders.MostNoise {
			line := c.line
			if strings.Contains(line, "%d") {
				line = fmt.Sprintf(line, 100+i)
			}
			outcome, err := d.service.Receive(t.Context(), d.from(c.who, fmt.Sprintf("%d@example.org", i), line))
			if n := len(d.flush()); outcome != c.want || err != nil || n == 0 {
				t.Errorf("%s: mail %d ended %q, %v, with %d answers", line, i, outcome, err, n)
			}
		}
	}
}

// People who ask in words of their own are answered for longer than a program is, and not without end.
func TestAnswersToQuestionsLast(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range 2 * senders.MostAsked {
		_, err := d.service.Receive(t.Context(), d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf("Why would anybody want %d of those?", i)))
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.flush()); n != senders.MostAsked {
		t.Errorf("%d answers to somebody who asks, want %d", n, senders.MostAsked)
	}
}

// People who lack the words name what they play with, or ask without a question mark as one does on a phone: they are answered for as
// long as those who ask.
func TestAnswersToPlayersLast(t *testing.T) {
	for _, form := range []string{"lol ok %d reserve nln", "hm I do not want to reserve %d", "r NLN %d", "g%d L5", "why would i %d", "did my %d go"} {
		d := newTestService(t)
		d.three()
		for i := range 2 * senders.MostAsked {
			if _, err := d.service.Receive(t.Context(), d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf(form, 1000+i))); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(d.flush()); n != senders.MostAsked {
			t.Errorf("%q: %d answers to a player, want %d", form, n, senders.MostAsked)
		}
	}
}

// A question mark alone makes no question: the mails of a program that end with one get as few answers as others.
func TestMarksAreNoQuestions(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range 2 * senders.MostAsked {
		_, err := d.service.Receive(t.Context(), d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf("Ticket %d, solved?", i)))
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.flush()); n != senders.MostNoise {
		t.Errorf("%d answers to a program, want %d", n, senders.MostNoise)
	}
}

// A misspelt verb that is carried out is also carried out after noise.
func TestMovesAfterNoise(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range 2 * senders.MostNoise {
		_, err := d.service.Receive(t.Context(), d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf("Good evening to all %d of you", i)))
		if err != nil {
			t.Fatal(err)
		}
	}
	d.flush()
	d.receive(d.from("p1", "move@example.org", "reserv NLN"), desk.OutcomeApplied)
	if n := len(d.flush()); n == 0 {
		t.Error("a move after noise has no answer")
	}
}

// Before the service stops answering, it says so once, and until when. Mails without any
// command count too.
func TestSilenceIsSaid(t *testing.T) {
	for _, line := range []string{"We have received your request %d and work on it", ""} {
		d := newTestService(t)
		d.three()
		said := 0
		for i := range 3 * senders.MostNoise {
			text := line
			if line != "" {
				text = fmt.Sprintf(line, i)
			}
			if _, err := d.service.Receive(t.Context(), d.from("p1", fmt.Sprintf("%d@example.org", i), text)); err != nil {
				t.Fatal(err)
			}
			for _, m := range d.flush() {
				if i >= senders.MostNoise {
					t.Errorf("%q: an answer to mail %d", line, i)
				}
				if strings.Contains(plainText(t, m), "no answer until 19:00 UTC") {
					if said++; i != senders.MostNoise-1 {
						t.Errorf("%q: the silence is said with mail %d", line, i)
					}
				}
			}
		}
		if said != 1 {
			t.Errorf("%q: the silence is said %d times", line, said)
		}
	}
}

// The same refused line gets three answers a day. The last says that no more follow. The
// next day it gets them again.
func TestSameRefusedLine(t *testing.T) {
	d := newTestService(t)
	d.three()
	for day := range 2 {
		for i := range 5 {
			d.receive(d.from("p1", fmt.Sprintf("%d.%d@example.org", day, i), "reserve N9L"), desk.OutcomeRejected)
			mails := d.flush()
			if got := len(mails); got != min(1, max(0, senders.MostAlike-i)) {
				t.Fatalf("day %d: %d answers to mail %d", day, got, i)
			}
			if len(mails) > 0 && strings.Contains(plainText(t, mails[0]), "no answer until 00:00 UTC") != (i == senders.MostAlike-1) {
				t.Errorf("day %d, mail %d: the silence is said, or not, at the wrong time", day, i)
			}
		}
		d.now = d.now.Add(24 * time.Hour)
	}
}

// plainText returns the text of a mail in one line.
func plainText(t *testing.T, m sent) string {
	return strings.Join(strings.Fields(text(t, m)), " ")
}
