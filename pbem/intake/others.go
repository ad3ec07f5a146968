package intake

import (
	"context"
	"time"

	"pbem/pbem/postbox"
)

// Messages that are not players' are worked on beside those that are. To find
// out whether a stranger's domain vouches for a mail, the DNS may take many
// seconds, and no player should wait for that.

// admittedAtOnce is how many of them are worked on at a time.
const admittedAtOnce = 16

// judged is how many such messages are admitted or turned away at a time, at
// most.
const judged = 256

// takeOthers begins to work on some of the messages that are not players', if
// the desk admits them. It ends the last such work if all of it is done.
// Messages that are not admitted are filed unread, all with one command.
func (r *Reader) takeOthers(ctx context.Context, inbox *postbox.Inbox) (taken int, err error) {
	if r.under == nil && len(r.others) > 0 {
		if err := r.beginOthers(ctx, inbox); err != nil {
			return 0, err
		}
	}
	if r.under == nil || !r.under.over(soon) {
		return 0, nil
	}
	b := r.under
	r.under = nil
	taken, err = r.finish(ctx, inbox, b.takings)
	r.others = r.others[b.of:]
	return taken, err
}

// An othersBatch is a batch of messages that are no player's.
type othersBatch struct {
	*takings
	of int // how many of them end with it, including those turned away
}

func (r *Reader) beginOthers(ctx context.Context, inbox *postbox.Inbox) error {
	var admitted []postbox.Item
	var away []uint32
	for _, o := range r.others[:min(len(r.others), judged)] {
		if len(admitted) == admittedAtOnce {
			break
		}
		if r.Desk.Admit(o.rank, o.item.Size) {
			admitted = append(admitted, o.item)
		} else {
			away = append(away, o.item.UID)
		}
	}
	if err := r.file(ctx, inbox, postbox.Rejected, away...); err != nil {
		return err
	}
	r.under = &othersBatch{r.begin(ctx, inbox, admitted), len(admitted) + len(away)}
	return nil
}

// How long the reader waits for work on mails of others before it looks for new
// mails. Most of that work takes no time.
const (
	soon   = 100 * time.Millisecond
	glance = time.Second
)

// over waits up to soon for the work on all messages, and reports whether it
// is done.
func (b *takings) over(soon time.Duration) bool {
	select {
	case <-b.done:
		return true
	case <-time.After(soon):
		return false
	}
}

// rest waits for new mails. While it works on others it waits only for a
// moment.
func (r *Reader) rest(ctx context.Context, inbox *postbox.Inbox) error {
	switch {
	case r.under != nil:
		return inbox.Wait(ctx, min(glance, r.Poll))
	case len(r.others) > 0:
		return nil
	}
	return inbox.Wait(ctx, r.Poll)
}

// abandon waits for the work on others when the connection is lost. They are
// read again on the next connection, and recognised.
func (r *Reader) abandon() {
	if r.under != nil {
		<-r.under.done
		r.under = nil
	}
}
