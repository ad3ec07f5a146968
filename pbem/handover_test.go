package pbem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-smtp"

	"pbem/engine"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/lmtp"
	"pbem/pbem/trust"
	"pbem/pbem/trust/trusttest"
	"pbem/store"
)

// socket lets the service take mails by LMTP, and read no mailbox.
func (d *testService) socket() {
	d.t.Helper()
	d.mailbox() // where mails go out
	d.cfg.IMAP.Server.Addr = ""
	d.cfg.LMTP.Listen = "unix:" + filepath.Join(d.t.TempDir(), "lmtp")
	d.restart(d.db)
}

// serving runs the service until stop is called.
func (d *testService) serving() (stop func()) {
	d.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.service.Run(ctx) }()
	select {
	case <-d.service.Serves():
	case err := <-done:
		cancel()
		d.t.Fatalf("the service ended at once: %v", err)
	}
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			d.t.Errorf("the service ended with %v", err)
		}
	})
	d.t.Cleanup(stop)
	return stop
}

// An envelope is what a mail server says about a mail.
type envelopeOf struct {
	from string
	to   []string
}

// lmtpClient connects to the service as a mail server does.
func (d *testService) lmtpClient() *smtp.Client {
	d.t.Helper()
	conn, err := net.Dial("unix", strings.TrimPrefix(d.cfg.LMTP.Listen, "unix:"))
	if err != nil {
		d.t.Fatal(err)
	}
	c := smtp.NewClientLMTP(conn)
	if err := c.Hello("mx.play.example"); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { c.Close() })
	return c
}

// hand hands a mail over and returns the answer: nil, or what the service said.
func hand(c *smtp.Client, e envelopeOf, raw []byte) error {
	defer c.Reset()
	if err := c.Mail(e.from, nil); err != nil {
		return err
	}
	for _, to := range e.to {
		if err := c.Rcpt(to, nil); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(raw); err != nil {
		return err
	}
	return w.Close()
}

// handed hands a mail over, which must be accepted.
func (d *testService) handed(e envelopeOf, raw []byte) {
	d.t.Helper()
	if err := hand(d.lmtpClient(), e, raw); err != nil {
		d.t.Fatalf("the mail was not accepted: %v", err)
	}
}

// ends waits until a mail is settled, and checks how.
func (d *testService) ends(key, want string) {
	d.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		got, ok, err := d.db.Settled(key)
		if err != nil || ok && got != want {
			d.t.Fatalf("%s ended %q, %v; want %q", key, got, err, want)
		}
		if ok {
			return
		}
		if time.Now().After(end) {
			d.t.Fatalf("%s is not settled", key)
		}
	}
}

// The tag is in the envelope; the list that passed the mail on has rewritten To.
func TestHandedOver(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	d.socket()
	d.serving()
	before := d.version(g)
	raw := d.from("p1", "1@example.org", "reserve NLN")
	rewritten := []byte(strings.Replace(string(raw), d.reply("g1.p1"), "friends@lists.example.org", 1))
	if string(rewritten) == string(raw) {
		t.Fatal("To was not rewritten")
	}
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, rewritten)
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeApplied)
	after := d.version(g)
	if after == before {
		t.Fatal("nothing was carried out")
	}
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, rewritten) // the mail server did not hear that it was accepted
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, append([]byte("Received: by a server that tried another way\r\n"), rewritten...))
	d.handed(envelopeOf{"brian@example.org", []string{d.reply("g1.p2")}}, d.from("p2", "2@example.org", "reserve PE"))
	d.ends("id:brian@example.org <2@example.org>", desk.OutcomeApplied)
	if n := saidIn(d, g); n != 2 {
		t.Errorf("%d commands were carried out, want 2", n)
	}
}

// saidIn counts what players said in a game.
func saidIn(d *testService, game string) (n int) {
	for _, e := range d.table(game).Log {
		if _, ok := e.(engine.Said); ok {
			n++
		}
	}
	return n
}

