package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robfig/cron/v3"

	"pbem/engine"
	"pbem/pbem/postbox"
	"pbem/pbem/table"
	"pbem/store"
)

// Run reads and sends mail until the context ends, and then finishes what it
// has begun. It returns an error only when the first look into the mailbox
// fails: a server that goes away later is waited for.
func (s *Service) Run(ctx context.Context) error {
	inbox, err := postbox.Open(ctx, s.cfg.IMAP)
	if err != nil {
		return err
	}
	if err := s.skipOld(inbox); err != nil {
		return errors.Join(err, inbox.Close())
	}
	s.mailboxRead()
	s.watched.counts.Begin(s.now())
	var senders []*postbox.Sender
	var posts []Post
	for range s.cfg.Connections {
		sender := postbox.NewSender(s.cfg.SMTP)
		senders, posts = append(senders, sender), append(posts, sender)
	}
	skip := cron.SkipIfStillRunning(cron.DiscardLogger) // a tick that takes long is not joined by another
	clock := cron.New(cron.WithLocation(time.UTC), cron.WithChain(skip))
	if _, err := clock.AddFunc("@every 1m", func() { s.Tick(ctx) }); err != nil {
		return err
	}
	clock.Start()
	var work sync.WaitGroup
	work.Go(func() { s.send(ctx, posts...) })
	work.Go(func() { s.keepArchive(ctx) })
	work.Go(func() { s.survey(ctx) })
	s.readied()
	s.read(ctx, inbox)
	<-clock.Stop().Done()
	work.Wait()
	var wrong error
	for _, sender := range senders {
		wrong = errors.Join(wrong, sender.Close())
	}
	return wrong
}

// Waits of the reader when the server is away, or breaks off soon.
const (
	firstWait = time.Second
	lastWait  = 5 * time.Minute
)

