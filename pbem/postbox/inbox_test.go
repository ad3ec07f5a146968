package postbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pbem/internal/leftover"
	"pbem/pbem/postoffice"
)

func TestRoundTrip(t *testing.T) {
	o := office(t, postoffice.Config{RequireAuth: true})
	s := sender(t, smtpConfig(o))
	in := open(t, imapConfig(o))
	const n = 25 // so many that several connections send
	for i := range n {
		if err := s.Send(t.Context(), amy, fmt.Sprintf("pbem+g%d@demo.example", i), mail(fmt.Sprint("move ", i))); err != nil {
			t.Fatal(err)
		}
	}
	items := list(t, in, 0)
	if len(items) != n {
		t.Fatalf("listed %d messages", len(items))
	}
	for i, item := range items {
		raw, err := in.Fetch(t.Context(), item.UID)
		if err != nil {
			t.Fatal(err)
		}
		if item.UID != uint32(i+1) || item.Size != int64(len(raw)) || !bytes.HasSuffix(raw, mail(fmt.Sprint("move ", i))) ||
			!strings.Contains(string(raw), fmt.Sprintf("Delivered-To: pbem+g%d@demo.example\r\n", i)) {
			t.Errorf("message %+v is %q", item, raw)
		}
	}
	if got := flags(t, o, "INBOX"); len(got) != n || got[1] != "" {
		t.Errorf("reading left flags: %v", got)
	}
	if rest := list(t, in, n-2); len(rest) != 2 || rest[0].UID != n-1 {
		t.Errorf("above %d there are %v", n-2, rest)
	}
	if rest := list(t, in, n); len(rest) != 0 {
		t.Errorf("above the last there are %v", rest)
	}
}

func TestTwoThousandMessages(t *testing.T) {
	o := office(t, postoffice.Config{})
	const n = 2000
	for i := range n {
		deliver(t, o, fmt.Sprint(i))
	}
	in := open(t, imapConfig(o))
	items := list(t, in, 500)
	if len(items) != n-500 || items[0].UID != 501 || items[len(items)-1].UID != n {
		t.Errorf("listed %d messages", len(items))
	}
	if len(list(t, in, 0)) != n {
		t.Error("not all are listed")
	}
}

func TestIdlePushWakesWait(t *testing.T) {
	o := office(t, postoffice.Config{})
	in := open(t, imapConfig(o))
	for uid := uint32(1); uid <= 20; uid++ { // the push may come before, during or after the beginning of IDLE
		go func() { _ = o.Deliver(amy, pbem, mail("x")) }()
		if err := within(t, func() error { return in.Wait(t.Context(), time.Hour) }); err != nil {
			t.Fatal(err)
		}
		if items := list(t, in, uid-1); len(items) != 1 || items[0].UID != uid {
			t.Fatalf("after the push of %d: %v", uid, items)
		}
	}
	if err := in.Wait(t.Context(), short); err != nil {
		t.Error("without news:", err)
	}
}

func TestIdleIsRenewed(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.IdleFor = 20 * time.Millisecond
	in := open(t, cfg)
	done := make(chan error, 1)
	go func() { done <- in.Wait(t.Context(), time.Hour) }()
	time.Sleep(short)
	select {
	case err := <-done:
		t.Fatal("did not wait:", err)
	default:
	}
	deliver(t, o, "x")
	if err := within(t, func() error { return <-done }); err != nil {
		t.Error(err)
	}
}

func TestPolling(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.NoIdle, cfg.Poll = true, 50*time.Millisecond
	in := open(t, cfg)
	deliver(t, o, "x")
	if err := within(t, func() error { return in.Wait(t.Context(), time.Hour) }); err != nil {
		t.Fatal(err)
	}
	if items := list(t, in, 0); len(items) != 1 {
		t.Errorf("listed %v", items)
	}
}

func TestDroppedDuringIdle(t *testing.T) {
	o := office(t, postoffice.Config{})
	in := open(t, imapConfig(o))
	done := make(chan error, 1)
	go func() { done <- in.Wait(t.Context(), time.Hour) }()
	time.Sleep(short)
	o.DropConnections()
	sentence(t, within(t, func() error { return <-done }), Lost, "the IMAP server "+o.IMAPAddr())
	_, err := in.New(t.Context(), 0)
	sentence(t, err, Lost)
	if again := open(t, imapConfig(o)); again.UIDValidity() != in.UIDValidity() {
		t.Error("another UIDVALIDITY after reconnecting")
	}
}