// A mail for several recipients is kept once. A mail without a Message-ID that comes
// again is the same mail, one that a person sent again is not.
func TestHandedOverOnce(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.socket()
	d.serving()
	plain := []byte(strings.Replace(string(d.from("p1", "x", "press hello")), "Message-ID: <x>\r\n", "", 1))
	to := []string{d.reply("g1.p1"), testAddress, d.reply("g1.p1")}
	again := append([]byte("Received: from amy by mx with id 1\r\n"), plain...)
	d.handed(envelopeOf{"amy@example.org", to}, again)
	d.handed(envelopeOf{"amy@example.org", to}, again)
	d.handed(envelopeOf{"amy@example.org", to[:1]}, again) // only some of the answers were heard
	other := append([]byte("Received: from amy by mx with id 2\r\n"), plain...)
	d.handed(envelopeOf{"amy@example.org", to}, other)
	d.idle()
	if in := d.outcomes(); in[desk.OutcomeApplied]+in[desk.OutcomeAnswered] != 2 || len(in) != 1 {
		t.Errorf("the mails ended %v, want two", in)
	}
}

// idle waits until all mails are settled.
func (d *testService) idle() {
	d.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		open, err := d.db.Unsettled()
		if err != nil {
			d.t.Fatal(err)
		}
		if len(open) == 0 {
			return
		}
		if time.Now().After(end) {
			d.t.Fatalf("%d mails are not settled", len(open))
		}
	}
}

// outcomes counts the stored mails by how they ended.
func (d *testService) outcomes() map[string]int {
	d.t.Helper()
	out := map[string]int{}
	for _, outcome := range []string{desk.OutcomeApplied, desk.OutcomeAnswered, desk.OutcomeRejected, desk.OutcomeHeld, desk.OutcomeIgnored, desk.OutcomeQuarantine} {
		keys, err := d.db.Ended(outcome)
		if err != nil {
			d.t.Fatal(err)
		}
		if len(keys) > 0 {
			out[outcome] = len(keys)
		}
	}
	return out
}

// A report comes from the null sender, which need not stand in the mail itself.
func TestHandedReport(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.socket()
	d.serving()
	raw := d.from("p1", "1@example.org", "reserve NLN")
	d.handed(envelopeOf{"", []string{d.reply("g1.p1")}}, raw)
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeIgnored)
	claimed := append([]byte("Return-Path: <>\r\n"), d.from("p1", "2@example.org", "reserve NLN")...)
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, claimed)
	d.ends("id:amy@example.org <2@example.org>", desk.OutcomeApplied)
}

// Of Authentication-Results only what the local mail server wrote, under its name, is
// believed; not what the sender, or a server before, wrote in its name.
func TestHandedResults(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Trust = trust.Trust{Policy: trust.ByTokenAndDMARC, AuthServer: "mx.play.example", LookupTXT: trusttest.NoDNS}
	d.three()
	d.socket()
	d.serving()
	pass := "dkim=pass header.d=example.org"
	for i, c := range []struct{ head, want string }{
		{"Received: by mx\r\nAuthentication-Results: mx.play.example;\r\n " + pass + "\r\n", desk.OutcomeApplied},
		{"Authentication-Results: other.example; dkim=none\r\nReceived: by mx\r\nAuthentication-Results: mx.play.example; spf=none\r\nAuthentication-Results: mx.play.example (1); " + pass + "\r\n", desk.OutcomeApplied},
		{"Received: by mx\r\nAuthentication-Results: other.example; " + pass + "\r\n", desk.OutcomeHeld},
		{"Received: by mx\r\nReceived: by evil\r\nAuthentication-Results: mx.play.example; " + pass + "\r\n", desk.OutcomeHeld},
		{"Received: by mx\r\n", desk.OutcomeHeld},
	} {
		id := fmt.Sprintf("%d@example.org", i)
		line := []string{"reserve NLN", "press hello"}[min(i, 1)]
		d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, append([]byte(c.head), d.from("p1", id, line)...))
		d.idle()
		if got, _, err := d.db.Settled("id:amy@example.org <" + id + ">"); err != nil || got != c.want && !(c.want == desk.OutcomeApplied && got == desk.OutcomeAnswered) {
			t.Errorf("%q ended %q, %v; want %q", c.head, got, err, c.want)
		}
	}
}

