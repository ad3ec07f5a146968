package lmtp

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const first = "From: amy@play.test\r\nSubject: move\r\n\r\npass\r\n..\r\n"

// What is ours is taken, whatever its tag; all else is refused, and no answer tells more.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, said, want string
		kept             int
	}{
		{"a mail", mail("amy@play.test", []string{"pbem+g1.p1.abcdefghijklmnop@play.test"}, first), "250, 250, 354, 250", 1},
		{"without a tag, in capitals", mail("amy@play.test", []string{"PBEM@Play.Test"}, first), "250, 250, 354, 250", 1},
		{"a game that is not", mail("amy@play.test", []string{"pbem+g99.p1.abcdefghijklmnop@play.test"}, first), "250, 250, 354, 250", 1},
		{"no tag of ours", mail("amy@play.test", []string{"pbem+newsletter@play.test"}, first), "250, 250, 354, 250", 1},
		{"the null sender", mail("", []string{"pbem+b.abcdefghijklmnop@play.test"}, first), "250, 250, 354, 250", 1},
		{"somebody else", mail("amy@play.test", []string{"amy@play.test"}, first), "250, 550 5.1.1, 502 5.5.1", 0},
		{"another domain", "MAIL FROM:<>\r\nRCPT TO:<pbem@elsewhere.test>\r\n", "250, 550 5.1.1", 0},
		{"no address", "MAIL FROM:<>\r\nRCPT TO:<pbem>\r\n", "250, 501 5.5.2", 0},
		{"a list in quotes", "MAIL FROM:<>\r\nRCPT TO:<\"pbem+x, amy\"@play.test>\r\n", "250, 550 5.1.1", 0},
		{"ours and others", mail("amy@play.test", []string{"pbem@play.test", "amy@play.test"}, first), "250, 250, 550 5.1.1, 354, 250", 1},
		{"two of ours", mail("amy@play.test", []string{"pbem+g1.p1.a@play.test", "pbem+g2.p1.a@play.test"}, first), "250, 250, 250, 354, 250, 250", 1},
		{"one twice", mail("amy@play.test", []string{"pbem@play.test", "pbem@play.test"}, first), "250, 250, 250, 354, 250, 250", 1},
		{"two mails", mail("amy@play.test", []string{"pbem@play.test"}, first) + mail("b@play.test", []string{"pbem@play.test"}, first), "250, 250, 354, 250, 250, 250, 354, 250", 2},
		{"announced too large", "MAIL FROM:<amy@play.test> SIZE=100001\r\n", "552 5.3.4", 0},
		{"letters of all kinds", "MAIL FROM:<zoë@play.test> SMTPUTF8 BODY=8BITMIME\r\nRCPT TO:<pbem@play.test>\r\nDATA\r\nFrom: zoë@play.test\r\n\r\npass\r\n.\r\n", "250, 250, 354, 250", 1},
		{"in chunks", "MAIL FROM:<amy@play.test>\r\nRCPT TO:<pbem@play.test>\r\nBDAT 13\r\nFrom: a@b\r\n\r\nBDAT 6 LAST\r\npass\r\n", "250, 250, 250, 250", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := serve(t, Config{MaxMessage: 100_000})
			got := r.talk(hello + c.said + "QUIT\r\n")
			got = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(got, "220, 250, "), ", 221 2.0.0"), "250 2.0.0", "250")
			if strings.HasPrefix(c.want, "250, 550 5.1.1, 502") { // what follows the refused text is up to the library
				got = got[:min(len(got), len(c.want))]
			}
			if got != c.want {
				t.Errorf("answered %s, want %s", got, c.want)
			}
			if n := len(r.all()); n != c.kept {
				t.Errorf("%d mails were kept, want %d", n, c.kept)
			}
		})
	}
}

// The keeper gets the envelope, and the bytes as they were before they went out.
func TestMessage(t *testing.T) {
	r := serve(t, Config{})
	r.talk(hello + mail("amy@play.test", []string{"pbem+a@play.test", "pbem+b@play.test"}, first) + "QUIT\r\n")
	kept := r.all()
	if len(kept) != 1 {
		t.Fatalf("%d mails were kept", len(kept))
	}
	m := kept[0]
	if m.From != "amy@play.test" || !slices.Equal(m.To, []string{"pbem+a@play.test", "pbem+b@play.test"}) {
		t.Errorf("the envelope is %q, %q", m.From, m.To)
	}
	if want := strings.Replace(first, "..", ".", 1) + "\r\n"; string(m.Raw) != want {
		t.Errorf("the mail is %q, want %q", m.Raw, want)
	}
}

