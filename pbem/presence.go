package pbem

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/postbox"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/watch"
	"pbem/store"
)

// Two services with a store each on one mailbox would each answer half of the mails, or
// both would answer all. They cannot stop each other, but they can notice each other: each
// leaves a message in the mailbox and sees when the other renews its message. Services on
// one store know each other's names from there.

// peers are the services of other stores seen at the mailbox.
type peers struct {
	mu     sync.Mutex
	name   string // a name for this run of the service
	others []string
	failed string // the kind of reason why no message can be left, of which the log was told; "" if one can
	looked bool   // this run has looked at the mailbox
	fresh  bool   // no service on the store had when it did, and there was no game
}

// firstMark is the longest time from the start of a service to its first message. A
// service that is only tried out and stopped again leaves none.
const firstMark = 30 * time.Second

// attend leaves messages in the mailbox until the context ends.
func (s *Service) attend(ctx context.Context) {
	if s.Config.IMAP.Addr == "" {
		return // there is no mailbox to share
	}
	s.peers.name = strings.ToLower(rand.Text())
	wait := min(firstMark, s.Config.IMAP.PresenceEvery)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		s.look(ctx)
		wait = untilLook(s.Config.IMAP.PresenceEvery, s.shut.last(), s.Now())
	}
}

// untilLook is how long to wait for the next look. Whether a server that has refused the log-in does so for long is soon known;
// then it is asked as seldom as ever, for providers lock accounts that try a wrong password so often.
func untilLook(every time.Duration, shut watch.Shut, now time.Time) time.Duration {
	if !shut.Since.IsZero() && !shut.Lasts(now) {
		return min(every, watch.ShutFor)
	}
	return every
}

// look leaves a message and reads those of others. A mailbox that accepts no message is
// no error.
func (s *Service) look(ctx context.Context) {
	host, _ := os.Hostname()
	about := fmt.Sprintf("pbem on %s, process %d, database in %s, since it began; at %s.", host, os.Getpid(), s.Config.Data, s.Now().UTC().Format(time.RFC3339))
	if !s.peers.looked {
		s.peers.looked, s.peers.fresh = true, fresh(s.Store) // before it introduces itself
	}
	if err := s.introduce(); err != nil {
		s.Log.Warn("mailbox.not-introduced", "error", err)
	}
	others, earlier, err := postbox.Presence(ctx, s.Config.IMAP, s.peers.name, about)
	if ctx.Err() != nil {
		return
	}
	others = slices.DeleteFunc(others, s.colleague)
	c := &s.peers
	c.mu.Lock()
	failed, before := c.failed, c.others
	c.failed = ""
	if err == nil {
		c.others = others
	} else {
		c.failed = reasonFor(err)
	}
	c.mu.Unlock()
	if err == nil {
		s.shut.opened(false)
	} else {
		noteShut(s, err, false)
	}
	if earlier > 0 && s.peers.fresh {
		s.peers.fresh = false // it is told once
		servedBefore(s)
	}
	switch {
	case err != nil && reasonFor(err) != failed:
		s.Log.Warn("mailbox.no-mark", "error", err)
	case err == nil && len(others) == 0 && len(before) > 0:
		s.Log.Info("mailbox.alone", "others", len(before))
	}
	for _, other := range others {
		if !slices.Contains(before, other) {
			s.shared(other)
		}
	}
}

// reasonFor tells reasons apart. What a server says may be different each time: it names a session or a time.
func reasonFor(err error) string {
	if kind := postbox.KindOf(err); kind != postbox.NoError {
		return fmt.Sprint(kind)
	}
	return err.Error()
}

// readerKept is how long the store lists a service that says no more that it reads the
// mailbox.
const readerKept = 24 * time.Hour

