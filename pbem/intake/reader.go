package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// ErrLater means that a mail could not be stored, or nothing could be committed. The
// mail is read again later, and those after it wait.
var ErrLater = errors.New("the mail must be taken in again")

// Key returns the key under which a mail is stored.
func Key(raw []byte) string {
	sum := sha256.Sum256(raw)
	return "mail:" + hex.EncodeToString(sum[:])
}

// Copy returns a key for the copies of a mail without a Message-ID. A mail server
// writes fields on top when it delivers a mail; they differ where it delivers to
// several places. Line ends differ too. All the rest is the same, with the server's
// own Received field.
func Copy(raw []byte) string {
	raw = bytes.TrimSpace(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")))
	for onTop := true; onTop; {
		line, rest, ok := bytes.Cut(raw, []byte("\n"))
		name, _, _ := bytes.Cut(line, []byte(":"))
		onTop = ok && slices.Contains(delivery, strings.ToLower(string(name)))
		if onTop {
			raw = rest
		}
	}
	sum := sha256.Sum256(raw)
	return "copy:" + hex.EncodeToString(sum[:])
}

// delivery are the fields that a mail server adds when it delivers a mail.
var delivery = []string{"return-path", "delivered-to", "x-original-to", "envelope-to"}

// A Desk works on the mails that a Reader takes in.
type Desk interface {
	// Receive looks at a mail. Mails with a key in common are worked on one after the
	// other, in order, others at the same time. The work is done once, however often a
	// mail comes. It returns where to file the message. An error other than ErrLater is
	// for a stored mail, which Resume takes up again. work is called once. If not is
	// set, it is the reason why the mail must not be worked on now; work then does
	// nothing and returns that as an ErrLater.
	Receive(raw []byte) (keys []string, work func(ctx context.Context, not error) (postbox.Place, error))
	// Sort tells by its header whose a new message is. header is empty if the server did
	// not send it.
	Sort(header []byte) Rank
	// Admit reports whether a message that is not a player's should be read.
	Admit(rank Rank, size int64) bool
	// TooLarge is called for a message of which only the header could be read. After store.ErrClaimed another service
	// has to see to it; the message is asked for again until it is filed.
	TooLarge(header []byte, size int64) error
	// Oldest returns the time before which messages are too old to be read, zero if none is: nobody knows any more whether
	// they were decided.
	Oldest() (time.Time, error)
	// Resume takes up stored mails that were not settled.
	Resume(ctx context.Context)
	// Settled returns where to file the message of a stored mail; ok is false until that
	// is known.
	Settled(key string) (place postbox.Place, ok bool, err error)
	// Shut is called when the mailbox could not be opened.
	Shut(err error)
	// Begins is called when the mailbox was opened: mails may have come since it was last read.
	Begins()
	// Heard is called when the mailbox was read.
	Heard()
	// CaughtUp is called when all mails of players that had come until then are worked on.
	CaughtUp()
	// Wrote reports whether a player of a running game was ever written to.
	Wrote() bool
}

// A Rank tells whose a message is, judged by its header. Messages are read in order of
// rank.
type Rank int

// The ranks. Mails that may be a player's come first and are kept whole. Of the others
// only as many are read as the desk admits, each after those before it are settled.
const (
	Players Rank = iota
	Reports      // reports that mails came back, without proof in their header
	Strangers
)

// Marks is the part of the store in which a Reader notes how far it has read.
type Marks interface {
	MarkAt(name string) (store.Mark, error)
	MarkPage(prefix, after string, limit int) ([]store.Mark, error)
	SetMarks(store.Marks) error
	Commit(store.Commit) error
}

// A Reader reads the mailbox for the service.
type Reader struct {
	IMAP  postbox.IMAPConfig
	Poll  time.Duration // longest time between looks into the mailbox
	Desk  Desk
	Store Marks
	Log   *slog.Logger
	Now   func() time.Time

	refused map[Message]int // how often the server refused to deliver a message
	asked   time.Time       // when messages that were not read were asked for again
	told    string          // why nothing can be taken in, of which the log was told; "" for no reason
	refuses time.Time       // since when the store takes nothing; zero if it does

	others []other         // messages that are not players'; they wait for those that are
	under  *othersBatch    // those of them that are worked on, the first of others
	ahead  map[uint32]bool // UIDs behind the first of others that were taken, in the mailbox of validity
	valid  uint32
}

// An other is a message that is not a player's.
type other struct {
	item postbox.Item
	rank Rank
}

// How long the reader waits when the server is away or breaks off soon.
const (
	firstWait = time.Second
	lastWait  = 5 * time.Minute
)

// Read takes in mail until the context ends. It connects again whenever the connection
// is lost. inbox is nil if the mailbox could not be opened just now, and err says why.
func (r *Reader) Read(ctx context.Context, inbox *postbox.Inbox, err error) {
	r.refused = map[Message]int{}
	wait, shut := firstWait, false
	for ctx.Err() == nil {
		if inbox == nil {
			if err == nil {
				inbox, err = postbox.Open(ctx, r.IMAP)
			}
			if err != nil {
				r.Desk.Shut(err)
			}
			was := shut
			if shut = postbox.Shuts(err) != ""; shut && !was {
				wait = firstWait // whether that lasts is soon known, also if the server was away for long before
			}
		}
		if began := r.Now(); err == nil {
			var taken int
			taken, err = r.look(ctx, inbox)
			if taken > 0 || r.Now().Sub(began) > wait {
				wait, r.refuses = firstWait, time.Time{}
			}
			if r.Now().Sub(began) > lastWait {
				r.told = ""
			}
			inbox.Close()
			inbox = nil
		}
		if ctx.Err() != nil {
			break
		}
		pause := r.pause(err, wait)
		r.complain(err, pause)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		wait, err = min(2*wait, lastWait), nil
	}
	if inbox != nil {
		inbox.Close()
	}
}

// complain tells the log why no mail is taken in. If the disk accepts nothing, it says
// so once: the mails stay in the mailbox until it does.
func (r *Reader) complain(err error, wait time.Duration) {
	told := r.told
	if r.told = ""; errors.Is(err, ErrLater) {
		r.told = cause(err)
	}
	if r.told != "" && r.told == told {
		r.Log.Debug("mailbox.unreadable", "error", err, "wait", wait)
		return
	}
	r.Log.Warn("mailbox.unreadable", "error", err, "wait", wait)
}

// cause returns the innermost cause of an error.
func cause(err error) string {
	for {
		switch e := err.(type) {
		case interface{ Unwrap() []error }:
			all := e.Unwrap()
			err = all[len(all)-1]
		case interface{ Unwrap() error }:
			if e.Unwrap() == nil {
				return err.Error()
			}
			err = e.Unwrap()
		default:
			return err.Error()
		}
	}
}

// look takes in new mail on one connection, again and again, until the connection
// breaks. It returns how much it took. Messages that may be players' come first, and
// are also taken while some of the others are worked on, which takes as long as the DNS
// does.
func (r *Reader) look(ctx context.Context, inbox *postbox.Inbox) (taken int, err error) {
	last, known, err := r.lastUID(inbox.UIDValidity())
	if err != nil {
		return 0, err
	}
	r.others = nil
	defer r.abandon()
	if r.valid != inbox.UIDValidity() || r.ahead == nil {
		r.valid, r.ahead = inbox.UIDValidity(), map[uint32]bool{}
	}
	r.Desk.Begins()
	for {
		r.Desk.Resume(ctx)
		if err := r.mind(ctx, inbox); err != nil {
			return taken, err
		}
		items, err := inbox.New(ctx, last)
		if err != nil {
			return taken, err
		}
		r.Desk.Heard()
		for some := range slices.Chunk(items, sorted) {
			young, err := r.young(some)
			if err != nil {
				return taken, err
			}
			wanted := slices.DeleteFunc(young, func(item postbox.Item) bool { return item.Done && !known || r.ahead[item.UID] })
			n, err := r.takeNew(ctx, inbox, wanted)
			if taken += n; err != nil {
				return taken, err
			}
			last = some[len(some)-1].UID
			if err := r.readTo(last); err != nil {
				return taken, err
			}
		}
		r.Desk.CaughtUp()
		n, err := r.takeOthers(ctx, inbox)
		if taken += n; err != nil {
			return taken, err
		}
		if err := r.readTo(last); err != nil {
			return taken, err
		}
		if err := r.rest(ctx, inbox); err != nil {
			return taken, err
		}
	}
}

// sorted is how many headers are asked for at a time.
const sorted = 64

// takeNew takes those of some new messages that may be players', and notes the others.
// If the server sends no headers, all count as players'.
func (r *Reader) takeNew(ctx context.Context, inbox *postbox.Inbox, items []postbox.Item) (taken int, err error) {
	if len(items) == 0 {
		return 0, nil
	}
	heads, err := inbox.Heads(ctx, items)
	if k := postbox.KindOf(err); err != nil && k != postbox.Refused {
		return 0, err
	}
	var first []postbox.Item
	for _, item := range items {
		if rank := r.Desk.Sort(heads[item.UID]); rank != Players {
			r.others = append(r.others, other{item, rank})
		} else {
			first = append(first, item)
		}
	}
	for len(first) > 0 {
		some := portion(first)
		n, err := r.takeAll(ctx, inbox, some)
		if taken += n; err != nil {
			return taken, err
		}
		for _, item := range some {
			r.ahead[item.UID] = true
		}
		first = first[len(some):]
	}
	return taken, nil
}

// atOnce is about how many bytes of messages are read at a time.
const atOnce = 8 << 20

// portion returns the first messages, as many as are read at a time.
func portion(items []postbox.Item) []postbox.Item {
	n, size := 0, int64(0)
	for n < len(items) && n < abreast && (n == 0 || size+items[n].Size <= atOnce) {
		size += items[n].Size
		n++
	}
	return items[:n]
}

// readTo notes up to which UID the mailbox was read. It stops before the first of the
// others that wait; after a crash the mailbox is read again from there.
func (r *Reader) readTo(last uint32) error {
	if len(r.others) > 0 {
		last = r.others[0].item.UID - 1
	} else {
		clear(r.ahead)
	}
	return r.setLastUID(r.valid, last)
}

// abreast is how many messages are read before the store notes how far the mailbox was
// read. They are worked on at the same time if they are for different games and from
// different people. Messages read again after a crash are recognised.
const abreast = 64

// LastUID is the kind of the mark with the mailbox's UIDVALIDITY and the last UID
// read.
var LastUID = store.NewSingle("imap", store.Form[Message]{
	Write: func(m Message) (string, error) { return fmt.Sprintf("%d %d", m.Validity, m.UID), nil },
	Read: func(text string) (m Message, err error) {
		_, err = fmt.Sscanf(text, "%d %d", &m.Validity, &m.UID)
		return m, err
	},
})

// lastUID returns the UID up to which this mailbox was read; 0 and not known if the
// mailbox is another one than before. Messages that are read twice are recognised. In a
// known mailbox the database says what was done, not the marks on the messages: after a
// restore from a backup it knows of fewer, and the rest are worked on again.
func (r *Reader) lastUID(validity uint32) (last uint32, known bool, err error) {
	read, err := LastUID.Get(r.Store)
	switch {
	case err != nil && read.Rev == 0:
		return 0, false, fmt.Errorf("%w: %w", ErrLater, err)
	case read.Found() && read.Value.Validity == validity:
		return read.Value.UID, true, nil
	}
	return 0, false, nil
}

// setLastUID stores how far the mailbox was read. Another service may read it too and be
// further: a place never goes back.
func (r *Reader) setLastUID(validity, last uint32) error {
	for {
		read, err := LastUID.Get(r.Store)
		switch {
		case err != nil && read.Rev == 0:
			return fmt.Errorf("%w: %w", ErrLater, err)
		case read.Found() && read.Value.Validity == validity && read.Value.UID >= last:
			return nil
		}
		c := store.Commit{At: r.Now(), Marks: store.Marks{}}
		read.Expect(&c)
		LastUID.Set(c.Marks, Message{validity, last})
		if err := r.Store.Commit(c); err == nil {
			return nil
		} else if !errors.Is(err, store.ErrConflict) {
			return fmt.Errorf("%w: %w", ErrLater, err)
		}
	}
}

// SkipOld skips the mails that are in the mailbox when the service runs for the first
// time. It has written to nobody yet, so none of them can be from a player.
func (r *Reader) SkipOld(inbox *postbox.Inbox) error {
	read, err := LastUID.Get(r.Store)
	if err != nil || read.Rev != 0 || inbox.UIDNext() == 0 || r.Desk.Wrote() {
		return err
	}
	if n := inbox.Messages(); n > 0 {
		r.Log.Info("mailbox.old-skipped", "messages", n)
	}
	return r.setLastUID(inbox.UIDValidity(), inbox.UIDNext()-1)
}

// taken adds a message that was worked on to those that are filed in one place. If it
// could not be worked on, taken sees to it.
func (r *Reader) taken(ctx context.Context, inbox *postbox.Inbox, t *taking, piles map[postbox.Place][]uint32) error {
	switch postbox.KindOf(t.Err) {
	case postbox.NoError:
		delete(r.refused, messageOf(inbox, t.UID))
		if t.fault != nil {
			return r.unmarked(inbox, t.UID, t.Raw, t.fault)
		}
		piles[t.place] = append(piles[t.place], t.UID)
		return nil
	case postbox.TooLarge:
		delete(r.refused, messageOf(inbox, t.UID))
		elsewhere, err := r.tooLarge(ctx, inbox, t.Item)
		if elsewhere {
			return r.leave(inbox, t.UID, unread)
		}
		return err
	case postbox.Gone:
		return nil
	case postbox.Refused:
		return r.withheld(ctx, inbox, t.UID, t.Err)
	}
	return t.Err
}

// unmarked leaves a message unfiled that could not be worked on.
func (r *Reader) unmarked(inbox *postbox.Inbox, uid uint32, raw []byte, err error) error {
	if errors.Is(err, ErrLater) {
		return err // it is read again, and those after it wait
	}
	if errors.Is(err, store.ErrClaimed) {
		r.Log.Debug("mail.elsewhere", "uid", uid, "error", err) // another service works on it
	} else {
		r.Log.Error("mail.failed-unmarked", "uid", uid, "error", err)
	}
	return r.leave(inbox, uid, Key(raw)) // it is stored; Resume tries again
}

// tooLarge files a message after a look at its header. elsewhere is true if another service has to see to it.
func (r *Reader) tooLarge(ctx context.Context, inbox *postbox.Inbox, item postbox.Item) (elsewhere bool, err error) {
	r.Log.Warn("mail.too-large", "uid", item.UID, "bytes", item.Size)
	header, err := inbox.FetchHeader(ctx, item.UID)
	switch postbox.KindOf(err) {
	case postbox.NoError:
		err := r.Desk.TooLarge(header, item.Size)
		switch {
		case errors.Is(err, ErrLater):
			return false, err
		case errors.Is(err, store.ErrClaimed):
			r.Log.Debug("mail.elsewhere", "uid", item.UID, "error", err)
			return true, nil
		case err != nil:
			r.Log.Error("mail.too-large-untold", "uid", item.UID, "error", err)
		}
	case postbox.Gone, postbox.Refused:
		r.Log.Warn("mail.header-unreadable", "uid", item.UID, "error", err)
	default:
		return false, err
	}
	return false, r.file(ctx, inbox, postbox.Rejected, item.UID)
}

// file files messages. It goes on if the server refuses.
func (r *Reader) file(ctx context.Context, inbox *postbox.Inbox, where postbox.Place, uids ...uint32) error {
	if len(uids) == 0 {
		return nil
	}
	err := inbox.File(ctx, where, uids...)
	if k := postbox.KindOf(err); k == postbox.Refused || k == postbox.Gone {
		r.Log.Warn("mailbox.mark-failed", "uids", uids, "error", err)
		return nil
	}
	return err
}