// read takes mail in until the context ends, and connects again whenever the
// connection is lost.
func (s *Service) read(ctx context.Context, inbox *postbox.Inbox) {
	r := &reader{Service: s, refused: map[string]int{}}
	wait := firstWait
	for ctx.Err() == nil {
		var err error
		if inbox == nil {
			inbox, err = postbox.Open(ctx, s.cfg.IMAP)
		}
		if began := s.now(); err == nil {
			var taken int
			taken, err = r.look(ctx, inbox)
			if taken > 0 || s.now().Sub(began) > wait {
				wait = firstWait
			}
			inbox.Close()
			inbox = nil
		}
		if ctx.Err() != nil {
			break
		}
		s.log.Warn("mailbox.unreadable", "error", err, "wait", wait)
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

// look takes new mail in again and again on one connection, until it breaks,
// and says how much it took.
func (r *reader) look(ctx context.Context, inbox *postbox.Inbox) (taken int, err error) {
	last, known, err := r.lastUID(inbox.UIDValidity())
	if err != nil {
		return 0, err
	}
	for {
		r.Resume(ctx)
		if err := r.mind(ctx, inbox); err != nil {
			return taken, err
		}
		items, err := inbox.New(ctx, last)
		if err != nil {
			return taken, err
		}
		r.mailboxRead()
		for some := range slices.Chunk(items, abreast) {
			wanted := slices.DeleteFunc(slices.Clone(some), func(item postbox.Item) bool { return item.Done && !known })
			n, err := r.takeAll(ctx, inbox, wanted)
			if taken += n; err != nil {
				return taken, err
			}
			last = some[len(some)-1].UID
			if err := r.setLastUID(inbox.UIDValidity(), last); err != nil {
				return taken, err
			}
		}
		if err := inbox.Wait(ctx, r.cfg.Poll); err != nil {
			return taken, err
		}
	}
}

// abreast is how many messages are read before it is written down how far the
// mailbox was read, and worked on side by side where they are for different games
// and from different people. What is read again after a crash is recognised.
const abreast = 16

// A taking is a message that was fetched, and what comes of it.
type taking struct {
	item    postbox.Item
	raw     []byte
	fetched error // why it was not
	done    chan struct{}
	outcome string
	err     error
}

// takeAll reads some messages, works on them and marks them on the server, in
// their order. It returns how many it has taken.
func (r *reader) takeAll(ctx context.Context, inbox *postbox.Inbox, items []postbox.Item) (taken int, err error) {
	lanes := &lanes{last: map[string]chan struct{}{}}
	var all []*taking
	for _, item := range items {
		t := &taking{item: item, done: make(chan struct{})}
		t.raw, t.fetched = inbox.FetchItem(ctx, item)
		if all = append(all, t); t.fetched != nil {
			close(t.done)
			if k := postbox.KindOf(t.fetched); k != postbox.TooLarge && k != postbox.Gone && k != postbox.Refused {
				break // the connection is at fault: what was fetched is finished
			}
			continue
		}
		l := letterOf(t.raw)
		lanes.run(r.keysOfMail(l), t.done, func() error {
			t.outcome, t.err = r.Service.receive(ctx, t.raw, l)
			return t.err
		}, func(err error) { t.err = err })
	}
	defer func() {
		for _, t := range all {
			<-t.done
		}
	}()
	for _, t := range all {
		<-t.done
		if err := r.taken(ctx, inbox, t); err != nil {
			return taken, err
		}
		taken++
	}
	return taken, nil
}

// lanes keep the order of mails that are for the same game or from the same
// person; others are worked on side by side.
type lanes struct {
	last   map[string]chan struct{} // closed when the last of a lane is done
	broken atomic.Pointer[error]    // why nothing more is begun
}

// run has a piece of work done when those before it in its lanes are; done is
// closed then. Work that finds the store not working is the last.
func (l *lanes) run(keys []string, done chan struct{}, work func() error, fail func(error)) {
	var before []chan struct{}
	for _, k := range keys {
		if l.last[k] != nil {
			before = append(before, l.last[k])
		}
		l.last[k] = done
	}
	go func() {
		defer close(done)
		for _, c := range before {
			<-c
		}
		if why := l.broken.Load(); why != nil {
			fail(*why)
			return
		}
		if err := work(); errors.Is(err, errNotKept) || errors.Is(err, errStore) {
			l.broken.Store(&err)
		}
	}()
}

// uidMark is the mark with the mailbox's UIDVALIDITY and the last UID read.
const uidMark = "imap"

// lastUID returns the UID up to which this mailbox was read; 0 when the
// mailbox is another one than before, which is not known then. What is read
// twice is recognised. In a mailbox that is known the database says what was
// done, not the marks on the messages: after a restore it knows of fewer, and
// they are worked on again.
func (s *Service) lastUID(validity uint32) (last uint32, known bool, err error) {
	text, err := s.marked(uidMark)
	if err != nil {
		return 0, false, err
	}
	var was uint32
	if _, err := fmt.Sscanf(text, "%d %d", &was, &last); err != nil || was != validity {
		return 0, false, nil
	}
	return last, true, nil
}

func (s *Service) setLastUID(validity, last uint32) error {
	return s.store.SetMark(uidMark, fmt.Sprintf("%d %d", validity, last))
}

// skipOld lets the mails alone that lie in the mailbox when the service begins
// for the first time and has written to nobody yet: none of its players can
// have written them.
func (s *Service) skipOld(inbox *postbox.Inbox) error {
	text, err := s.marked(uidMark)
	if err != nil || text != "" || inbox.UIDNext() == 0 || s.hasWritten() {
		return err
	}
	if n := inbox.Messages(); n > 0 {
		s.log.Info("mailbox.old-skipped", "messages", n)
	}
	return s.setLastUID(inbox.UIDValidity(), inbox.UIDNext()-1)
}

var errWritten = errors.New("a player has got a mail")

// marked returns a mark.
func (s *Service) marked(name string) (string, error) {
	m, err := s.store.MarkAt(name)
	return m.Value, err
}

// hasWritten reports whether any player of a game that is on has got a mail.
func (s *Service) hasWritten() bool {
	err := eachRecord(s.store, keyOn, func(game string, r table.Record) error {
		for i, seat := range r.Seats {
			m, err := s.store.Mail(s.office.ID("move", game, seat.Told, engine.PlayerID(i)))
			if err == nil && m.State != store.Queued {
				return errWritten
			}
		}
		return nil
	})
	return err != nil
}

// taken marks a message on the server once it was worked on, or could not be.
func (r *reader) taken(ctx context.Context, inbox *postbox.Inbox, t *taking) error {
	switch postbox.KindOf(t.fetched) {
	case postbox.NoError:
		delete(r.refused, leftName(inbox, t.item.UID))
		return r.filed(ctx, inbox, t.item, t.raw, t.outcome, t.err)
	case postbox.TooLarge:
		delete(r.refused, leftName(inbox, t.item.UID))
		return r.tooLarge(ctx, inbox, t.item)
	case postbox.Gone:
		return nil
	case postbox.Refused:
		return r.withheld(ctx, inbox, t.item.UID, t.fetched)
	}
	return t.fetched
}

// filed marks a message that was worked on.
func (r *reader) filed(ctx context.Context, inbox *postbox.Inbox, item postbox.Item, raw []byte, outcome string, err error) error {
	if errors.Is(err, errNotKept) || errors.Is(err, errStore) {
		return err // it is read again, and what came after it waits its turn
	}
	if err != nil {
		r.log.Error("mail.failed-unmarked", "uid", item.UID, "error", err)
		return r.leave(inbox, item.UID, keyOf(raw)) // it is on file; Resume tries again
	}
	return r.file(ctx, inbox, item.UID, placeOf(outcome))
}

// tooLarge puts a message aside after a look at its header.
func (r *reader) tooLarge(ctx context.Context, inbox *postbox.Inbox, item postbox.Item) error {
	r.log.Warn("mail.too-large", "uid", item.UID, "bytes", item.Size)
	header, err := inbox.FetchHeader(ctx, item.UID)
	switch postbox.KindOf(err) {
	case postbox.NoError:
		err := r.TooLarge(header, item.Size)
		if errors.Is(err, errStore) {
			return err
		}
		if err != nil {
			r.log.Error("mail.too-large-untold", "uid", item.UID, "error", err)
		}
	case postbox.Gone, postbox.Refused:
		r.log.Warn("mail.header-unreadable", "uid", item.UID, "error", err)
	default:
		return err
	}
	return r.file(ctx, inbox, item.UID, postbox.Rejected)
}

// file marks a message; that the server refuses to is no reason to stop.
func (s *Service) file(ctx context.Context, inbox *postbox.Inbox, uid uint32, where postbox.Place) error {
	err := inbox.File(ctx, uid, where)
	if k := postbox.KindOf(err); k == postbox.Refused || k == postbox.Gone {
		s.log.Warn("mailbox.mark-failed", "uid", uid, "error", err)
		return nil
	}
	return err
}
