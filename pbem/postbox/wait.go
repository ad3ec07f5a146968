package postbox

import (
	"context"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// news records whether the server has announced messages that have not been listed yet. The library's reading
// goroutine may call it at any time.
type news struct {
	mu      sync.Mutex
	count   uint32 // messages in the folder, as announced
	fresh   bool
	arrived chan struct{} // closed while fresh
}

func (n *news) reset(count uint32) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.count = count
}

// mailbox handles EXISTS. Some servers repeat it without a cause, so only a larger number is news.
func (n *news) mailbox(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if *data.NumMessages > n.count && !n.fresh {
		n.fresh = true
		close(n.arrived)
	}
	n.count = *data.NumMessages
}

func (n *news) expunge(uint32) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.count > 0 {
		n.count--
	}
}

// take reports whether there is news, and marks it as seen.
func (n *news) take() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.fresh {
		return false
	}
	n.fresh, n.arrived = false, make(chan struct{})
	return true
}

// come returns a channel that is closed as soon as there is news.
func (n *news) come() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.arrived
}

func (n *news) pending() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.fresh
}

// Wait returns nil when the server has announced messages that New has not been
// asked for yet, or when max has passed. The caller lists, handles and waits
// again. Without IDLE it returns after the poll interval at the latest. An
// error means that the connection is gone.
func (in *Inbox) Wait(ctx context.Context, max time.Duration) error {
	end := time.Now().Add(max)
	for !in.news.pending() {
		rest := time.Until(end)
		if rest <= 0 {
			return in.failed()
		}
		if in.polling() {
			return in.poll(ctx, min(rest, in.cfg.Poll))
		}
		err := in.idle(ctx, min(rest, in.cfg.IdleFor))
		if KindOf(err) == Refused {
			in.cfg.NoIdle = true
			continue
		}
		if err != nil {
			return err
		}
	}
	return in.failed()
}

// polling reports whether the server does not announce new mail by itself.
func (in *Inbox) polling() bool { return in.cfg.NoIdle || !in.caps.Has(imap.CapIdle) }

func (in *Inbox) poll(ctx context.Context, wait time.Duration) error {
	if err := in.pause(ctx, wait); err != nil {
		return err
	}
	return in.do(ctx, "asking for news", func() error { return in.client.Noop().Wait() })
}

// idle waits with IDLE for at most the given time. That is always less than the 28 minutes after which the
// library would renew it.
func (in *Inbox) idle(ctx context.Context, wait time.Duration) error {
	in.idling.Store(true)
	defer in.idling.Store(false)
	cmd, err := ask(ctx, in, "beginning IDLE", in.client.Idle)
	if err != nil {
		return err
	}
	if err := in.pause(ctx, wait); err != nil {
		return err // the connection is closed, so the command ends too
	}
	return in.do(ctx, "ending IDLE", func() error {
		if err := cmd.Close(); err != nil {
			return err
		}
		return cmd.Wait()
	})
}

// pause returns nil if there is news or the time is over, and an error if the connection or the context ends.
func (in *Inbox) pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-in.news.come():
		return nil
	case <-timer.C:
		return nil
	case <-in.client.Closed():
		return in.fail(fault(Lost, nil, "%s broke the connection off (waiting for mail)", in.link.who))
	case <-ctx.Done():
		return in.fail(cancelled(in.link.who, "waiting for mail", ctx.Err()))
	}
}
