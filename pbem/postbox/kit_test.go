package postbox

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pbem/internal/leftover"
	"pbem/pbem/postoffice"
)

const (
	pbem = "pbem@demo.example"
	amy  = "amy@demo.example"
)

// short is the timeout where a test waits for it to run out; bound is how long
// that may take at most on a busy machine.
const (
	short = 300 * time.Millisecond
	bound = 15 * time.Second
)

// ours are words in the stacks of goroutines of the mail libraries and of this package.
var ours = []string{"emersion/go-", "postbox.("}

func office(t *testing.T, cfg postoffice.Config) *postoffice.Office {
	t.Helper()
	o, err := postoffice.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	o.Add(pbem, "secret")
	o.Add(amy, "1846")
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error("close:", err)
		}
		leftover.None(t, ours...)
	})
	return o
}

// serving listens on this machine and serves one connection after the other. It returns the address.
func serving(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c)
			c.Close()
		}
	}()
	return l.Addr().String()
}

// imapSaying is an IMAP server. answers tells what it says to a command before it ends it, and how; "" ends it with OK.
func imapSaying(t *testing.T, answers func(word, rest string) (says, end string)) IMAPConfig {
	t.Helper()
	addr := serving(t, func(c net.Conn) {
		fmt.Fprint(c, "* OK hello\r\n")
		for in := bufio.NewScanner(c); in.Scan(); {
			tag, line, _ := strings.Cut(in.Text(), " ")
			word, rest, _ := strings.Cut(line, " ")
			says, end := answers(word, rest)
			if word == "CAPABILITY" && says == "" {
				says = "* CAPABILITY IMAP4rev1\r\n"
			}
			fmt.Fprintf(c, "%s%s %s\r\n", says, tag, cmp.Or(end, "OK done"))
		}
	})
	return IMAPConfig{Server: Server{Addr: addr, Security: Plain, User: pbem, Password: "x"}}
}

func imapConfig(o *postoffice.Office) IMAPConfig {
	return IMAPConfig{Server: Server{
		Addr: o.IMAPAddr(), Security: Plain, User: pbem, Password: "secret", Timeout: bound,
	}}
}

func smtpConfig(o *postoffice.Office) SMTPConfig {
	return SMTPConfig{Server: Server{
		Addr: o.SMTPAddr(), Security: Plain, User: amy, Password: "1846", Timeout: bound,
	}}
}

func open(t *testing.T, cfg IMAPConfig) *Inbox {
	t.Helper()
	in, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	return in
}

func sender(t *testing.T, cfg SMTPConfig) *Sender {
	t.Helper()
	s := NewSender(cfg)
	t.Cleanup(func() { s.Close() })
	return s
}

func mail(subject string) []byte {
	return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: %s\r\n\r\nbuy B&O\r\n.a leading dot\r\n", amy, pbem, subject)
}

func deliver(t *testing.T, o *postoffice.Office, subject string) {
	t.Helper()
	if err := o.Deliver(amy, pbem, mail(subject)); err != nil {
		t.Fatal(err)
	}
}

// list is New, with errors for the test.
func list(t *testing.T, in *Inbox, after uint32) []Item {
	t.Helper()
	items, err := in.New(t.Context(), after)
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// flags looks into a folder with another client: the flags of each message by UID.
func flags(t *testing.T, o *postoffice.Office, folder string) map[uint32]string {
	t.Helper()
	c, err := imapclient.DialInsecure(o.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(pbem, "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select(folder, nil).Wait(); err != nil {
		t.Fatal(folder, err)
	}
	msgs, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{UID: true, Flags: true}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	out := map[uint32]string{}
	for _, m := range msgs {
		names := map[string]bool{}
		for _, f := range m.Flags {
			names[strings.ToLower(string(f))] = true
		}
		out[uint32(m.UID)] = strings.Join(slices.Sorted(maps.Keys(names)), " ")
	}
	return out
}

// within runs f and fails if it takes longer than the bound.
func within(t *testing.T, f func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-time.After(bound):
		t.Fatal("did not return in time")
		return nil
	}
}

// sentence fails unless err is of the kind, and one line with the words in it.
func sentence(t *testing.T, err error, kind Kind, words ...string) {
	t.Helper()
	if KindOf(err) != kind {
		t.Fatalf("kind %d, want %d: %v", KindOf(err), kind, err)
	}
	for _, w := range append(words, "") {
		if !strings.Contains(err.Error(), w) || strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%q does not say %q in one line", err, w)
		}
	}
	if strings.HasSuffix(err.Error(), "?") {
		t.Errorf("%q ends as a question, and gets a full stop", err)
	}
}
