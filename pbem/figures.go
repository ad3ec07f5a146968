package pbem

import (
	"bytes"
	"errors"
	"net/mail"
	"strings"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem/lobby"
	"pbem/pbem/postbox"
	"pbem/pbem/watch"
	"pbem/store"
)

// Ledger is the part of the store from which the figures are taken.
type Ledger interface {
	Stats() (store.Stats, error)
	Superseded() int
	Ended(outcome string) ([]string, error)
}

// watched is what a service counts of its work, and remembers of looking at
// itself.
type watched struct {
	counts watch.Counts

	mu         sync.Mutex // of what follows
	probed     time.Time  // when it was tried last whether the store takes anything
	fault      string     // why it did not
	listed     time.Time  // when the mails in quarantine were listed last
	quarantine int        // how many there were
	seen       int        // how many had been counted by then
}

// How long the findings of a look at the store are used: one look costs a
// commit, the other a walk over all stored mails.
const (
	probeLife = 20 * time.Second
	listLife  = 10 * time.Minute
)

// Figures returns the figures of the service. It waits for the work in flight.
func (s *Service) Figures() watch.Figures {
	f := watch.Figures{Now: s.now(), Poll: s.cfg.Poll, Tally: s.watched.counts.Tally(), Free: watch.Free(s.cfg.Data), Sharing: s.sharing()}
	s.watched.mu.Lock()
	defer s.watched.mu.Unlock()
	s.countTasks(&f)
	err := errors.Join(s.countGames(&f), s.countMails(&f), s.countCanary(&f), s.probe())
	if f.Fault = s.watched.fault; err != nil {
		f.Fault = err.Error()
	}
	return f
}

// probe tries whether the store takes anything, now and then.
func (s *Desk) probe() error {
	w := &s.watched
	if now := s.now(); w.fault != "" || now.Sub(w.probed) >= probeLife {
		w.probed, w.fault = now, ""
		marks := store.Marks{}
		probes.Set(marks, now)
		if err := s.store.SetMarks(marks); err != nil {
			w.fault = err.Error()
		}
	}
	return nil
}

// countTasks says what is in hand, and the oldest of what does not come to its end.
func (s *Desk) countTasks(f *watch.Figures) {
	all, late := s.inFlight.list(f.Now)
	for _, t := range all {
		if f.InHand.Waits++; t.works {
			f.InHand.Waits--
			f.InHand.Works++
		}
	}
	if len(all) > 0 {
		f.InHand.Oldest = all[0].since
	}
	if len(late) > 0 {
		f.InHand.Stuck = late[0].state(f.Now)
	}
}

func (s *Desk) countGames(f *watch.Figures) error {
	open, err := lobby.Gatherings.All(s.store, "")
	if err != nil {
		return err
	}
	f.Games.Lobby, f.Polled = len(open), s.polls.last()
	if f.Games.Ended, err = s.store.FindCount(keyEnded); err != nil {
		return err
	}
	t, err := s.roster.tally(s.store, f.Now)
	f.Games.Running, f.Games.Paused, f.Games.Frozen = t.running, t.paused, t.frozen
	f.Waiting, f.OldestTurn = t.waiting, t.oldest
	return err
}

func (s *Desk) countMails(f *watch.Figures) error {
	stats, err := s.store.Stats()
	if err != nil {
		return err
	}
	f.Queued, f.Oldest, f.Failed = stats.Queued, stats.OldestQueued, stats.Failed
	if f.Tally.Out == nil {
		f.Tally.Out = map[watch.Result]int{}
	}
	f.Tally.Out[watch.Dropped] += s.store.Superseded()
	due, err := s.store.Due(f.Now, 1)
	if err != nil {
		return err
	}
	for _, m := range due {
		f.Due = m.Queued
		if m.Next.After(m.Queued) {
			f.Due = m.Next
		}
	}
	away, err := suspensions.All(s.store, "")
	f.Suspended = len(away)
	return errors.Join(err, s.countQuarantine(f))
}

// countQuarantine lists the mails in quarantine when there are more, and now
// and then.
func (s *Desk) countQuarantine(f *watch.Figures) error {
	w := &s.watched
	if n := f.Tally.In[outcomeQuarantine]; w.listed.IsZero() || n != w.seen || f.Now.Sub(w.listed) >= listLife {
		keys, err := s.draft().setAsides()
		if err != nil {
			return err
		}
		w.listed, w.seen, w.quarantine = f.Now, n, len(keys)
	}
	f.Quarantined = w.quarantine
	return nil
}

// turnedAway notes that the server took nothing from us, whoever it was for.
func (s *Desk) turnedAway(sent error) {
	var failed *postbox.SendError
	if errors.As(sent, &failed) && (failed.Stage == postbox.AtConnect || failed.Stage == postbox.AtMail) {
		s.watched.counts.Refused(s.now())
	}
}

// counted is a store that counts what is written to it: what was not written
// did not happen.
type counted struct {
	Store
	s *Desk
}

// mailKeys begins the keys of the mails on file.
const mailKeys = "mail:"

// Commit counts the outcome of a mail and the commands it brought.
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

// note writes the one line of the log about a mail that was settled.
func (c counted) note(w store.Commit) {
	games, events := []string{}, 0
	for _, ch := range w.Changes {
		games, events = append(games, ch.Game), events+len(ch.Events)
	}
	c.s.log.Info("mail.settled", "mail", w.Cause, "outcome", w.Outcome, "games", games, "events", events,
		"mails", len(w.Mails), "took", c.s.inFlight.took(mailKey(w.Cause), c.s.now()))
}

// commandsIn counts the commands of players in a commit. Commands that come
// with a new game were given elsewhere and do not count.
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

// tally counts a mail that went out, and how long ago the mail came that it answers.
func (s *Desk) tally(m store.Mail) {
	s.watched.counts.Out(watch.Sent, 1, s.now())
	out, err := mail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil || out.Header.Get("In-Reply-To") == "" {
		return
	}
	if in, err := s.store.Inbound(alias(m.To, out.Header.Get("In-Reply-To"))); err == nil {
		s.watched.counts.Answered(s.now().Sub(in.At))
	}
}

// alias is the key of a mail by its sender and Message-ID.
func alias(from, id string) string { return "id:" + strings.ToLower(from) + " " + id }

// Retry counts an attempt that is to be repeated.
func (c counted) Retry(id string, next time.Time, why string) error {
	return c.attempt(watch.Retried, next, c.Store.Retry(id, next, why))
}

// Fail counts a mail that is given up.
func (c counted) Fail(id string, at time.Time, why string) error {
	return c.attempt(watch.Failed, at, c.Store.Fail(id, at, why))
}

// Discard counts a mail that nobody gets.
func (c counted) Discard(id string, at time.Time) error {
	return c.attempt(watch.Dropped, at, c.Store.Discard(id, at))
}

func (c counted) attempt(r watch.Result, at time.Time, err error) error {
	if err == nil {
		c.counts().Out(r, 1, at)
	}
	return err
}
