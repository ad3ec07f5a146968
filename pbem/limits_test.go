package pbem

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
)

// Over the limit of an hour nothing is carried out; the sender hears of it
// once, and the log too.
func TestMailsInAnHour(t *testing.T) {
	d := newDesk(t)
	d.cfg.Limits = config.Limits{Sender: 3}
	d.restart(d.db)
	d.three()
	for i := range 3 {
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", i), "status"), outcomeAnswered)
	}
	d.flush()
	for i := range 5 {
		d.receive(d.from("p1", fmt.Sprintf("more%d@example.org", i), "reserve NLN"), outcomeRejected)
	}
	mails := d.flush()
	if len(mails) != 1 || !strings.Contains(text(t, mails[0]), "More than 3 mails") {
		t.Fatalf("%d mails", len(mails))
	}
	if n := strings.Count(d.log.String(), "limit.mails"); n != 1 {
		t.Errorf("%d lines in the log", n)
	}
	d.receive(d.from("p2", "b@example.org", "status"), outcomeAnswered) // others may write
	d.now = d.now.Add(time.Hour)
	d.receive(d.from("p1", "later@example.org", "reserve NLN"), outcomeApplied)
}

// A whole table has a limit too.
func TestMailsOfAGame(t *testing.T) {
	d := newDesk(t)
	d.cfg.Limits = config.Limits{Sender: -1, Game: 2}
	d.restart(d.db)
	d.three()
	d.receive(d.from("p1", "1@example.org", "status"), outcomeAnswered)
	d.receive(d.from("p2", "2@example.org", "status"), outcomeAnswered)
	d.receive(d.from("p3", "3@example.org", "status"), outcomeRejected)
}

// Mails that are not believed use up nothing of whom they name, and are
// answered once a day.
func TestForgedMailsAreAnsweredOnceADay(t *testing.T) {
	d := newDesk(t)
	d.cfg.Limits = config.Limits{Sender: 2}
	d.restart(d.db)
	d.three()
	for i := range 5 {
		d.receive(plainMail("amy@example.org", fmt.Sprintf("%d@forger.example", i), fmt.Sprintf("reserve NLN %d", i)), outcomeRejected)
	}
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d answers on one day", n)
	}
	d.now = d.now.Add(24 * time.Hour)
	d.receive(plainMail("amy@example.org", "next@forger.example", "reserve NLN"), outcomeRejected)
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d answers on the next day", n)
	}
	d.receive(d.from("p1", "real@example.org", "reserve NLN"), outcomeApplied)
}

// Who has got hold of a token fills neither the player's mailbox nor the hour
// of the player.
func TestStolenTokenIsBounded(t *testing.T) {
	d := newDesk(t)
	d.cfg.Limits = config.Limits{Sender: 10}
	d.restart(d.db)
	d.three()
	for i := range 40 {
		raw := d.mail(fmt.Sprintf("x%d@forger.example", i), "g1.p1", fmt.Sprintf("%d@forger.example", i), "reserve NLN")
		if outcome, err := d.service.Receive(context.Background(), raw); outcome == outcomeApplied || err != nil {
			t.Fatal(outcome, err)
		}
	}
	if n := len(d.flush()); n > 11 {
		t.Errorf("%d mails to the player", n)
	}
	d.receive(d.from("p1", "real@example.org", "reserve NLN"), outcomeApplied)
}

// Mails that are read late, as after a restore, count in the hour in which they
// came: nothing that was carried out then is one too many now.
func TestMailsReadLate(t *testing.T) {
	d := newDesk(t)
	d.cfg.Limits = config.Limits{Sender: 3}
	d.restart(d.db)
	d.three()
	began := d.now.Add(-30 * time.Hour)
	for i := range 20 {
		received := fmt.Sprintf("Received: by mx.play.example; %s\r\n", began.Add(time.Duration(i)*20*time.Minute).Format(time.RFC1123Z))
		d.receive(append([]byte(received), d.from("p1", fmt.Sprintf("%d@example.org", i), "status")...), outcomeAnswered)
	}
	ahead := fmt.Sprintf("Received: by mx.play.example; %s\r\n", d.now.Add(5*time.Hour).Format(time.RFC1123Z))
	for i := range 4 {
		want := outcomeAnswered
		if i == 3 {
			want = outcomeRejected
		}
		d.receive(append([]byte(ahead), d.from("p1", fmt.Sprintf("now%d@example.org", i), "status")...), want)
	}
}

// A program that answers everything, each time in other words, gets three answers
// in an hour; a player who mistypes commands gets one for each.
func TestAnswersToNoiseFallOff(t *testing.T) {
	d := newDesk(t)
	d.three()
	for i := range 40 {
		raw := d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf("We have received your request %d and work on it", 1000+i))
		if _, err := d.service.Receive(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(d.flush()); n != mostNoise {
		t.Errorf("%d answers to a program, want %d", n, mostNoise)
	}
	for i := range 10 {
		d.receive(d.from("p1", fmt.Sprintf("c%d@example.org", i), fmt.Sprintf("reserve N%dL", i)), outcomeRejected)
	}
	if n := len(d.flush()); n != 10 {
		t.Errorf("%d answers to ten mistyped commands", n)
	}
	d.now = d.now.Add(time.Hour)
	d.receive(d.from("p1", "later@example.org", "Request 2000 is done"), outcomeRejected)
}
