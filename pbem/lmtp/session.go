package lmtp

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/emersion/go-smtp"
)

// A session is the conversation with one client. go-smtp calls Reset and Logout also while
// LMTPData reads chunks (BDAT), so the envelope is guarded.
type session struct {
	server  *Server
	client  *client
	strange int // recipients that are not ours
	refused int // mails in a row that could not be kept

	mu   sync.Mutex
	from string
	to   []string
	size int64 // as announced; 0 for unknown
}

func (s *Server) session(c *smtp.Conn) (smtp.Session, error) {
	one, ok := c.Conn().(*client)
	if !ok {
		return nil, fmt.Errorf("a connection of type %T", c.Conn())
	}
	return &session{server: s, client: one}, nil
}

func answer(code int, enhanced smtp.EnhancedCode, text string) *smtp.SMTPError {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
}

// The answers.
var (
	errStopping = answer(421, smtp.EnhancedCode{4, 3, 2}, "The service stops; try again later")
	errNotOurs  = answer(550, smtp.EnhancedCode{5, 1, 1}, "There is no such address here")
	errEnough   = answer(421, smtp.EnhancedCode{4, 7, 0}, "Too many addresses that are not here")
	errTooLarge = answer(552, smtp.EnhancedCode{5, 3, 4}, "The mail is too large")
	errBusy     = answer(451, smtp.EnhancedCode{4, 3, 2}, "Too many mails at a time; try again later")
	errNoRoom   = answer(451, smtp.EnhancedCode{4, 3, 1}, "There is no room on the disk; try again later")
	errNotKept  = answer(451, smtp.EnhancedCode{4, 3, 0}, "The mail cannot be stored now; try again later")
	errPartial  = answer(451, smtp.EnhancedCode{4, 4, 2}, "The mail did not come whole")
)

// Mail begins a mail.
func (s *session) Mail(from string, opts *smtp.MailOptions) error {
	switch {
	case s.server.stopping.Load():
		return errStopping
	case opts.Size > s.server.cfg.MaxMessage:
		return errTooLarge
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from, s.size = from, opts.Size
	return nil
}

// Rcpt accepts every address of the service's own, whatever its tag.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !plain(to) || !s.server.cfg.Owns(to) {
		if s.strange++; s.strange > mostStrange {
			s.client.spent.Store(true)
			return errEnough
		}
		return errNotOurs
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.to = append(s.to, to)
	s.client.due.Store(true)
	return nil
}

// longestAddress is RFC 5321's limit for a path, in bytes.
const longestAddress = 256

// plain reports whether an address can stand in a header field as it is.
func plain(address string) bool {
	odd := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`<>()[]\,;:"`, r) }
	return len(address) <= longestAddress && !strings.ContainsFunc(address, odd)
}

// Reset forgets the mail that was begun.
func (s *session) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from, s.to, s.size = "", nil, 0
	s.client.due.Store(false)
}

// Logout ends the session.
func (s *session) Logout() error { return nil }

// Data is never called: the server speaks LMTP.
func (s *session) Data(r io.Reader) error { return s.LMTPData(r, nil) }

// LMTPData takes a mail. Its result is the answer for all recipients.
func (s *session) LMTPData(r io.Reader, _ smtp.StatusCollector) error {
	s.mu.Lock()
	m, size := Message{From: s.from, To: s.to}, s.size
	s.mu.Unlock()
	s.client.due.Store(false)
	s.client.busy.Store(true)
	defer s.client.over.Store(true)
	s.client.renew(drainedTimes*s.server.cfg.MaxMessage + mostTalk)
	err := s.take(r, m, size)
	if s.refused++; err == nil {
		s.refused = 0
	}
	s.client.renew(mostTalk)
	s.client.spent.Store(s.refused >= mostRefused)
	return err
}

// take reads a mail to its end and gives it to the keeper.
func (s *session) take(r io.Reader, m Message, size int64) error {
	b := &body{room: &s.server.room, most: s.server.cfg.MaxMessage}
	defer b.free()
	if err := b.readAll(r, size); err != nil {
		io.Copy(io.Discard, r) // while the session may still send so much
		return err
	}
	m.Raw = b.raw
	err := s.server.keeper.Keep(m)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrFull):
		s.server.log.Warn("lmtp.no-room", "error", err)
		return errNoRoom
	}
	s.server.log.Warn("lmtp.not-kept", "error", err)
	return errNotKept
}

// A body is a mail as it is read. Its memory comes from the room of all sessions.
type body struct {
	room *room
	most int64
	raw  []byte
	held int64
}

// firstPiece is how much memory a mail gets at first, if its size is not announced.
const firstPiece = 16 << 10

// readAll reads a mail. Only if its last byte was read there is no error.
func (b *body) readAll(r io.Reader, size int64) error {
	if !b.grow(max(size+1, firstPiece)) {
		return errBusy
	}
	for {
		if len(b.raw) == cap(b.raw) && !b.grow(2*int64(cap(b.raw))) {
			return errBusy
		}
		n, err := r.Read(b.raw[len(b.raw):cap(b.raw)])
		b.raw = b.raw[:len(b.raw)+n]
		switch {
		case int64(len(b.raw)) > b.most:
			return errTooLarge
		case err == io.EOF:
			return nil
		case err != nil:
			return errPartial
		}
	}
}

// grow gives the mail more memory, but no more than one byte over the largest mail.
func (b *body) grow(to int64) bool {
	to = min(to, b.most+1)
	if !b.room.take(to) {
		return false
	}
	b.raw = append(make([]byte, 0, to), b.raw...)
	b.room.give(b.held)
	b.held = to
	return true
}

func (b *body) free() { b.room.give(b.held); b.held = 0 }
