package postoffice

import (
	"bytes"
	"context"
	"fmt"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// Message is a mail as it was delivered to an account's INBOX.
type Message struct {
	UID      uint32
	From, To string // of the envelope; To still has its +tag
	Raw      []byte // with the lines that delivery adds at the top; not to be changed
	Received time.Time
}

// account is one person's mail. The folders are in user. delivered is our own record of what was delivered,
// whatever happened to it later.
type account struct {
	address, password string
	user              *imapmemserver.User
	clock             func() time.Time
	take              func(Message) // gets each mail instead of the INBOX; nil for none

	mu        sync.Mutex
	epoch     uint32        // added to the library's UIDVALIDITY, which counts from 1
	changed   chan struct{} // closed at the next change, then replaced
	delivered []Message
}

func newAccount(address, password string, clock func() time.Time) *account {
	a := &account{
		address:  address,
		password: password,
		clock:    clock,
		user:     imapmemserver.NewUser(address, password),
		epoch:    nextEpoch(),
		changed:  make(chan struct{}),
	}
	// A new user has no folder yet, so neither call can fail.
	_ = a.user.Create(inbox, nil)
	_ = a.user.Subscribe(inbox)
	return a
}

const inbox = "INBOX"

// lastEpoch is the newest epoch of any account of this process.
var lastEpoch atomic.Uint32

// nextEpoch returns the time in seconds, or more if that was used: no two accounts share an epoch, even if
// they start within the same second.
func nextEpoch() uint32 {
	for {
		last := lastEpoch.Load()
		next := max(last+1, uint32(time.Now().Unix()))
		if lastEpoch.CompareAndSwap(last, next) {
			return next
		}
	}
}

// changes returns a channel that is closed at the next change in the account.
func (a *account) changes() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.changed
}

// touch tells everyone who waits that something has changed.
func (a *account) touch() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.touchLocked()
}

func (a *account) touchLocked() {
	close(a.changed)
	a.changed = make(chan struct{})
}

func (a *account) validity(fromLibrary uint32) uint32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.epoch + fromLibrary
}

func (a *account) deliver(from, to, trace string, body []byte) error {
	now := a.clock()
	var b bytes.Buffer
	b.Grow(len(body) + 1<<10)
	fmt.Fprintf(&b, "Return-Path: <%s>\r\nDelivered-To: %s\r\n", from, to)
	fmt.Fprintf(&b, "Received: %s;\r\n\t%s\r\n", trace, now.Format(time.RFC1123Z))
	b.Write(crlf(body))
	if a.take != nil {
		a.take(Message{From: from, To: to, Raw: b.Bytes(), Received: now})
		return nil
	}

	a.mu.Lock()
	defer a.mu.Unlock()
	data, err := a.user.Append(inbox, bytes.NewReader(b.Bytes()), &imap.AppendOptions{Time: now})
	if err != nil {
		return err
	}
	a.delivered = append(a.delivered, Message{uint32(data.UID), from, to, b.Bytes(), now})
	a.touchLocked()
	return nil
}

// crlf makes every line end with CR LF, which IMAP clients expect.
func crlf(b []byte) []byte {
	if bytes.Count(b, []byte("\n")) == bytes.Count(b, []byte("\r\n")) {
		return b
	}
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
}

// Deliver puts a mail into the INBOX of to, as SMTP would, without SMTP.
func (o *Office) Deliver(from, to string, raw []byte) error {
	a := o.account(to)
	if a == nil {
		return fmt.Errorf("no account takes mail for %s", to)
	}
	if strings.ContainsAny(from+to, "\r\n") {
		return textproto.ProtocolError("an address must not contain a line end")
	}
	return a.deliver(from, to, "by "+o.cfg.Domain, raw)
}

// Mailbox returns what was delivered to an address, oldest first, whatever has
// been done to it since. An unknown address has none.
func (o *Office) Mailbox(address string) []Message {
	a := o.account(address)
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.delivered)
}

// WaitMail returns Mailbox(address) as soon as it holds n messages or more, or
// what there is with the context's error.
func (o *Office) WaitMail(ctx context.Context, address string, n int) ([]Message, error) {
	a := o.account(address)
	if a == nil {
		return nil, fmt.Errorf("no account takes mail for %s", address)
	}
	for {
		next := a.changes()
		if got := o.Mailbox(address); len(got) >= n {
			return got, nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return o.Mailbox(address), fmt.Errorf("waiting for mail %d to %s: %w", n, address, ctx.Err())
		}
	}
}

// RenewUIDValidity makes an account look restored from a backup: the messages
// and their UIDs stay, the UIDVALIDITY a client sees at its next SELECT is new.
func (o *Office) RenewUIDValidity(address string) {
	if a := o.account(address); a != nil {
		a.mu.Lock()
		a.epoch += 1000
		a.mu.Unlock()
	}
}
