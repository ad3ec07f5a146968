package mailtest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/postbox"
)

// A game is played for some moves: every mail goes through Postfix and Dovecot
// to an address with a tag, and so does every answer.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	h := newHost(t, Start(t, everybody...))
	h.ready()
	h.play(6)
	h.right()
	h.once()
	if to := header(t, h.Mails(service)[0]).Get("In-Reply-To"); !strings.HasPrefix(to, "<move."+h.game+".") {
		t.Errorf("the first move answers %q", to)
	}
	first := header(t, h.Mails(Address("amy"))[0])
	if to := first.Get("Reply-To"); !strings.Contains(to, "<pbem+g1.p1.") {
		t.Errorf("answers go to %s", to)
	}
	if refs := first.Get("References"); refs == "" || first.Get("Message-ID") == "" {
		t.Errorf("the mail cannot be threaded: %v", first)
	}
}

// Dovecot's word that a mail has come wakes the service, which would look by
// itself only in ten minutes.
func TestPush(t *testing.T) {
	t.Parallel()
	h := newHost(t, Start(t, everybody...))
	h.ready()
	h.play(1)
	time.Sleep(time.Second) // now it waits in IDLE
	began := time.Now()
	h.play(1)
	t.Logf("from the player's SMTP to the answer in the Maildir: %v", time.Since(began))
	if n := strings.Count(h.log.String(), "level=WARN"); n > 0 {
		t.Errorf("%d warnings", n)
	}
}

// Dovecot is restarted while the service waits in IDLE: it comes back by
// itself.
func TestServerRestarts(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	h := newHost(t, s)
	h.ready()
	h.play(2)
	for range 2 {
		time.Sleep(300 * time.Millisecond)
		s.StopIMAP()
		time.Sleep(700 * time.Millisecond)
		s.StartIMAP()
		h.play(2)
	}
	h.right()
	h.once()
}

// Connections are cut, in IDLE and in the middle of anything.
func TestConnectionsCut(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	h := newHost(t, s)
	in, out := newTap(t, s.IMAPS), newTap(t, s.SMTP)
	h.cfg.IMAP.Addr, h.cfg.SMTP.Addr = in.addr, out.addr
	h.cfg.SMTP.Timeout = 5 * time.Second
	h.close()
	h.open()
	h.ready()
	h.play(1)
	for i := range 6 {
		from, to, raw := h.next()
		h.send(from, to, raw)
		time.Sleep(time.Duration(i*i) * 5 * time.Millisecond)
		in.cut()
		h.settled(raw)
	}
	h.right()
	h.once()
}

// The mailbox holds a thousand old mails when the service comes to it, in whole tests ten thousand.
func TestThousandsOfOldMails(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	old := make([][]byte, testsize.Of(1_000, 1_000, 10_000))
	for i := range old {
		old[i] = fmt.Appendf(nil, "From: someone%d@example.org\r\nTo: %s\r\nSubject: old\r\nMessage-ID: <%d@example.org>\r\n\r\nbuy cheap\r\n", i, service, i)
	}
	s.Put(service, old...)
	h := newHost(t, s)
	began := time.Now()
	h.ready()
	h.play(1)
	t.Logf("the first move was answered %v after the first start", time.Since(began))
	h.play(1)
	h.right()
	if stats, err := h.db.Stats(); err != nil || stats.Bytes > 16<<20 {
		t.Errorf("the database has %d bytes: %v", stats.Bytes, err)
	}
}

// The host's mistakes are named in one sentence.
func TestMistakes(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	for _, c := range []struct {
		name string
		make func(in *postbox.IMAPConfig, out *postbox.SMTPConfig)
		kind postbox.Kind
		word string
	}{
		{"wrong password", func(in *postbox.IMAPConfig, out *postbox.SMTPConfig) { in.Password, out.Password = "guess", "guess" }, postbox.BadLogin, "refused user"},
		{"untrusted certificate", func(in *postbox.IMAPConfig, out *postbox.SMTPConfig) { in.Roots, out.Roots = nil, nil }, postbox.Untrusted, "is not trusted"},
		{"wrong port", func(in *postbox.IMAPConfig, out *postbox.SMTPConfig) { in.Addr, out.Addr = s.IMAP, free(t, 1)[0] }, postbox.Misconfigured, "the"},
		{"no such folder", func(in *postbox.IMAPConfig, _ *postbox.SMTPConfig) { in.Folder = "None" }, postbox.NoFolder, "cannot open the folder"},
	} {
		t.Run(c.name, func(t *testing.T) { mistaken(t, s, c.make, c.kind, c.word) })
	}
}

func mistaken(t *testing.T, s *Servers, change func(*postbox.IMAPConfig, *postbox.SMTPConfig), kind postbox.Kind, word string) {
	in, out := s.Reader(service), s.Submitter(service)
	in.Timeout, out.Timeout = 10*time.Second, 10*time.Second
	change(&in, &out)
	found := postbox.Check(t.Context(), in, out)
	for _, f := range found {
		t.Log(f)
	}
	_, err := postbox.Open(t.Context(), in)
	if postbox.KindOf(err) != kind || found[0].OK || !strings.Contains(found[0].Text, word) {
		t.Errorf("kind %d: %v", postbox.KindOf(err), err)
	}
	if kind == postbox.NoFolder {
		return
	}
	if found[1].OK || !strings.Contains(found[1].Text, word) {
		t.Errorf("%v", found[1])
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	h := newHost(t, s)
	h.cfg.IMAP, h.cfg.SMTP = in, out
	h.close()
	h.open()
	if err := h.service.Run(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("the service ran: %v", err)
	}
}

// Handled mail is moved into folders where the host wants that.
func TestFolders(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	h := newHost(t, s)
	h.cfg.IMAP.Filing = postbox.Folders
	h.close()
	h.open()
	h.ready()
	h.play(3)
	h.until(func() bool { return len(h.Mails(service)) == 0 }, "the mails to be moved")
	if n := len(h.Mails(service + "/.pbem-processed")); n != 3 {
		t.Errorf("%d mails were moved", n)
	}
	h.right()
}

// Of a message that is too large the header is read, and its sender told.
func TestTooLargeForDovecot(t *testing.T) {
	t.Parallel()
	h := newHost(t, Start(t, everybody...))
	h.cfg.IMAP.MaxMessage = 500_000
	h.close()
	h.open()
	h.ready()
	from, to, raw := h.mail("p2", "status")
	h.send(from, to, append(raw, strings.Repeat("picture\r\n", 100_000)...))
	h.until(func() bool { return h.answer(from, header(t, raw).Get("Message-ID")) != nil }, "the word to its sender")
	h.play(2)
	h.right()
}
