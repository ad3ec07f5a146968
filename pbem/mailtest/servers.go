package mailtest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pbem/internal/freeport"
	"pbem/pbem/postbox"
)

// Domain is the domain of all addresses. Password is the same for everybody.
const (
	Domain   = "play.test"
	Password = "open sesame"
)

// Servers are a running Dovecot and Postfix.
type Servers struct {
	IMAP, IMAPS, SMTP string         // host:port; IMAP and SMTP are plain with STARTTLS
	Roots             *x509.CertPool // trusts their certificate

	t        testing.TB
	dir      string
	accounts []string
	routes   string // the transport table of Postfix
	uid, gid int    // owner of the mails
	stopIMAP func() // nil while Dovecot is stopped
	stopMTA  func() // nil while Postfix is stopped
}

// Start starts both servers with accounts for the names before the @.
func Start(t testing.TB, names ...string) *Servers {
	t.Helper()
	_, derr := find("dovecot")
	_, perr := find("postfix")
	if derr != nil || perr != nil {
		t.Skip("Dovecot and Postfix are not both here (apt-get install dovecot-imapd postfix)")
	}
	if os.Geteuid() != 0 {
		t.Skip("Dovecot and Postfix can be started by root only")
	}
	s := &Servers{t: t}
	for _, name := range names {
		s.accounts = append(s.accounts, Address(name))
	}
	s.folder()
	s.certificate()
	s.t.Cleanup(func() { s.StopIMAP(); s.stopSMTP() })
	for range 2 { // another process may have taken a port meanwhile
		if s.begin() {
			return s
		}
		s.StopIMAP()
		s.stopSMTP()
	}
	if !s.begin() {
		s.showLogs()
		t.Fatalf("nobody greets on %s or %s", s.IMAP, s.SMTP)
	}
	return s
}

// begin starts both servers on free ports, and reports whether they greet. Postfix starts second because it
// asks Dovecot for passwords.
func (s *Servers) begin() bool {
	ports := free(s.t, 3)
	s.IMAP, s.IMAPS, s.SMTP = ports[0], ports[1], ports[2]
	s.configure()
	s.startDovecot()
	if !comes(s.IMAP, "* OK") {
		return false
	}
	s.startPostfix()
	return comes(s.SMTP, "220 ")
}

// Address is the address, and the user name, of an account.
func Address(name string) string { return name + "@" + Domain }

// free finds unused ports.
func free(t testing.TB, n int) (addrs []string) {
	t.Helper()
	for range n {
		at, err := freeport.Address()
		if err != nil {
			t.Fatal(err)
		}
		addrs = append(addrs, at)
	}
	return addrs
}

// folder makes the base folder. The servers' own users must be able to read it, which they cannot in the
// temporary folder of a test.
func (s *Servers) folder() {
	dir, err := os.MkdirTemp("", "pbem-servers-")
	if err != nil {
		s.t.Fatal(err)
	}
	s.dir = dir
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.showLogs()
		}
		os.RemoveAll(dir)
	})
	s.uid, s.gid = s.ids("nobody")
	s.must(os.Chmod(dir, 0o755))
	for _, sub := range []string{"mail", "queue", "lib", "postfix", "state"} {
		s.must(os.Mkdir(filepath.Join(dir, sub), 0o755))
	}
	s.must(os.Chown(filepath.Join(dir, "mail"), s.uid, s.gid))
	uid, _ := s.ids("postfix")
	s.must(os.Chown(filepath.Join(dir, "lib"), uid, -1))
	for _, a := range s.accounts {
		for _, sub := range []string{"", "cur", "new", "tmp"} {
			name := filepath.Join(s.maildir(a), sub)
			s.must(os.Mkdir(name, 0o700))
			s.must(os.Chown(name, s.uid, s.gid))
		}
	}
}

func (s *Servers) ids(name string) (uid, gid int) {
	u, err := user.Lookup(name)
	if err != nil {
		s.t.Skipf("there is no user %s: %v", name, err)
	}
	uid, _ = strconv.Atoi(u.Uid)
	gid, _ = strconv.Atoi(u.Gid)
	return uid, gid
}

func (s *Servers) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *Servers) maildir(address string) string { return filepath.Join(s.dir, "mail", address) }

func (s *Servers) write(name, text string) {
	s.t.Helper()
	s.must(os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644))
}

// showLogs prints the logs of a failed test.
func (s *Servers) showLogs() {
	for _, name := range []string{"dovecot.log", "postfix.log"} {
		text, _ := os.ReadFile(filepath.Join(s.dir, name))
		s.t.Logf("%s ends:\n%s", name, text[max(0, len(text)-3000):])
	}
}

