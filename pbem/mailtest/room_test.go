package mailtest

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pbem/pbem/postbox"
)

// told counts the mails to the host with a word in them.
func (h *host) told(word string) (n int) {
	for _, raw := range h.Mails(Address("amy")) {
		if bytes.Contains(raw, []byte(word)) {
			n++
		}
	}
	return n
}

// room is what pbem check says of the room in the mailbox.
func (h *host) room() postbox.Finding {
	h.t.Helper()
	for _, f := range postbox.Check(h.t.Context(), h.cfg.IMAP, h.cfg.SMTP) {
		if strings.Contains(f.Text, "are in use") {
			return f
		}
	}
	return postbox.Finding{}
}

// A mailbox over its quota takes no mark and no message from the spam folder. The host is told once, games go on with the
// mails that come in all the same, and when there is room again all is well by itself. So it is with keywords and with folders.
func TestFullMailbox(t *testing.T) {
	t.Parallel()
	for _, filing := range []postbox.Filing{postbox.Keywords, postbox.Folders} {
		t.Run(string(filing), func(t *testing.T) {
			t.Parallel()
			s := Start(t, everybody...)
			s.Limit("1000M")
			h := often(t, s)
			h.cfg.IMAP.RoomEvery, h.cfg.IMAP.SpamEvery, h.cfg.IMAP.Filing = 100*time.Millisecond, 100*time.Millisecond, filing
			h.close()
			h.open()
			h.ready()
			h.play(1)
			h.until(func() bool { return strings.Contains(h.mailbox().Text, "0 % of its 1000 MB are in use") }, "the room to be known")
			if f := h.room(); !f.OK || f.Mend != "" {
				t.Errorf("pbem check says %v", f)
			}

			s.Limit("1K")
			h.until(func() bool { return h.told("Subject: The mailbox is full") > 0 }, "the host to be told")
			if c := h.mailbox(); !c.OK || !c.Warn || !strings.Contains(c.Text, "The mailbox is full") {
				t.Errorf("the health says %+v", c)
			}
			if f := h.room(); f.OK || !strings.Contains(f.Mend, "Delete old mails") {
				t.Errorf("pbem check says %v", f)
			}
			h.play(2)
			_, _, raw := h.next()
			s.PutIntoSpam(service, raw)

			s.Limit("1000M")
			h.settled(raw)
			h.carriedOut(raw)
			h.play(1)
			h.until(func() bool { return !h.mailbox().Warn }, "the mailbox to be well again")
			h.right()
			h.once()
			h.nothingSetAside()
			if n := h.told("Subject: The mailbox is full"); n != 1 {
				t.Errorf("the host was told %d times", n)
			}
			if n := strings.Count(h.log.String(), "mailbox.room-short"); n != 1 {
				t.Errorf("the log says it %d times", n)
			}
		})
	}
}

// A full mailbox is asked about more often than others, so that a host who makes room soon sees that all is well.
func TestRoomIsMade(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	s.Limit("1K")
	h := often(t, s)
	h.cfg.IMAP.RoomEvery = 24 * time.Hour // the first look is half a minute after the start all the same
	h.close()
	h.open()
	h.ready()
	h.play(1)
	h.until(func() bool { return strings.Contains(h.mailbox().Text, "The mailbox is full") }, "the service to see that the mailbox is full")
	s.Limit("1000M")
	h.until(func() bool { return !h.mailbox().Warn }, "the mailbox to be well again")
}
