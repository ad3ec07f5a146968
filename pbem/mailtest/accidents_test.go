package mailtest

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pbem/store"
)

// mailbox opens the service's mailbox with another client.
func (o inner) mailbox(t *testing.T) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(o.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Login(service, Password).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// append puts mails into the mailbox as a restore does: to the letter.
func appendTo(t *testing.T, c *imapclient.Client, mails ...[]byte) {
	t.Helper()
	for _, raw := range mails {
		cmd := c.Append("INBOX", int64(len(raw)), nil)
		if _, err := cmd.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// flags returns how many messages carry the mark of handled ones.
func marked(t *testing.T, c *imapclient.Client) (n, all int) {
	t.Helper()
	found, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{Flags: true}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found {
		for _, f := range m.Flags {
			if strings.EqualFold(string(f), "$PBEMDone") {
				n++
			}
		}
	}
	return n, len(found)
}

// The mailbox gets a new UIDVALIDITY, while the service is away and while it is
// connected.
func TestNewUIDValidity(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(4)
	h.halt()
	o.RenewUIDValidity(service)
	h.run()
	h.play(3)
	o.RenewUIDValidity(service)
	o.DropConnections()
	h.play(3)
	h.right()
	h.once()
}

// The mailbox is restored from a backup: the old messages are there once more,
// under new UIDs and without marks, some to the letter and some with other
// lines of delivery on top.
func TestRestoredMailbox(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(6)
	h.halt()
	before := h.db
	c := o.mailbox(t)
	old := o.Mails(service)
	appendTo(t, c, old[:3]...)
	for _, m := range o.Mailbox(service)[3:] {
		_, body, _ := bytes.Cut(m.Raw, []byte("From: "))
		if err := o.Deliver(m.From, m.To, append([]byte("X-Restored: yes\r\nFrom: "), body...)); err != nil {
			t.Fatal(err)
		}
	}
	o.RenewUIDValidity(service)
	h.run()
	h.play(2)
	h.right()
	h.once()
	h.until(func() bool { n, all := marked(t, c); return n == all && all == 14 }, "the marks on the messages")
	if stats, err := before.Stats(); err != nil || stats.Unsettled > 0 {
		t.Errorf("%d mails are unsettled: %v", stats.Unsettled, err)
	}
}

// A message carries our mark, but the database knows nothing of it: it is
// carried out all the same.
func TestMarkedBeforeCommit(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(1)
	h.halt()
	from, to, raw := h.next()
	h.send(from, to, raw)
	c := o.mailbox(t)
	add := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{"$PBEMDone"}}
	if err := c.Store(imap.SeqSet{{Start: 1, Stop: 0}}, add, nil).Close(); err != nil {
		t.Fatal(err)
	}
	h.run()
	h.settled(raw)
	h.play(1)
	h.right()
	h.once()
}

// The database is restored from a backup: what the players said since is in the
// mailbox still, and is carried out again. Answers that are sent again are the
// same mails.
func TestRestoredDatabase(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(3)
	var copied bytes.Buffer
	if _, err := h.db.Backup(&copied); err != nil {
		t.Fatal(err)
	}
	h.play(4)
	h.close()
	ids := map[string]bool{}
	for _, raw := range o.Mails(Address("amy")) {
		ids[header(t, raw).Get("Message-ID")] = true
	}
	if err := os.WriteFile(h.path(), copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	h.open()
	h.run()
	h.play(1)
	h.right()
	fresh := 0
	for _, raw := range o.Mails(Address("amy")) {
		if id := header(t, raw).Get("Message-ID"); !ids[id] {
			ids[id] = true
			fresh++
		}
	}
	if fresh != 1 {
		t.Errorf("%d mails that Amy did not have, want that of the last move", fresh)
	}
}

// A mail that is too large is put aside without being read, and nothing waits
// for it.
func TestTooLarge(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.cfg.IMAP.MaxMessage = 500_000
	h.close()
	h.open()
	h.ready()
	h.play(1)
	from, to, raw := h.mail("p2", "reserve PE")
	if err := o.Deliver(from, to, append(raw, bytes.Repeat([]byte("picture\r\n"), 100_000)...)); err != nil {
		t.Fatal(err)
	}
	h.play(2)
	h.right()
	if !strings.Contains(h.log.String(), "mail.too-large") {
		t.Error("the log says nothing of it")
	}
	if n, all := marked(t, o.mailbox(t)); n != 4 || all != 4 {
		t.Errorf("%d of %d messages are marked", n, all)
	}
	h.until(func() bool { return h.answer(from, header(t, raw).Get("Message-ID")) != nil }, "the word to its sender")
}

// A message that the server would not hand out does not keep the others
// waiting. It is not lost either: when the server hands it out after all, it is
// worked on.
func TestMessageThatIsWithheld(t *testing.T) {
	t.Parallel()
	o := office(t)
	h := newHost(t, o)
	h.close()
	tap := newTap(t, h.cfg.IMAP.Addr)
	h.cfg.IMAP.Addr = tap.addr
	h.open()
	h.ready()
	h.play(1)
	tap.refuse(func(command string) bool { // alone, or with others
		return strings.Contains(command, " UID FETCH 2") && strings.Contains(command, "BODY.PEEK[]")
	})
	from, to, raw := h.mail("p2", "status")
	h.send(from, to, raw)
	h.play(2)
	h.until(func() bool { return strings.Contains(h.log.String(), "mailbox.withheld") }, "the third try")
	if log := h.log.String(); strings.Count(log, "mailbox.unreadable") != 2 {
		t.Error("the log does not tell of three tries")
	}
	h.halt()
	h.run() // it is refused once more
	h.play(1)
	tap.refuse(nil)
	h.halt()
	h.run()
	h.until(func() bool { return h.answer(from, header(t, raw).Get("Message-ID")) != nil }, "the answer to the message that was withheld")
	h.right()
	h.once()
	h.until(func() bool { n, all := marked(t, o.mailbox(t)); return n == 5 && all == 5 }, "the marks")
}

// Mails that lay in the mailbox before the service came to it for the first
// time are left alone; those that come before its first look into a new
// mailbox of a service that has games are not.
func TestOldMails(t *testing.T) {
	o := office(t)
	for i := range 300 {
		if err := o.Deliver("x@example.org", service, fmt.Appendf(nil, "From: x@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\nold\r\n", i)); err != nil {
			t.Fatal(err)
		}
	}
	h := newHost(t, o)
	h.ready()
	h.play(2)
	h.halt()
	if n, all := marked(t, o.mailbox(t)); n != 2 || all != 302 {
		t.Errorf("%d of %d messages were touched", n, all)
	}
	from, to, raw := h.next()
	h.send(from, to, raw)
	o.RenewUIDValidity(service)
	h.run()
	h.settled(raw)
	h.right()
	h.once()
}

// The database of a service that is on its first start and was killed before
// its first mail knows where to begin.
func TestFirstStartIsRemembered(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.halt() // without having read a mail
	from, to, raw := h.next()
	h.send(from, to, raw)
	h.run()
	h.settled(raw)
	h.right()
}

// Two services never share a database.
func TestOneOwner(t *testing.T) {
	h := newHost(t, office(t))
	if _, err := store.Open(h.path(), store.Options{Timeout: 10 * time.Millisecond}); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("opened a second time: %v", err)
	}
}
