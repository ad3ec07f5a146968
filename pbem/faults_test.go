package pbem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/clock"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/postbox"
	"pbem/pbem/postoffice"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/store"
)

var errDisk = errors.New("no space left on device")

// failing is the real store on a disk that fails. Its hooks may fail before or after the
// real work.
type failing struct {
	*store.DB
	commit func(store.Commit) error
	sent   func(id string) error
	keep   func() error
	again  func(id string) error
	ended  func()
}

func (f *failing) Ended(outcome string) ([]string, error) {
	if f.ended != nil {
		f.ended()
	}
	return f.DB.Ended(outcome)
}

func (f *failing) Requeue(id string, next time.Time) error {
	if f.again != nil {
		if err := f.again(id); err != nil {
			return err
		}
	}
	return f.DB.Requeue(id, next)
}

func (f *failing) Commit(c store.Commit) error {
	if f.commit != nil {
		return f.commit(c)
	}
	return f.DB.Commit(c)
}

func (f *failing) Noted(endings []store.Ending) error {
	for _, e := range endings {
		if f.sent == nil || e.To != store.Sent {
			continue
		}
		if err := f.sent(e.ID); err != nil {
			return err
		}
	}
	return f.DB.Noted(endings)
}

func (f *failing) Keep(in store.Inbound, c store.Claim, q store.Query) (store.Kept, store.Bundle, error) {
	if f.keep != nil {
		if err := f.keep(); err != nil {
			return store.Kept{}, store.Bundle{}, err
		}
	}
	return f.DB.Keep(in, c, q)
}

// The service crashes after it has stored a mail and before it commits.
func TestCrashBeforeCommit(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	before := d.version(g)
	raw := d.from("p1", "1@example.org", "reserve NLN")
	d.restart(&failing{DB: d.db, commit: func(store.Commit) error { return errDisk }})
	if _, err := d.service.Receive(context.Background(), raw); !errors.Is(err, errDisk) || errors.Is(err, errNotKept) {
		t.Fatalf("the mail gave %v", err)
	}
	if n := len(d.flush()); n > 0 || d.version(g) != before {
		t.Fatalf("%d mails and version %d of a mail that was not committed", n, d.version(g))
	}
	d.restart(d.db)
	d.service.Resume(context.Background())
	if n := len(d.flush()); n != 3 || d.version(g) == before {
		t.Errorf("%d mails and version %d after the restart, want 3", n, d.version(g))
	}
	d.receive(raw, desk.OutcomeApplied) // the message is still not marked
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d mails more", n)
	}
}

// The disk reports an error, although it has written the commit.
func TestCommitInDoubt(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	raw := d.from("p1", "1@example.org", "reserve NLN")
	disk := &failing{DB: d.db, commit: func(c store.Commit) error { return errors.Join(d.db.Commit(c), errDisk) }}
	d.restart(disk)
	if _, err := d.service.Receive(context.Background(), raw); !errors.Is(err, errDisk) {
		t.Fatalf("the mail gave %v", err)
	}
	after := d.version(g)
	d.service.Resume(context.Background())
	d.receive(raw, desk.OutcomeApplied)
	if n := len(d.flush()); n != 3 || d.version(g) != after {
		t.Errorf("%d mails, version %d, want 3 and %d", n, d.version(g), after)
	}
	disk.commit = nil
	d.receive(d.from("p2", "2@example.org", "reserve PE"), desk.OutcomeApplied)
}

// The service crashes between the commit and the mark on the IMAP server. The message is
// read again.
func TestCrashBeforeMark(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	raw := d.from("p1", "1@example.org", "reserve NLN")
	d.receive(raw, desk.OutcomeApplied)
	after := d.version(g)
	d.restart(d.db)
	d.service.Resume(context.Background())
	d.receive(raw, desk.OutcomeApplied)
	if n := len(d.flush()); n != 3 || d.version(g) != after {
		t.Errorf("%d mails, version %d, want 3 and %d", n, d.version(g), after)
	}
}