// A connection that died without a word is noticed when IDLE is renewed.
func TestSilentDuringIdle(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.IdleFor, cfg.Timeout = short, time.Second
	in := open(t, cfg)
	defer o.Hush("IDLE")()
	err := within(t, func() error { return in.Wait(t.Context(), time.Hour) })
	sentence(t, err, TimedOut, "gave no answer within 1s")

	o.Hush("DONE")
	in = open(t, cfg)
	err = within(t, func() error { return in.Wait(t.Context(), time.Hour) })
	sentence(t, err, TimedOut, "ending IDLE")
}

func TestBlackHole(t *testing.T) {
	for _, at := range []string{"", "AUTHENTICATE", "SELECT", "RFC822.SIZE", "BODY.PEEK", "STORE", "NOOP"} {
		t.Run(at, func(t *testing.T) {
			o := office(t, postoffice.Config{})
			deliver(t, o, "x")
			defer o.Hush(at)()
			cfg := imapConfig(o)
			cfg.Timeout = short
			err := within(t, func() error { return everything(t.Context(), cfg) })
			sentence(t, err, TimedOut, "the IMAP server "+o.IMAPAddr()+" gave no answer within 300ms")
		})
	}
}

// everything opens a mailbox, lists, fetches, files and polls.
func everything(ctx context.Context, cfg IMAPConfig) error {
	cfg.NoIdle, cfg.Poll = true, time.Millisecond
	in, err := Open(ctx, cfg)
	if err != nil {
		return err
	}
	defer in.Close()
	if _, err := in.New(ctx, 0); err != nil {
		return err
	}
	if _, err := in.Fetch(ctx, 1); err != nil {
		return err
	}
	if err := in.File(ctx, Processed, 1); err != nil {
		return err
	}
	return in.Wait(ctx, time.Hour)
}

// mute listens, takes connections and never says anything.
func mute(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

func TestMuteServer(t *testing.T) {
	for _, sec := range []Security{TLS, StartTLS, Plain} {
		cfg := IMAPConfig{Server: Server{Addr: mute(t), Security: sec, User: pbem, Timeout: short}}
		err := within(t, func() error { _, err := Open(t.Context(), cfg); return err })
		sentence(t, err, TimedOut, cfg.Addr)
		s := sender(t, SMTPConfig{Server: cfg.Server})
		err = within(t, func() error { return s.Send(t.Context(), amy, pbem, mail("x")) })
		sentence(t, err, TimedOut, cfg.Addr)
	}
	leftover.None(t, ours...)
}

func TestCancelled(t *testing.T) {
	o := office(t, postoffice.Config{})
	in := open(t, imapConfig(o))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(short, cancel)
	sentence(t, within(t, func() error { return in.Wait(ctx, time.Hour) }), Cancelled)
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(short, cancel)
	err := within(t, func() error {
		_, err := Open(ctx, IMAPConfig{Server: Server{Addr: mute(t), Security: Plain}})
		return err
	})
	sentence(t, err, Cancelled)
}

func TestCloseDuringWait(t *testing.T) {
	o := office(t, postoffice.Config{})
	in := open(t, imapConfig(o))
	done := make(chan error, 1)
	go func() { done <- in.Wait(t.Context(), time.Hour) }()
	time.Sleep(short)
	in.Close()
	sentence(t, within(t, func() error { return <-done }), Closed)
	in.Close()
	leftover.None(t, "imapclient") // the server is still running
}

func TestOperatorErrors(t *testing.T) {
	o := office(t, postoffice.Config{})
	_, err := Open(t.Context(), IMAPConfig{Server: Server{Addr: "127.0.0.1:1", Security: Plain, Timeout: bound}})
	sentence(t, err, Unreachable, "cannot reach the IMAP server 127.0.0.1:1: connection refused")

	cfg := imapConfig(o)
	cfg.Password = "guess"
	_, err = Open(t.Context(), cfg)
	sentence(t, err, BadLogin, `refused user "pbem@demo.example" and the password`)
	if strings.Contains(err.Error(), "guess") {
		t.Error("the password is in the error")
	}

	cfg = imapConfig(o)
	cfg.Folder = "Games"
	_, err = Open(t.Context(), cfg)
	sentence(t, err, NoFolder, `cannot open the folder "Games": No such mailbox`)

	cfg = imapConfig(o)
	cfg.Security = StartTLS
	_, err = Open(t.Context(), cfg)
	sentence(t, err, Misconfigured, "does not offer STARTTLS")

	cfg.Security = TLS
	_, err = Open(t.Context(), cfg)
	sentence(t, err, Misconfigured, "does not speak TLS on this port")

	cfg.Security = "ssl"
	_, err = Open(t.Context(), cfg)
	sentence(t, err, Misconfigured, "tls, starttls or plain")

	_, err = Open(t.Context(), IMAPConfig{})
	sentence(t, err, Misconfigured, "no IMAP server is configured")

	cfg = imapConfig(o)
	cfg.Addr = o.SMTPAddr()
	_, err = Open(t.Context(), cfg)
	sentence(t, err, Foreign, "speaks SMTP, not IMAP")
}

func TestPlainTextStaysOnThisMachine(t *testing.T) {
	ip := outside()
	if ip == nil {
		t.Skip("this machine has no address but loopback")
	}
	l, err := net.Listen("tcp", net.JoinHostPort(ip.String(), "0"))
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	_, err = Open(t.Context(), IMAPConfig{Server: Server{Addr: l.Addr().String(), Security: Plain, Timeout: short}})
	sentence(t, err, Misconfigured, "not encrypted")
	_, err = Open(t.Context(), IMAPConfig{Server: Server{Addr: l.Addr().String(), Security: Plain, AllowPlain: true, Timeout: short}})
	sentence(t, err, TimedOut)
}

// outside is an IPv4 address of this machine that is not loopback, or nil.
func outside() net.IP {
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
			return n.IP
		}
	}
	return nil
}

