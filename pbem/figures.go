package pbem

import (
	"errors"
	"strings"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/hosting"
	"pbem/pbem/lobby"
	"pbem/pbem/postbox"
	"pbem/pbem/senders"
	"pbem/pbem/watch"
	"pbem/store"
)

// watched holds what a service counts of its work, and what it last found in the store.
type watched struct {
	counts watch.Counts

	mu         sync.Mutex // guards the fields below
	probed     time.Time  // when the service last tried whether the store accepts a commit
	fault      string     // why the store did not
	listed     time.Time  // when the mails in quarantine were last listed
	quarantine int        // how many there were
	seen       int        // how many mails had been set aside by then
	listing    chan aside // gives what the list under way has found; nil for none
	rest       time.Time  // until when no other is begun: a list that took long

	wait time.Duration // how long figures wait for a list
}

// An aside is what a list of the mails in quarantine has found.
type aside struct {
	mails, seen int
	took        time.Duration
	err         error
}

// probeLife is how long the result of a probe is used: a probe costs a commit. listLife
// is how long the list of mails in quarantine is used: in a file it costs a walk over all
// mails that were ever stored. So figures wait no longer than listWait for it, and a
// hundredth of the time may go into it.
const (
	probeLife = 20 * time.Second
	listLife  = 10 * time.Minute
	listWait  = 2 * time.Second
	listShare = 100
)

// Figures returns the figures of the service. It may wait for a commit in flight, because
// it writes a mark now and then to test the store.
func (s *Service) Figures() watch.Figures {
	f := watch.Figures{Now: s.Now(), Poll: s.Config.Poll, Tally: s.watched.counts.Tally(), Free: watch.Free(s.Config.Data), Sharing: s.sharing(), Room: s.room.last(), Shut: s.shut.last(), Connections: s.Config.Connections, HandedOver: s.Config.IMAP.Addr == "" && s.Config.LMTP.Listen != ""}
	s.watched.mu.Lock()
	defer s.watched.mu.Unlock()
	s.countTasks(&f)
	err := errors.Join(s.countGames(&f), s.countMails(&f), s.countCanary(&f), countNodes(s, &f), s.probe())
	if f.Fault = s.watched.fault; err != nil {
		f.Fault = err.Error()
	}
	return f
}

// probe tries now and then whether the store accepts a commit.
func (s *Service) probe() error {
	w := &s.watched
	if now := s.Now(); w.fault != "" || now.Sub(w.probed) >= probeLife {
		w.probed, w.fault = now, ""
		marks := store.Marks{}
		desk.Probes.Set(marks, now)
		if err := s.Store.SetMarks(marks); err != nil {
			w.fault = err.Error()
		}
	}
	return nil
}

// countTasks counts the work in flight, and describes the oldest overdue task.
func (s *Service) countTasks(f *watch.Figures) {
	all, late := s.InFlight.List(f.Now)
	for _, t := range all {
		if f.InHand.Waits++; t.Works {
			f.InHand.Waits--
			f.InHand.Works++
		}
	}
	if len(all) > 0 {
		f.InHand.Oldest = all[0].Since
	}
	if len(late) > 0 {
		f.InHand.Stuck = late[0].State(f.Now)
	}
}

func (s *Service) countGames(f *watch.Figures) error {
	open, err := lobby.Gatherings.All(s.Store, "")
	if err != nil {
		return err
	}
	f.Games.Lobby, f.Polled = len(open), s.Polls.Last()
	if f.Games.Ended, err = s.Store.FindCount(desk.KeyEnded); err != nil {
		return err
	}
	t, err := s.Roster.Tally(s.Store, f.Now)
	f.Games.Running, f.Games.Paused, f.Games.Frozen = t.Running, t.Paused, t.Frozen
	f.Waiting, f.OldestTurn = t.Waiting, t.Oldest
	return err
}

func (s *Service) countMails(f *watch.Figures) error {
	stats, err := s.Store.Stats()
	if err != nil {
		return err
	}
	f.Queued, f.Oldest, f.Failed = stats.Queued, stats.OldestQueued, stats.Failed
	if f.Tally.Out == nil {
		f.Tally.Out = map[watch.Result]int{}
	}
	f.Tally.Out[watch.Dropped] += s.Store.Superseded()
	due, err := s.Store.Due(f.Now, 1)
	if err != nil {
		return err
	}
	for _, m := range due {
		f.Due = m.Queued
		if m.Next.After(m.Queued) {
			f.Due = m.Next
		}
		if f.Oldest.IsZero() || f.Due.Before(f.Oldest) {
			f.Oldest = f.Due
		}
	}
	away, err := desk.Suspensions.All(s.Store, "")
	f.Suspended = len(away)
	return errors.Join(err, s.countQuarantine(f))
}

