package pbem

import (
	"context"
	"errors"
	"sync"

	"pbem/pbem/intake"
	"pbem/pbem/lmtp"
	"pbem/pbem/postbox"
)

// ways are the ways on which mail comes in: a mailbox that is read, a place where the mail
// server hands mails over, or both.
type ways struct {
	*Service
	inbox  *postbox.Inbox // nil for none
	failed error          // why the mailbox could not be opened yet, though it could with these settings before
	reader *intake.Reader
	server *lmtp.Server // nil for none
}

// The names of the ways.
const (
	byMailbox  = "mailbox"
	byHandover = "handover"
)

// open opens the ways that the host has configured. A mailbox that cannot be opened is an error if it was never opened with
// these settings: they may be wrong, and whoever starts the service reads why. Otherwise the service begins without it and
// goes on trying, as it does when the mailbox is lost later: the mail server may start after it.
func (s *Service) open(ctx context.Context) (*ways, error) {
	w := &ways{Service: s}
	err := s.Config.TokensReady()
	if err != nil {
		return nil, err
	}
	served := s.Config.IMAP.Addr != "" && servedBy(s)
	if s.Config.IMAP.Addr != "" && !served {
		awaitLogin(ctx, s)
	}
	if w.server, err = s.listen(); err != nil || s.Config.IMAP.Addr == "" {
		return w, err
	}
	w.inbox, err = postbox.Open(ctx, s.Config.IMAP)
	if s.Config.IMAP.Tokens != nil && postbox.KindOf(err) == postbox.BadLogin {
		w.inbox, err = postbox.Open(ctx, s.Config.IMAP) // the stored access token was worthless: this asks for another
	}
	w.reader = &intake.Reader{IMAP: s.Config.IMAP, Poll: s.Config.Poll, Desk: mailroom{s}, Store: s.Store, Log: s.Log, Now: s.Now}
	if err == nil {
		err = w.reader.SkipOld(w.inbox)
	} else if served && ctx.Err() == nil {
		w.failed, err = err, nil
	}
	noteLogin(s, errors.Join(err, w.failed))
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// begin notes that mails may have come on the ways while nothing was taken.
func (w *ways) begin() {
	if w.server != nil {
		w.Polls.Begin(byHandover, w.Now())
	}
	if w.inbox != nil {
		w.Polls.Begin(byMailbox, w.Now())
	}
}

// close closes ways on which nothing is taken.
func (w *ways) close() (err error) {
	if w.inbox != nil {
		err = w.inbox.Close()
	}
	if w.server != nil {
		err = errors.Join(err, w.server.Close())
	}
	return err
}

// take takes mails in until the context ends. It ends the context with fail if mails
// cannot be handed over any more.
func (w *ways) take(ctx context.Context, fail context.CancelCauseFunc) error {
	var both sync.WaitGroup
	var wrong error
	if w.server != nil {
		both.Go(func() {
			if wrong = w.handover(ctx).serve(w.server); wrong != nil {
				w.Log.Error("lmtp.failed", "error", wrong)
				fail(wrong)
			}
		})
	}
	if w.reader != nil {
		w.reader.Read(ctx, w.inbox, w.failed)
	}
	both.Wait()
	return wrong
}
