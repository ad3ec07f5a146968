package postbox

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

// Why a connection was broken off is told in plain words, without the addresses that the sentence has already.
func TestReasons(t *testing.T) {
	addr := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 993}
	for _, c := range []struct {
		err  error
		want string
	}{
		{io.EOF, "the connection ended"},
		{io.ErrUnexpectedEOF, "the connection ended"},
		{&net.OpError{Op: "read", Net: "tcp", Addr: addr, Err: os.NewSyscallError("read", syscall.ECONNRESET)}, "the connection ended"},
		{&net.OpError{Op: "write", Net: "tcp", Addr: addr, Err: os.NewSyscallError("write", syscall.EPIPE)}, "the connection ended"},
		{&net.OpError{Op: "dial", Net: "tcp", Addr: addr, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}, "connection refused"},
		{&net.OpError{Op: "dial", Net: "tcp", Addr: addr, Err: errors.New("no way there")}, "no way there"},
		{&net.DNSError{Name: "mail.example.org", Err: "no such host", IsNotFound: true}, "the name mail.example.org is not known"},
		{&net.DNSError{Name: "mail.example.org", Err: "server misbehaving", IsTemporary: true}, "the name mail.example.org cannot be looked up now"},
		{errors.New("odd"), "odd"},
	} {
		if got := reason(fmt.Errorf("wrapped: %w", c.err)); got != c.want && !(c.want == "odd" && got == "wrapped: odd") {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

// A code of 4xx says that a mail may be sent again, one of 5xx that it may not, to the first and the last of them. After any but
// 421 the connection is used for the next mail.
func TestFirstAndLastCodes(t *testing.T) {
	for code, later := range map[int]bool{400: true, 420: true, 422: true, 499: true, 500: false, 599: false, 421: true} {
		s := scriptedServer(t)
		out := sender(t, s.config())
		s.say(map[string]string{".": fmt.Sprintf("%d no", code)})
		e := classified(t, out.Send(t.Context(), amy, pbem, mail("x")))
		if e.Code != code || e.Temporary != later || e.OfSender() {
			t.Errorf("%d: %+v", code, e)
		}
		s.say(nil)
		if err := out.Send(t.Context(), amy, pbem, mail("y")); err != nil {
			t.Errorf("after %d: %v", code, err)
		}
		conns := 1
		if code == 421 {
			conns = 2
		}
		if did := s.since(); did.conns != conns {
			t.Errorf("after %d there are %d connections, want %d", code, did.conns, conns)
		}
		for first, mine := range map[int]bool{500: true, 599: true, 499: false} {
			if e := (&SendError{Code: first, Enhanced: "5.1.8"}); e.OfSender() != mine {
				t.Errorf("%d 5.1.8 is about us: %v", first, e.OfSender())
			}
		}
	}
}

// A server that tells no limit of the size of mails, or 0 for none (RFC 1870), is not said to take mails of up to 0 bytes.
func TestSizeInTheCheck(t *testing.T) {
	for offer, want := range map[string]string{"SIZE": "", "SIZE 0": "", "SIZE x": "", "8BITMIME": "", "SIZE 1000": "takes mails of up to 1000 bytes"} {
		f := checkSMTP(t.Context(), scriptedServer(t, offer).config())
		if !f.OK || strings.Contains(f.Text, "takes mails") != (want != "") || !strings.Contains(f.Text, want) {
			t.Errorf("%s: %v", offer, f)
		}
	}
}

// A refused log-in is the fault of the password with any code of 5xx, and none of it with 4xx. So it is with the greeting.
func TestCodesBeforeTheMail(t *testing.T) {
	for code, want := range map[int]Kind{400: Busy, 454: Busy, 499: Busy, 500: BadLogin, 535: BadLogin, 599: BadLogin} {
		s := scriptedServer(t, "AUTH PLAIN")
		s.say(map[string]string{"AUTH": fmt.Sprintf("%d no", code)})
		cfg := s.config()
		cfg.User, cfg.Password = pbem, "x"
		sentence(t, classified(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x"))).Unwrap(), want, "no")
	}
	for code, want := range map[int]Kind{400: Busy, 499: Busy, 500: Refused, 599: Refused} {
		s := scriptedServer(t)
		s.say(map[string]string{"": fmt.Sprintf("%d no", code)})
		sentence(t, classified(t, sender(t, s.config()).Send(t.Context(), amy, pbem, mail("x"))).Unwrap(), want, "no")
	}
}

// A server that asks for more than the name and the password is given up.
func TestLogInThatAsksForMore(t *testing.T) {
	s := scriptedServer(t, "AUTH LOGIN")
	s.say(map[string]string{"AUTH": "334 VXNlcm5hbWU6", "YW15": "334 UGFzc3dvcmQ6", "c2VjcmV0": "334 bW9yZQ=="})
	cfg := s.config()
	cfg.User, cfg.Password = "amy", "secret"
	sentence(t, classified(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x"))).Unwrap(), Lost, "logging in")
	if heard := s.since().heard; len(heard) != 4 || heard[2] != "YW15" || heard[3] != "c2VjcmV0" {
		t.Errorf("the server heard %q", heard)
	}
	if encoded(nil) != "=" || encoded([]byte("a")) != "YQ==" {
		t.Errorf("an empty first answer is %q, a short one %q", encoded(nil), encoded([]byte("a")))
	}
}
