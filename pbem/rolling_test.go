package pbem

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/lmtp"
	"pbem/pbem/postoffice"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// Of two services with different rules the older one stores mails and sends, and only the newer one decides: on mails that
// come to either, on deadlines and for robots.
func TestNewestRulesDecide(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		f.receive(f.from("p1", "1@x", "press one"), desk.OutcomeApplied)
		old.Tick(context.Background())
		fresh := f.join("beta", 2)
		f.standsBy(old, f.from("p1", "2@x", "press two")) // it learns of the other when it commits
		if f.said("two") != 0 || f.told(old, "rules.standby") != 1 {
			t.Errorf("the older one has decided:\n%s", old.log)
		}
		f.standsBy(old, f.from("p1", "3@x", "press three"))
		old.Resume(context.Background())
		if len(f.left()) != 2 || old.store.takes != 0 {
			t.Error("the older one has decided what it had stored")
		}
		h := old.handover(t.Context())
		if err := h.Keep(lmtp.Message{From: "amy@example.org", To: []string{f.reply("g1.p1")}, Raw: f.from("p1", "4@x", "press four")}); err != nil || len(f.left()) != 3 {
			t.Errorf("a mail that is handed over is not stored: %v", err)
		}
		if err := old.TooLarge(f.from("p1", "5@x", "press five"), 1<<30); !errors.Is(err, store.ErrClaimed) || errors.Is(err, intake.ErrLater) {
			t.Errorf("the message that is too large is not left to the other: %v", err)
		}
		fresh.Resume(context.Background())
		for _, text := range []string{"one", "two", "three", "four"} {
			if f.said(text) != 1 {
				t.Errorf("%q was said %d times:\n%s", text, f.said(text), fresh.log)
			}
		}
		if len(f.left()) != 0 || f.told(old, "mail.settled") != 1 || f.told(fresh, "mail.settled") != 3 {
			t.Errorf("left are %q\n%s\n%s", f.left(), old.log, fresh.log)
		}
		if mails := f.at(old).flush(); len(mails) < 3 {
			t.Errorf("who stands by sends %d mails", len(mails))
		}
		f.clockIsOfTheNewest(t, old, fresh)
	})
}

// A mail that a server refuses is given up by a service that decides: it tells whom that concerns, and counts it against the
// address. Who stands by leaves it to that one.
func TestRefusalIsLeftToTheNewest(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).talk = table.PrivateTalk
		f.three()
		f.flush()
		f.receive(f.from("p1", "1@x", "press to Brian: let us start NLN together"), desk.OutcomeAnswered)
		fresh := f.join("beta", 2)
		f.standsBy(old, f.from("p1", "2@x", "status"))
		f.post.refuse = unknown("brian@example.org")
		counted := func(failed, score int) {
			t.Helper()
			mails, err := desk.FailedTo(f.shared, "brian@example.org")
			n, unread := f.shared.Counter(senders.ScoreName("brian@example.org"))
			if err != nil || unread != nil || len(mails) != failed || n != score {
				t.Errorf("%d mails have failed, and the score is %d; want %d and %d: %v, %v", len(mails), n, failed, score, err, unread)
			}
		}
		f.at(old).flush()
		counted(0, 0)
		if f.told(old, "outbox.retry") != 1 {
			t.Errorf("who stands by says:\n%s", old.log)
		}
		f.now = f.now.Add(intake.FirstRetry)
		f.at(fresh).flush()
		counted(1, senders.LastingPoints)
		if got := to(f.flush(), "amy@example.org"); !strings.Contains(got, "did not reach Brian") {
			t.Errorf("Amy is told:\n%s", got)
		}
	})
}

// clockIsOfTheNewest lets deadlines come due, and a robot be asked.
func (f *fleet) clockIsOfTheNewest(t *testing.T, old, fresh *node) {
	t.Helper()
	was := old.store.deadlines
	asked := 0
	old.Robots = func(ti *title.Title, g *engine.Game, player string, l robot.Level) (robot.Move, bool) {
		asked++
		return plainRobots(ti, g, player, l)
	}
	f.at(fresh).start("Robots", seats(t, "Dora <dora@example.org>", "easy robot")...)
	f.flush()
	reminded := 0
	for range 4 * 49 {
		f.now = f.now.Add(15 * time.Minute)
		f.say(old, fresh)
		for _, n := range []*node{old, fresh} {
			n.Tick(context.Background())
			n.PlayRobots(context.Background())
		}
		reminded += len(f.flush())
	}
	if old.store.deadlines != was || asked != 0 {
		t.Errorf("who stands by has taken deadlines %d times, and its robots were asked %d times", old.store.deadlines-was, asked)
	}
	if reminded == 0 || fresh.store.deadlines == 0 {
		t.Error("nobody was reminded")
	}
}