func TestCertificates(t *testing.T) {
	for _, sec := range []Security{TLS, StartTLS} {
		t.Run(string(sec), func(t *testing.T) {
			o := office(t, postoffice.Config{TLS: sec == TLS, StartTLS: sec == StartTLS})
			in, out := imapConfig(o), smtpConfig(o)
			in.Security, out.Security = sec, sec
			_, err := Open(t.Context(), in)
			sentence(t, err, Untrusted, "the certificate of the IMAP server "+o.IMAPAddr()+" is not trusted: ")
			err = sender(t, out).Send(t.Context(), amy, pbem, mail("x"))
			sentence(t, err, Untrusted, "the certificate of the SMTP server "+o.SMTPAddr()+" is not trusted: ")
			if classified(t, err); !err.(*SendError).Temporary {
				t.Error("an untrusted certificate must not cost the mail")
			}

			in.Roots, out.Roots = o.Roots(), o.Roots()
			if err := sender(t, out).Send(t.Context(), amy, pbem, mail("x")); err != nil {
				t.Fatal(err)
			}
			if items := list(t, open(t, in), 0); len(items) != 1 {
				t.Errorf("listed %v", items)
			}
		})
	}
}

func TestGoneAndTooLarge(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.MaxMessage = 2000
	in := open(t, cfg)
	deliver(t, o, "small")
	deliver(t, o, strings.Repeat("large", 100000))
	_, err := in.Fetch(t.Context(), 3)
	sentence(t, err, Gone, "message 3")
	_, err = in.Fetch(t.Context(), 2)
	sentence(t, err, TooLarge, "message 2")
	if _, err = in.Fetch(t.Context(), 1); err != nil {
		t.Error("the connection is no good after:", err)
	}
}

// A message that cannot be fetched does not keep back the others.
func TestFetchAll(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.MaxMessage = 2000
	in := open(t, cfg)
	for _, text := range []string{"one", strings.Repeat("large", 1000), "three", "four"} {
		deliver(t, o, text)
	}
	items := append(list(t, in, 0), Item{UID: 9, Size: 10}, Item{UID: 2, Size: 10}) // one that is gone, and one for which the server reports another size
	want := []struct {
		kind Kind
		text string
	}{{NoError, "one"}, {TooLarge, ""}, {NoError, "three"}, {NoError, "four"}, {Gone, ""}, {TooLarge, ""}}
	for round := range 2 { // the connection still works after that
		all := in.FetchAll(t.Context(), items)
		if len(all) != len(want) {
			t.Fatalf("round %d: %d messages", round, len(all))
		}
		for i, m := range all {
			if m.Item != items[i] || KindOf(m.Err) != want[i].kind || (m.Raw == nil) != (want[i].text == "") || !bytes.Contains(m.Raw, []byte(want[i].text)) {
				t.Errorf("round %d: message %+v is %q, %v", round, m.Item, m.Raw, m.Err)
			}
		}
	}
	in.Close()
	if all := in.FetchAll(t.Context(), items); len(all) != 1 || all[0].Err == nil {
		t.Errorf("on a connection that is closed: %v", all)
	}
}