// The service crashes, or its disk takes nothing, when the mail server has refused a mail for good and nobody was told
// yet. The refusal is not recorded without what follows from it.
func TestCrashBeforeARefusalIsTold(t *testing.T) {
	for name, again := range map[string]func(d *testService, disk *failing){
		"crash":     func(d *testService, _ *failing) { d.restart(d.db) },
		"full disk": func(_ *testService, disk *failing) { disk.commit = nil },
	} {
		t.Run(name, func(t *testing.T) {
			d := newSharedService(t)
			d.talk = table.PrivateTalk
			d.three()
			d.flush()
			d.receive(d.from("p1", "1@example.org", "press to Brian: let us start NLN together"), desk.OutcomeAnswered)
			d.post.refuse = unknown("brian@example.org")
			disk := &failing{DB: d.db, commit: func(store.Commit) error { return errDisk }}
			d.restart(disk)
			d.flush()
			again(d, disk)
			d.now = d.now.Add(time.Minute)
			mails := append(d.flush(), d.flush()...)
			if got := to(mails, "amy@example.org"); !strings.Contains(got, "did not reach Brian") {
				t.Errorf("Amy is told:\n%s", got)
			}
			if n := d.score("brian@example.org"); n != senders.LastingPoints {
				t.Errorf("the refusal counts %d", n)
			}
			if failed, err := failures(d.db); err != nil || len(failed) != 1 {
				t.Errorf("%d mails have failed, %v", len(failed), err)
			}
		})
	}
}

// The service crashes after it has sent a mail and before it records that. The same mail
// is sent again, byte for byte, so that mail programs recognize it.
func TestCrashBeforeSentIsNoted(t *testing.T) {
	d := newSharedService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.restart(&failing{DB: d.db, sent: func(string) error { return errDisk }})
	first := d.flush()
	d.restart(d.db)
	again := d.flush()
	if len(first) == 0 || len(again) != 3 {
		t.Fatalf("%d mails, then %d; want some, for nothing could be noted, and then all 3", len(first), len(again))
	}
	if string(first[0].raw) != string(again[0].raw) {
		t.Error("the mail that is sent again is another")
	}
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d mails a third time", n)
	}
}

// The same mail arrives several times at once.
func TestSameMailAtOnce(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	before := d.version(g)
	raw := d.from("p1", "1@example.org", "reserve NLN")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if outcome, err := d.service.Receive(context.Background(), raw); err != nil || outcome != desk.OutcomeApplied {
				t.Errorf("it ended %q, %v", outcome, err)
			}
		})
	}
	all.Wait()
	said := 0
	for _, e := range d.table(g).Log[before:] {
		if _, ok := e.(engine.Said); ok {
			said++
		}
	}
	if n := len(d.flush()); n != 3 || said != 1 {
		t.Errorf("%d mails, said %d times; want 3 and 1", n, said)
	}
}

// broken gives a game rules that panic: at a command, or, with listing, when the choices
// are listed.
func (d *testService) broken(game string, listing bool) {
	d.t.Helper()
	d.breaks(game, func() {
		if listing {
			panic("a broken list")
		}
	}, func() { panic("a broken rule") })
}

// breaks gives a game rules that call list when the choices are listed, and play at a
// command.
func (d *testService) breaks(game string, list, play func()) {
	d.t.Helper()
	tb, err := d.service.Draft().Table(game)
	if err != nil {
		d.t.Fatal(err)
	}
	leaf := func(t *engine.Turn) {
		t.Ask("question", engine.Choice{By: "p1", Verb: "reserve", Options: func() []engine.Option {
			list()
			return []engine.Option{{Args: []string{"NLN"}}}
		}})
		play()
	}
	bad := *tb
	rules := engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Seq("leaf"), "leaf": engine.Do(leaf)}}
	start := engine.Started{Title: "18newengland", Players: []string{"Amy", "Brian", "Crystal"}}
	bad.Game, _ = engine.Start(rules, append([]engine.Event{start}, tb.Log[1:]...)[:setup(tb)])
	d.service.Cache.Put(game, &bad)
}

