package postoffice

import (
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// submission is one SMTP connection. It accepts mails and delivers them here.
type submission struct {
	office *Office
	helo   string
	user   *account // nil until logged in

	from string
	to   []recipient
}

type recipient struct {
	address string
	account *account
}

var _ smtp.AuthSession = (*submission)(nil)

func (s *submission) AuthMechanisms() []string { return s.office.mechanisms() }

func (s *submission) Auth(mech string) (sasl.Server, error) {
	if server := s.office.mechanism(mech, s.login, s.enter); server != nil {
		return server, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

func (s *submission) login(user, password string) error {
	if s.office.login(user, password) == nil {
		return smtp.ErrAuthFailed
	}
	return s.enter(user)
}

// enter logs in a user who has been authenticated.
func (s *submission) enter(user string) error {
	if s.user = s.office.account(user); s.user == nil {
		return smtp.ErrAuthFailed
	}
	return nil
}

func (s *submission) Mail(from string, _ *smtp.MailOptions) error {
	if s.office.cfg.RequireAuth && s.user == nil {
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "Please log in first"}
	}
	s.from = from
	return s.office.refuse(AtMail)
}

func (s *submission) Rcpt(to string, _ *smtp.RcptOptions) error {
	if err := s.office.refuse(AtRcpt); err != nil {
		return err
	}
	a := s.office.account(to)
	if a == nil {
		return &smtp.SMTPError{
			Code:         550,
			EnhancedCode: smtp.EnhancedCode{5, 1, 1},
			Message:      fmt.Sprintf("<%s> has no mailbox here", to),
		}
	}
	s.to = append(s.to, recipient{to, a})
	return nil
}

func (s *submission) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.office.refuse(AtData); err != nil {
		return err
	}
	for _, to := range s.to {
		trace := fmt.Sprintf("from %s by %s with ESMTP", s.helo, s.office.cfg.Domain)
		if err := to.account.deliver(s.from, to.address, trace, body); err != nil {
			return err
		}
	}
	return nil
}

func (s *submission) Reset() { s.from, s.to = "", nil }

func (s *submission) Logout() error { return nil }

// passwordServer returns the server's side of AUTH PLAIN or AUTH LOGIN, nil for anything else.
func passwordServer(mech string, check func(user, password string) error) sasl.Server {
	switch mech {
	case sasl.Plain:
		return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) })
	case sasl.Login:
		return &loginServer{check: check}
	}
	return nil
}

// loginServer is the server's side of AUTH LOGIN, which go-sasl does not have.
type loginServer struct {
	check func(user, password string) error
	user  *string
}

func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case response == nil:
		return []byte("Username:"), false, nil
	case l.user == nil:
		user := string(response)
		l.user = &user
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(*l.user, string(response))
}

// Stage is the point of an SMTP transaction at which RejectNext refuses.
type Stage int

// The stages, in the order of the protocol.
const (
	AtMail Stage = iota
	AtRcpt
	AtData // after the whole mail was read
)

type refusal struct {
	at  Stage
	err *smtp.SMTPError
}

// RejectNext answers the next mail that reaches a stage with an SMTP code (such
// as 451 or 550) and text. Several calls queue up and are used in order.
func (o *Office) RejectNext(at Stage, code int, text string) {
	text = strings.Join(strings.Fields(text), " ")
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refusals = append(o.refusals, refusal{at, &smtp.SMTPError{Code: code, Message: text}})
}

// refuse returns the refusal queued for this stage, if there is one.
func (o *Office) refuse(at Stage) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, r := range o.refusals {
		if r.at == at {
			o.refusals = append(o.refusals[:i], o.refusals[i+1:]...)
			return r.err
		}
	}
	return nil
}