// A newer service comes while the older one is in the middle of a mail, and of a tick. Nothing of that is committed, and the
// newer one does it at once.
func TestNewerComesInTheMiddle(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		var fresh *node
		old.store.before = func() { fresh = f.join("beta", 2) }
		f.standsBy(old, f.from("p1", "1@x", "press one"))
		if f.said("one") != 0 {
			t.Error("the older one has decided after the newer one")
		}
		fresh.Resume(context.Background())
		if f.said("one") != 1 || len(f.left()) > 0 {
			t.Errorf("said %d times:\n%s", f.said("one"), fresh.log)
		}
		third := *f
		for range 4 * 47 { // until shortly before somebody is reminded
			f.now = f.now.Add(15 * time.Minute)
			fresh.Tick(context.Background())
		}
		third.at(fresh).flush()
		fresh.store.before = nil
		var newest *node
		for range 4 * 30 {
			f.now = f.now.Add(15 * time.Minute)
			fresh.store.before = func() {
				if c, err := f.shared.TakeDeadlines(store.Claim{Owner: "gamma", Now: f.now, Until: f.now.Add(time.Minute)}, 0); err != nil || len(c) > 0 {
					t.Errorf("the deadlines are not claimed: %v, %v", c, err)
				}
				newest = f.join("gamma", 3)
			}
			if fresh.Tick(context.Background()); newest != nil {
				break
			}
		}
		if newest == nil {
			t.Fatal("no deadline came due")
		}
		newest.Tick(context.Background())
		if f.told(fresh, "clock.deadline-failed") != 0 || f.told(fresh, "clock.postpone-failed") != 0 {
			t.Errorf("what others do is taken for a fault:\n%s", fresh.log)
		}
		due, err := f.shared.TakeDeadlines(store.Claim{Owner: "delta", Now: f.now.Add(time.Hour), Until: f.now.Add(2 * time.Hour)}, 0)
		if err != nil || len(due) > 0 {
			t.Errorf("deadlines are left: %v, %v", due, err)
		}
	})
}

// Whoever of several comes first, in the end those with the highest number decide: all of them.
func TestRulesOfManyAtOnce(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		var all []*node
		for i, rules := range []int{1, 3, 2, 3} {
			all = append(all, f.open(string(rune('a'+i)), rules))
		}
		var wait sync.WaitGroup
		for _, n := range all {
			wait.Go(func() {
				if err := enter(n.Service); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		f.say(all...)
		for i, want := range []bool{false, true, false, true} {
			if got := desk.Decides(all[i].Desk); got != want {
				t.Errorf("service %d decides: %v", i, got)
			}
		}
		slow := f.open("e", 4)
		slow.store.before = func() { all = append(all, f.join("f", 5)) }
		if err := enter(slow.Service); err != nil || desk.Decides(slow.Desk) {
			t.Errorf("who was overtaken while it took over decides, %v", err)
		}
		all[1], all[3] = f.join("g", 5), all[4]
		f.at(all[1]).three()
		for i, n := range []*node{all[1], all[3]} {
			f.at(n).receive(f.from("p1", string(rune('a'+i))+"@x", "press hello"), desk.OutcomeApplied)
		}
	})
}

// What a service does only while it decides ends when it does not decide any more, and begins again.
func TestWhileDeciding(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Store = "postgres://db"
	f := fleetOf(d)
	old := f.join("alpha", 1)
	began, ended := make(chan bool), make(chan bool)
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan bool)
	go func() {
		defer close(over)
		desk.WhileDeciding(ctx, old.Desk, func(ctx context.Context) {
			began <- true
			<-ctx.Done()
			ended <- true
		})
	}()
	<-began
	f.join("beta", 2)
	f.say(old)
	<-ended
	if _, err := old.HostSays("nodes decide 1"); err != nil {
		t.Fatal(err)
	}
	f.say(old)
	<-began
	stop()
	<-ended
	<-over
}

// A mail that is handed to a service that stands by is worked on by the one that decides, while both run.
func TestStoredMailsAreTakenUp(t *testing.T) {
	d := newSharedService(t)
	d.socket()
	d.cfg.Store = "postgres://db"
	d.cfg.Poll = time.Hour // nobody looks but for what others have left
	f := fleetOf(d)
	start := func(name string, rules int) *node {
		d.cfg.LMTP.Listen = "unix:" + filepath.Join(t.TempDir(), name)
		n := f.open(name, rules)
		n.store.settled = make(chan string, 10)
		f.at(n).serving()
		return n
	}
	old := start("alpha", 1)
	f.at(old).three()
	raw, listen := f.from("p1", "1@x", "press one"), d.cfg.LMTP.Listen
	fresh := start("beta", 2)
	d.cfg.LMTP.Listen = listen
	if err := hand(d.lmtpClient(), envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, raw); err != nil {
		t.Fatal(err)
	}
	if outcome := <-fresh.store.settled; outcome != desk.OutcomeApplied || len(old.store.settled) != 0 {
		t.Errorf("the mail ended %q", outcome)
	}
}

// Messages that a service reads which stands by stay where they are in the mailbox until one that decides has settled them. Of
// one that is too large somebody else tells its sender, also who comes later.
func TestMailboxOfWhoStandsBy(t *testing.T) {
	d := newSharedService(t)
	d.three()
	office := d.mailbox()
	office.Add("amy@example.org", "x")
	d.cfg.Store, d.cfg.IMAP.MaxMessage = "postgres://db", 5_000
	f := fleetOf(d)
	old := f.join("alpha", 1)
	f.join("beta", 2)
	for _, raw := range [][]byte{f.from("p1", "1@x", strings.Repeat("press one\n", 1000)), f.from("p1", "2@x", "press two")} {
		if err := office.Deliver("amy@example.org", testAddress, raw); err != nil {
			t.Fatal(err)
		}
	}
	left := func() int {
		marks, err := d.db.MarkPage("left/", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		return len(marks)
	}
	f.at(old).run(func() bool { return left() == 2 }, "the messages to be left")
	if n := f.marks(); n != 0 || f.said("two") != 0 || len(f.left()) != 1 {
		t.Errorf("%d messages are filed, and %q stored", n, f.left())
	}
	told := func() bool {
		return slices.ContainsFunc(office.Mailbox("amy@example.org"), func(m postoffice.Message) bool { return bytes.Contains(m.Raw, []byte("too large")) })
	}
	f.at(f.join("beta", 2)).run(func() bool { return f.marks() == 2 && left() == 0 && told() }, "the messages to be filed")
	if f.said("two") != 1 {
		t.Error("the mail was not carried out")
	}
}