// certificate makes the servers' certificate. Only clients that are told to do so trust it.
func (s *Servers) certificate() {
	s.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	s.must(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "mail." + Domain},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(0, 1, 0),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	s.must(err)
	cert, err := x509.ParseCertificate(der)
	s.must(err)
	s.Roots = x509.NewCertPool()
	s.Roots.AddCert(cert)
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	s.must(err)
	s.write("cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	s.write("key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})))
}

// comes waits until a server greets, and reports whether it does.
func comes(addr, greeting string) bool {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if greets(addr, greeting) {
			return true
		}
	}
	return false
}

func greets(addr, greeting string) bool {
	c, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer c.Close()
	c.SetReadDeadline(time.Now().Add(2 * time.Second))
	line := make([]byte, 512)
	n, _ := c.Read(line)
	return bytes.HasPrefix(line[:n], []byte(greeting))
}

// Reader is how an account's mail is read, Submitter how it sends mail.
func (s *Servers) Reader(address string) postbox.IMAPConfig {
	return postbox.IMAPConfig{Server: postbox.Server{Addr: s.IMAPS, Security: postbox.TLS, Roots: s.Roots, User: address, Password: Password}}
}

// Submitter is how an account sends mail.
func (s *Servers) Submitter(address string) postbox.SMTPConfig {
	return postbox.SMTPConfig{Server: postbox.Server{Addr: s.SMTP, Security: postbox.StartTLS, Roots: s.Roots, User: address, Password: Password}, MailsPerConn: 1000}
}

// Put lays mails into a mailbox behind the servers' backs.
func (s *Servers) Put(address string, mails ...[]byte) {
	s.t.Helper()
	s.put(s.maildir(address), mails)
}

// PutIntoSpam lays a mail into the folder for spam, as a filter does.
func (s *Servers) PutIntoSpam(address string, raw []byte) {
	s.t.Helper()
	s.put(filepath.Join(s.maildir(address), ".Ablage"), [][]byte{raw})
}

// putNumber tells apart files that are made in the same second.
var putNumber atomic.Int64

func (s *Servers) put(maildir string, mails [][]byte) {
	s.t.Helper()
	now := time.Now().Unix()
	for _, raw := range mails {
		name := fmt.Sprintf("%d.M%06dP%d.old", now, putNumber.Add(1), os.Getpid())
		made := filepath.Join(maildir, "tmp", name)
		s.must(os.WriteFile(made, raw, 0o600))
		s.must(os.Chown(made, s.uid, s.gid))
		s.must(os.Rename(made, filepath.Join(maildir, "new", name))) // Dovecot moves at once what it finds there
	}
}

// Mails returns what lies in a mailbox, oldest first.
func (s *Servers) Mails(address string) [][]byte {
	s.t.Helper()
	var out [][]byte
	for _, name := range s.files(address) {
		raw, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // Dovecot has just moved it from new to cur
		}
		s.must(err)
		out = append(out, raw)
	}
	return out
}

// files returns the files of the mails in a mailbox, oldest first.
func (s *Servers) files(address string) (names []string) {
	s.t.Helper()
	for _, sub := range []string{"new", "cur"} {
		found, err := filepath.Glob(filepath.Join(s.maildir(address), sub, "*"))
		s.must(err)
		names = append(names, found...)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(arrival(a), arrival(b)) })
	return names
}

// Delivered reports whether Postfix has no mail any more that it has taken. The folders
// of its queue are looked at in the order in which a mail goes through them.
func (s *Servers) Delivered() bool {
	s.t.Helper()
	return s.queued(filepath.Join(s.dir, "queue")) == 0
}

// queued counts the mails in a queue of Postfix.
func (s *Servers) queued(queue string) (left int) {
	for _, sub := range []string{"maildrop", "incoming", "active", "deferred"} {
		s.must(filepath.WalkDir(filepath.Join(queue, sub), func(_ string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) { // it has just been moved
				return nil
			}
			if err == nil && !d.IsDir() {
				left++
			}
			return err
		}))
	}
	return left
}

// arrival orders the names of mails by time: "1700000000.V801I2M3456.host", where the part after the M is
// microseconds.
func arrival(name string) string {
	base := filepath.Base(name)
	seconds, rest, _ := strings.Cut(base, ".")
	_, micro, _ := strings.Cut(rest, "M")
	micro = micro[:len(micro)-len(strings.TrimLeft(micro, "0123456789"))]
	return fmt.Sprintf("%s.%6s %s", seconds, micro, base)
}
