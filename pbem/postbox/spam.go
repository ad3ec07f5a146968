package postbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// NoSpam is the name of the spam folder that is never looked at.
const NoSpam = "none"

// A SpamFolder is where the provider puts what it takes for spam. One goroutine at a time may use it.
type SpamFolder struct {
	cfg      IMAPConfig
	validity uint32
	seen     uint32 // UIDs up to this one were looked at
}

// NewSpamFolder returns that of a mailbox.
func NewSpamFolder(cfg IMAPConfig) *SpamFolder { return &SpamFolder{cfg: cfg.complete()} }

const (
	mostSpam  = 1000 // messages of the spam folder that are looked at when it is looked at first, the newest
	someHeads = 50   // headers that are asked for at a time
)

// Fetch moves messages from the spam folder to the one that is read: those of which ours says so by the beginning of
// their header. It looks at each message once, and at none that File has marked, or that is deleted; where ours fails it looks again the next time. It
// opens a connection of its own. It returns how many it has moved. A mailbox without a spam folder is no error.
func (s *SpamFolder) Fetch(ctx context.Context, ours func(header []byte) (bool, error)) (moved int, err error) {
	if s.cfg.Spam == NoSpam {
		return 0, nil
	}
	in, err := Open(ctx, s.cfg)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	inbox := in.cfg.Folder
	name, err := in.spam(ctx)
	if err != nil || name == "" {
		return 0, err
	}
	in.cfg.Folder, in.cfg.Filing = name, Folders // keywords are not needed
	if err := in.choose(ctx); err != nil {
		return 0, err
	}
	if s.validity != in.uidValidity {
		s.validity, s.seen = in.uidValidity, 0
	}
	list, err := in.New(ctx, s.seen)
	if err != nil {
		return 0, err
	}
	if s.seen == 0 && len(list) > mostSpam {
		list = list[len(list)-mostSpam:]
	}
	for some := range slices.Chunk(list, someHeads) {
		n, err := in.fetchOurs(ctx, some, ours, inbox)
		if moved += n; err != nil {
			return moved, err
		}
		s.seen = some[len(some)-1].UID
	}
	return moved, nil
}

// fetchOurs moves those of some messages that are ours to a folder.
func (in *Inbox) fetchOurs(ctx context.Context, some []Item, ours func(header []byte) (bool, error), folder string) (moved int, err error) {
	some = slices.DeleteFunc(slices.Clone(some), func(i Item) bool { return i.Done || i.Deleted })
	if len(some) == 0 {
		return 0, nil
	}
	heads, err := in.Heads(ctx, some)
	if err != nil {
		return 0, err
	}
	var set imap.UIDSet
	n := 0
	for _, item := range some {
		head, ok := heads[item.UID]
		if !ok {
			continue // the server does not send it
		}
		mine, err := ours(head)
		if err != nil {
			return 0, err
		}
		if mine {
			set.AddNum(imap.UID(item.UID))
			n++
		}
	}
	if n == 0 {
		return 0, nil
	}
	if err := in.move(ctx, set, folder); err != nil {
		return 0, err
	}
	return n, nil
}

// spamNames are the names that providers give to the folder, without case. Many do not say which it is.
var spamNames = []string{"spam", "junk", "junk e-mail", "junk email", "bulk", "bulk mail", "spamverdacht", "spam-verdacht", "unerwünscht", "courrier indésirable", "correo no deseado", "posta indesiderata", "ongewenste e-mail"}

// spam returns the name of the spam folder, "" for none: the one that the host names, else the one that the server calls
// \Junk, else one with a usual name.
func (in *Inbox) spam(ctx context.Context) (string, error) {
	switch in.cfg.Spam {
	case "":
	case in.cfg.Folder: // it is read as it is
		return "", nil
	default:
		return in.cfg.Spam, nil
	}
	list, err := in.folders(ctx)
	named := ""
	for _, f := range list {
		if slices.Contains(f.Attrs, imap.MailboxAttrNoSelect) || f.Mailbox == in.cfg.Folder {
			continue
		}
		if slices.Contains(f.Attrs, imap.MailboxAttrJunk) {
			return f.Mailbox, nil
		}
		last := strings.ToLower(strings.TrimPrefix(f.Mailbox, in.prefix))
		if f.Delim != 0 {
			last = last[strings.LastIndex(last, string(f.Delim))+1:]
		}
		if named == "" && slices.Contains(spamNames, last) {
			named = f.Mailbox
		}
	}
	return named, err
}

// folders lists the folders, with what each is for if the server can say that. Some servers can, but not when asked for it.
func (in *Inbox) folders(ctx context.Context) (list []*imap.ListData, err error) {
	ways := []*imap.ListOptions{nil}
	if in.caps.Has(imap.CapSpecialUse) {
		ways = []*imap.ListOptions{{ReturnSpecialUse: true}, nil}
	}
	for _, opts := range ways {
		list, err = ask(ctx, in, "listing the folders", func() ([]*imap.ListData, error) { return in.client.List("", "*", opts).Collect() })
		if KindOf(err) != Refused {
			return list, err
		}
	}
	return nil, nil // it lists none
}

// checkSpam says what lies in the spam folder. in is not used for anything else afterwards.
func (in *Inbox) checkSpam(ctx context.Context) []Finding {
	if in.cfg.Spam == NoSpam {
		return nil
	}
	name, err := in.spam(ctx)
	if err == nil && name == "" {
		return nil
	}
	inbox := in.cfg.Folder
	in.cfg.Folder, in.cfg.Filing = name, Folders
	if err == nil {
		err = in.choose(ctx)
	}
	if f := (*Error)(nil); errors.As(err, &f) && f.Kind == NoFolder {
		return []Finding{{Text: err.Error() + ".", Mend: `Set "spam_folder" in [imap] to one that exists, or leave it out.`}}
	}
	if err != nil {
		return []Finding{Failed(err)}
	}
	f := Finding{OK: true, Text: in.link.who + ": the spam folder " + name + " has " + held(in.messages) + "; answers to our mails are fetched from there."}
	if in.messages > 0 {
		f.Mend = fmt.Sprintf("What others write stays there, such as who wants to join: look whether there is any, and have all mail put into the folder %s if you can.", inbox)
	}
	return []Finding{f}
}
