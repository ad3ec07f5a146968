package postbox

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pbem/pbem/postoffice"
)

// purse hands out its tokens one by one, the next when one was refused.
type purse struct{ tokens []string }

func (p *purse) Token(context.Context) (string, error) {
	if len(p.tokens) == 0 {
		return "", errors.New("the purse is empty")
	}
	return p.tokens[0], nil
}

func (p *purse) Refused(token string) {
	if len(p.tokens) > 0 && p.tokens[0] == token {
		p.tokens = p.tokens[1:]
	}
}

// Mail is read and sent with an access token. A token that the server refuses is not used again.
func TestLogInByToken(t *testing.T) {
	o := office(t, postoffice.Config{RequireAuth: true, StartTLS: true, Token: func(user, token string) bool { return user == pbem && token == "good" }})
	in, out := imapConfig(o), smtpConfig(o)
	for _, s := range []*Server{&in.Server, &out.Server} {
		s.User, s.Password, s.Security, s.Roots = pbem, "", StartTLS, o.Roots()
	}
	in.Tokens, out.Tokens = &purse{[]string{"stale", "good"}}, &purse{[]string{"stale", "good"}}
	_, err := Open(t.Context(), in)
	sentence(t, err, BadLogin, "refused user", "the token")
	box := open(t, in)

	s := sender(t, out)
	if e := classified(t, s.Send(t.Context(), pbem, pbem, mail("x"))); !e.Temporary || !strings.Contains(e.Error(), "the token") {
		t.Errorf("a stale token gives %v", e)
	}
	if err := s.Send(t.Context(), pbem, pbem, mail("x")); err != nil {
		t.Fatal(err)
	}
	if items := list(t, box, 0); len(items) != 1 {
		t.Errorf("listed %+v", items)
	}

	in.Tokens = &purse{}
	_, err = Open(t.Context(), in)
	sentence(t, err, BadLogin, "the purse is empty")
	for _, f := range Check(t.Context(), in, out) {
		t.Log(f)
	}
}

func TestServerWithoutTokens(t *testing.T) {
	o := office(t, postoffice.Config{})
	in := imapConfig(o)
	in.Tokens = &purse{[]string{"good"}}
	_, err := Open(t.Context(), in)
	sentence(t, err, Misconfigured, "no log-in by token")
}

func TestTokenThatCannotBeSent(t *testing.T) {
	o := office(t, postoffice.Config{Token: func(string, string) bool { return true }})
	in := imapConfig(o)
	in.Tokens = &purse{[]string{"a\x01auth=Bearer b"}}
	_, err := Open(t.Context(), in)
	sentence(t, err, Misconfigured, "cannot be sent")
}
