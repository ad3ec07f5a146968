package pbem

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/postbox"
	"pbem/pbem/watch"
	"pbem/store"
)

// figures returns the figures of the service.
func (d *testService) figures() watch.Figures {
	d.t.Helper()
	f := d.service.Figures()
	if f.Fault != "" {
		d.t.Errorf("the store does not work: %s", f.Fault)
	}
	return f
}

// What mails and moves do to the figures.
func TestFigures(t *testing.T) {
	d := newSharedService(t)
	d.service.watched.counts.Begin(d.now)
	d.three()
	if f := d.figures(); f.Games != (watch.Games{Running: 1}) || f.Waiting != 1 || !f.OldestTurn.Equal(d.now) || f.Tally.Decisions != 0 || f.Tally.Out[watch.Sent] != 3 || f.Queued != 0 {
		t.Errorf("after the first mails: %+v", f)
	}
	d.now = d.now.Add(time.Hour)
	d.receive(d.from("p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	d.receive(d.from("p1", "2@x", "reserve B&A"), desk.OutcomeRejected)
	d.receive(d.mail("stranger@x.example", "g1.p1", "3@x", "pass"), desk.OutcomeHeld)
	f := d.figures()
	if in := f.Tally.In; in[desk.OutcomeApplied] != 1 || in[desk.OutcomeRejected] != 1 || in[desk.OutcomeHeld] != 1 || f.Tally.Decisions != 1 {
		t.Errorf("of the mails that came: %+v", f.Tally)
	}
	if f.Queued == 0 || f.Oldest.IsZero() || f.Due.IsZero() || !f.OldestTurn.Equal(d.now) {
		t.Errorf("with answers to be sent: %+v", f)
	}
	d.now = d.now.Add(42 * time.Second)
	d.flush()
	if a := d.figures().Tally.Answers; a.N == 0 || a.Sum != time.Duration(a.N)*42*time.Second {
		t.Errorf("of the answers: %+v", a)
	}
}

// If the service was stopped, and a mail is read twice, it counts once.
func TestFiguresCountOnce(t *testing.T) {
	d := newSharedService(t)
	d.three()
	raw := d.from("p1", "1@x", "reserve NLN")
	for range 3 {
		d.receive(raw, desk.OutcomeApplied)
	}
	if f := d.figures(); f.Tally.In[desk.OutcomeApplied] != 1 || f.Tally.Decisions != 1 {
		t.Errorf("%+v", f.Tally)
	}
}

// What attempts to send a mail count, and when an error is the server's.
func TestFiguresOfTheOutbox(t *testing.T) {
	d := newSharedService(t)
	at := func(stage postbox.Stage, temporary bool) func(string) error {
		return func(string) error {
			return &postbox.SendError{Stage: stage, Temporary: temporary, Code: 450, Msg: "no"}
		}
	}
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.post.refuse = at(postbox.AtRcpt, true)
	d.flush()
	if f := d.figures(); f.Tally.Out[watch.Retried] != 3 || !f.Tally.Refused.IsZero() || f.Queued != 3 || !f.Due.IsZero() {
		t.Errorf("recipients are refused for now: %+v", f)
	}
	d.now = d.now.Add(2 * intake.FirstRetry)
	d.post.refuse = at(postbox.AtConnect, true)
	since := d.now
	d.flush()
	d.now = d.now.Add(20 * time.Minute)
	f := d.figures()
	if !f.Tally.Refused.Equal(since) || watch.Well(watch.Health(f)) {
		t.Errorf("the server cannot be reached: %+v", watch.Health(f))
	}
	d.post.refuse = func(to string) error {
		if to == "amy@example.org" {
			return at(postbox.AtRcpt, false)(to)
		}
		return nil
	}
	d.flush()
	if f := d.figures(); f.Tally.Out[watch.Sent] != 2 || f.Tally.Out[watch.Failed] != 1 || f.Failed != 1 || !f.Tally.Refused.IsZero() {
		t.Errorf("one recipient is refused for ever: %+v", f)
	}
}

// A newer mail to a seat replaces one that waits.
func TestFiguresOfOvertakenMails(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.receive(d.from("p1", "1@x", "reserve NLN"), desk.OutcomeApplied)
	waiting := d.figures().Queued
	d.say("g1", "p2 reserve GR")
	if f := d.figures(); f.Tally.Out[watch.Dropped] != waiting || waiting == 0 {
		t.Errorf("%d waited, %d were dropped", waiting, f.Tally.Out[watch.Dropped])
	}
}

// The service notices that the store accepts no commit, and that it does so again.
func TestFiguresOfAFullDisk(t *testing.T) {
	d := newSharedService(t)
	d.three()
	full := &fullDisk{DB: d.db, err: errors.New("no space left on device")}
	d.restart(full)
	f := d.service.Figures()
	if f.Fault == "" || watch.Well(watch.Health(f)) {
		t.Errorf("a full disk: %+v", watch.Health(f))
	}
	if _, err := d.service.Receive(context.Background(), d.from("p1", "1@x", "reserve NLN")); err == nil {
		t.Error("a mail was settled")
	}
	if f := d.service.Figures(); f.Tally.Faults != 1 || f.Tally.In[desk.OutcomeApplied] != 0 || f.Tally.Decisions != 0 {
		t.Errorf("what was not written counts: %+v", f.Tally)
	}
	full.err = nil
	d.figures()
}

// fullDisk is a store that accepts no commit and no mark while err is set.
type fullDisk struct {
	*store.DB
	err error
}

func (f *fullDisk) Commit(c store.Commit) error {
	if f.err != nil {
		return f.err
	}
	return f.DB.Commit(c)
}

func (f *fullDisk) SetMarks(m store.Marks) error {
	if f.err != nil {
		return f.err
	}
	return f.DB.SetMarks(m)
}

// A mail on which the service fails is counted when it is set aside, also after a
// restart.
func TestFiguresOfQuarantine(t *testing.T) {
	d := newSharedService(t)
	d.three()
	raw := d.from("p1", "1@x", "reserve NLN")
	bad := *d.table("g1")
	bad.Title = nil // every use of it fails
	d.service.Cache.Put("g1", &bad)
	for range mostFaults {
		d.service.Receive(context.Background(), raw)
	}
	if f := d.figures(); f.Quarantined != 1 || f.Tally.Faults != mostFaults || f.Tally.In[desk.OutcomeQuarantine] != 1 {
		t.Errorf("%+v", f)
	}
	d.restart(d.db)
	if f := d.figures(); f.Quarantined != 1 || f.Tally.Faults != 0 {
		t.Errorf("after a restart: %+v", f)
	}
}

// Paused games wait for nobody.
func TestFiguresOfGames(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.says("pause g1")
	if f := d.figures(); f.Games != (watch.Games{Paused: 1}) || f.Waiting != 0 {
		t.Errorf("paused: %+v", f)
	}
	d.says("resume g1")
	if err := suspend(d.db, "amy@example.org", d.now); err != nil {
		t.Fatal(err)
	}
	if f := d.figures(); f.Games != (watch.Games{Running: 1}) || f.Suspended != 1 {
		t.Errorf("going on: %+v", f)
	}
}

// heavy is a store in which a list of the mails set aside takes until it is told to go on.
type heavy struct {
	desk.Store
	lists atomic.Int32
	goOn  chan struct{}
}

func (h *heavy) Ended(outcome string) ([]string, error) {
	h.lists.Add(1)
	<-h.goOn
	return h.Store.Ended(outcome)
}

// Figures do not wait until all mails that ever came were looked at, and do not look at them twice at a time. What was
// found counts afterwards.
func TestFiguresDoNotWaitForAWalk(t *testing.T) {
	d := newSharedService(t)
	db := &heavy{Store: d.db, goOn: make(chan struct{})}
	d.restart(db)
	d.service.watched.wait = 0
	for range 3 {
		d.service.Figures()
	}
	close(db.goOn)
	under := d.service.watched.listing
	for len(under) == 0 {
		runtime.Gosched()
	}
	if f := d.service.Figures(); f.Fault != "" || db.lists.Load() != 1 || d.service.watched.listed.IsZero() {
		t.Errorf("%d lists, the fault %q", db.lists.Load(), f.Fault)
	}
}

// A mail that waits for the daily hour of its reader is not late, and one that is due is.
func TestDailyMailsAreNotLate(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p2", "1@example.org", "set mail daily 18:00"), desk.OutcomeAnswered)
	d.flush()
	d.now = d.now.Add(time.Hour)
	d.receive(d.from("p1", "2@example.org", "press the bridge is mine"), desk.OutcomeApplied)
	d.flush()
	d.now = d.now.Add(12 * time.Hour)
	if f := d.figures(); f.Queued != 1 || !f.Oldest.IsZero() {
		t.Errorf("%d mails wait, since %v", f.Queued, f.Oldest)
	}
	d.now = d.now.Add(24 * time.Hour)
	if f := d.figures(); f.Oldest.IsZero() || f.Oldest != f.Due {
		t.Errorf("it waits since %v, due %v", f.Oldest, f.Due)
	}
}
