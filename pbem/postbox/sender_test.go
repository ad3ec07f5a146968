package postbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/postoffice"
)

// classified is the SendError in err.
func classified(t *testing.T, err error) *SendError {
	t.Helper()
	var e *SendError
	if !errors.As(err, &e) {
		t.Fatalf("not a SendError: %v", err)
	}
	return e
}

func TestRefusalsAreClassified(t *testing.T) {
	o := office(t, postoffice.Config{})
	s := sender(t, smtpConfig(o))
	stages := map[Stage]postoffice.Stage{AtMail: postoffice.AtMail, AtRcpt: postoffice.AtRcpt, AtData: postoffice.AtData}
	for stage, at := range stages {
		for _, code := range []int{450, 452, 550, 554} {
			o.RejectNext(at, code, "so there")
			e := classified(t, s.Send(t.Context(), amy, pbem, mail("x")))
			if e.Code != code || e.Temporary != (code < 500) || e.Stage != stage || e.Msg != "so there" || e.Enhanced != fmt.Sprint(code/100, ".0.0") {
				t.Errorf("%d at %s gives %+v", code, stage, e)
			}
		}
	}
	if err := s.Send(t.Context(), amy, pbem, mail("after all")); err != nil {
		t.Error(err)
	}
	if n := len(o.Mailbox(pbem)); n != 1 {
		t.Errorf("%d mails arrived", n)
	}

	e := classified(t, s.Send(t.Context(), amy, "nobody@demo.example", mail("x")))
	if e.Temporary || e.Code != 550 || e.Enhanced != "5.1.1" || e.Stage != AtRcpt {
		t.Errorf("unknown recipient: %+v", e)
	}
	want := "the SMTP server " + o.SMTPAddr() + " refused the mail to nobody@demo.example (RCPT): 550 5.1.1 <nobody@demo.example> has no mailbox here"
	if e.Error() != want {
		t.Errorf("%q", e)
	}
}

// 421 means that the server closes the connection. On a connection that was used before, that says nothing
// about the mail; on a new one the server is really busy.
func TestServiceNotAvailable(t *testing.T) {
	o := office(t, postoffice.Config{})
	s := sender(t, smtpConfig(o))
	for _, at := range []postoffice.Stage{postoffice.AtMail, postoffice.AtRcpt, postoffice.AtData} {
		o.RejectNext(at, 421, "closing")
		if e := classified(t, s.Send(t.Context(), amy, pbem, mail("x"))); !e.Temporary || e.Code != 421 {
			t.Errorf("%+v", e)
		}
	}
	if err := s.Send(t.Context(), amy, pbem, mail("x")); err != nil {
		t.Fatal(err)
	}
	o.RejectNext(postoffice.AtMail, 421, "closing")
	if err := s.Send(t.Context(), amy, pbem, mail("x")); err != nil {
		t.Error(err)
	}
	if n := len(o.Mailbox(pbem)); n != 2 {
		t.Errorf("%d mails arrived", n)
	}
}

func TestLogIn(t *testing.T) {
	o := office(t, postoffice.Config{RequireAuth: true})
	cfg := smtpConfig(o)
	cfg.Password = "guess"
	err := sender(t, cfg).Send(t.Context(), amy, pbem, mail("x"))
	sentence(t, err, BadLogin, `refused user "amy@demo.example" and the password`)
	if e := classified(t, err); !e.Temporary || e.Stage != AtConnect {
		t.Errorf("a wrong password must not cost the mail: %+v", e)
	}
	cfg.User = ""
	if e := classified(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x"))); e.Code != 530 {
		t.Errorf("without log-in: %+v", e)
	}
}

