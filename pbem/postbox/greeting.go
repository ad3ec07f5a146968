package postbox

import (
	"net"
	"strings"
	"sync"
)

// ear is a connection that remembers what the server said first.
type ear struct {
	net.Conn
	mu    sync.Mutex
	first []byte
}

// How much of a greeting is remembered, and how much is needed to judge it, in bytes.
const (
	mostHeard  = 64
	leastHeard = 4
)

func (e *ear) Read(b []byte) (int, error) {
	n, err := e.Conn.Read(b)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.first = append(e.first, b[:min(n, mostHeard-len(e.first))]...)
	return n, err
}

func (e *ear) greeting() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return string(e.first)
}

// listen wraps a connection to remember the greeting on it.
func (l *link) listen(c net.Conn) net.Conn {
	e := &ear{Conn: c}
	l.hears = append(l.hears, e)
	return e
}

// understood returns the error of a step. If the server has greeted in another protocol than ours, it says so
// instead: the errors of the libraries only tell where they stopped reading.
func (l *link) understood(err error) error {
	if err == nil {
		return nil
	}
	for _, e := range l.hears {
		said := e.greeting()
		switch speaks := protocolOf(said); {
		case speaks == l.protocol || len(said) < leastHeard || overTLS(said):
		case speaks == "":
			return fault(Foreign, err, "%s does not speak %s: it begins with %q", l.who, l.protocol, firstLine(said))
		default:
			return fault(Foreign, err, "%s speaks %s, not %s", l.who, speaks, l.protocol)
		}
	}
	return err
}

// protocolOf tells by its greeting what a server speaks, "" if that is none of the usual.
func protocolOf(greeting string) string {
	switch {
	case strings.HasPrefix(greeting, "* "):
		return "IMAP"
	case strings.HasPrefix(greeting, "+OK"), strings.HasPrefix(greeting, "-ERR"):
		return "POP3"
	case strings.HasPrefix(greeting, "HTTP/"), strings.HasPrefix(greeting, "<"):
		return "HTTP"
	case strings.HasPrefix(greeting, "SSH-"):
		return "SSH"
	case len(greeting) >= 3 && strings.Trim(greeting[:3], "0123456789") == "":
		return "SMTP"
	}
	return ""
}

// overTLS reports whether the bytes are a record of TLS: a handshake or an alert.
func overTLS(s string) bool { return s[0] == 0x15 || s[0] == 0x16 }

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return oneLine(line)
}