// While nothing can be stored, the mail server is asked to try again, and told when the
// disk is full. Nothing is lost and nothing is done.
func TestHandedWhileTheStoreIsAway(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	d.socket()
	var mu sync.Mutex
	var why error
	d.restart(&failing{DB: d.db, keep: func() error { mu.Lock(); defer mu.Unlock(); return why }})
	d.serving()
	before := d.version(g)
	raw := d.from("p1", "1@example.org", "reserve NLN")
	for wrong, want := range map[error]string{
		errors.New("the store cannot be reached"):                                   "4.3.0",
		fmt.Errorf("write pbem.db: %w", syscall.ENOSPC):                             "4.3.1",
		fmt.Errorf("write pbem.db: %w", error(&net.OpError{Err: io.ErrNoProgress})): "4.3.0",
	} {
		mu.Lock()
		why = wrong
		mu.Unlock()
		err := hand(d.lmtpClient(), envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, raw)
		var said smtp.LMTPDataError
		if !errors.As(err, &said) || !refusedWith(said, 451, want) {
			t.Errorf("%v: answered %v, want 451 %s", wrong, err, want)
		}
	}
	if n, err := d.db.Unsettled(); len(n) > 0 || err != nil || d.version(g) != before {
		t.Errorf("%d mails are stored, %v", len(n), err)
	}
	mu.Lock()
	why = nil
	mu.Unlock()
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, raw)
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeApplied)
}

// refusedWith reports whether all recipients got one answer.
func refusedWith(said smtp.LMTPDataError, code int, enhanced string) bool {
	for _, e := range said {
		if e.Code != code || fmt.Sprintf("%d.%d.%d", e.EnhancedCode[0], e.EnhancedCode[1], e.EnhancedCode[2]) != enhanced {
			return false
		}
	}
	return len(said) > 0
}

// The process ends after it has accepted a mail. The next one carries it out, before what
// comes then.
func TestHandedBeforeACrash(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	d.socket()
	d.restart(&failing{DB: d.db, commit: func(store.Commit) error { return errDisk }})
	stop := d.serving()
	before := d.version(g)
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, d.from("p1", "1@example.org", "reserve NLN"))
	stop()
	if open, err := d.db.Unsettled(); len(open) != 1 || err != nil || d.version(g) != before {
		t.Fatalf("%d mails wait, %v", len(open), err)
	}
	d.restart(d.db)
	d.serving()
	d.handed(envelopeOf{"brian@example.org", []string{d.reply("g1.p2")}}, d.from("p2", "2@example.org", "reserve PE"))
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeApplied)
	d.ends("id:brian@example.org <2@example.org>", desk.OutcomeApplied)
}

// What failed is taken up again without a restart.
func TestHandedAgain(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.socket()
	var mu sync.Mutex
	fails := 1
	d.restart(&failing{DB: d.db, commit: func(c store.Commit) error {
		mu.Lock()
		defer mu.Unlock()
		if c.Cause != "" && fails > 0 {
			fails--
			return errDisk
		}
		return d.db.Commit(c)
	}})
	d.serving()
	d.handed(envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, d.from("p1", "1@example.org", "reserve NLN"))
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeApplied)
	mu.Lock()
	defer mu.Unlock()
	if fails != 0 {
		t.Error("nothing failed")
	}
}

// Whoever writes, whatever there is, the answer is the same: also when no more mails of
// strangers are read. The host is told how many were dropped.
func TestAnswersTellNothing(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Limits.Strangers = 3
	d.three()
	d.socket()
	d.serving()
	c := d.lmtpClient()
	for i := range 10 {
		from := fmt.Sprintf("nobody%d@example.net", i)
		raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nMessage-ID: <%d@example.net>\r\n\r\nbuy\r\n", from, testAddress, i)
		for _, to := range []string{testAddress, "pbem+g1.p1.aaaaaaaaaaaaaaaa@play.example", "pbem+g77.p1.aaaaaaaaaaaaaaaa@play.example", "pbem+anything@play.example"} {
			if err := hand(c, envelopeOf{from, []string{to}}, raw); err != nil {
				t.Fatalf("mail %d to %s: %v", i, to, err)
			}
		}
	}
	large := append(d.mail("other@example.net", "g1.p1", "l@x", "buy"), strings.Repeat("picture\r\n", 40_000)...)
	large = []byte(strings.Replace(string(large), d.reply("g1.p1"), testAddress, 1))
	if err := hand(c, envelopeOf{"other@example.net", []string{testAddress}}, large); err != nil {
		t.Errorf("a large mail of a stranger: %v", err)
	}
	if err := hand(c, envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, d.from("p1", "1@example.org", "reserve NLN")); err != nil {
		t.Errorf("a player's mail: %v", err)
	}
	d.ends("id:amy@example.org <1@example.org>", desk.OutcomeApplied)
	d.idle()
	if in := d.outcomes(); in[desk.OutcomeIgnored] > 3 || in[desk.OutcomeApplied] != 1 {
		t.Errorf("the stored mails ended %v", in)
	}
	if away := d.service.Quota.Now.Away; away < 8 {
		t.Errorf("%d mails were turned away", away)
	}
}

