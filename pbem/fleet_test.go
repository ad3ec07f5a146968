package pbem

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
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
	takes     int         // calls of Take
	before    func()      // what comes before the next commit; nil for nothing
	settled   chan string // gets the outcomes of mails, if it is not nil
}

func (b *busyStore) TakeDeadlines(c store.Claim, limit int) ([]store.Deadline, error) {
	b.deadlines++
	return b.Store.TakeDeadlines(c, limit)
}

// Wipe is not part of every store.
func (b *busyStore) Wipe() error {
	if w, ok := b.Store.(interface{ Wipe() error }); ok {
		return w.Wipe()
	}
	return nil
}

func (b *busyStore) Take(key string, c store.Claim) (int, error) {
	b.takes++
	return b.Store.Take(key, c)
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

// fleetOf returns a fleet on the file of a test service, by whose rules nothing was decided yet: the first ones are 1.
func fleetOf(d *testService) *fleet {
	d.t.Helper()
	if err := markAs(d.db, "rules", `{"number":1,"most":1,"since":"2026-03-02T18:00:00Z"}`); err != nil {
		d.t.Fatal(err)
	}
	return &fleet{d, d.db}
}

// onSharedStores runs a test on a file, as if it were shared, and on PostgreSQL where that is installed.
func onSharedStores(t *testing.T, test func(t *testing.T, f *fleet)) {
	t.Run("file", func(t *testing.T) {
		d := newTestService(t)
		d.cfg.Store = "postgres://db"
		test(t, fleetOf(d))
	})
	t.Run("postgresql", func(t *testing.T) {
		d := newTestService(t)
		url := pgtest.Common(t).Database()
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
