package pbem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/senders"
	"pbem/pbem/timing"
	"pbem/pbem/watch"
	"pbem/store"
)

// meanwhile is a store on which another service does something between two calls of this
// one: once, after a mark was read.
type meanwhile struct {
	*store.DB
	mark string
	once sync.Once
	do   func()
}

func (m *meanwhile) MarkAt(name string) (store.Mark, error) {
	found, err := m.DB.MarkAt(name)
	if name == m.mark {
		m.once.Do(m.do)
	}
	return found, err
}

// Two services that start on a new store at the same time have one key: each accepts the
// reply addresses that the other has made.
func TestTwoFirstStartsHaveOneKey(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	start := func(on desk.Store) *Service {
		s, err := New(config.Config{Address: testAddress}, on, slog.New(slog.NewTextHandler(io.Discard, nil)), time.Now)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var second *Service
	first := start(&meanwhile{DB: db, mark: "secret", do: func() { second = start(db) }})
	third := start(db)
	for _, s := range []*Service{first, second} {
		if s.Office.Secret("a", "b") != third.Office.Secret("a", "b") {
			t.Error("two services on one store have two keys")
		}
	}
}

// Keys for finding games are made although somebody plays meanwhile.
func TestIndexedWhileOthersPlay(t *testing.T) {
	d := newSharedService(t)
	d.three()
	if err := markAs(d.db, "index", "1"); err != nil {
		t.Fatal(err)
	}
	d.restart(&loadedOnce{DB: d.db, do: func() {
		g, err := d.db.Game("g1")
		if err == nil {
			err = d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{{Game: "g1", Expect: g.Version, Record: g.Record}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}})
	if !d.service.Indexed.Load() {
		t.Errorf("without an index after a conflict:\n%s", d.log.String())
	}
}

type loadedOnce struct {
	*store.DB
	once sync.Once
	do   func()
}

func (l *loadedOnce) Load(id string, from int) (store.Game, []store.Event, error) {
	g, events, err := l.DB.Load(id, from)
	l.once.Do(l.do)
	return g, events, err
}

// A service that sets all deadlines anew does not write over the pace with which another
// one has set them meanwhile. It says so, and does not begin again.
func TestTwoPacesOnOneStore(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.restart(&meanwhile{DB: d.db, mark: "paced", do: func() {
		if err := markAs(d.db, "paced", "another pace"); err != nil {
			t.Fatal(err)
		}
	}})
	d.service.Store.(counted).Store.(*meanwhile).once = sync.Once{}
	if err := markAs(d.db, "paced", "an old pace"); err != nil {
		t.Fatal(err)
	}
	if err := timing.SetAnew(context.Background(), d.service.Desk, 10); err != nil {
		t.Fatal(err)
	}
	m, err := d.db.MarkAt("paced")
	if err != nil || m.Value != "another pace" || !strings.Contains(d.log.String(), "clock.other-pace") || d.service.Polls.Walks() {
		t.Errorf("the stored pace is %q, %v:\n%s", m.Value, err, d.log.String())
	}
}

// Resume passes over mails on which another service works. That is no fault, and is not
// counted as an attempt.
func TestResumeLeavesOthersWork(t *testing.T) {
	d := newSharedService(t)
	d.three()
	raw := d.from("p1", "1@example.org", "reserve NLN")
	other := d.second()
	if _, _, err := d.db.Keep(store.Inbound{Key: intake.Key(raw), At: d.now, Raw: raw}, other.Claim(), store.Query{}); err != nil {
		t.Fatal(err)
	}
	d.log.Reset()
	d.service.Resume(context.Background())
	in, err := d.db.Inbound(intake.Key(raw))
	if err != nil || in.Faults != 1 || strings.Contains(d.log.String(), "mail.unsettled") {
		t.Errorf("%d attempts, %v:\n%s", in.Faults, err, d.log.String())
	}
	if place, err := d.receiveWork(raw); !errors.Is(err, store.ErrClaimed) || errors.Is(err, intake.ErrLater) {
		t.Errorf("to the reader it is %v, %v: it would break off", place, err)
	}
	d.now = d.now.Add(desk.Claimed)
	d.service.Resume(context.Background())
	if outcome, _, err := d.db.Settled(intake.Key(raw)); outcome != desk.OutcomeApplied || err != nil {
		t.Error(outcome, err)
	}
}

// receiveWork works on a mail as the reader of the mailbox does.
func (d *testService) receiveWork(raw []byte) (any, error) {
	_, work := (mailroom{d.service}).Receive(raw)
	return work(context.Background(), nil)
}

// lostReplies is a store that does what it is told to and then cannot say so.
type lostReplies struct {
	*store.DB
	lost int
}

var errLost = errors.New("the connection was lost")

func (l *lostReplies) Keep(in store.Inbound, c store.Claim, q store.Query) (store.Kept, store.Bundle, error) {
	k, b, err := l.DB.Keep(in, c, q)
	if l.lost > 0 {
		l.lost--
		return store.Kept{}, store.Bundle{}, errLost
	}
	return k, b, err
}

// A mail is not set aside because the store could not say that it has kept it.
func TestLostRepliesAreNoFaults(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.restart(&lostReplies{DB: d.db, lost: mostFaults + 2})
	raw := d.from("p1", "1@example.org", "reserve NLN")
	for range mostFaults + 2 {
		if _, err := d.service.Receive(context.Background(), raw); !errors.Is(err, intake.ErrLater) {
			t.Fatal(err)
		}
	}
	d.receive(raw, desk.OutcomeApplied)
}

// Two services count the mails of strangers together, and none loses the count of a day.
func TestTwoServicesCountStrangers(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Limits = config.Limits{Strangers: 3}
	d.restart(d.db)
	other := d.second()
	for _, s := range []*Service{d.service, other, d.service} {
		for range 2 {
			(mailroom{s}).Admit(intake.Strangers, 1000)
		}
		senders.TellOfStrangers(s.Desk)
	}
	stored, err := desk.StrangerDays.Get(d.db)
	if err != nil || stored.Value.Read[intake.Strangers]+stored.Value.Away != 6 {
		t.Errorf("of 6 mails are counted %+v, %v", stored.Value, err)
	}
	d.now = d.now.Add(24 * time.Hour)
	(mailroom{other}).Admit(intake.Strangers, senders.LargestOther+1)
	for _, s := range []*Service{other, d.service} {
		senders.TellOfStrangers(s.Desk)
	}
	(mailroom{other}).Admit(intake.Strangers, 1000)
	senders.TellOfStrangers(other.Desk)
	senders.TellOfStrangers(d.service.Desk)
	if stored, err = desk.StrangerDays.Get(d.db); err != nil || stored.Value.Read[intake.Strangers] != 1 {
		t.Errorf("of the next day are counted %+v, %v", stored.Value, err)
	}
}

// A service that has a mailbox and has not read it receives nothing: it does not say that
// it does, and lets nobody's time run out.
func TestWhoReadsNothingHearsNothing(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.service.Tick(context.Background()) // without a mailbox
	d.mailbox()
	asleep := d.service
	d.now = d.now.Add(9 * time.Hour)
	asleep.Tick(context.Background())
	if m, err := desk.Alive.Get(d.db); err != nil || d.now.Sub(m.Value) < 9*time.Hour {
		t.Errorf("it says that it received mail at %v, %v", m.Value, err)
	}
	(mailroom{asleep}).Heard()
	asleep.Tick(context.Background())
	if all := timing.Outages(asleep.Draft()); len(all) != 1 || all[0].To.Sub(all[0].From) < 9*time.Hour {
		t.Errorf("after nine hours without ears there are the outages %v", all)
	}
}

// Services that read one mailbox for one store are no strangers to each other. A service
// with another store is.
func TestReadersOfOneStore(t *testing.T) {
	d := newSharedService(t)
	other := d.second()
	d.service.peers.name, other.peers.name = "first", "second"
	gone := store.Marks{}
	desk.Readers.Set(gone, "gone", d.now.Add(-2*readerKept))
	if err := errors.Join(d.db.SetMarks(gone), d.service.introduce(), other.introduce(), other.introduce()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"first": true, "second": true, "third": false, "gone": false} {
		if got := d.service.colleague(name); got != want {
			t.Errorf("%s is a colleague: %v", name, got)
		}
	}
	d.now = d.now.Add(missedLooks*d.service.Config.IMAP.PresenceEvery + time.Minute)
	if d.service.colleague("second") {
		t.Error("who says nothing any more is a colleague, as in a copy of the store")
	}
}

// The hourly limits hold for all services on a store together, as soon as they have told each other what they have
// counted. What one has counted is forgotten with the hour, and when it is gone.
func TestLimitsHoldForAllServices(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Store, d.cfg.Limits = "postgres://db", config.Limits{Sender: 15}
	d.restart(d.db)
	d.service.Owner = "alpha"
	d.three()
	other := d.second()
	other.Owner = "beta"
	say := func(s *Service) {
		t.Helper()
		if err := sayNode(s, d.now); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	write := func(s *Service, want string) {
		t.Helper()
		d.service, s = s, d.service
		n++
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", n), "status"), want)
		d.service = s
	}
	alpha := d.service
	for range 12 {
		write(alpha, desk.OutcomeAnswered)
	}
	write(other, desk.OutcomeAnswered) // it has not heard of the others
	for range 2 {
		say(alpha)
		say(other) // what was told twice counts once
	}
	for range 2 {
		write(other, desk.OutcomeAnswered)
	}
	write(other, desk.OutcomeRejected)
	write(alpha, desk.OutcomeAnswered) // three mails of the other are too few to be told
	for range 9 {
		write(other, desk.OutcomeRejected)
	}
	say(other)
	say(alpha)
	write(alpha, desk.OutcomeRejected)
	write(alpha, desk.OutcomeRejected)
	if lines := strings.Count(d.log.String(), "limit.mails"); lines != 1 {
		t.Errorf("%d lines in the log", lines)
	}
	d.now = d.now.Add(time.Hour)
	write(other, desk.OutcomeAnswered)
	write(alpha, desk.OutcomeAnswered)
}

// What a service had in hand when it died others do within a minute. They do not while it lives, nor when the store was
// away for themselves.
func TestWorkOfTheDeadIsDone(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Store = "postgres://db"
	d.restart(d.db)
	d.three()
	d.service.Owner = "alpha"
	beta := d.second()
	beta.Owner = "beta"
	beta.Log = d.service.Log
	say := func(s *Service) {
		t.Helper()
		if err := sayNode(s, d.now); err != nil {
			t.Fatal(err)
		}
	}
	var in, out bool // whether a mail to beta, and one of it, is done
	look := func() {
		t.Helper()
		mails, err := d.service.Store.TakeMails(d.service.Claim(), true, 100)
		if err != nil {
			t.Fatal(err)
		}
		out = out || len(mails) > 0
		outcome, _, err := d.db.Settled(intake.Key(d.from("p1", "1@example.org", "reserve NLN")))
		if err != nil {
			t.Fatal(err)
		}
		in = in || outcome == desk.OutcomeApplied
	}
	say(d.service)
	say(beta)
	d.receive(d.from("p1", "0@example.org", "status"), desk.OutcomeAnswered)
	if mails, err := beta.Store.TakeMails(beta.Claim(), true, 100); err != nil || len(mails) == 0 {
		t.Fatal(len(mails), err)
	}
	raw := d.from("p1", "1@example.org", "reserve NLN")
	if _, _, err := d.db.Keep(store.Inbound{Key: intake.Key(raw), At: d.now, Raw: raw}, beta.Claim(), store.Query{}); err != nil {
		t.Fatal(err)
	}
	var dead relief
	step := func(alive bool) {
		t.Helper()
		d.now = d.now.Add(desk.NodeEvery(d.cfg))
		if alive {
			say(beta)
		}
		say(d.service)
		if dead.ends(d.service) {
			d.service.Resume(context.Background())
		}
		look()
	}
	for range 8 {
		step(true)
	}
	if in || out {
		t.Fatal("the work of a living service was taken from it")
	}
	d.now = d.now.Add(time.Minute) // the store was away: nobody could say anything
	dead.since = time.Time{}
	for range 4 {
		step(false)
	}
	if in || out {
		t.Fatal("the store was away, and the other may be back at any moment")
	}
	step(false)
	if !in || !out {
		t.Errorf("the mail to it is done: %v, its own: %v\n%s", in, out, d.log.String())
	}
	for range 10 {
		step(false)
	}
	if n := strings.Count(d.log.String(), "node.dead"); n != 1 {
		t.Errorf("it was found dead %d times", n)
	}
}

// A tickingStore is a store with a clock from which that of the service differs.
type tickingStore struct {
	desk.Store
	ahead time.Duration
}

func (t tickingStore) Clock() (time.Duration, error) { return t.ahead, nil }

// The services on a store know each other: host nodes, /health and the log tell how mails reach each, which is silent, which has
// other settings and whose clock is wrong.
func TestServicesKnowEachOther(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Node, d.cfg.Store, d.cfg.Program, d.cfg.IMAP.Addr = "alpha", "postgres://db", "v7", "imap.example.org:993"
	d.restart(d.db)
	d.service.Owner = d.cfg.Node
	said := func() string { return strings.Join(strings.Fields(d.says("nodes")), " ") }
	other := d.cfg
	other.Node, other.IMAP.Addr, other.LMTP.Listen, other.Pace.Move.Minutes = "beta", "", ":24", 60
	beta, err := New(other, tickingStore{d.db, -3 * time.Second}, slog.New(slog.NewTextHandler(io.Discard, nil)), func() time.Time { return d.now })
	if err != nil {
		t.Fatal(err)
	}
	if text := said(); text != "No service has said that it works on this store." {
		t.Errorf("%q", text)
	}
	say := func(s *Service) {
		t.Helper()
		if err := sayNode(s, d.now); err != nil {
			t.Fatal(err)
		}
	}
	health := func() (c watch.Check) {
		for _, c := range watch.Health(d.service.Figures()) {
			if c.Name == "nodes" {
				return c
			}
		}
		return c
	}
	say(d.service)
	if c := health(); !c.OK || c.Text != "1 service works on the database." {
		t.Errorf("%+v", c)
	}
	d.now = d.now.Add(time.Minute)
	say(d.service)
	say(beta)
	told := tellNodes(d.service, "")
	for _, where := range []string{said(), health().Text, told} {
		for _, want := range []string{"beta", "3.0 seconds behind that of the database", "other settings than", "pace and zone"} {
			if !strings.Contains(where, want) {
				t.Errorf("%q is not in %q", want, where)
			}
		}
	}
	if !health().Warn || strings.Contains(told, "alpha") || tellNodes(d.service, told) != told {
		t.Errorf("%+v, %q", health(), told)
	}
	for _, want := range []string{"alpha: process ", "reads the mailbox, since ", fmt.Sprintf("version v7, rules %d, decides; this one beta: process ", desk.Rules), "takes mails handed over, since "} {
		if !strings.Contains(said(), want) {
			t.Errorf("%q is not in\n%s", want, said())
		}
	}
	d.now = d.now.Add(49 * time.Second) // beta's clock is three seconds behind
	say(d.service)
	if c := health(); !c.OK || c.Text != "1 service works on the database. 1 more has been there in the last 24 hours and says nothing since." {
		t.Errorf("%+v", c)
	}
	if text := said(); !strings.Contains(text, "It has said nothing for 49 seconds: ") || strings.Contains(text, "settings") {
		t.Errorf("%s", text)
	}
	d.now = d.now.Add(24 * time.Hour)
	say(d.service)
	if text := said(); strings.Contains(text, "beta") {
		t.Errorf("%s", text)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	attendNodes(ctx, d.service)
	sayGone(d.service)
	if all, err := desk.Nodes.All(d.db, ""); err != nil || len(all) > 0 {
		t.Errorf("the service is gone and still listed: %v, %v", all, err)
	}
}

// A file has one service. One that was killed, or is in the backup that was restored, is not taken for another, whatever
// its settings were.
func TestFileHasOneService(t *testing.T) {
	d := newTestService(t)
	gone := desk.Node{Host: "old", PID: 7, Began: d.now, Seen: d.now, Rules: desk.Rules, Decides: true, Settings: map[string]string{"address": "other"}}
	marks := store.Marks{}
	desk.Nodes.Set(marks, "gone", gone)
	if err := d.db.SetMarks(marks); err != nil {
		t.Fatal(err)
	}
	if err := sayNode(d.service, d.now); err != nil {
		t.Fatal(err)
	}
	if told := tellNodes(d.service, ""); told != "" {
		t.Error(told)
	}
	if all, err := desk.Nodes.All(d.db, ""); err != nil || len(all) != 1 { // or they would stand in a database to which it is moved
		t.Errorf("stored are %v, %v", all, err)
	}
	if text := d.says("nodes"); strings.Contains(text, "gone") || !strings.Contains(text, "this one") {
		t.Error(text)
	}
}