// Mails for one game are carried out in their order, though many come at a time.
func TestHandedInOrder(t *testing.T) {
	d := newSharedService(t)
	d.cfg.Limits = config.Limits{Sender: -1, Game: -1}
	d.talk = "open"
	d.three()
	d.socket()
	d.serving()
	c := d.lmtpClient()
	const mails = 40
	for i := range mails {
		if err := hand(c, envelopeOf{"amy@example.org", []string{d.reply("g1.p1")}}, d.from("p1", fmt.Sprintf("%d@example.org", i), fmt.Sprintf("note number %02d", i))); err != nil {
			t.Fatal(err)
		}
	}
	d.idle()
	notes, err := desk.Diaries.All(d.db, "")
	if err != nil || len(notes) != mails {
		t.Fatalf("%d notes, %v", len(notes), err)
	}
	for i, n := range notes {
		if want := fmt.Sprintf("number %02d", i); n.Value.Text != want {
			t.Errorf("note %d is %q", i, n.Value.Text)
		}
	}
}

// Both ways may be open: a mail that comes on both is one mail.
func TestBothWays(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	office := d.mailbox()
	d.cfg.LMTP.Listen = "unix:" + filepath.Join(t.TempDir(), "lmtp")
	d.restart(d.db)
	d.serving()
	withID := d.from("p1", "1@example.org", "reserve NLN")
	without := []byte(strings.Replace(string(d.from("p2", "x", "reserve PE")), "Message-ID: <x>\r\n", "", 1))
	for _, m := range []struct {
		from, to string
		raw      []byte
	}{{"amy@example.org", d.reply("g1.p1"), withID}, {"brian@example.org", d.reply("g1.p2"), without}} {
		if err := office.Deliver(m.from, m.to, m.raw); err != nil {
			t.Fatal(err)
		}
		box := office.Mailbox(testAddress)
		_, queued, _ := strings.Cut(string(box[len(box)-1].Raw), "\r\nReceived: ") // as the mail server had it before it delivered it
		d.handed(envelopeOf{m.from, []string{m.to}}, []byte("Received: "+queued))
	}
	for end := time.Now().Add(30 * time.Second); d.marks() < 2; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the messages are not marked")
		}
	}
	d.idle()
	if n := saidIn(d, g); n != 2 {
		t.Errorf("%d commands were carried out, want 2", n)
	}
	if in := d.outcomes(); in[desk.OutcomeApplied] != 2 || len(in) != 1 {
		t.Errorf("the mails ended %v", in)
	}
}

// Mails of strangers that wait until others of them are done are in hand: what takes up mails that failed leaves them alone.
func TestHandedStrangersWait(t *testing.T) {
	d := newSharedService(t)
	d.socket()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := d.service.handover(ctx)
		for range mostOthers {
			h.others <- struct{}{}
		}
		m := lmtp.Message{From: "zoe@example.net", To: []string{testAddress}, Raw: plainMail("zoe@example.net", "1@x", "hello")}
		if err := h.Keep(m); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		settled := func() bool {
			left, err := d.db.Unsettled()
			return err == nil && len(left) == 0
		}
		if d.service.Resume(ctx); settled() {
			t.Error("a mail was worked on beside those that are at work")
		}
		<-h.others
		if h.line.Wait(); !settled() {
			t.Error("the mail is not worked on when it is its turn")
		}
		cancel()
	})
}
