package postbox

import (
	"net"
	"strings"
	"testing"

	"pbem/pbem/postoffice"
)

// A host who swaps the two servers, or names a port of something else, is told so in plain words.
func TestWrongServer(t *testing.T) {
	o := office(t, postoffice.Config{})
	pop := greeter(t, "+OK POP3 ready\r\n")
	web := greeter(t, "HTTP/1.1 400 Bad Request\r\n\r\n")
	odd := greeter(t, "login: \r\n")
	in, out := imapConfig(o), smtpConfig(o)
	for _, sec := range []Security{Plain, StartTLS, TLS} {
		for _, c := range []struct{ in, out, read, send string }{
			{o.SMTPAddr(), o.IMAPAddr(), "speaks SMTP, not IMAP", "speaks IMAP, not SMTP"},
			{pop, pop, "speaks POP3, not IMAP", "speaks POP3, not SMTP"},
			{web, web, "speaks HTTP, not IMAP", "speaks HTTP, not SMTP"},
		} {
			in.Addr, out.Addr, in.Security, out.Security = c.in, c.out, sec, sec
			found := Check(t.Context(), in, out)
			for i, want := range []string{c.read, c.send} {
				if found[i].OK || !strings.Contains(found[i].Text, want) || !strings.Contains(found[i].Mend, "port") {
					t.Errorf("%s: want %q: %v", sec, want, found[i])
				}
			}
		}
	}
	in.Addr, out.Addr, in.Security, out.Security = odd, odd, Plain, Plain
	for _, f := range Check(t.Context(), in, out) {
		if f.OK || strings.Contains(f.Text, "imapwire") || strings.Contains(f.Text, "short response") || strings.Contains(f.Text, "smtp:") {
			t.Errorf("a library's words: %v", f)
		}
		if !strings.Contains(f.Text, `it begins with "login:"`) || !strings.Contains(f.Mend, "port") {
			t.Errorf("a server of another protocol: %v", f)
		}
	}
	few := greeter(t, "22") // too little to tell what it speaks
	in.Addr, out.Addr = few, few
	for _, f := range Check(t.Context(), in, out) {
		if f.OK || strings.Contains(f.Text, "speak") {
			t.Errorf("a server that breaks off within its greeting: %v", f)
		}
	}
}

// greeter listens and says one thing to whoever connects.
func greeter(t *testing.T, says string) string {
	t.Helper()
	return serving(t, func(c net.Conn) { c.Write([]byte(says)) })
}