// countQuarantine lists the mails in quarantine if there are more, and now and then. If that takes long, it goes on in the
// background, and until it is over the last number counts.
func (s *Service) countQuarantine(f *watch.Figures) error {
	w := &s.watched
	n := f.Tally.In[desk.OutcomeQuarantine]
	begun := false
	if old := w.listed.IsZero() || n != w.seen || f.Now.Sub(w.listed) >= listLife; old && w.listing == nil && time.Now().After(w.rest) {
		found, began := make(chan aside, 1), time.Now()
		w.listing, begun = found, true
		go func() {
			var keys []string
			err := guard.Do(func() (err error) { keys, err = hosting.SetAsides(s.Draft()); return err })
			found <- aside{len(keys), n, time.Since(began), err}
		}()
	}
	a, ok := w.found(begun)
	if ok && a.err != nil {
		return a.err
	}
	if ok {
		w.listed, w.seen, w.quarantine, w.rest = f.Now, a.seen, a.mails, restAfter(a.took)
	}
	f.Quarantined = w.quarantine
	return nil
}

// found takes what the list under way has found. Figures that have begun it wait for a moment, others do not.
func (w *watched) found(begun bool) (a aside, ok bool) {
	if begun {
		select {
		case a = <-w.listing:
			ok = true
		case <-time.After(w.wait):
		}
	} else {
		select {
		case a = <-w.listing:
			ok = true
		default:
		}
	}
	if ok {
		w.listing = nil
	}
	return a, ok
}

// listQuick is how long a list may take that needs no rest.
const listQuick = 200 * time.Millisecond

// restAfter is until when no list is begun after one that has taken so long.
func restAfter(took time.Duration) time.Time {
	if took < listQuick {
		return time.Time{}
	}
	return time.Now().Add(listShare * took)
}

// turnedAway counts an error of the SMTP server that does not depend on the recipient.
func (s *Service) turnedAway(sent error) {
	var failed *postbox.SendError
	if errors.As(sent, &failed) && (failed.Stage == postbox.AtConnect || failed.Stage == postbox.AtMail || failed.OfSender()) {
		s.watched.counts.Refused(s.Now(), postbox.Shuts(sent))
	}
	if postbox.Crowded(sent) && s.Config.Connections > 1 {
		noteCrowded(s, sent)
	}
}

// counted is a store that counts what is committed to it. A failed commit counts nothing.
type counted struct {
	desk.Store
	s *Service
}

// Wipe overwrites what was deleted, if the store is one that does.
func (c counted) Wipe() error {
	if w, ok := c.Store.(desk.Wiper); ok {
		return w.Wipe()
	}
	return nil
}

// mailKeys is the prefix of the keys of stored mails.
const mailKeys = "mail:"

// Commit commits, and counts the outcome of the mail and its commands.
func (c counted) Commit(w store.Commit) error {
	err := c.Store.Commit(w)
	switch {
	case err == nil:
	case errors.Is(err, store.ErrSettled), errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrInvalid):
		return err
	default:
		c.counts().Fault()
		return err
	}
	if strings.HasPrefix(w.Cause, mailKeys) {
		c.counts().In(w.Outcome)
		c.note(w)
	}
	c.counts().Decided(commandsIn(w))
	return nil
}

func (c counted) counts() *watch.Counts { return &c.s.watched.counts }

// note logs the one line about a mail that was settled.
func (c counted) note(w store.Commit) {
	games, events := []string{}, 0
	for _, ch := range w.Changes {
		if ch.Record == nil && len(ch.Events) == 0 && !ch.Gone {
			continue // it is only expected not to have gone on
		}
		games, events = append(games, ch.Game), events+len(ch.Events)
	}
	c.s.Log.Info("mail.settled", "mail", w.Cause, "outcome", w.Outcome, "games", games, "events", events,
		"mails", len(w.Mails), "took", c.s.InFlight.Took(senders.MailKey(w.Cause), c.s.Now()))
}

// commandsIn counts the commands of players in a commit. Commands that come with a new
// game were given elsewhere and do not count.
func commandsIn(w store.Commit) (n int) {
	for _, ch := range w.Changes {
		if ch.Expect == (store.Version{}) {
			continue
		}
		for _, raw := range ch.Events {
			if engine.IsCommand(raw) {
				n++
			}
		}
	}
	return n
}

// tally counts a mail that was sent, and the time since the mail came that it answers.
func tally(counts *watch.Counts, m store.Mail, now time.Time) {
	counts.Out(watch.Sent, 1, now)
	if !m.Answers.IsZero() {
		counts.Answered(now.Sub(m.Answers))
	}
}

// results says how endings are counted. A mail that was sent is counted by tally.
var results = map[store.State]watch.Result{store.Queued: watch.Retried, store.Failed: watch.Failed, store.Dropped: watch.Dropped}

// Noted also counts mails that will be tried again, are given up or dropped.
func (c counted) Noted(endings []store.Ending) error {
	err := c.Store.Noted(endings)
	if err == nil {
		for _, e := range endings {
			if r, ok := results[e.To]; ok {
				c.counts().Out(r, 1, e.At)
			}
		}
	}
	return err
}