// If the connection breaks during a fetch of several messages, the complete ones are returned. So a server
// that always breaks off at one message keeps back no other.
func TestFetchAllIsBrokenOff(t *testing.T) {
	o := office(t, postoffice.Config{})
	for i := range 3 {
		deliver(t, o, strings.Repeat(fmt.Sprint(i), 5000))
	}
	cfg, left := cuttable(t, o)
	in := open(t, cfg)
	items := list(t, in, 0)
	left.Store(8000)
	all := in.FetchAll(t.Context(), items)
	if len(all) != 2 || all[0].Err != nil || !bytes.Contains(all[0].Raw, bytes.Repeat([]byte("0"), 5000)) || KindOf(all[1].Err) != Lost {
		t.Errorf("%d messages: %v", len(all), all)
	}
}

// A connection that is cut during headers is lost, wherever it is cut.
func TestHeadsAreBrokenOff(t *testing.T) {
	o := office(t, postoffice.Config{})
	for range 3 {
		deliver(t, o, "run auto")
	}
	for most := int64(40); most < 700; most += 60 {
		cfg, left := cuttable(t, o)
		in := open(t, cfg)
		items := list(t, in, 0)
		left.Store(most)
		if heads, err := in.Heads(t.Context(), items); KindOf(err) != Lost || len(heads) > 0 {
			t.Errorf("cut after %d bytes: %d headers, %v", most, len(heads), err)
		}
	}
}

// cuttable is a connection to a server that is cut after the server has sent the bytes that are left.
func cuttable(t *testing.T, o *postoffice.Office) (cfg IMAPConfig, left *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	left = new(atomic.Int64)
	left.Store(1 << 30)
	go func() {
		client, err := l.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", o.IMAPAddr())
		if err != nil {
			return
		}
		go io.Copy(server, client)
		for b := make([]byte, 100); ; {
			n, err := server.Read(b)
			if err != nil || left.Add(int64(-n)) < 0 {
				client.Close()
				server.Close()
				return
			}
			client.Write(b[:n])
		}
	}()
	cfg = imapConfig(o)
	cfg.Addr = l.Addr().String()
	return cfg, left
}

// The header of a message can be fetched however large the message is. Of a large header only the beginning
// is fetched.
func TestFetchHeader(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.MaxMessage = 2000
	in := open(t, cfg)
	if err := o.Deliver(amy, pbem, append(mail("large"), bytes.Repeat([]byte("x\r\n"), 10000)...)); err != nil {
		t.Fatal(err)
	}
	deliver(t, o, strings.Repeat("very large ", 20000))
	head, err := in.FetchHeader(t.Context(), 1)
	if err != nil || !bytes.Contains(head, []byte("Subject: large\r\n")) || bytes.Contains(head, []byte("buy B&O")) {
		t.Errorf("the header is %q, %v", head, err)
	}
	_, err = in.FetchHeader(t.Context(), 3)
	sentence(t, err, Gone, "message 3")
	if got := flags(t, o, "INBOX"); got[1] != "" {
		t.Errorf("reading left flags: %v", got)
	}
	cfg.MaxMessage = mostHeader
	in = open(t, cfg)
	if head, err = in.FetchHeader(t.Context(), 2); err != nil || len(head) != mostHeader {
		t.Errorf("%d bytes of a large header, %v", len(head), err)
	}
}

func TestNewUIDValidity(t *testing.T) {
	o := office(t, postoffice.Config{})
	before := open(t, imapConfig(o)).UIDValidity()
	o.RenewUIDValidity(pbem)
	if after := open(t, imapConfig(o)).UIDValidity(); after == before || after == 0 {
		t.Errorf("UIDVALIDITY %d, then %d", before, after)
	}
}
