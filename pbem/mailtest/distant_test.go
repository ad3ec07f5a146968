package mailtest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/postbox"
)

// distance is how long a byte is on its way to a distant server.
const distance = 20 * time.Millisecond

// distant is a server that is far away: what goes by takes a while. If hide is not "", the client does not see that the server
// offers an extension of this name.
func distant(t testing.TB, to, hide string) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	t.Cleanup(func() { l.Close(); all.Wait() })
	all.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			all.Go(func() { carry(in, out, "") })
			all.Go(func() { carry(out, in, hide) })
		}
	})
	return l.Addr().String()
}

// carry passes on what comes from a connection, each piece a while after it came.
func carry(from, to net.Conn, hide string) {
	type piece struct {
		bytes []byte
		due   time.Time
	}
	pieces := make(chan piece, 1000)
	go func() {
		defer close(pieces)
		for {
			b := make([]byte, 64<<10)
			n, err := from.Read(b)
			if err != nil {
				return
			}
			b = b[:n]
			if hide != "" {
				b = bytes.ReplaceAll(b, []byte("-"+hide), []byte("-X"+hide))
			}
			pieces <- piece{b, time.Now().Add(distance)}
		}
	}()
	for p := range pieces {
		time.Sleep(time.Until(p.due))
		to.Write(p.bytes) // it may have been closed
	}
	to.Close()
}

// BenchmarkDistant is how many mails one connection hands over in a second to Postfix behind a line of 20 ms in
// each direction.
func BenchmarkDistant(b *testing.B) {
	s := Start(b, "amy")
	for name, hide := range map[string]string{"together": "", "one by one": "PIPELINING"} {
		b.Run(name, func(b *testing.B) {
			cfg := s.Submitter(Address("amy"))
			cfg.Addr, cfg.Security = distant(b, s.SMTP, hide), postbox.Plain
			from := postbox.NewSender(cfg)
			defer from.Close()
			letter := letterTo("amy", "far away")
			if err := from.Send(b.Context(), Address("amy"), Address("amy"), letter); err != nil { // connects
				b.Fatal(err)
			}
			for b.Loop() {
				if err := from.Send(b.Context(), Address("amy"), Address("amy"), letter); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func letterTo(name, subject string) []byte {
	return fmt.Appendf(nil, "From: %[1]s\r\nTo: %[1]s\r\nSubject: %[2]s\r\n\r\nbuy B&O\r\n.a leading dot\r\n", Address(name), subject)
}

// Postfix gets the commands of a mail in one piece, and what it refuses costs the others nothing: all go over one
// connection.
func TestCommandsTogether(t *testing.T) {
	t.Parallel()
	s := Start(t, "amy")
	for _, how := range []postbox.Security{postbox.Plain, postbox.StartTLS} {
		cfg := s.Submitter(Address("amy"))
		line := newTap(t, s.SMTP)
		var mu sync.Mutex
		var groups, greetings int
		line.refuse(func(command string) bool {
			mu.Lock()
			defer mu.Unlock()
			if strings.HasPrefix(command, "EHLO ") {
				greetings++
			}
			if strings.HasPrefix(command, "MAIL ") && strings.HasSuffix(command, "\r\nDATA\r\n") {
				groups++
			}
			return false
		})
		cfg.Addr, cfg.Security = line.addr, how
		from := postbox.NewSender(cfg)
		send := func(to string, raw []byte) (e *postbox.SendError) {
			t.Helper()
			if err := from.Send(t.Context(), Address("amy"), Address(to), raw); err != nil && !errors.As(err, &e) {
				t.Fatal(err)
			}
			return e
		}
		before := len(s.Mails(Address("amy")))
		if e := send("amy", letterTo("amy", "one")); e != nil {
			t.Fatal(e)
		}
		if e := send("nobody", letterTo("nobody", "x")); e == nil || e.Stage != postbox.AtRcpt || e.Code != 550 || e.Enhanced != "5.1.1" {
			t.Errorf("nobody: %+v", e)
		}
		if e := send("amy", append(letterTo("amy", "large"), bytes.Repeat([]byte("more\r\n"), 2<<20)...)); e == nil || e.Stage != postbox.AtMail || e.Code != 552 {
			t.Errorf("too large: %+v", e)
		}
		if e := send("amy", letterTo("amy", "two")); e != nil {
			t.Fatal(e)
		}
		from.Close()
		for end := time.Now().Add(patience); len(s.Mails(Address("amy"))) != before+2; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %d mails came", how, len(s.Mails(Address("amy")))-before)
			}
		}
		mu.Lock()
		if how == postbox.Plain && groups != 4 || greetings != 1 {
			t.Errorf("%s: %d groups, %d greetings in plain text", how, groups, greetings)
		}
		mu.Unlock()
	}
}