// What cannot be kept is to be tried again; the words say whether there is room.
func TestNotKept(t *testing.T) {
	for why, want := range map[error]string{
		errors.New("the store is away"):                 "451 4.3.0",
		fmt.Errorf("no space left: %w", ErrFull):        "451 4.3.1",
		errors.Join(errors.New("a mail"), ErrFull, nil): "451 4.3.1",
	} {
		r := serve(t, Config{})
		r.keep = func(Message) error { return why }
		got := r.talk(hello + mail("amy@play.test", []string{"pbem@play.test", "pbem+x@play.test"}, first) + "QUIT\r\n")
		if !strings.HasSuffix(got, fmt.Sprintf("354, %s, %s, 221 2.0.0", want, want)) {
			t.Errorf("%v: answered %s", why, got)
		}
	}
}

// A keeper that fails on a mail ends that session, and no other.
func TestPanic(t *testing.T) {
	r := serve(t, Config{})
	r.keep = func(m Message) error {
		if m.From == "bad@play.test" {
			panic("a fault")
		}
		return nil
	}
	if got := r.talk(hello + mail("bad@play.test", []string{"pbem@play.test"}, first) + "QUIT\r\n"); !strings.Contains(got, "421 4.0.0") {
		t.Errorf("answered %s", got)
	}
	if got := r.talk(hello + mail("amy@play.test", []string{"pbem@play.test"}, first) + "QUIT\r\n"); !strings.HasSuffix(got, "250 2.0.0, 221 2.0.0") {
		t.Errorf("answered %s", got)
	}
}

// Wherever a client goes away, nothing is kept of a mail of which not the last byte came.
// If it came, the mail is kept, whether anybody hears the answer or not.
func TestGoneAtEveryByte(t *testing.T) {
	begin := hello + "MAIL FROM:<amy@play.test>\r\nRCPT TO:<pbem@play.test>\r\n"
	text := "From: amy@play.test\r\n\r\npass\r\n.. \r\n"
	for name, said := range map[string]string{
		"dot":    begin + "DATA\r\n" + text + ".\r\n",
		"chunks": begin + fmt.Sprintf("BDAT %d\r\n%sBDAT %d LAST\r\n%s", len(text), text, len(text), text),
		"chunk":  begin + fmt.Sprintf("BDAT %d LAST\r\n%s", len(text), text),
	} {
		for _, half := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, half %v", name, half), func(t *testing.T) {
				r := serve(t, Config{})
				for n := range len(said) + 1 {
					before := len(r.all())
					r.goAway(said[:n], half)
					r.quiet()
					want := 0
					if n == len(said) {
						want = 1
					}
					if got := len(r.all()) - before; got != want {
						t.Fatalf("%d mails are kept after %q", got, said[:n])
					}
				}
				if left := r.room.left.Load(); left != r.cfg.Memory {
					t.Errorf("%d bytes of %d are left", left, r.cfg.Memory)
				}
			})
		}
	}
}

// goAway says something and closes the connection, or only its own half of it.
func (r *rig) goAway(said string, half bool) {
	r.t.Helper()
	c := r.dial().(*net.UnixConn)
	defer c.Close()
	if _, err := bufio.NewReader(c).ReadString('\n'); err != nil { // the greeting: now the session counts
		r.t.Fatal(err)
	}
	if _, err := c.Write([]byte(said)); err != nil {
		r.t.Fatal(err)
	}
	if half {
		c.CloseWrite()
		r.quiet()
	}
}

// No part of a mail that is too large is taken for commands, and the mail after it is
// taken.
func TestTooLargeIsReadToItsEnd(t *testing.T) {
	within := mail("evil@play.test", []string{"pbem+evil@play.test"}, "hidden")
	large := strings.Repeat("picture\r\n", 2000) + "\r\n" + strings.Replace(within, "\r\n.\r\n", "\r\n..\r\n", 1)
	for name, said := range map[string]string{
		"dot":    mail("amy@play.test", []string{"pbem@play.test"}, large),
		"chunks": fmt.Sprintf("MAIL FROM:<amy@play.test>\r\nRCPT TO:<pbem@play.test>\r\nBDAT %d LAST\r\n%s", len(large), large),
	} {
		t.Run(name, func(t *testing.T) {
			r := serve(t, Config{MaxMessage: 10_000})
			got := r.talk(hello + said + mail("brian@play.test", []string{"pbem@play.test"}, first) + "QUIT\r\n")
			if !strings.HasSuffix(got, "552 5.3.4, 250 2.0.0, 250 2.0.0, 354, 250 2.0.0, 221 2.0.0") {
				t.Errorf("answered %s", got)
			}
			if kept := r.all(); len(kept) != 1 || kept[0].From != "brian@play.test" {
				t.Errorf("kept %q", kept)
			}
		})
	}
}

