package postbox

import (
	"context"
	"fmt"
	"strings"
)

// A command of a mail's transaction. Each is answered before the mail itself is sent.
type command struct {
	stage Stage
	line  string
	want  int // the code of the answer, or its first digits, that lets the mail go on
}

// transact sends one mail on an open connection and returns the last stage.
func (c *smtpConn) transact(ctx context.Context, from, to string, raw []byte) (Stage, error) {
	first, err := c.mailCommand(from, to, len(raw))
	if err != nil {
		return AtMail, err
	}
	commands := []command{{AtMail, first, 250}, {AtRcpt, "RCPT TO:<" + to + ">", 25}, {AtData, "DATA", 354}}
	one := c.oneByOne
	if c.client.can("PIPELINING") && !c.single {
		one = c.together
	}
	if stage, err := one(ctx, commands); err != nil {
		return stage, err
	}
	return AtData, c.submit(ctx, raw)
}

// mailCommand begins a mail of so many bytes.
func (c *smtpConn) mailCommand(from, to string, size int) (string, error) {
	line := "MAIL FROM:<" + from + ">"
	if c.client.can("8BITMIME") {
		line += " BODY=8BITMIME"
	}
	if c.client.can("SIZE") {
		line += fmt.Sprintf(" SIZE=%d", size)
	}
	if ascii(from + to) {
		return line, nil
	}
	if !c.client.can("SMTPUTF8") {
		return "", fault(Misconfigured, nil, "%s takes no addresses with letters outside of ASCII: %s", c.link.who, to)
	}
	return line + " SMTPUTF8", nil
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0
}

// oneByOne sends each command when the one before it was accepted. It returns the last stage.
func (c *smtpConn) oneByOne(ctx context.Context, commands []command) (Stage, error) {
	var stage Stage
	for _, one := range commands {
		stage = one.stage
		if err := c.step(ctx, stage, func() error { return c.client.ask(one.want, one.line) }); err != nil {
			return stage, err
		}
	}
	return stage, nil
}

// together sends all commands before it reads the answers (PIPELINING, RFC 2920). It returns the stage that
// failed first, if one did, else the last. All answers are read, so that none is taken for that to a later
// command; if they do not come, the connection is closed.
func (c *smtpConn) together(ctx context.Context, commands []command) (failed Stage, why error) {
	var lines []string
	for _, one := range commands {
		lines = append(lines, one.line)
	}
	c.within = true
	var codes []int // of the answers; 0 for one that lets the mail go on
	for i, one := range commands {
		err := c.step(ctx, one.stage, func() error {
			if i == 0 {
				if err := c.client.send(lines...); err != nil {
					return err
				}
			}
			return c.client.answer(one.want)
		})
		code, _, _ := answered(err)
		if why == nil {
			failed, why = one.stage, err
		}
		if err != nil && (code == 0 || code == 421) { // no more answers come
			c.link.close()
			return failed, why
		}
		codes = append(codes, code)
	}
	c.within = false
	if why != nil && codes[2] == 0 {
		c.empty(ctx, codes[1])
	}
	return failed, why
}

// empty ends a mail for which the server waits though it has refused an earlier command. An empty mail does
// no harm where the recipient was refused with some code: it goes to nobody. Otherwise only the end of the
// connection is sure to end the mail.
func (c *smtpConn) empty(ctx context.Context, rcpt int) {
	if rcpt < 400 || c.step(ctx, AtData, func() error { return c.client.ask(0, ".") }) != nil {
		c.link.close()
	}
}

// submit sends the mail itself.
func (c *smtpConn) submit(ctx context.Context, raw []byte) error {
	return c.link.hear(ctx, c.cfg.SubmitTimeout, mostSaid, string(AtData), func() error {
		if err := c.client.quiet(); err != nil {
			return err
		}
		body := c.client.text.DotWriter()
		if _, err := body.Write(raw); err != nil {
			return err
		}
		if err := body.Close(); err != nil {
			return err
		}
		return c.client.answer(250)
	})
}
