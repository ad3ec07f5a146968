package lmtp

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A shelf keeps mails in memory, unless told otherwise.
type shelf struct {
	mu   sync.Mutex
	kept []Message
	keep func(Message) error // nil keeps
}

func (s *shelf) Keep(m Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keep != nil {
		if err := s.keep(m); err != nil {
			return err
		}
	}
	m.Raw = bytes.Clone(m.Raw)
	s.kept = append(s.kept, m)
	return nil
}

func (s *shelf) all() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept
}

// owns accepts pbem@play.test, with any tag.
func owns(address string) bool {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	return local == "pbem" && domain == "play.test"
}

// A rig is a server that takes mails for a shelf.
type rig struct {
	*shelf
	*Server
	t    *testing.T
	stop func() // ends the server and waits
}

func serve(t *testing.T, cfg Config) *rig {
	t.Helper()
	if cfg.Listen == "" {
		cfg.Listen = "unix:" + filepath.Join(t.TempDir(), "s")
	}
	cfg.Owns = owns
	s, err := Listen(cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &rig{shelf: &shelf{}, Server: s, t: t}
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, r.shelf) }()
	r.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("the server ended with %v", err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the server does not end")
		}
	})
	t.Cleanup(r.stop)
	return r
}

func (r *rig) dial() net.Conn {
	r.t.Helper()
	network, address := "tcp", r.Addr()
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		network, address = "unix", path
	}
	c, err := net.Dial(network, address)
	if err != nil {
		r.t.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(30 * time.Second))
	return c
}

// talk sends a conversation at once and returns all that is answered, a code a line.
func (r *rig) talk(said string) (codes string) {
	r.t.Helper()
	return codesOf(r.words(said))
}

func (r *rig) words(said string) string {
	r.t.Helper()
	c := r.dial()
	defer c.Close()
	go io.WriteString(c, said)
	var b strings.Builder
	io.Copy(&b, bufio.NewReader(c)) // it ends with a timeout if the server does not hang up
	return b.String()
}

// codesOf shortens answers: "250 2.0.0 OK" is "250 2.0.0".
func codesOf(said string) string {
	var out []string
	for line := range strings.Lines(said) {
		if len(line) > 3 && line[3] == '-' {
			continue // more lines of this answer follow
		}
		f := strings.Fields(line)
		code := f[0]
		if len(f) > 1 && strings.Count(f[1], ".") == 2 && !strings.HasSuffix(f[1], ".") {
			code += " " + f[1]
		}
		out = append(out, code)
	}
	return strings.Join(out, ", ")
}

// quiet waits until nobody is connected.
func (r *rig) quiet() {
	r.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		r.crowd.mu.Lock()
		n := len(r.crowd.of)
		r.crowd.mu.Unlock()
		if n == 0 {
			return
		}
		if time.Now().After(end) {
			r.t.Fatalf("%d sessions do not end", n)
		}
	}
}

const hello = "LHLO mx.play.test\r\n"

// mail is one mail to some recipients, in a conversation.
func mail(from string, to []string, text string) string {
	said := "MAIL FROM:<" + from + ">\r\n"
	for _, a := range to {
		said += "RCPT TO:<" + a + ">\r\n"
	}
	return said + "DATA\r\n" + text + "\r\n.\r\n"
}
