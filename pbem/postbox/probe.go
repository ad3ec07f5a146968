package postbox

import (
	"context"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// An Arrival is how a mail that we sent ourselves came back.
type Arrival struct {
	Took time.Duration // until it was seen
	Skew time.Duration // how far the IMAP server's clock is ahead of ours; 0 within what can be told
}

// probeEvery is how often the mailbox is looked into for a mail of ours.
const probeEvery = 2 * time.Second

// Probe sends a mail that should come back to our own mailbox and waits for it
// until the context ends. Then it files the mail as processed. id is the mail's
// Message-ID. The error is a *SendError if the server refused the mail, else an
// *Error, of kind TimedOut if the mail did not come.
func Probe(ctx context.Context, cfg IMAPConfig, out SMTPConfig, from, to string, raw []byte, id string) (Arrival, error) {
	in, err := Open(ctx, cfg)
	if err != nil {
		return Arrival{}, err
	}
	defer in.Close()
	sender := NewSender(out)
	defer sender.Close()
	sent := time.Now()
	if err := sender.Send(ctx, from, to, raw); err != nil {
		return Arrival{}, err
	}
	for {
		stamp, err := in.collect(ctx, id)
		if seen := time.Now(); err == nil && !stamp.IsZero() {
			return Arrival{Took: seen.Sub(sent), Skew: skew(stamp, sent, seen)}, nil
		}
		if err == nil {
			err = in.Wait(ctx, probeEvery)
		}
		if ctx.Err() != nil {
			return Arrival{}, fault(TimedOut, ctx.Err(), "the mail to %s was taken, but after %v it has not come", to, time.Since(sent).Round(time.Second))
		}
		if err != nil {
			return Arrival{}, err
		}
	}
}

// collect returns when a mail of ours came, and files it; zero while it has not.
func (in *Inbox) collect(ctx context.Context, id string) (stamp time.Time, err error) {
	uid, stamp, err := in.find(ctx, id)
	switch {
	case err != nil:
		return time.Time{}, err
	case uid == 0:
		return in.filed(ctx, id), nil
	}
	if err = in.File(ctx, Processed, uid); KindOf(err) == Refused {
		err = nil // a service may have taken it meanwhile
	}
	return stamp, err
}

// find returns the message with a Message-ID that came after the folder was
// opened, and when the server says it came; 0 for none.
func (in *Inbox) find(ctx context.Context, id string) (uid uint32, stamp time.Time, err error) {
	var set imap.UIDSet
	set.AddRange(imap.UID(max(in.uidNext, 1)), 0)
	list, err := ask(ctx, in, "looking for a message", func() ([]*imapclient.FetchMessageBuffer, error) {
		return in.client.Fetch(set, &imap.FetchOptions{UID: true, InternalDate: true, Envelope: true}).Collect()
	})
	for _, m := range list {
		if m.Envelope != nil && strings.Trim(m.Envelope.MessageID, "<>") == strings.Trim(id, "<>") {
			return uint32(m.UID), m.InternalDate, err
		}
	}
	return 0, time.Time{}, err
}

// lastFiled is how many of the messages that were filed last are looked at.
const lastFiled = 100

// filed looks for a message where a service that reads the same mailbox may
// have moved it meanwhile. It returns when it came, zero when it is not there.
func (in *Inbox) filed(ctx context.Context, id string) time.Time {
	if in.Filing() != Folders {
		return time.Time{}
	}
	cfg := in.cfg
	cfg.Folder = in.folder(Processed)
	there, err := Open(ctx, cfg)
	if err != nil {
		return time.Time{} // nothing was ever filed
	}
	defer there.Close()
	there.uidNext -= min(there.uidNext, lastFiled)
	_, stamp, _ := there.find(ctx, id)
	return stamp
}

// skew compares a server's stamp on a mail, in whole seconds, with the time
// within which it must have been made.
func skew(stamp, sent, seen time.Time) time.Duration {
	switch {
	case stamp.IsZero():
		return 0
	case stamp.After(seen):
		return stamp.Sub(seen)
	case stamp.Add(time.Second).Before(sent):
		return stamp.Sub(sent)
	}
	return 0
}
