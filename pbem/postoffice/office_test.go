package postoffice

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/smtp"
	"os/exec"
	"pbem/internal/leftover"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

const (
	pbem = "pbem@demo.example"
	amy  = "amy@demo.example"
)

func start(t *testing.T, cfg Config) *Office {
	t.Helper()
	o, err := Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	o.Add(pbem, "secret")
	o.Add(amy, "1846")
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error("close:", err)
		}
		leftover.None(t, "emersion/go-", "postoffice.(")
	})
	return o
}

func mail(subject string) []byte {
	return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: %s\r\n\r\nbuy B&O\r\n.leading dot\r\n", amy, pbem, subject)
}

func send(t *testing.T, o *Office, to, subject string) {
	t.Helper()
	if err := smtp.SendMail(o.SMTPAddr(), nil, amy, []string{to}, mail(subject)); err != nil {
		t.Fatal(err)
	}
}

// connect opens the library's own IMAP client, as a mail program would.
func connect(t *testing.T, o *Office, user, password string, opts *imapclient.Options) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(o.IMAPAddr(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Login(user, password).Wait(); err != nil {
		t.Fatal("login:", err)
	}
	return c
}

func TestDelivery(t *testing.T) {
	o := start(t, Config{})
	send(t, o, "PBEM+g12.abc@Demo.Example", "one")
	send(t, o, pbem, "two")
	got := o.Mailbox(pbem)
	if len(got) != 2 || got[0].UID != 1 || got[1].UID != 2 {
		t.Fatalf("delivered %+v", got)
	}
	want := "Return-Path: <amy@demo.example>\r\nDelivered-To: PBEM+g12.abc@Demo.Example\r\nReceived: from localhost by demo.example with ESMTP;"
	if !bytes.HasPrefix(got[0].Raw, []byte(want)) || !bytes.HasSuffix(got[0].Raw, mail("one")) {
		t.Errorf("delivered %q", got[0].Raw)
	}
	err := smtp.SendMail(o.SMTPAddr(), nil, amy, []string{"nobody@demo.example"}, mail("x"))
	if err == nil || !strings.Contains(err.Error(), "5.1.1 <nobody@") {
		t.Errorf("unknown recipient: %v", err)
	}
}

func TestWaitMail(t *testing.T) {
	o := start(t, Config{})
	go func() {
		for i := range 3 {
			_ = o.Deliver(amy, pbem, mail(fmt.Sprint(i)))
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if got, err := o.WaitMail(ctx, pbem, 3); err != nil || len(got) != 3 {
		t.Errorf("got %d mails, %v", len(got), err)
	}
}

func TestPortInUse(t *testing.T) {
	o := start(t, Config{})
	_, err := Start(Config{SMTPAddr: o.SMTPAddr()})
	if err == nil || err.Error() != "the built-in SMTP server cannot listen on "+o.SMTPAddr()+": another program uses that port" {
		t.Error(err)
	}
	_, err = Start(Config{IMAPAddr: o.IMAPAddr()})
	if err == nil || !strings.Contains(err.Error(), "another program uses that port") {
		t.Error(err)
	}
	if _, err = Start(Config{IMAPAddr: "0.0.0.0:0"}); err == nil || !strings.Contains(err.Error(), "loopback only") {
		t.Error(err)
	}
}

func TestAuth(t *testing.T) {
	o := start(t, Config{RequireAuth: true})
	if err := smtp.SendMail(o.SMTPAddr(), nil, amy, []string{pbem}, mail("x")); err == nil || !strings.Contains(err.Error(), "5.7.0 Please") {
		t.Error("without log-in:", err)
	}
	host, _, _ := net.SplitHostPort(o.SMTPAddr())
	if err := smtp.SendMail(o.SMTPAddr(), smtp.PlainAuth("", amy, "1846", host), amy, []string{pbem}, mail("x")); err != nil {
		t.Error("with log-in:", err)
	}
	if err := smtp.SendMail(o.SMTPAddr(), smtp.PlainAuth("", amy, "1847", host), amy, []string{pbem}, mail("x")); err == nil {
		t.Error("wrong password taken")
	}
	c, err := imapclient.DialInsecure(o.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Authenticate(sasl.NewPlainClient("", amy, "wrong")); err == nil {
		t.Error("IMAP takes a wrong password")
	}
	if err := c.Authenticate(sasl.NewPlainClient("", "Amy@Demo.example", "1846")); err != nil {
		t.Error("IMAP AUTHENTICATE PLAIN:", err)
	}
}

// TestMailProgram does what Thunderbird and mutt do.
func TestMailProgram(t *testing.T) {
	o := start(t, Config{})
	for i := range 3 {
		send(t, o, pbem, fmt.Sprint("mail ", i+1))
	}
	var expunged []uint32
	c := connect(t, o, pbem, "secret", &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Expunge: func(n uint32) { expunged = append(expunged, n) },
	}})
	must := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(what+":", err)
		}
	}
	list, err := c.List("", "*", nil).Collect()
	must("LIST", err)
	if len(list) != 1 || list[0].Mailbox != "INBOX" {
		t.Errorf("LIST gives %+v", list)
	}
	data, err := c.Select("INBOX", nil).Wait()
	must("SELECT", err)
	if data.NumMessages != 3 || data.UIDNext != 4 || data.UIDValidity < 1e9 {
		t.Errorf("SELECT gives %+v", data)
	}
	all, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{
		UID: true, Envelope: true, Flags: true, BodyStructure: &imap.FetchItemBodyStructure{},
		BodySection: []*imap.FetchItemBodySection{{Peek: true}},
	}).Collect()
	must("FETCH", err)
	if len(all) != 3 || all[2].Envelope.Subject != "mail 3" || len(all[2].Flags) != 0 {
		t.Errorf("FETCH gives %+v", all)
	}
	must("STORE", c.Store(imap.UIDSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen, "$Label1"}}, nil).Close())
	must("CREATE", c.Create("Old games", nil).Wait())
	moved, err := c.Move(imap.UIDSetNum(1, 3), "Old games").Wait()
	must("MOVE", err)
	if moved.SourceUIDs == nil || moved.DestUIDs == nil {
		t.Errorf("MOVE gives %+v", moved)
	}
	if left := c.Mailbox().NumMessages; left != 1 || len(expunged) != 2 {
		t.Errorf("after MOVE %d messages left, expunged %v", left, expunged)
	}
	draft := c.Append("Old games", int64(len(mail("draft"))), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagDraft}})
	_, _ = draft.Write(mail("draft"))
	must("APPEND", draft.Close())
	appended, err := draft.Wait()
	must("APPEND", err)
	data, err = c.Select("Old games", nil).Wait()
	must("SELECT", err)
	if data.NumMessages != 3 || appended.UID != 3 || appended.UIDValidity != data.UIDValidity {
		t.Errorf("APPEND gives %+v, SELECT %+v", appended, data)
	}
	must("SEARCH", func() error {
		found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{"$Label1"}}, nil).Wait()
		if err == nil && len(found.AllUIDs()) != 1 {
			t.Errorf("SEARCH gives %v", found.AllUIDs())
		}
		return err
	}())
	must("LOGOUT", c.Logout().Wait())
}

