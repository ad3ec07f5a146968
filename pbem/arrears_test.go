package pbem

import (
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
)

// opened is a table at which Amy's seat is opened to others in ten minutes, because she is late.
func opened(d *testService) (game string) {
	g := d.three()
	d.pace(g, "1 day, grace 2 hours, policy open")
	d.poll(25*time.Hour + 50*time.Minute) // her seat is opened after 26 hours
	d.flush()
	return g
}

// stored stores a mail of Amy that nobody has worked on yet. It is claimed by a service that has died since.
func (d *testService) stored(id, line string) store.Inbound {
	d.t.Helper()
	raw := d.from("p1", id, line)
	in := store.Inbound{Key: intake.Key(raw), At: d.now, Raw: raw, Aliases: []string{"id:amy@example.org <" + id + ">"}}
	if _, _, err := d.db.Keep(in, store.Claim{Owner: "dead", Now: d.now, Until: d.now.Add(desk.Claimed)}, store.Query{}); err != nil {
		d.t.Fatal(err)
	}
	return in
}

// outcome returns how a stored mail ended.
func (d *testService) outcome(key string) string {
	d.t.Helper()
	outcome, _, err := d.service.Store.Settled(key)
	if err != nil {
		d.t.Fatal(err)
	}
	return outcome
}

// The service is off for twenty minutes, in which Amy's time ends. Her answer came before that, into the mailbox.
func TestAnswerWhileTheServiceIsOff(t *testing.T) {
	d := newSharedService(t)
	g := opened(d)
	office := d.mailbox()
	if err := office.Deliver("amy@example.org", testAddress, d.from("p1", "1@example.org", "reserve NLN")); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(20 * time.Minute)
	d.restart(d.db)
	d.run(func() bool { return d.marks() == 1 }, "the mail to be worked on")
	if got := d.outcome("id:amy@example.org <1@example.org>"); got != desk.OutcomeApplied {
		t.Errorf("her mail ended %q; her seat is open: %v", got, d.table(g).Seat("p1").Open)
	}
}

// The same, and her answer was stored before the service was killed.
func TestAnswerStoredBeforeTheServiceIsOff(t *testing.T) {
	d := newSharedService(t)
	g := opened(d)
	d.mailbox()
	in := d.stored("1@example.org", "reserve NLN")
	d.now = d.now.Add(20 * time.Minute)
	d.restart(d.db)
	d.run(func() bool { return d.outcome(in.Key) != "" }, "the mail to be worked on")
	if got := d.outcome(in.Key); got != desk.OutcomeApplied {
		t.Errorf("her mail ended %q; her seat is open: %v", got, d.table(g).Seat("p1").Open)
	}
}

// The service is back at once, while the mail still belongs to the one that died. Deadlines wait for it, but not for ever.
func TestDeadlinesWaitForStoredMails(t *testing.T) {
	for _, resumed := range []bool{true, false} {
		d := newTestService(t)
		g := opened(d)
		d.now = d.now.Add(9 * time.Minute)
		in := d.stored("1@example.org", "reserve NLN")
		d.now = d.now.Add(2 * time.Minute)
		d.restart(d.db)
		d.service.Resume(t.Context())
		d.service.Tick(t.Context())
		if d.table(g).Seat("p1").Open || d.outcome(in.Key) != "" {
			t.Fatal("her seat is open, or her mail is settled, while another service seems to work on it")
		}
		if resumed {
			d.now = d.now.Add(desk.Claimed)
			d.service.Resume(t.Context())
		}
		d.poll(2 * desk.Claimed) // a tick every five minutes
		if open := d.table(g).Seat("p1").Open; open == resumed {
			t.Errorf("her mail was worked on: %v; her seat is open: %v", resumed, open)
		}
	}
}

// Mails in a mailbox that was just opened come first. One that cannot be read to its end does not hold up all games.
func TestDeadlinesWaitForTheMailbox(t *testing.T) {
	d := newTestService(t)
	g := opened(d)
	m := mailroom{d.service}
	m.Begins()
	d.poll(11 * time.Minute)
	if d.table(g).Seat("p1").Open || d.service.PlayRobots(t.Context()) {
		t.Error("deadlines are acted on before the mailbox is read to its end")
	}
	m.Begins() // the connection broke, and is there again
	d.poll(mostBehind)
	if !d.table(g).Seat("p1").Open {
		t.Error("a mailbox that cannot be read to its end stops all games")
	}
}

// What was left to others by a service that does not decide comes before what is due, for the one that begins to decide.
func TestDeadlinesWaitForWhatOthersStored(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		g := opened(f.at(old).testService)
		fresh := f.join("beta", 2)
		raw := f.from("p1", "1@x", "reserve NLN")
		f.standsBy(old, raw)
		f.now = f.now.Add(20 * time.Minute)
		mailroom{fresh.Service}.Heard()
		fresh.Tick(t.Context())
		fresh.Resume(t.Context())
		fresh.Tick(t.Context())
		if got := f.outcome(intake.Key(raw)); got != desk.OutcomeApplied || f.at(fresh).table(g).Seat("p1").Open {
			t.Errorf("her mail ended %q; her seat is open: %v\n%s", got, f.table(g).Seat("p1").Open, fresh.log)
		}
	})
}
