package postbox

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// smtpConn is an open connection to an SMTP server, logged in if the server requires it.
type smtpConn struct {
	cfg    SMTPConfig
	link   *link
	client *smtp.Client
	sent   int
}

// dialSMTP connects, greets and logs in. The error is an *Error.
func dialSMTP(ctx context.Context, cfg SMTPConfig) (*smtpConn, error) {
	l, err := dial(ctx, "SMTP", cfg.Server)
	if err != nil {
		return nil, err
	}
	c := &smtpConn{cfg: cfg, link: l}
	if err := c.open(ctx); err != nil {
		l.close()
		return nil, err
	}
	return c, nil
}

func (c *smtpConn) open(ctx context.Context) error {
	if err := c.greet(ctx); err != nil {
		return c.fault("greeting", err)
	}
	if c.cfg.User == "" {
		return nil
	}
	auth, err := c.mechanism(ctx)
	if err != nil {
		return err
	}
	err = c.step(ctx, "logging in", func() error { return c.client.Auth(auth) })
	var answer *smtp.SMTPError
	if errors.As(err, &answer) && answer.Code/100 == 5 {
		if b, ok := auth.(*bearer); ok {
			c.cfg.Tokens.Refused(b.token)
			return fault(BadLogin, err, "%s refused user %q and the token: %s", c.link.who, c.cfg.User, b.why(oneLine(answer.Message)))
		}
		return fault(BadLogin, err, "%s refused user %q and the password: %s", c.link.who, c.cfg.User, oneLine(answer.Message))
	}
	return c.fault("logging in", err)
}

// fault returns the *Error for a failure before the first mail.
func (c *smtpConn) fault(doing string, err error) error {
	var answer *smtp.SMTPError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &answer):
		return fault(Refused, err, "%s turned us away (%s): %d %s", c.link.who, doing, answer.Code, oneLine(answer.Message))
	}
	return broken(c.link.who, doing, err)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// greet reads the server's greeting, starts TLS if needed, and says EHLO.
func (c *smtpConn) greet(ctx context.Context) error {
	clients := make(chan *smtp.Client, 1)
	err := c.step(ctx, "greeting", func() error {
		client := smtp.NewClient(c.link.conn)
		if c.cfg.Security == StartTLS {
			var err error
			if client, err = smtp.NewClientStartTLS(c.link.conn, c.cfg.tlsConfig()); err != nil {
				return err
			}
		}
		// The timeouts of link come first, so those of the library must be longer.
		client.CommandTimeout, client.SubmissionTimeout = 20*c.cfg.Timeout, 20*c.cfg.SubmitTimeout
		clients <- client
		return client.Hello(c.cfg.Hello)
	})
	if err != nil && strings.HasSuffix(err.Error(), "doesn't support STARTTLS") {
		return fault(Misconfigured, err, "%s does not offer STARTTLS", c.link.who)
	}
	if err == nil {
		c.client = <-clients
	}
	return err
}

// mechanism picks the way to log in.
func (c *smtpConn) mechanism(ctx context.Context) (sasl.Client, error) {
	switch {
	case c.cfg.Tokens != nil:
		return c.cfg.bearerClient(ctx, c.link.who, c.client.SupportsAuth)
	case c.client.SupportsAuth(sasl.Plain):
		return sasl.NewPlainClient("", c.cfg.User, c.cfg.Password), nil
	case c.client.SupportsAuth(sasl.Login):
		return &loginClient{answers: []string{c.cfg.User, c.cfg.Password}}, nil
	}
	return nil, fault(Misconfigured, nil, "%s offers no log-in by password (AUTH PLAIN or LOGIN) on this connection", c.link.who)
}

// loginClient is AUTH LOGIN as servers want it: it sends the name and the password each when asked. go-sasl
// sends the name unasked, which some servers refuse.
type loginClient struct{ answers []string }

func (*loginClient) Start() (mech string, first []byte, err error) { return sasl.Login, nil, nil }

func (l *loginClient) Next([]byte) ([]byte, error) {
	if len(l.answers) == 0 {
		return nil, sasl.ErrUnexpectedServerChallenge
	}
	answer := l.answers[0]
	l.answers = l.answers[1:]
	return []byte(answer), nil
}

func (c *smtpConn) step(ctx context.Context, stage Stage, f func() error) error {
	return c.link.run(ctx, c.cfg.Timeout, string(stage), f)
}

// reset aborts a refused mail. It returns false if the connection cannot be used any more.
func (c *smtpConn) reset(ctx context.Context) bool {
	return c.step(ctx, "RSET", c.client.Reset) == nil
}

// quit ends the session without waiting long, and closes the connection.
func (c *smtpConn) quit() {
	_ = c.link.run(context.Background(), min(c.cfg.Timeout, 2*time.Second), "QUIT", c.client.Quit)
	c.link.close()
}