func TestIdlePush(t *testing.T) {
	o := start(t, Config{})
	counts := make(chan uint32, 100)
	c := connect(t, o, pbem, "secret", &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				counts <- *d.NumMessages
			}
		},
	}})
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	// The gap before IDLE is where a push is easily lost.
	for n := uint32(1); n <= 50; n++ {
		go func() { _ = o.Deliver(amy, pbem, mail("x")) }()
		idle, err := c.Idle()
		if err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-counts:
			if got != n {
				t.Fatalf("pushed %d, want %d", got, n)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("mail %d was not pushed", n)
		}
		if err := idle.Close(); err != nil {
			t.Fatal(err)
		}
		if err := idle.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// A message the client has not heard of must not turn up under number 0.
func TestFetchKnowsOnlyWhatWasAnnounced(t *testing.T) {
	o := start(t, Config{})
	send(t, o, pbem, "one")
	c := connect(t, o, pbem, "secret", nil)
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	send(t, o, pbem, "two")
	var set imap.UIDSet
	set.AddRange(1, 0)
	for want := 1; want <= 2; want++ { // the first FETCH ends with the news
		got, err := c.Fetch(set, &imap.FetchOptions{UID: true}).Collect()
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != want || got[want-1].SeqNum != uint32(want) {
			t.Errorf("fetched %d messages, want %d", len(got), want)
		}
	}
}

// A connection that breaks while a message is sent leaves nothing behind: the server goes on without it.
func TestFetchIsBrokenOff(t *testing.T) {
	o := start(t, Config{})
	if err := o.Deliver(amy, pbem, append(mail("large"), bytes.Repeat([]byte("0123456789\r\n"), 2<<20)...)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		conn, err := net.Dial("tcp", o.IMAPAddr())
		if err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(conn)
		for _, line := range []string{"a LOGIN " + pbem + " secret", "b SELECT INBOX", "c FETCH 1 BODY.PEEK[]"} {
			fmt.Fprint(conn, line+"\r\n")
			for answer := ""; !strings.HasPrefix(answer, line[:2]) && !strings.Contains(answer, "FETCH"); {
				if answer, err = r.ReadString('\n'); err != nil {
					t.Fatal(line, err)
				}
			}
		}
		if err := conn.(*net.TCPConn).SetLinger(0); err != nil { // it is reset, with most of the message unread
			t.Fatal(err)
		}
		conn.Close()
	}
	leftover.None(t, "imapserver.(*Conn)") // while the server goes on
	send(t, o, pbem, "small")
	if n := len(o.Mailbox(pbem)); n != 2 {
		t.Errorf("%d messages", n)
	}
}

func TestTLS(t *testing.T) {
	for _, cfg := range []Config{{TLS: true}, {StartTLS: true}} {
		t.Run(fmt.Sprintf("%+v", cfg.TLS), func(t *testing.T) {
			o := start(t, cfg)
			opts := &imapclient.Options{TLSConfig: &tls.Config{RootCAs: o.Roots()}}
			dial := imapclient.DialStartTLS
			if cfg.TLS {
				dial = imapclient.DialTLS
			}
			c, err := dial(o.IMAPAddr(), opts)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.Login(pbem, "secret").Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCurl(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	o := start(t, Config{RequireAuth: true})
	curl := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("curl", append([]string{"-sS", "--max-time", "20"}, args...)...)
		cmd.Stdin = bytes.NewReader(mail("by curl"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("curl %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	curl("smtp://"+o.SMTPAddr(), "--mail-from", amy, "--mail-rcpt", pbem, "--user", amy+":1846", "-T", "-")
	if out := curl("imap://"+o.IMAPAddr(), "--user", pbem+":secret"); !strings.Contains(out, "INBOX") {
		t.Errorf("LIST gives %q", out)
	}
	out := curl("imap://"+o.IMAPAddr()+"/INBOX/;UID=1", "--user", pbem+":secret")
	out += curl("imap://"+o.IMAPAddr()+"/INBOX/;UID=1", "--user", pbem+":secret", "--login-options", "AUTH=LOGIN")
	if strings.Count(out, "Subject: by curl") != 2 {
		t.Errorf("FETCH gives %q", out)
	}
}
