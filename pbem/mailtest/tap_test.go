package mailtest

import (
	"bytes"
	"net"
	"sync"
	"testing"
	"time"
)

// A tap stands between the service and a server: it passes everything on, can
// cut all connections, and notes when words go by.
type tap struct {
	addr string // to connect to
	to   string

	mu    sync.Mutex
	conns map[net.Conn]bool
	words map[string]time.Time      // when each word went by last
	no    func(command string) bool // says which commands of a client the tap refuses itself
}

// newTap taps a server; the words it looks out for must come in one piece.
func newTap(t testing.TB, to string, words ...string) *tap {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &tap{addr: l.Addr().String(), to: to, conns: map[net.Conn]bool{}, words: map[string]time.Time{}}
	for _, w := range words {
		p.words[w] = time.Time{}
	}
	t.Cleanup(func() { l.Close(); p.cut() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.connect(c)
		}
	}()
	return p
}

func (p *tap) connect(in net.Conn) {
	out, err := net.Dial("tcp", p.to)
	if err != nil {
		in.Close()
		return
	}
	p.mu.Lock()
	p.conns[in], p.conns[out] = true, true
	p.mu.Unlock()
	go p.pass(in, out, p.refuses)
	p.pass(out, in, func(net.Conn, []byte) bool { return false })
}

// refuses answers a command itself, if the tap is to.
func (p *tap) refuses(client net.Conn, b []byte) bool {
	p.mu.Lock()
	no := p.no
	p.mu.Unlock()
	if no == nil || !no(string(b)) {
		return false
	}
	tag, _, _ := bytes.Cut(b, []byte(" "))
	client.Write(append(tag, " NO Internal error occurred\r\n"...))
	return true
}

// refuse sets which commands are refused.
func (p *tap) refuse(no func(command string) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.no = no
}

func (p *tap) pass(from, to net.Conn, swallow func(from net.Conn, b []byte) bool) {
	defer p.drop(from, to)
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		if n > 0 && swallow(from, b[:n]) {
			continue
		}
		if n > 0 {
			p.note(b[:n])
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *tap) note(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.words {
		if bytes.Contains(b, []byte(w)) {
			p.words[w] = time.Now()
		}
	}
}

// last is when a word went by last.
func (p *tap) last(word string) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.words[word]
}

func (p *tap) drop(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		c.Close()
		delete(p.conns, c)
	}
}

// cut cuts every connection.
func (p *tap) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
}