func TestLogInMechanisms(t *testing.T) {
	o := office(t, postoffice.Config{})
	for password, ok := range map[string]bool{"1846": true, "1847": false} {
		cfg := smtpConfig(o).complete()
		cfg.User = ""
		c, err := dialSMTP(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.client.auth(&loginClient{answers: []string{amy, password}}); (err == nil) != ok {
			t.Errorf("AUTH LOGIN with %s: %v", password, err)
		}
		c.quit()
	}
}

func TestUnreachable(t *testing.T) {
	s := sender(t, SMTPConfig{Server: Server{Addr: "127.0.0.1:1", Security: Plain, Timeout: bound}})
	err := s.Send(t.Context(), amy, pbem, mail("x"))
	sentence(t, err, Unreachable, "cannot reach the SMTP server 127.0.0.1:1: connection refused")
	if !classified(t, err).Temporary {
		t.Error("not temporary")
	}
	s = sender(t, SMTPConfig{Server: Server{Addr: "no-such-host.invalid", Timeout: bound}})
	sentence(t, s.Send(t.Context(), amy, pbem, mail("x")), Unreachable, "the SMTP server no-such-host.invalid:465")
}

func TestAddresses(t *testing.T) {
	o := office(t, postoffice.Config{})
	s := sender(t, smtpConfig(o))
	for _, to := range []string{"", "a b@demo.example", "a@demo.example>\r\nRCPT TO:<b@demo.example", "<a@demo.example>"} {
		if e := classified(t, s.Send(t.Context(), amy, to, mail("x"))); e.Temporary || e.Stage != AtAddress {
			t.Errorf("%q: %+v", to, e)
		}
	}
	if err := s.Send(t.Context(), "", pbem, mail("bounce")); err != nil {
		t.Error("null sender:", err)
	}
	o.Add("åsa@demo.example", "x")
	if err := s.Send(t.Context(), amy, "åsa@demo.example", mail("utf-8")); err != nil {
		t.Error(err)
	}
}

func TestSMTPBlackHole(t *testing.T) {
	for _, at := range []string{"", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "\r\n.\r\n"} {
		t.Run(fmt.Sprintf("%q", at), func(t *testing.T) {
			o := office(t, postoffice.Config{})
			defer o.Hush(at)()
			cfg := smtpConfig(o)
			cfg.Timeout, cfg.SubmitTimeout = short, short
			s := sender(t, cfg)
			err := within(t, func() error { return s.Send(t.Context(), amy, pbem, mail("x")) })
			sentence(t, err, TimedOut, "the SMTP server "+o.SMTPAddr()+" gave no answer within 300ms")
			if e := classified(t, err); !e.Temporary || e.Code != 0 {
				t.Errorf("%+v", e)
			}
		})
	}
}

// The server accepts the mail but its reply is lost: the sender does not send it again by itself.
func TestNeverHandedOverTwice(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := smtpConfig(o)
	cfg.SubmitTimeout = time.Second
	s := sender(t, cfg)
	if err := s.Send(t.Context(), amy, pbem, mail("first")); err != nil {
		t.Fatal(err)
	}
	defer o.Hush("\r\n.\r\n")()
	if e := classified(t, s.Send(t.Context(), amy, pbem, mail("second"))); !e.Temporary || e.Stage != AtData {
		t.Errorf("%+v", e)
	}
	if n := len(o.Mailbox(pbem)); n != 2 {
		t.Errorf("%d mails arrived", n)
	}
}

func TestConnectionIsReused(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := smtpConfig(o)
	cfg.MailsPerConn, cfg.IdleClose = 3, time.Hour
	s := sender(t, cfg)
	for i, open := range []int{1, 1, 0, 1, 1, 0} {
		if err := s.Send(t.Context(), amy, pbem, mail("x")); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool { return o.Connections() == open }, fmt.Sprintf("after mail %d not %d connections", i+1, open))
	}
	if err := s.Send(t.Context(), amy, pbem, mail("x")); err != nil {
		t.Fatal(err)
	}
	o.DropConnections() // as a server does with an idle connection
	if err := s.Send(t.Context(), amy, pbem, mail("x")); err != nil {
		t.Error("a connection the server had closed:", err)
	}
	s.Close()
	eventually(t, func() bool { return o.Connections() == 0 }, "Close leaves a connection")
	sentence(t, s.Send(t.Context(), amy, pbem, mail("x")), Closed)
}

func TestIdleConnectionIsClosed(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := smtpConfig(o)
	cfg.IdleClose = 20 * time.Millisecond
	s := sender(t, cfg)
	for range 3 {
		if err := s.Send(t.Context(), amy, pbem, mail("x")); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool { return o.Connections() == 0 }, "an idle connection stays open")
	}
}

func eventually(t *testing.T, ok func() bool, complaint string) {
	t.Helper()
	for end := time.Now().Add(bound); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Error(complaint)
}

func TestManySenders(t *testing.T) {
	o := office(t, postoffice.Config{})
	s := sender(t, smtpConfig(o))
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			if err := s.Send(context.Background(), amy, pbem, mail(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(o.Mailbox(pbem)); n != 30 {
		t.Errorf("%d mails arrived", n)
	}
}

func TestCheck(t *testing.T) {
	o := office(t, postoffice.Config{})
	deliver(t, o, "x")
	good := Check(t.Context(), imapConfig(o), smtpConfig(o))
	if !good[0].OK || !strings.Contains(good[0].Text, "folder INBOX has one message; it announces new mail at once (IDLE); handled mail is marked with keywords.") {
		t.Error(good[0])
	}
	if !good[1].OK || !strings.Contains(good[1].Text, "connected (plain), logged in as amy@demo.example, takes mails of up to 67108864 bytes.") {
		t.Error(good[1])
	}
	in, out := imapConfig(o), smtpConfig(o)
	in.Password, out.Addr = "guess", "127.0.0.1:1"
	bad := Check(t.Context(), in, out)
	if bad[0].OK || bad[1].OK || !strings.HasPrefix(bad[1].String(), "FAIL  cannot reach the SMTP server") {
		t.Error(bad)
	}
}

// A server that takes no more mails of ours today, or does not let us send, says nothing of the mail or of its recipient.
func TestRefusalsOfTheSenderAreNotFinal(t *testing.T) {
	s := scriptedServer(t)
	out := sender(t, s.config())
	for code, later := range map[string]bool{"5.4.5": true, "5.1.8": true, "5.7.708": true, "5.1.1": false, "5.2.1": false, "5.7.1": false} {
		for _, word := range []string{"RCPT", "."} {
			s.say(map[string]string{word: "550 " + code + " no"})
			var e *SendError
			if err := out.Send(t.Context(), amy, pbem, mail("x")); !errors.As(err, &e) || e.Temporary != later || e.OfSender() != later {
				t.Errorf("%s: 550 %s may be tried again: %v, want %v", word, code, e, later)
			}
		}
	}
}