// setup returns how many events come before the first step.
func setup(t *table.Table) int {
	for i, e := range t.Log {
		if _, ok := e.(engine.Flowed); ok {
			return i
		}
	}
	return len(t.Log)
}

// A panic in a rule fails only the mail that caused it. The third time the mail is set
// aside, and its sender is told.
func TestPanicInPlay(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.start("Second", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.flush()
	d.broken("g1", false)
	raw := d.from("p1", "1@example.org", "reserve NLN")
	if _, err := d.service.Receive(context.Background(), raw); err == nil || !strings.Contains(err.Error(), "a broken rule") {
		t.Fatalf("the mail gave %v", err)
	}
	d.receive(d.mail("amy@example.org", "g2.p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
	if n := len(d.flush()); n != 3 {
		t.Errorf("%d mails of the other game, want 3", n)
	}
	d.service.Resume(context.Background())
	if n := len(d.flush()); n != 0 {
		t.Errorf("%d mails after the second fault", n)
	}
	d.service.Resume(context.Background())
	d.receive(raw, desk.OutcomeQuarantine)
	mails := d.flush()
	if len(mails) != 2 || mails[0].to != "host@example.org" || !strings.Contains(readBack(t, mails[1]).text, "The service failed on your mail.") {
		t.Errorf("%d mails after the third fault, want one to the host and one that says so", len(mails))
	}
	if keys, err := d.db.Unsettled(); err != nil || len(keys) > 0 {
		t.Errorf("%d mails are still unsettled, %v", len(keys), err)
	}
	if set, err := d.db.Ended(desk.OutcomeQuarantine); err != nil || len(set) != 1 {
		t.Errorf("%d mails are set aside, %v", len(set), err)
	}
}

// If the game of a mail cannot even be shown, the mail is set aside without an answer.
// The host is told.
func TestPanicInAnswer(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.broken("g1", true)
	raw := d.from("p1", "1@example.org", "reserve NLN")
	for range 2 {
		if _, err := d.service.Receive(context.Background(), raw); err == nil {
			t.Fatal("no fault")
		}
	}
	d.receive(raw, desk.OutcomeQuarantine)
	if mails := d.flush(); len(mails) != 1 || mails[0].to != "host@example.org" {
		t.Errorf("%d mails, want one to the host", len(mails))
	}
}

// A game that cannot be shown does not stop reminders in other games, and is not tried
// every minute.
func TestPanicInReminder(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.start("Second", seats(t, "Brian <brian@example.org>", "Amy <amy@example.org>", "Crystal <crystal@example.org>")...)
	d.flush()
	d.broken("g1", true)
	d.now = d.now.Add(pace.UsualMove)
	for range 3 {
		d.service.Tick(context.Background())
		d.now = d.now.Add(time.Minute)
	}
	if mails := d.flush(); len(mails) != 1 || mails[0].to != "brian@example.org" {
		t.Errorf("%d reminders, want the one of the other game", len(mails))
	}
	if n := strings.Count(d.log.String(), "clock.deadline-failed"); n != 1 {
		t.Errorf("it was tried %d times in three minutes", n)
	}
	d.restart(d.db) // the rules work again
	d.now = d.now.Add(clock.Postponed)
	d.service.Tick(context.Background())
	if mails := d.flush(); len(mails) != 1 || mails[0].to != "amy@example.org" {
		t.Errorf("%d reminders of the mended game", len(mails))
	}
}

// A mail for a game that this version cannot open is not taken for a stranger's. Other
// games go on.
func TestGameOfANewerVersion(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.start("Second", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.flush()
	g, _, err := d.db.Load("g1", 0)
	if err != nil {
		t.Fatal(err)
	}
	change := store.Change{Game: "g1", Expect: g.Version, Events: toJSON(`{"teleported":{"piece":"x"}}`)}
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{change}}); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeQuarantine)
	if told := to(d.flush(), "host@example.org"); !strings.Contains(told, "Subject: Game g1 was stored by a newer version") {
		t.Errorf("the host is told:\n%s", told)
	}
	d.receive(d.mail("mallory@example.net", "g3.p1", "2@example.org", "reserve NLN"), desk.OutcomeIgnored)
	d.receive(d.mail("amy@example.org", "g2.p1", "3@example.org", "reserve NLN"), desk.OutcomeApplied)
}

func toJSON(lines ...string) (out []json.RawMessage) {
	for _, l := range lines {
		out = append(out, json.RawMessage(l))
	}
	return out
}

// A mail that could not be stored is read from the server again, because it is nowhere
// else.
func TestMailThatCannotBeKept(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	before := d.version(g)
	office, err := postoffice.Start(postoffice.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	office.Add(testAddress, "x")
	server := postbox.Server{Security: postbox.Plain, User: testAddress, Password: "x"}
	d.cfg.IMAP.Server, d.cfg.SMTP.Server = server, server
	d.cfg.IMAP.Addr, d.cfg.SMTP.Addr = office.IMAPAddr(), office.SMTPAddr()
	if err := markAs(d.db, "imap", "1 0"); err != nil { // not the first time, so that older messages are read
		t.Fatal(err)
	}
	tries := 0
	d.restart(&failing{DB: d.db, keep: func() error {
		if tries++; tries == 1 {
			return errDisk
		}
		return nil
	}})
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	done := make(chan error, 1)
	go func() { done <- d.service.Run(ctx) }()
	if err := office.Deliver("amy@example.org", testAddress, d.from("p1", "1@example.org", "reserve NLN")); err != nil {
		t.Fatal(err)
	}
	for ctx.Err() == nil && d.version(g) == before {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	if err := <-done; err != nil || tries != 2 || d.version(g) == before {
		t.Error(fmt.Errorf("after %d tries the game stands at %d as before: %w", tries, d.version(g), err))
	}
}

// One mail that cannot be queued again, which is a fault of the disk or of ours, keeps none behind it waiting.
func TestOneFaultKeepsNoOtherWaiting(t *testing.T) {
	d := newTestService(t)
	d.post.refuse = func(string) error { return &postbox.SendError{Stage: postbox.AtRcpt, Code: 550} }
	d.three()
	if n := strings.Count(d.says("failed"), "host retry"); n != 3 {
		t.Fatalf("%d mails have failed, want 3", n)
	}
	d.post.refuse = nil
	tries := 0
	d.restart(&failing{DB: d.db, again: func(string) error {
		switch tries++; tries {
		case 1:
			return errDisk
		case 2:
			panic("a fault of ours")
		}
		return nil
	}})
	if _, err := d.service.HostSays("retry g1"); !errors.Is(err, errDisk) || !strings.Contains(err.Error(), "a fault of ours") {
		t.Errorf("the host is told %v", err)
	}
	if sent := d.flush(); len(sent) != 1 {
		t.Errorf("%d of the mails behind it are sent again, want 1", len(sent))
	}
}

// A fault of ours in what the figures count beside the mails, on a goroutine of its own, does not end the service.
func TestFaultOfTheFigures(t *testing.T) {
	d := newTestService(t)
	d.three()
	asked := make(chan bool, 100)
	d.restart(&failing{DB: d.db, ended: func() { asked <- true; panic("a fault of ours") }})
	d.service.Figures()
	<-asked
	d.restart(d.db)
	if f := d.figures(); f.Quarantined != 0 {
		t.Errorf("%d mails are set aside", f.Quarantined)
	}
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
}
