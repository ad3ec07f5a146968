package postbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// SendError is why a mail was not handed over.
type SendError struct {
	// Temporary means that the same mail may be sent again later: after a 4xx,
	// any network error, a refusal of us as the sender (OfSender), and everything
	// before MAIL, which is not about this mail. Otherwise the server will never
	// take it.
	Temporary bool
	Stage     Stage
	Code      int    // reply code of the server; 0 if there was no reply
	Enhanced  string // such as "5.1.1", or ""
	Msg       string // text of the server, or our sentence if there was no reply

	who string
	to  string
	err error
}

// senderCodes are enhanced codes with which a server refuses us and not the recipient, whatever the stage: the sender's
// address (RFC 3463), the mails of the day are used up (Gmail), the account may not send (Microsoft).
var senderCodes = []string{"5.1.7", "5.1.8", "5.4.5", "5.7.60", "5.7.705", "5.7.708"}

// OfSender reports whether a final refusal is about us. It says nothing of the mail, which can go out another day.
func (e *SendError) OfSender() bool {
	return e.Code/100 == 5 && slices.Contains(senderCodes, e.Enhanced)
}

// Stage is how far a mail got. Only refusals from Rcpt on say something about
// the recipient.
type Stage string

// The stages of sending. AtAddress is checked before anything is sent.
const (
	AtAddress Stage = "address"
	AtConnect Stage = "connect"
	AtMail    Stage = "MAIL"
	AtRcpt    Stage = "RCPT"
	AtData    Stage = "DATA"
)

func (e *SendError) Error() string {
	if e.Code == 0 {
		return e.Msg
	}
	words := oneLine(fmt.Sprintf("%d %s %s", e.Code, e.Enhanced, e.Msg))
	return fmt.Sprintf("%s refused the mail to %s (%s): %s", e.who, e.to, e.Stage, words)
}

// Unwrap gives the *Error behind a failure to connect or of the connection.
func (e *SendError) Unwrap() error { return e.err }

// Sender hands mails to one SMTP server. It may be used from several
// goroutines; they take turns. It connects when needed, sends some mails in a
// row over one connection, and closes an idle one.
type Sender struct {
	cfg    SMTPConfig
	turn   chan struct{} // holds a token while nobody sends
	conn   *smtpConn     // nil if not connected
	idle   *time.Timer   // closes conn; nil if not armed
	closed bool
	single time.Time // until then commands are sent one at a time
}

// singleFor is how long commands are sent one at a time after a group of them was not answered. Some servers,
// or what stands before them, offer PIPELINING and cannot do it.
const singleFor = time.Hour

// NewSender makes a Sender; nothing is sent or connected yet.
func NewSender(cfg SMTPConfig) *Sender {
	s := &Sender{cfg: cfg.complete(), turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// Send hands one mail to the server for one recipient. If it returns nil, the
// server is responsible for the mail. Otherwise the error is a *SendError. If
// the connection breaks after the whole mail was sent, the server may have
// taken it all the same. That is Temporary at stage DATA, and the mail must be
// sent again with the same Message-ID. An empty from is the null sender of
// bounces.
func (s *Sender) Send(ctx context.Context, from, to string, raw []byte) error {
	who := "the SMTP server " + s.cfg.Addr
	if bad := unusable(from, to); bad != "" {
		return &SendError{Stage: AtAddress, Msg: bad, who: who, to: to}
	}
	select {
	case <-s.turn:
	case <-ctx.Done():
		return sendError(who, to, AtConnect, cancelled(who, "waiting for a turn", ctx.Err()))
	}
	defer func() { s.turn <- struct{}{} }()
	if s.closed {
		return sendError(who, to, AtConnect, fault(Closed, nil, "the connection to %s is closed", who))
	}
	s.disarm()
	defer s.arm()

	reused := s.conn != nil
	err := s.attempt(ctx, from, to, raw)
	if reused && err != nil && err.stale() && ctx.Err() == nil {
		err = s.attempt(ctx, from, to, raw) // the server had closed the connection since the last mail
	}
	if err != nil {
		return err
	}
	return nil
}

// unusable says what is wrong with the addresses, "" if nothing. Addresses that pass can neither end an SMTP
// command nor add to it.
func unusable(from, to string) string {
	for _, a := range []string{from, to} {
		if strings.IndexFunc(a, func(r rune) bool { return r <= ' ' || r == '<' || r == '>' || r == 0x7f }) >= 0 {
			return fmt.Sprintf("%q cannot be used as a mail address", a)
		}
	}
	if to == "" {
		return "a mail needs a recipient"
	}
	return ""
}

// stale reports whether the connection failed and not the mail, at a stage where the server cannot have
// accepted the mail.
func (e *SendError) stale() bool {
	return e.Temporary && (e.Code == 0 || e.Code == 421) && (e.Stage == AtMail || e.Stage == AtRcpt)
}

// attempt sends the mail once. It keeps the connection if that is still good.
func (s *Sender) attempt(ctx context.Context, from, to string, raw []byte) *SendError {
	fresh := s.conn == nil
	if fresh {
		c, err := dialSMTP(ctx, s.cfg)
		if err != nil {
			return sendError("the SMTP server "+s.cfg.Addr, to, AtConnect, err)
		}
		c.single = time.Now().Before(s.single)
		s.conn = c
	}
	stage, err := s.conn.transact(ctx, from, to, raw)
	if err == nil {
		if s.conn.sent++; s.conn.sent >= s.cfg.MailsPerConn {
			s.hangUp()
		}
		return nil
	}
	e := sendError(s.conn.link.who, to, stage, err)
	if s.conn.within && e.Code == 0 && (fresh || stage != AtMail) { // else it had closed the connection since the last mail
		s.single = time.Now().Add(singleFor)
	}
	if e.Code < 400 || e.Code == 421 || !s.conn.reset(ctx) {
		s.conn.link.close()
		s.conn = nil
	}
	return e
}

// sendError tells temporary errors from permanent ones.
func sendError(who, to string, stage Stage, err error) *SendError {
	e := &SendError{Stage: stage, Temporary: true, Msg: err.Error(), who: who, to: to, err: err}
	if stage == AtConnect {
		return e
	}
	if e.Code, e.Enhanced, e.Msg = answered(err); e.Code == 0 {
		known := broken(who, string(stage), err)
		e.Temporary, e.Msg, e.err = known.Kind != Misconfigured, known.Text, known
		return e
	}
	e.Temporary = e.Code/100 != 5 || e.OfSender()
	return e
}

// arm closes the connection when it has not been used for a while.
func (s *Sender) arm() {
	if s.conn == nil {
		return
	}
	conn := s.conn
	s.idle = time.AfterFunc(s.cfg.IdleClose, func() {
		<-s.turn
		defer func() { s.turn <- struct{}{} }()
		if s.conn == conn && s.idle != nil {
			s.hangUp()
		}
	})
}

func (s *Sender) disarm() {
	if s.idle != nil {
		s.idle.Stop()
		s.idle = nil
	}
}

// hangUp ends the session and closes the connection.
func (s *Sender) hangUp() {
	if s.conn != nil {
		s.conn.quit()
		s.conn = nil
	}
}

// Close waits for the mail being sent, if any, and closes the connection. It may
// be called more than once; it returns nil.
func (s *Sender) Close() error {
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	s.closed = true
	s.disarm()
	s.hangUp()
	return nil
}
