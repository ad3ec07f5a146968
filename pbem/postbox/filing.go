package postbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// Filing is what File does with a message.
type Filing string

// The ways to file. ByServer, the zero value, uses keywords if the server stores them, and folders otherwise.
const (
	ByServer Filing = ""
	Keywords Filing = "keywords" // mark the message where it is
	Folders  Filing = "folders"  // move the message to another folder
)

// Place is where a handled message goes.
type Place int

// The places. Each has a folder and a keyword. Every filed message also gets $PBEMDone.
const (
	Processed  Place = iota
	Rejected         // $PBEMRejected
	Quarantine       // $PBEMQuarantine
	Spent            // not needed any more: it is deleted, or filed as Processed if the server cannot delete single messages
)

// keywordDone marks handled messages. Servers and clients may change its case.
const keywordDone imap.Flag = "$PBEMDone"

func (p Place) flags() []imap.Flag {
	switch p {
	case Rejected:
		return []imap.Flag{keywordDone, "$PBEMRejected"}
	case Quarantine:
		return []imap.Flag{keywordDone, "$PBEMQuarantine"}
	}
	return []imap.Flag{keywordDone}
}

func (in *Inbox) folder(p Place) string {
	name := in.cfg.Processed
	switch p {
	case Rejected:
		name = in.cfg.Rejected
	case Quarantine:
		name = in.cfg.Quarantine
	}
	if strings.HasPrefix(name, in.prefix) {
		return name
	}
	return in.prefix + name
}

// Filing returns what File does on this connection: Keywords or Folders.
func (in *Inbox) Filing() Filing {
	switch {
	case in.cfg.Filing != ByServer:
		return in.cfg.Filing
	case in.keywords:
		return Keywords
	}
	return Folders
}

// File marks messages as handled, or moves them to the folder of their place,
// which it makes if it is missing. A message that is no longer there is no
// error, so File can be repeated.
func (in *Inbox) File(ctx context.Context, where Place, uids ...uint32) error {
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	if where == Spent && in.caps.Has(imap.CapUIDPlus) {
		return in.remove(ctx, set)
	}
	if in.Filing() == Keywords {
		return in.mark(ctx, set, where.flags())
	}
	name := in.folder(where)
	err := in.move(ctx, set, name)
	if KindOf(err) != Refused {
		return err
	}
	if made := in.create(ctx, name); made != nil {
		return made
	}
	return in.move(ctx, set, name)
}

// remove deletes messages.
func (in *Inbox) remove(ctx context.Context, set imap.UIDSet) error {
	defer in.recount()
	if err := in.mark(ctx, set, []imap.Flag{keywordDone, imap.FlagDeleted}); err != nil {
		return err
	}
	return in.do(ctx, "removing a message", func() error { return in.client.UIDExpunge(set).Close() })
}

func (in *Inbox) mark(ctx context.Context, set imap.UIDSet, flags []imap.Flag) error {
	return in.do(ctx, "marking a message", func() error {
		add := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: flags}
		return in.client.Store(set, add, nil).Close()
	})
}

// move moves messages. Without MOVE it copies them and marks them \Deleted once the copy has succeeded. The
// library's own fallback sends all commands at once, so it deletes what it could not copy. Without UIDPLUS
// the marked messages stay, because a plain EXPUNGE would also delete messages that somebody else has marked.
func (in *Inbox) move(ctx context.Context, set imap.UIDSet, folder string) error {
	defer in.recount()
	doing := fmt.Sprintf("moving a message to %q", folder)
	if in.caps.Has(imap.CapMove) {
		return in.do(ctx, doing, func() error {
			_, err := in.client.Move(set, folder).Wait()
			return err
		})
	}
	err := in.do(ctx, doing, func() error {
		_, err := in.client.Copy(set, folder).Wait()
		return err
	})
	if err != nil {
		return err
	}
	if err := in.mark(ctx, set, []imap.Flag{imap.FlagDeleted}); err != nil || !in.caps.Has(imap.CapUIDPlus) {
		return err
	}
	return in.do(ctx, "removing a moved message", func() error { return in.client.UIDExpunge(set).Close() })
}

// recount corrects the number of messages. The library does not report the EXPUNGE of our own command.
func (in *Inbox) recount() {
	if m := in.client.Mailbox(); m != nil {
		in.news.lower(m.NumMessages)
	}
}

func (n *news) lower(count uint32) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.count = min(n.count, count)
}

// create creates a folder, which may exist already, and subscribes to it so that mail programs show it.
func (in *Inbox) create(ctx context.Context, folder string) error {
	err := in.do(ctx, fmt.Sprintf("making the folder %q", folder), func() error {
		return in.client.Create(folder, nil).Wait()
	})
	var no *imap.Error
	if errors.As(err, &no) && no.Code == imap.ResponseCodeAlreadyExists {
		return nil
	}
	if err != nil {
		return err
	}
	err = in.do(ctx, "subscribing to a folder", func() error { return in.client.Subscribe(folder).Wait() })
	if KindOf(err) == Refused {
		return nil
	}
	return err
}
