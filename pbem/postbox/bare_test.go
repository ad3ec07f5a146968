package postbox

import (
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A container without certificates of authorities trusts no server. Go reads them once in a process, so this test runs again
// in one that finds none.
func TestNoAuthorities(t *testing.T) {
	if os.Getenv("SSL_CERT_FILE") != "/nowhere" {
		again := exec.Command(os.Args[0], "-test.run=^TestNoAuthorities$", "-test.v")
		again.Env = append(os.Environ(), "SSL_CERT_FILE=/nowhere", "SSL_CERT_DIR=/nowhere")
		if out, err := again.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS: TestNoAuthorities") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	addr, _ := answering(t, time.Now().AddDate(0, 1, 0), net.IPv4(127, 0, 0, 1))
	at := Server{Addr: addr, Security: TLS, User: pbem, Password: "x"}
	for _, f := range Check(t.Context(), IMAPConfig{Server: at}, SMTPConfig{Server: at}) {
		if f.OK || !strings.Contains(f.Mend, "install ca-certificates") {
			t.Errorf("%v", f)
		}
	}
}

// Without a name server it is not the server's name that is wrong.
func TestNoNameServer(t *testing.T) {
	lookup := &net.DNSError{Err: "connection refused", Name: "mail.example.org", Server: "127.0.0.1:53", IsTemporary: true}
	if f := Failed(fault(Unreachable, lookup, "cannot reach it")); !strings.Contains(f.Mend, "/etc/resolv.conf") {
		t.Errorf("%v", f)
	}
	lookup.IsNotFound = true
	if f := Failed(fault(Unreachable, lookup, "cannot reach it")); !strings.Contains(f.Mend, "Check the server's name") {
		t.Errorf("%v", f)
	}
}
