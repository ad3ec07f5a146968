package pbem

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/lmtp"
	"pbem/pbem/watch"
	"pbem/store"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// A fleet are services with different rules on one store.
type fleet struct {
	*testService
	shared desk.Store
}

// A node is one of them, with a log of its own.
type node struct {
	*Service
	log   *strings.Builder
	store *busyStore
}

// A busyStore counts what is taken by a service, and does something before its next commit.
type busyStore struct {
	desk.Store
	deadlines int         // calls of TakeDeadlines
	before    func()      // what comes before the next commit; nil for nothing
	settled   chan string // gets the outcomes of mails, if it is not nil
}

func (b *busyStore) TakeDeadlines(c store.Claim, limit int) ([]store.Deadline, error) {
	b.deadlines++
	return b.Store.TakeDeadlines(c, limit)
}

func (b *busyStore) Commit(c store.Commit) error {
	if do := b.before; do != nil {
		b.before = nil
		do()
	}
	err := b.Store.Commit(c)
	if err == nil && b.settled != nil && strings.HasPrefix(c.Cause, mailKeys) {
		b.settled <- c.Outcome
	}
	return err
}

// onSharedStores runs a test on a file, as if it were shared, and on PostgreSQL where that is installed.
func onSharedStores(t *testing.T, test func(t *testing.T, f *fleet)) {
	t.Run("file", func(t *testing.T) {
		d := newTestService(t)
		d.cfg.Store = "postgres://db"
		test(t, &fleet{d, d.db})
	})
	t.Run("postgresql", func(t *testing.T) {
		d := newTestService(t)
		url := pgtest.New(t, "fsync = off", "synchronous_commit = off", "full_page_writes = off").URL("postgres")
		db, err := pg.Open(url, pg.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		d.cfg.Store = url
		test(t, &fleet{d, db})
	})
}

// open makes a service with rules that does not run.
func (f *fleet) open(name string, rules int) *node {
	f.t.Helper()
	cfg := f.cfg
	cfg.Node, cfg.Rules = name, rules
	n := &node{log: new(strings.Builder), store: &busyStore{Store: f.shared}}
	var err error
	if n.Service, err = New(cfg, n.store, slog.New(slog.NewTextHandler(n.log, nil)), func() time.Time { return f.now }); err != nil {
		f.t.Fatal(err)
	}
	n.Robots = plainRobots
	return n
}

// join makes a service that runs.
func (f *fleet) join(name string, rules int) *node {
	f.t.Helper()
	n := f.open(name, rules)
	if err := enter(n.Service); err != nil {
		f.t.Fatal(err)
	}
	f.say(n)
	return n
}

// say has services say that they are there.
func (f *fleet) say(nodes ...*node) {
	f.t.Helper()
	for _, n := range nodes {
		if err := sayNode(n.Service, f.now); err != nil {
			f.t.Fatal(err)
		}
	}
}

// at has the methods of the test service work on one of the fleet.
func (f *fleet) at(n *node) *fleet { f.service = n.Service; return f }

// left lists the mails that are stored and not settled.
func (f *fleet) left() []string {
	f.t.Helper()
	keys, err := f.shared.Unsettled()
	if err != nil {
		f.t.Fatal(err)
	}
	return keys
}

// standsBy hands a mail to a service that does not decide: it is stored, not tried, and free for others.
func (f *fleet) standsBy(n *node, raw []byte) {
	f.t.Helper()
	before := len(f.left())
	outcome, err := n.Receive(context.Background(), raw)
	if !errors.Is(err, desk.ErrStandby) || errors.Is(err, intake.ErrLater) {
		f.t.Fatalf("a mail to who stands by ended %q, %v", outcome, err)
	}
	in, err := f.shared.Inbound(intake.Key(raw))
	if err != nil || len(f.left()) != before+1 {
		f.t.Fatalf("the mail is not stored: %+v, %v", in, err)
	}
	if n := f.told(n, "mail.failed"); n != 0 {
		f.t.Error("that nobody decides is taken for a fault")
	}
}

// told counts a message in the log of a service.
func (f *fleet) told(n *node, message string) int {
	return strings.Count(n.log.String(), "msg="+message+" ")
}

// said counts the events with a text in the log of g1.
func (f *fleet) said(text string) (count int) {
	f.t.Helper()
	_, events, err := f.shared.Load("g1", 0)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, e := range events {
		count += strings.Count(string(e.Data), text)
	}
	return count
}

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
		if len(f.left()) != 2 {
			t.Error("the older one has decided what it had stored")
		}
		h := old.handover(t.Context())
		if err := h.Keep(lmtp.Message{From: "amy@example.org", To: []string{f.reply("g1.p1")}, Raw: f.from("p1", "4@x", "press four")}); err != nil || len(f.left()) != 3 {
			t.Errorf("a mail that is handed over is not stored: %v", err)
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

// When the newest service has gone, older ones do not decide by themselves: the host is told, and can say that they do. The
// newer one then stands by, until the host says otherwise.
func TestTheHostRollsBack(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		fresh := f.join("beta", 2)
		var a attendance
		for range 8 {
			a.say(old.Service, f.now)
			f.now = f.now.Add(desk.NodeEvery(f.cfg))
			f.say(fresh)
		}
		if f.told(old, "rules.nobody") > 0 {
			t.Error("somebody decides")
		}
		for range 12 {
			a.say(old.Service, f.now)
			f.now = f.now.Add(desk.NodeEvery(f.cfg))
		}
		f.standsBy(old, f.from("p1", "1@x", "press one"))
		if n := f.told(old, "rules.nobody"); n != 1 {
			t.Errorf("that nobody decides is logged %d times", n)
		}
		if told := to(f.at(old).flush(), "host@example.org"); strings.Count(told, "Subject: No service decides") != 1 || !strings.Contains(told, "nodes decide 1") {
			t.Errorf("the host is told:\n%s", told)
		}
		if _, err := old.HostSays("pause g1"); err == nil || !strings.Contains(err.Error(), "rules 2 decide") {
			t.Errorf("a game is paused by who does not decide: %v", err)
		}
		if _, err := old.HostSays("nodes decide 7"); err == nil || !strings.Contains(err.Error(), `There are rules 1.`) {
			t.Errorf("rules that nobody has: %v", err)
		}
		if c := checkOf(old, "nodes"); c.OK || !strings.Contains(c.Text, "None decides") {
			t.Errorf("%+v", c)
		}
		if _, err := old.HostSays("nodes decide 1"); err != nil {
			t.Fatal(err)
		}
		f.say(old)
		old.Resume(context.Background())
		if f.said("one") != 1 || f.told(old, "rules.behind") != 1 {
			t.Errorf("the older one does not decide:\n%s", old.log)
		}
		back := f.join("beta", 2)
		f.standsBy(back, f.from("p1", "2@x", "press two"))
		if answer, err := back.HostSays("nodes"); err != nil || !strings.Contains(answer, "stores and") || !strings.Contains(answer, "You have said that rules 1 decide.") {
			t.Errorf("%s, %v", answer, err)
		}
		if c := checkOf(back, "nodes"); !c.OK || !strings.Contains(c.Text, "1 of them only stores and sends.") {
			t.Errorf("%+v", c)
		}
		if _, err := old.HostSays("nodes decide newest"); err != nil {
			t.Fatal(err)
		}
		f.say(back)
		f.standsBy(old, f.from("p1", "3@x", "press three"))
		back.Resume(context.Background())
		if f.said("two") != 1 || f.said("three") != 1 {
			t.Error("the newest does not decide")
		}
	})
}