// The largest mail there may be is taken, with and without its size announced.
func TestLargest(t *testing.T) {
	r := serve(t, Config{MaxMessage: 10_000})
	text := strings.Repeat("x", 98) + "\r\n"
	text = strings.Repeat(text, 100)
	for _, size := range []string{"", " SIZE=10000", " SIZE=5"} {
		said := "MAIL FROM:<amy@play.test>" + size + "\r\nRCPT TO:<pbem@play.test>\r\nDATA\r\n" + text + ".\r\n"
		if got := r.talk(hello + said + "QUIT\r\n"); !strings.HasSuffix(got, "354, 250 2.0.0, 221 2.0.0") {
			t.Errorf("%q: answered %s", size, got)
		}
		said = strings.Replace(said, text, text+"y\r\n", 1)
		if got := r.talk(hello + said + "QUIT\r\n"); !strings.HasSuffix(got, "354, 552 5.3.4, 221 2.0.0") {
			t.Errorf("%q: answered %s", size, got)
		}
	}
	if n := len(r.all()); n != 3 {
		t.Errorf("%d mails were kept", n)
	}
}

// Who talks without end is cut off.
func TestEndless(t *testing.T) {
	for name, said := range map[string]string{
		"commands":     strings.Repeat("NOOP\r\n", 200_000),
		"resets":       strings.Repeat("RSET\r\n", 200_000),
		"strangers":    "MAIL FROM:<>\r\n" + strings.Repeat("RCPT TO:<nobody@play.test>\r\n", 5000),
		"a line":       "NOOP " + strings.Repeat("x", 1_000_000),
		"a mail":       "MAIL FROM:<>\r\nRCPT TO:<pbem@play.test>\r\nDATA\r\n" + strings.Repeat("0123456789012345678901234567890123456789\r\n", 10_000),
		"small chunks": "MAIL FROM:<>\r\nRCPT TO:<pbem@play.test>\r\n" + strings.Repeat("BDAT 1\r\nx", 100_000),
		"bad mails":    strings.Repeat("MAIL FROM:<>\r\nRCPT TO:<pbem@play.test>\r\nDATA\r\n"+strings.Repeat("12345678\r\n", 1100)+".\r\n", 20),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, Config{MaxMessage: 10_000})
			c := r.dial()
			defer c.Close()
			go c.Write([]byte(hello + said))
			began := time.Now()
			buffer := make([]byte, 32<<10)
			for {
				if _, err := c.Read(buffer); err != nil {
					break
				}
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it was cut off after %v", took)
			}
			r.quiet()
			if len(r.all()) > 0 {
				t.Error("a mail was kept")
			}
		})
	}
}

// Who says nothing, or very little at a time, or does not read, is cut off.
func TestSlow(t *testing.T) {
	drip := func(c net.Conn, said string) {
		for i := range said {
			if _, err := c.Write([]byte{said[i]}); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	begin := hello + "MAIL FROM:<>\r\nRCPT TO:<pbem@play.test>\r\n"
	for name, does := range map[string]func(c net.Conn){
		"silent":       func(net.Conn) {},
		"silent later": func(c net.Conn) { c.Write([]byte(begin)) },
		"slow line":    func(c net.Conn) { drip(c, strings.Repeat("x", 1000)) },
		"slow mail":    func(c net.Conn) { c.Write([]byte(begin + "DATA\r\n")); drip(c, strings.Repeat("x\r\n", 1000)) },
		"slow chunks": func(c net.Conn) {
			c.Write([]byte(begin))
			for range 1000 {
				c.Write([]byte("BDAT 1\r\nx"))
				time.Sleep(100 * time.Millisecond)
			}
		},
		"still there": func(c net.Conn) {
			for range 1000 {
				c.Write([]byte("NOOP\r\n"))
				time.Sleep(100 * time.Millisecond)
			}
		},
		"does not read": func(c net.Conn) { c.Write([]byte(hello + strings.Repeat("NOOP\r\n", 10_000))) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, Config{Silence: 500 * time.Millisecond, Patience: 2 * time.Second})
			c := r.dial()
			defer c.Close()
			go does(c)
			time.Sleep(100 * time.Millisecond)
			r.quiet()
			if len(r.all()) > 0 {
				t.Error("a mail was kept")
			}
		})
	}
}

