package lmtp

import (
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// A client is a connection with bounds: so many bytes and so much time until a mail was
// handed over.
type client struct {
	net.Conn
	server *Server
	left   atomic.Int64 // bytes that may still be read
	until  atomic.Int64 // when the session must have handed over a mail, in Unix nanoseconds
	busy   atomic.Bool  // a mail is being handed over, or its answer is not yet written
	over   atomic.Bool  // the mail was taken or refused: its answer is written before the next Read
	spent  atomic.Bool  // nothing more is read
	due    atomic.Bool  // there are recipients, and the mail for them has not begun
	once   sync.Once
}

// errGone ends a session without a word. It is not io.EOF, which go-smtp takes for the end
// of a BDAT chunk.
var errGone = fmt.Errorf("the client is gone: %w", net.ErrClosed)

// renew gives a session its bytes and its time.
func (c *client) renew(bytes int64) {
	c.left.Store(bytes)
	c.until.Store(time.Now().Add(c.server.cfg.Patience).UnixNano())
}

func (c *client) Read(b []byte) (int, error) {
	if c.over.Swap(false) {
		c.busy.Store(false)
	}
	if c.server.stopping.Load() && !c.busy.Load() {
		return 0, errGone
	}
	n, err := c.Conn.Read(b)
	if err != nil {
		c.letBegin()
	}
	if c.spent.Load() || c.left.Add(-int64(n)) < 0 {
		c.say("421 4.7.0 The session ends: too much was said that came to nothing")
		return 0, errGone
	}
	if errors.Is(err, io.EOF) {
		return n, errGone
	}
	return n, err
}

// letBegin waits a moment for a mail to begin. For the first chunk of a mail go-smtp starts
// a goroutine, which looks at the session when it begins; if the connection ends before,
// go-smtp changes the session at the same time.
func (c *client) letBegin() {
	for range soon {
		if !c.due.Load() {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// soon is how long letBegin waits, in milliseconds.
const soon = 20

// SetReadDeadline sets when reading fails; never later than the session may last.
func (c *client) SetReadDeadline(t time.Time) error {
	if until := time.Unix(0, c.until.Load()); t.IsZero() || t.After(until) {
		t = until
	}
	return c.Conn.SetReadDeadline(t)
}

// say says a last word to a client that may not listen.
func (c *client) say(word string) {
	c.Conn.SetWriteDeadline(time.Now().Add(lastWord))
	io.WriteString(c.Conn, word+"\r\n")
}

const lastWord = time.Second

func (c *client) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { c.server.crowd.gone(c) })
	return err
}

// A door lets in as many clients as there may be, and turns away the others.
type door struct {
	net.Listener
	server *Server
}

func (d *door) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &client{Conn: conn, server: d.server}
		c.renew(mostTalk)
		if d.server.crowd.come(c, d.server.cfg.Sessions) {
			return c, nil
		}
		d.server.log.Warn("lmtp.crowded", "sessions", d.server.cfg.Sessions)
		c.say("421 4.3.2 There are too many sessions; try again later")
		conn.Close()
	}
}

// A crowd is the clients that are connected.
type crowd struct {
	mu sync.Mutex
	of map[*client]bool
}

// come lets a client in if there are fewer than most.
func (c *crowd) come(one *client, most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.of) >= most {
		return false
	}
	c.of[one] = true
	return true
}

func (c *crowd) gone(one *client) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.of, one)
}

// leave ends the connections of those that hand over no mail, or of all.
func (c *crowd) leave(all bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.of {
		if all || !one.busy.Load() {
			one.Conn.Close()
		}
	}
}

// A room is the memory for mails that are being read, in bytes.
type room struct{ left atomic.Int64 }

// take takes some of it, and reports whether there was enough.
func (r *room) take(n int64) bool {
	if r.left.Add(-n) < 0 {
		r.left.Add(n)
		return false
	}
	return true
}

func (r *room) give(n int64) { r.left.Add(n) }