// checkOf returns a part of the health of a service.
func checkOf(n *node, part string) (found watch.Check) {
	for _, c := range watch.Health(n.Figures()) {
		if c.Name == part {
			found = c
		}
	}
	return found
}

// Time in which nobody decides counts for nobody.
func TestTimeWithoutADecider(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		fresh := f.join("beta", 2)
		fresh.Tick(context.Background())
		for range 4 * 9 {
			f.now = f.now.Add(15 * time.Minute)
			f.say(old)
			mailroom{old.Service}.Heard()
			old.Tick(context.Background())
		}
		fresh.Tick(context.Background())
		outages, err := desk.Outages.All(f.shared, "")
		if err != nil || len(outages) != 1 || outages[0].Value.Sub(outages[0].Key) < 8*time.Hour {
			t.Errorf("the outages are %v, %v", outages, err)
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

// What a newer version has stored in a form that the older one does not know is left alone when the host has rolled back: its
// game waits, the host is told once, and nothing of it is lost. Other games go on.
func TestNewerGamesAreLeftAlone(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		for range 4 {
			f.at(old).three()
		}
		f.join("beta", 2)
		for id, what := range map[string]store.Change{
			"g1": {Events: []json.RawMessage{json.RawMessage(`{"leapt":{"by":"p1"}}`)}},
			"g2": {Events: []json.RawMessage{json.RawMessage(`{"hosted":{"act":"press","text":"x","colour":"red"}}`)}},
			"g3": {Record: f.recordWith("g3", "colour", "red")},
		} {
			g, err := f.shared.Game(id)
			if err != nil {
				t.Fatal(err)
			}
			what.Game, what.Expect = id, g.Version
			if err := f.shared.Commit(store.Commit{At: f.now, Changes: []store.Change{what}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := old.HostSays("nodes decide 1"); err != nil {
			t.Fatal(err)
		}
		f.say(old)
		before := f.versions()
		for _, id := range []string{"g1", "g2", "g3"} {
			f.receive(f.mail("amy@example.org", id+".p1", id+"@x", "press hello"), desk.OutcomeQuarantine)
			told := f.flush()
			if host := to(told, "host@example.org"); strings.Count(host, "Subject: Game "+id+" was stored by a newer version") != 1 {
				t.Errorf("of %s the host is told:\n%s", id, host)
			}
			if amy := to(told, "amy@example.org"); !strings.Contains(amy, "a newer version") {
				t.Errorf("of %s its player is told:\n%s", id, amy)
			}
			f.receive(f.mail("amy@example.org", id+".p1", id+"@y", "press again"), desk.OutcomeQuarantine)
			if host := to(f.flush(), "host@example.org"); strings.Contains(host, "was stored by a newer version") {
				t.Errorf("of %s the host is told again:\n%s", id, host)
			}
		}
		f.receive(f.mail("amy@example.org", "g4.p1", "g4@x", "press hello"), desk.OutcomeApplied)
		after := f.versions()
		if delete(before, "g4"); after["g4"] == (store.Version{}) {
			t.Error("the other game is gone")
		}
		for id, v := range before {
			if after[id] != v {
				t.Errorf("%s was at %v and is at %v", id, v, after[id])
			}
		}
		if f.told(old, "game.newer") == 0 {
			t.Errorf("the log says nothing:\n%s", old.log)
		}
	})
}

func (f *fleet) versions() map[string]store.Version {
	f.t.Helper()
	b, err := f.shared.Read(store.Query{Versions: []string{"g1", "g2", "g3", "g4"}})
	if err != nil {
		f.t.Fatal(err)
	}
	return b.Versions
}

// recordWith returns the record of a game with a field that this version does not have.
func (f *fleet) recordWith(id, field, value string) json.RawMessage {
	f.t.Helper()
	g, err := f.shared.Game(id)
	fields := map[string]any{}
	if err == nil {
		err = json.Unmarshal(g.Record, &fields)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	fields[field] = value
	raw, err := json.Marshal(fields)
	if err != nil {
		f.t.Fatal(err)
	}
	return raw
}

// A command of a newer version, said without a service of that version, does not take over from services that run. It may
// decide once none of them is there.
func TestCommandsOfANewerVersion(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		old := f.join("alpha", 1)
		f.at(old).three()
		command := f.open("command", 2)
		if _, err := command.HostSays("pause g1"); !errors.Is(err, desk.ErrStandby) || !strings.Contains(err.Error(), "alpha") {
			t.Errorf("it takes over: %v", err)
		}
		f.receive(f.from("p1", "1@x", "press one"), desk.OutcomeApplied)
		f.now = f.now.Add(desk.SilentAfter(f.cfg) + time.Second)
		if _, err := f.open("command", 2).HostSays("pause g1"); err != nil {
			t.Error(err)
		}
	})
}

// A service waits for one of a version that cannot stand by, as long as that is there.
func TestVersionsThatDoNotStandBy(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		marks := store.Marks{}
		desk.Nodes.Set(marks, "ancient", desk.Node{Host: "x", Began: f.now, Seen: f.now})
		if err := f.shared.SetMarks(marks); err != nil {
			t.Fatal(err)
		}
		fresh := f.join("beta", 2)
		if desk.Decides(fresh.Desk) || !strings.Contains(desk.WhyNot(fresh.Desk), "ancient") {
			t.Errorf("it decides beside the other: %q", desk.WhyNot(fresh.Desk))
		}
		f.now = f.now.Add(desk.SilentAfter(f.cfg) + time.Second)
		if f.say(fresh); !desk.Decides(fresh.Desk) {
			t.Errorf("it does not decide once the other is gone: %q", desk.WhyNot(fresh.Desk))
		}
	})
}

// A file has one service. It decides in any case, and says so if a newer version has decided before.
func TestOlderVersionOnAFile(t *testing.T) {
	d := newTestService(t)
	d.three()
	if err := markAs(d.db, "rules", `{"number":9,"most":9,"since":"2026-03-02T18:00:00Z"}`); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.receive(d.from("p1", "1@x", "press one"), desk.OutcomeApplied)
	if n := strings.Count(d.log.String(), "msg=rules.behind"); n != 1 {
		t.Errorf("said %d times:\n%s", n, d.log.String())
	}
	if m, err := desk.Rulings.Get(d.db); err != nil || m.Value.Most != 9 {
		t.Errorf("the store says %+v, %v", m.Value, err)
	}
}

// What a service does only while it decides ends when it does not decide any more, and begins again.
func TestWhileDeciding(t *testing.T) {
	d := newTestService(t)
	d.cfg.Store = "postgres://db"
	f := &fleet{d, d.db}
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
	d := newTestService(t)
	d.socket()
	d.cfg.Store = "postgres://db"
	d.cfg.Poll = time.Hour // nobody looks but for what others have left
	f := &fleet{d, d.db}
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
