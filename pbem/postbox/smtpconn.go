package postbox

import (
	"context"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
)

// smtpConn is an open connection to an SMTP server, logged in if the server requires it.
type smtpConn struct {
	cfg    SMTPConfig
	link   *link
	client *smtpClient
	sent   int
	single bool // commands are sent one at a time, whatever the server offers
	within bool // a group of commands has not been answered in full
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
	err = c.step(ctx, "logging in", func() error { return c.client.auth(auth) })
	if code, _, text := answered(err); code/100 == 5 {
		if b, ok := auth.(*bearer); ok {
			c.cfg.Tokens.Refused(b.token)
			return fault(BadLogin, err, "%s refused user %q and the token: %s", c.link.who, c.cfg.User, b.why(oneLine(text)))
		}
		return fault(BadLogin, err, "%s refused user %q and the password: %s", c.link.who, c.cfg.User, oneLine(text))
	}
	return c.fault("logging in", err)
}

// fault returns the *Error for a failure before the first mail.
func (c *smtpConn) fault(doing string, err error) error {
	if err == nil {
		return nil
	}
	if code, _, text := answered(err); code != 0 {
		if code/100 == 4 {
			return fault(Busy, err, "%s lets nobody in for now (%s): %d %s", c.link.who, doing, code, oneLine(text))
		}
		return fault(Refused, err, "%s turned us away (%s): %d %s", c.link.who, doing, code, oneLine(text))
	}
	return broken(c.link.who, doing, err)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// greet reads the server's greeting, says EHLO, and starts TLS if needed.
func (c *smtpConn) greet(ctx context.Context) error {
	c.client = newSMTPClient(c.link.who, c.link.conn)
	hello := func() error { return c.client.hello(c.cfg.Hello) }
	err := c.step(ctx, "greeting", func() error {
		if err := c.client.answer(220); err != nil {
			return err
		}
		return hello()
	})
	if err != nil || c.cfg.Security != StartTLS {
		return err
	}
	if !c.client.can("STARTTLS") {
		return fault(Misconfigured, nil, "%s does not offer STARTTLS", c.link.who)
	}
	err = c.link.run(ctx, c.cfg.Timeout, "greeting", func() error { return c.client.startTLS(ctx, c.cfg.tlsConfig()) })
	if err != nil {
		return err
	}
	return c.step(ctx, "greeting", hello)
}

// mechanism picks the way to log in.
func (c *smtpConn) mechanism(ctx context.Context) (sasl.Client, error) {
	switch {
	case c.cfg.Tokens != nil:
		return c.cfg.bearerClient(ctx, c.link.who, c.client.canAuth)
	case c.client.canAuth(sasl.Plain):
		return sasl.NewPlainClient("", c.cfg.User, c.cfg.Password), nil
	case c.client.canAuth(sasl.Login):
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

// mostSaid is how much a server may say in one step of SMTP, in bytes.
const mostSaid = 64 << 10

func (c *smtpConn) step(ctx context.Context, stage Stage, f func() error) error {
	return c.link.hear(ctx, c.cfg.Timeout, mostSaid, string(stage), f)
}

// reset aborts a refused mail. It returns false if the connection cannot be used any more.
func (c *smtpConn) reset(ctx context.Context) bool {
	return c.step(ctx, "RSET", func() error { return c.client.ask(250, "RSET") }) == nil
}

// quit ends the session without waiting long, and closes the connection.
func (c *smtpConn) quit() {
	_ = c.link.run(context.Background(), min(c.cfg.Timeout, 2*time.Second), "QUIT", func() error { return c.client.ask(221, "QUIT") })
	c.link.close()
}