// There are only so many sessions; when one ends, another may begin.
func TestSessions(t *testing.T) {
	r := serve(t, Config{Sessions: 3})
	greeted := func(c net.Conn) string {
		b := make([]byte, 100)
		n, _ := c.Read(b)
		return string(b[:n])
	}
	var open []net.Conn
	for range 3 {
		c := r.dial()
		open = append(open, c)
		if got := greeted(c); !strings.HasPrefix(got, "220 ") {
			t.Fatalf("greeted with %q", got)
		}
	}
	c := r.dial()
	if got := greeted(c); !strings.HasPrefix(got, "421 4.3.2 ") {
		t.Errorf("the fourth is greeted with %q", got)
	}
	c.Close()
	for _, c := range open {
		c.Close()
	}
	r.quiet()
	if got := r.talk(hello + mail("amy@play.test", []string{"pbem@play.test"}, first) + "QUIT\r\n"); !strings.HasSuffix(got, "250 2.0.0, 221 2.0.0") {
		t.Errorf("answered %s", got)
	}
}

// All mails together take only so much memory. What does not fit has to come again.
func TestMemory(t *testing.T) {
	r := serve(t, Config{MaxMessage: 1 << 20, Memory: 1<<20 + 100<<10})
	c := r.dial()
	c.Write([]byte(hello + "MAIL FROM:<a@play.test> SIZE=1048576\r\nRCPT TO:<pbem@play.test>\r\nDATA\r\nFrom: a@play.test\r\n"))
	for end := time.Now().Add(10 * time.Second); r.room.left.Load() > 200<<10; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the first mail takes no memory")
		}
	}
	large := strings.Repeat("0123456789\r\n", 20_000)
	if got := r.talk(hello + mail("b@play.test", []string{"pbem@play.test"}, large) + "QUIT\r\n"); !strings.HasSuffix(got, "354, 451 4.3.2, 221 2.0.0") {
		t.Errorf("answered %s", got)
	}
	if got := r.talk(hello + mail("c@play.test", []string{"pbem@play.test"}, first) + "QUIT\r\n"); !strings.HasSuffix(got, "354, 250 2.0.0, 221 2.0.0") {
		t.Errorf("a small one is answered %s", got)
	}
	c.Close()
	r.quiet()
	if got := r.talk(hello + mail("b@play.test", []string{"pbem@play.test"}, large) + "QUIT\r\n"); !strings.HasSuffix(got, "354, 250 2.0.0, 221 2.0.0") {
		t.Errorf("then it is answered %s", got)
	}
	if left := r.room.left.Load(); left != r.cfg.Memory {
		t.Errorf("%d bytes of %d are left", left, r.cfg.Memory)
	}
}

// A server that stops ends who only waits, and lets a mail be kept that it has.
func TestStop(t *testing.T) {
	r := serve(t, Config{})
	began, goOn := make(chan bool), make(chan bool)
	r.keep = func(Message) error { close(began); <-goOn; return nil }
	idle := r.dial()
	defer idle.Close()
	answered := make(chan string, 1)
	go func() {
		answered <- r.talk(hello + mail("amy@play.test", []string{"pbem@play.test"}, first) + "NOOP\r\n")
	}()
	<-began
	stopped := make(chan bool)
	go func() { r.stop(); close(stopped) }()
	b := make([]byte, 200)
	for {
		if _, err := idle.Read(b); err != nil {
			break
		}
	}
	close(goOn)
	if got := <-answered; !strings.Contains(got, "354, 250 2.0.0") {
		t.Errorf("answered %s", got)
	}
	<-stopped
	if len(r.all()) != 1 {
		t.Error("the mail was not kept")
	}
	if _, err := net.Dial("unix", strings.TrimPrefix(r.Addr(), "unix:")); err == nil {
		t.Error("somebody still listens")
	}
}

// The socket is for the service's group. One that was left behind is replaced, another
// process or another file is not.
func TestSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	left.Close()
	r := serve(t, Config{Listen: "unix:" + path})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o660 {
		t.Errorf("the socket has %v, %v", info.Mode(), err)
	}
	if _, err := Listen(Config{Listen: "unix:" + path, Owns: owns}, slog.Default()); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second server: %v", err)
	}
	r.stop()
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(Config{Listen: "unix:" + path, Owns: owns}, slog.Default()); err == nil || !strings.Contains(err.Error(), "another file") {
		t.Errorf("in place of a file: %v", err)
	}
}

// Only this machine can hand over mails, unless the host wants otherwise.
func TestCheck(t *testing.T) {
	for listen, want := range map[string]string{
		"unix:/run/pbem/lmtp.sock": "", "127.0.0.1:2424": "", "[::1]:2424": "", "localhost:2424": "",
		"unix:": "write it like", "2424": "write it like", "127.0.0.1:": "write it like", "unix:" + strings.Repeat("x", 200): "at most 100 bytes",
		"0.0.0.0:2424": "others can reach", ":2424": "others can reach", "mail.example.org:2424": "others can reach",
	} {
		err := Check(listen, false)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", listen, err, want)
		}
	}
	if err := Check("0.0.0.0:2424", true); err != nil {
		t.Error(err)
	}
}
