package pbem

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/lmtp"
	"pbem/store"
)

// A handover takes the mails that the mail server hands over (LMTP). It stores each mail
// before the mail server is told that it has it, and works on it afterwards.
type handover struct {
	mailroom
	ctx    context.Context // ends when the service stops
	line   *intake.Line
	places chan struct{} // taken by each mail that waits or is worked on
	others chan struct{} // taken by each mail that is no player's and is worked on
	held   atomic.Int64  // bytes of mails that wait in memory
}

// Limits of what waits. A mail that finds no place has to come again. Beyond mostHeld,
// mails that wait are read from the store when it is their turn.
const (
	mostPlaces  = 4096
	mostOthers  = 16
	mostHeld    = 16 << 20
	longestHold = 10 * time.Second // before a mail is told to come again
)

func (s *Service) handover(ctx context.Context) *handover {
	return &handover{
		mailroom: mailroom{s}, ctx: ctx, line: intake.NewLine(ctx),
		places: make(chan struct{}, mostPlaces), others: make(chan struct{}, mostOthers),
	}
}

// listen opens the place where the mail server hands over mails; nil if there is none.
func (s *Service) listen() (*lmtp.Server, error) {
	if s.Config.LMTP.Listen == "" {
		return nil, nil
	}
	return lmtp.Listen(lmtp.Config{Listen: s.Config.LMTP.Listen, Name: s.Config.Domain(), Owns: s.Config.Owns, MaxMessage: s.Config.IMAP.MaxMessage}, s.Log)
}

// serve takes mails until the context ends. What was stored before and not settled comes
// first.
func (h *handover) serve(server *lmtp.Server) error {
	h.Heard()
	h.Resume(h.ctx)
	h.Polls.CatchUp(byHandover)
	ctx, stop := context.WithCancel(h.ctx)
	var tending sync.WaitGroup
	tending.Go(func() { h.tend(ctx) })
	err := server.Serve(ctx, h)
	stop()
	tending.Wait()
	h.line.Wait()
	return err
}

// tend notes now and then that mails can come, and takes up those that failed.
func (h *handover) tend(ctx context.Context) {
	clock := time.NewTicker(h.Config.Poll)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.C:
			h.Heard()
			h.Resume(ctx)
		}
	}
}

// errCrowded means that too many mails wait.
var errCrowded = errors.New("too many mails wait for their turn")

// Keep stores a mail. If a mail is no player's, it may be dropped (Admit). The answer is
// the same then, so that nobody can find out who plays here.
func (h *handover) Keep(m lmtp.Message) error {
	raw := m.Delivered(h.Config.Trust.Local)
	key := intake.Key(raw)
	l := parsed(h.Service, raw)
	rank := h.rankOf(l)
	if rank != intake.Players && !h.Admit(rank, int64(len(raw))) {
		h.Log.Info("mail.dropped", "from", l.From, "id", l.MessageID, "bytes", len(raw))
		return nil
	}
	select {
	case h.places <- struct{}{}:
	case <-time.After(longestHold):
		return errCrowded
	}
	begins := h.TrackWaiting(key, l)
	kept, _, err := h.keep(raw, l) // what was read with it may be old when its turn comes
	if err != nil || kept.Outcome != "" {
		begins()
		<-h.places
		return notKept(err)
	}
	if !desk.Decides(h.Desk) { // it is stored, and others work on it
		begins()
		<-h.places
		leave(h.Service, kept.Key)
		return nil
	}
	h.wait(&handed{key: kept.Key, raw: raw, at: kept.At, letter: l, tries: kept.Tries, rank: rank, begins: begins})
	return nil
}

// notKept is the answer to a mail for which there is no work. If another service works on
// it, it is stored.
func notKept(err error) error {
	switch {
	case errors.Is(err, store.ErrClaimed):
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: %w", lmtp.ErrFull, err)
	}
	return err
}

// A handed mail is stored and waits for its turn.
type handed struct {
	key    string
	raw    []byte // nil if it has to be read from the store
	at     time.Time
	letter *letter.Letter // nil if it has to be parsed
	tries  int
	rank   intake.Rank
	begins func()
}

// wait puts a mail in the line.
func (h *handover) wait(m *handed) {
	size := int64(len(m.raw))
	keys := keysOrNone(h.Service, m.key, m.letter)
	if h.held.Add(size) > mostHeld || m.rank != intake.Players {
		h.held.Add(-size)
		m.raw, m.letter, size = nil, nil, 0
	}
	h.line.Run(keys, func(not error) {
		defer func() { <-h.places }()
		defer h.held.Add(-size)
		free, ok := h.turn(m.rank, not)
		defer free()
		if m.begins(); ok {
			h.work(m)
		} // else the next start takes it up
	}, func(panics error) { h.Log.Error("mail.failed", "mail", m.key, "error", panics) })
}

// turn waits until a mail may be worked on; ok is false if it must not. A mail that waits is listed as one that does, so that
// Resume leaves it alone.
func (h *handover) turn(rank intake.Rank, not error) (free func(), ok bool) {
	free = func() {}
	if not != nil || rank == intake.Players {
		return free, not == nil
	}
	select {
	case h.others <- struct{}{}:
		return func() { <-h.others }, true
	case <-h.ctx.Done():
		return free, false
	}
}

// work works on a mail. What fails is taken up again later.
func (h *handover) work(m *handed) {
	outcome, err := h.kept(m.key, func() (string, error) {
		if m.raw == nil {
			return h.again(h.ctx, m.key)
		}
		return h.first(m)
	})
	switch {
	case errors.Is(err, store.ErrClaimed):
	case err != nil:
		h.Log.Error("mail.unsettled", "mail", m.key, "error", err)
	case outcome == desk.OutcomeCanary, outcome == desk.OutcomeIgnored && m.rank != intake.Players:
		if err := h.Store.Forget(m.key); err != nil {
			h.Log.Error("mail.unsettled", "mail", m.key, "error", err)
		}
	}
}

// first makes the first attempt at a mail, unless it was settled meanwhile.
func (h *handover) first(m *handed) (outcome string, err error) {
	defer h.Keeper.Done()
	defer h.Locks.Lock(m.key)()
	if outcome, done, err := h.Store.Settled(m.key); done || err != nil {
		return outcome, err
	}
	if !desk.Decides(h.Desk) {
		return "", desk.ErrStandby // the claim was given back
	}
	return h.attempt(h.ctx, &attempt{key: m.key, raw: m.raw, kept: m.at, n: m.tries, letter: m.letter})
}
