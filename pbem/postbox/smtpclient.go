package postbox

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net"
	"net/textproto"
	"regexp"
	"strings"

	"github.com/emersion/go-sasl"
)

// smtpClient speaks SMTP on a connection. The client of go-smtp, and those of net/smtp and go-mail, wait for
// the answer to each command before they send the next one. net/smtp also says HELO after any refused EHLO,
// and so loses the reason of a server that refuses and closes the connection.
type smtpClient struct {
	who    string // "the SMTP server mail.example.com:465"
	conn   net.Conn
	text   *textproto.Conn
	offers map[string]string // extensions of the server, in capitals, with their parameters
}

func newSMTPClient(who string, conn net.Conn) *smtpClient {
	return &smtpClient{who: who, conn: conn, text: textproto.NewConn(conn)}
}

// quiet returns an error if the server has said more than it was asked: that could be taken for the answer to
// the next command.
func (c *smtpClient) quiet() error {
	if c.text.R.Buffered() > 0 {
		return fault(Lost, nil, "%s answered what it was not asked; the connection was closed", c.who)
	}
	return nil
}

// send sends commands in one piece. Nothing the server said before can be an answer to them.
func (c *smtpClient) send(commands ...string) error {
	if err := c.quiet(); err != nil {
		return err
	}
	for _, line := range commands {
		if strings.ContainsAny(line, "\r\n") {
			return fault(Misconfigured, nil, "%q cannot be sent as an SMTP command", line)
		}
		c.text.W.WriteString(line + "\r\n") // Flush reports its error
	}
	return c.text.W.Flush()
}

// answer reads an answer. If its code does not begin with the digits of want, it returns a *textproto.Error.
func (c *smtpClient) answer(want int) error {
	_, _, err := c.text.ReadResponse(want)
	return err
}

// ask sends a command and reads the answer.
func (c *smtpClient) ask(want int, command string) error {
	if err := c.send(command); err != nil {
		return err
	}
	return c.answer(want)
}

// hello says EHLO, or HELO if the server does not know EHLO.
func (c *smtpClient) hello(name string) error {
	if err := c.send("EHLO " + name); err != nil {
		return err
	}
	_, text, err := c.text.ReadResponse(250)
	if code, _, _ := answered(err); code == 500 || code == 502 {
		c.offers = nil
		return c.ask(250, "HELO "+name)
	}
	if err != nil {
		return err
	}
	c.offers = map[string]string{}
	for _, line := range strings.Split(text, "\n")[1:] {
		extension, parameters, _ := strings.Cut(line, " ")
		c.offers[strings.ToUpper(extension)] = parameters
	}
	return nil
}

// can reports whether the server has an extension.
func (c *smtpClient) can(extension string) bool {
	_, ok := c.offers[extension]
	return ok
}

// canAuth reports whether the server has a mechanism to log in.
func (c *smtpClient) canAuth(mech string) bool {
	for _, m := range strings.Fields(c.offers["AUTH"]) {
		if strings.EqualFold(m, mech) {
			return true
		}
	}
	return false
}

// startTLS begins to encrypt. What the server has said in plain text, such as its extensions, does not count
// any more: somebody between us and the server may have written it.
func (c *smtpClient) startTLS(ctx context.Context, cfg *tls.Config) error {
	if err := c.ask(220, "STARTTLS"); err != nil {
		return err
	}
	if err := c.quiet(); err != nil {
		return err
	}
	encrypted := tls.Client(c.conn, cfg)
	c.conn, c.text, c.offers = encrypted, textproto.NewConn(encrypted), nil
	return encrypted.HandshakeContext(ctx)
}

// auth logs in.
func (c *smtpClient) auth(a sasl.Client) error {
	mech, first, err := a.Start()
	if err != nil {
		return err
	}
	line := "AUTH " + mech
	if first != nil {
		line += " " + encoded(first)
	}
	for {
		if err := c.send(line); err != nil {
			return err
		}
		code, text, err := c.text.ReadResponse(0)
		switch {
		case err != nil:
			return err
		case code == 235:
			return nil
		case code != 334:
			return &textproto.Error{Code: code, Msg: text}
		}
		if line, err = next(a, text); err != nil {
			return err
		}
	}
}

// next is the line that answers a challenge of the server.
func next(a sasl.Client, challenge string) (string, error) {
	said, err := base64.StdEncoding.DecodeString(challenge)
	if err != nil {
		return "", err
	}
	answer, err := a.Next(said)
	return base64.StdEncoding.EncodeToString(answer), err
}

// encoded encodes what is sent with AUTH itself, where "=" stands for nothing (RFC 4954, section 4).
func encoded(first []byte) string {
	if len(first) == 0 {
		return "="
	}
	return base64.StdEncoding.EncodeToString(first)
}

// enhanced is the code before the text of an answer (RFC 2034).
var enhanced = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3} `)

// answered returns the code, the enhanced code and the text of the answer in an error; the code is 0 if the
// error is no answer.
func answered(err error) (code int, more, text string) {
	var answer *textproto.Error
	if !errors.As(err, &answer) {
		return 0, "", ""
	}
	more = enhanced.FindString(answer.Msg)
	text = strings.ReplaceAll(answer.Msg[len(more):], "\n"+more, "\n") // it is before each line
	return answer.Code, strings.TrimSpace(more), text
}