// introduce tells the other services on the store the name of this one at the mailbox.
func (s *Service) introduce() error {
	all, err := desk.Readers.All(s.Store, "")
	if err != nil {
		return err
	}
	c := store.Commit{At: s.Now(), Marks: store.Marks{}}
	for _, r := range all {
		if r.Fault != nil || s.Now().Sub(r.Value) > readerKept {
			r.Expect(&c)
			desk.Readers.Drop(c.Marks, r)
		}
	}
	delete(c.Expect, desk.Readers.Name(s.peers.name)) // nobody else writes it
	desk.Readers.Set(c.Marks, s.peers.name, s.Now())
	err = s.Store.Commit(c)
	if errors.Is(err, store.ErrConflict) { // another one has tidied up
		own := store.Marks{}
		desk.Readers.Set(own, s.peers.name, s.Now())
		err = s.Store.SetMarks(own)
	}
	return err
}

// colleague reports whether a service at the mailbox works on the store of this one. Then
// each mail is still answered once. An old entry does not count: the store may be a copy
// of the one on which that service works.
func (s *Service) colleague(name string) bool {
	r, err := desk.Readers.Get(s.Store, name)
	if err != nil {
		s.Log.Warn("mailbox.unknown-reader", "other", name, "error", err)
	}
	return err == nil && r.Found() && s.Now().Sub(r.Value) <= missedLooks*s.Config.IMAP.PresenceEvery
}

// missedLooks is how many times a service may fail to say that it reads the mailbox before
// the others take it for a stranger.
const missedLooks = 3

// shared tells the host about another service at the mailbox, once for each.
func (s *Service) shared(other string) {
	s.Log.Error("mailbox.shared", "other", other, "folder", s.Config.IMAP.Presence)
	page := sheet.Note("Another service reads this mailbox", "A second pbem service is at work on the mailbox of this one. Neither was stopped.",
		sheet.Section{Head: "What that does", Lines: []string{
			"  Players may get two answers to a mail, or an answer from a service that does not know their game.",
			fmt.Sprintf("  Stop one of them, or give each a mailbox of its own. On which machine each runs stands in the messages of the folder %q.", s.Config.IMAP.Presence),
		}})
	err := desk.Tell(s.Desk, func(d *desk.Draft) error { return d.Queue(store.Commit{Mails: d.Alarm("shared "+other, "", page)}) })
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
}

// fresh reports whether no service on a store has looked at a mailbox yet, and it has no games. That it has read one says nothing: it
// may have been stopped before it looked.
func fresh(db desk.Store) bool {
	if seen, err := desk.Readers.All(db, ""); err != nil || len(seen) > 0 {
		return false
	}
	return desk.EachRecord(db, desk.KeyOn, func(store.Game, table.Record) error { return errGame }) == nil
}

var errGame = errors.New("there is a game")

// servedBefore tells the host that a store without games serves a mailbox that another one has served: most likely the
// disk of the data folder is not there, and a new database was made in its place.
func servedBefore(s *Service) {
	s.Log.Error("mailbox.served-before", "data", s.Config.Data, "folder", s.Config.IMAP.Presence)
	page := sheet.Note("The games are missing", "The database is new, and no game is in it, but a pbem service has read this mailbox before.",
		sheet.Section{Head: "What that does", Lines: []string{
			"  What players of earlier games write is not carried out, and they are told nothing.",
			"  If there were games: stop the service. See whether the disk of the data folder is there, and whether \"data\" or [store] in the configuration names the right one; otherwise restore a backup.",
			"  With the right database what players wrote meanwhile is read again and carried out. What was moved to another folder of the mailbox by then has to be moved back first.",
			"  If you begin anew, all is well.",
		}})
	err := desk.Tell(s.Desk, func(d *desk.Draft) error {
		return d.Queue(store.Commit{Mails: d.Alarm("served-before "+s.peers.name, "", page)})
	})
	if err != nil {
		s.Log.Error("host.untold", "error", err)
	}
}

// sharing returns how many other services were at the mailbox at the last look.
func (s *Service) sharing() int {
	s.peers.mu.Lock()
	defer s.peers.mu.Unlock()
	return len(s.peers.others)
}
