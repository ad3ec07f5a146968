package postbox

import (
	"context"
	"crypto/tls"
	"net"
	"sync/atomic"
	"time"
)

// link is a connection to a server with a timeout for every step.
type link struct {
	who      string   // "the IMAP server mail.example.com:993"
	protocol string   // "IMAP" or "SMTP"
	raw      *pulse   // the TCP connection
	conn     net.Conn // what the protocol library reads and writes: raw, or TLS on it
	hears    []*ear   // what the server said first, on the TCP connection and within TLS
	timeout  time.Duration
}

// pulse is a connection that remembers when it last moved a byte. It fails when the server sends more than a
// step allows, because the mail libraries keep a whole line in memory.
type pulse struct {
	net.Conn
	who   string
	moved atomic.Int64 // Unix nanoseconds
	left  atomic.Int64 // bytes that may still be read in this step
}

// usual is how much a server may send in one step, in bytes.
const usual = 4 << 20

func (p *pulse) Read(b []byte) (int, error) {
	n, err := p.Conn.Read(b)
	p.beat(n)
	if p.left.Add(int64(-n)) < 0 {
		return 0, fault(Lost, nil, "%s said more than it was asked for; the connection was closed", p.who)
	}
	return n, err
}

func (p *pulse) Write(b []byte) (int, error) {
	n, err := p.Conn.Write(b)
	p.beat(n)
	return n, err
}

func (p *pulse) beat(n int) {
	if n > 0 {
		p.moved.Store(time.Now().UnixNano())
	}
}

// dial connects, and starts TLS if the configuration says so.
func dial(ctx context.Context, protocol string, s Server) (*link, error) {
	who := "the " + protocol + " server " + s.Addr
	switch {
	case s.Addr == "":
		return nil, fault(Misconfigured, nil, "no %s server is configured", protocol)
	case s.Security != TLS && s.Security != StartTLS && s.Security != Plain:
		return nil, fault(Misconfigured, nil, "%q is not a way to talk to %s; say tls, starttls or plain", s.Security, who)
	}
	tcp, err := (&net.Dialer{Timeout: s.Timeout}).DialContext(ctx, "tcp", s.Addr)
	if err != nil && ctx.Err() != nil {
		return nil, cancelled(who, "connecting", ctx.Err())
	}
	if e, ok := err.(net.Error); ok && e.Timeout() {
		return nil, fault(Unreachable, err, "cannot reach %s: no answer within %v", who, s.Timeout)
	}
	if err != nil {
		return nil, fault(Unreachable, err, "cannot reach %s: %s", who, reason(err))
	}
	l := &link{who: who, protocol: protocol, raw: &pulse{Conn: tcp, who: who}, timeout: s.Timeout}
	l.conn = l.listen(l.raw)
	if err := l.secure(ctx, s); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *link) secure(ctx context.Context, s Server) error {
	switch s.Security {
	case Plain:
		if peer, ok := l.raw.RemoteAddr().(*net.TCPAddr); !s.AllowPlain && (!ok || !peer.IP.IsLoopback()) {
			return fault(Misconfigured, nil, "%s is not on this machine and the connection to it is not encrypted; use tls or starttls, or allow plain text", l.who)
		}
	case TLS:
		encrypted := tls.Client(l.conn, s.tlsConfig())
		l.conn = l.listen(encrypted)
		err := l.run(ctx, l.timeout, "TLS handshake", func() error { return encrypted.HandshakeContext(ctx) })
		if err != nil {
			return broken(l.who, "TLS handshake", err)
		}
	}
	return nil
}

// run runs one step of a conversation and returns the error of f. It closes the connection and returns an
// *Error if the context ends, if no byte has moved for longer than timeout, or if the whole step takes ten
// times that. Closing the connection makes f return; run gives it a moment to do so. The server may send the
// usual number of bytes.
func (l *link) run(ctx context.Context, timeout time.Duration, doing string, f func() error) error {
	return l.hear(ctx, timeout, usual, doing, f)
}

// hear is run for a step in which the server may send up to most bytes.
func (l *link) hear(ctx context.Context, timeout time.Duration, most int64, doing string, f func() error) error {
	if ctx.Err() != nil {
		l.close()
		return cancelled(l.who, doing, ctx.Err())
	}
	l.raw.left.Store(most)
	done := make(chan error, 1)
	go func() { done <- f() }()
	start := time.Now()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		select {
		case err := <-done:
			return l.understood(err)
		case <-ctx.Done():
			l.abandon(done)
			return cancelled(l.who, doing, ctx.Err())
		case <-timer.C:
			rest := l.rest(start, timeout)
			if rest <= 0 {
				l.abandon(done)
				return silent(l.who, doing, timeout)
			}
			timer.Reset(rest)
		}
	}
}

// rest returns how much longer a step that began at start may wait.
func (l *link) rest(start time.Time, timeout time.Duration) time.Duration {
	last := start
	if moved := time.Unix(0, l.raw.moved.Load()); moved.After(last) {
		last = moved
	}
	return min(timeout-time.Since(last), 10*timeout-time.Since(start))
}

func (l *link) abandon(done <-chan error) {
	l.close()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// close closes the connection without telling the server.
func (l *link) close() { l.raw.Close() }
