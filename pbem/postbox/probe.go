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
	Took time.Duration // time until it was seen
	Skew time.Duration // how far the clock of the IMAP server is ahead of ours; 0 if no difference can be seen
}

// probeEvery is how often to look for the test mail.
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

// collect files the test mail and returns when it arrived, zero if it has not arrived.
func (in *Inbox) collect(ctx context.Context, id string) (stamp time.Time, err error) {
	uid, stamp, err := in.find(ctx, id)
	switch {
	case err != nil:
		return time.Time{}, err
	case uid == 0:
		return in.filed(ctx, id), nil
	}
	if err = in.File(ctx, Processed, uid); KindOf(err) == Refused {
		err = nil // a service may have moved it meanwhile
	}
	return stamp, err
}

// find returns the UID of the message with a Message-ID that arrived after the folder was opened, and the
// server's time of arrival. The UID is 0 if there is none.
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

// lastFiled is how many of the last filed messages are searched.
const lastFiled = 100

// filed looks for a message in the folders to which a service that reads the same mailbox may have moved it.
// It returns when the message arrived, zero if it is not there.
func (in *Inbox) filed(ctx context.Context, id string) time.Time {
	if in.Filing() != Folders {
		return time.Time{}
	}
	cfg := in.cfg
	cfg.Folder = in.folder(Processed)
	there, err := Open(ctx, cfg)
	if err != nil {
		return time.Time{} // most likely there is no such folder, because nothing was filed yet
	}
	defer there.Close()
	there.uidNext -= min(there.uidNext, lastFiled)
	_, stamp, _ := there.find(ctx, id)
	return stamp
}

// skew compares the server's time of arrival, in whole seconds, with the interval in which the mail must have
// arrived.
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
