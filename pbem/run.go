package pbem

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/robfig/cron/v3"

	"pbem/pbem/postbox"
)

// Run reads and sends mail until the context ends, and then finishes what it
// has begun. It returns an error only when the first look into the mailbox
// fails: a server that goes away later is waited for.
func (s *Service) Run(ctx context.Context) error {
	inbox, err := postbox.Open(ctx, s.cfg.IMAP)
	if err != nil {
		return err
	}
	s.archiveMissing()
	s.Resume()
	sender := postbox.NewSender(s.cfg.SMTP)
	clock := cron.New(cron.WithLocation(time.UTC))
	if _, err := clock.AddFunc("@every 1m", s.Tick); err != nil {
		return err
	}
	clock.Start()
	var work sync.WaitGroup
	work.Go(func() { s.send(ctx, sender) })
	s.read(ctx, inbox)
	<-clock.Stop().Done()
	work.Wait()
	return sender.Close()
}

// Waits of the reader when the server is away, or breaks off soon.
const (
	firstWait = time.Second
	lastWait  = 5 * time.Minute
)

// read takes mail in until the context ends, and connects again whenever the
// connection is lost.
func (s *Service) read(ctx context.Context, inbox *postbox.Inbox) {
	wait := firstWait
	for ctx.Err() == nil {
		var err error
		if inbox == nil {
			inbox, err = postbox.Open(ctx, s.cfg.IMAP)
		}
		if began := time.Now(); err == nil {
			err = s.look(ctx, inbox)
			if time.Since(began) > wait {
				wait = firstWait
			}
			inbox.Close()
			inbox = nil
		}
		if ctx.Err() != nil {
			break
		}
		s.log.Warn("the mailbox cannot be read", "error", err, "wait", wait)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, lastWait)
	}
	if inbox != nil {
		inbox.Close()
	}
}

// look takes new mail in again and again on one connection, until it breaks.
func (s *Service) look(ctx context.Context, inbox *postbox.Inbox) error {
	last, err := s.lastUID(inbox.UIDValidity())
	if err != nil {
		return err
	}
	for {
		items, err := inbox.New(ctx, last)
		if err != nil {
			return err
		}
		for _, item := range items {
			if err := s.take(ctx, inbox, item); err != nil {
				return err
			}
			last = item.UID
			if err := s.db.SetMark(uidMark, fmt.Sprintf("%d %d", inbox.UIDValidity(), last)); err != nil {
				return err
			}
		}
		if err := inbox.Wait(ctx, s.cfg.poll()); err != nil {
			return err
		}
		s.Resume()
	}
}

// uidMark is the mark with the mailbox's UIDVALIDITY and the last UID read.
const uidMark = "imap"

// lastUID returns the UID up to which this mailbox was read; 0 when the
// mailbox is another one than before: what is read twice is recognised.
func (s *Service) lastUID(validity uint32) (uint32, error) {
	text, err := s.db.Mark(uidMark)
	if err != nil {
		return 0, err
	}
	var known, last uint32
	if _, err := fmt.Sscanf(text, "%d %d", &known, &last); err != nil || known != validity {
		return 0, nil
	}
	return last, nil
}

// take reads one message, works on it and marks it on the server.
func (s *Service) take(ctx context.Context, inbox *postbox.Inbox, item postbox.Item) error {
	if item.Done {
		return nil
	}
	raw, err := inbox.Fetch(ctx, item.UID)
	switch postbox.KindOf(err) {
	case postbox.NoError:
	case postbox.Gone:
		return nil
	case postbox.TooLarge:
		s.log.Warn("a message is too large and stays unread", "uid", item.UID, "bytes", item.Size)
		return s.file(ctx, inbox, item.UID, postbox.Rejected)
	default:
		return err
	}
	outcome, err := s.Receive(raw)
	if errors.Is(err, errNotKept) {
		return err // it is on the server only, and is read again
	}
	if err != nil {
		s.log.Error("a message could not be worked on", "uid", strconv.FormatUint(uint64(item.UID), 10), "error", err)
		return nil // it is on file; Resume tries again
	}
	place := map[string]postbox.Place{outcomeRejected: postbox.Rejected, outcomeQuarantine: postbox.Quarantine}
	return s.file(ctx, inbox, item.UID, place[outcome])
}

// file marks a message; that the server refuses to is no reason to stop.
func (s *Service) file(ctx context.Context, inbox *postbox.Inbox, uid uint32, where postbox.Place) error {
	err := inbox.File(ctx, uid, where)
	if k := postbox.KindOf(err); k == postbox.Refused || k == postbox.Gone {
		s.log.Warn("a message cannot be marked", "uid", uid, "error", err)
		return nil
	}
	return err
}
