package postbox

import (
	"context"
	"fmt"
	"strings"

	"github.com/emersion/go-sasl"
)

// Tokens provides access tokens for servers that take no passwords from
// programs: Gmail and Office 365.
type Tokens interface {
	// Token returns an access token that is good now.
	Token(ctx context.Context) (string, error)
	// Refused hears that the server did not take a token.
	Refused(token string)
}

// xoauth2 is the mechanism that Google and Microsoft describe.
const xoauth2 = "XOAUTH2"

// bearer logs in with an access token. go-sasl has OAUTHBEARER, but it gives up as soon as the server refuses
// the token, before the server has ended the exchange.
type bearer struct {
	mech, user, token string
	refused           bool
	word              string // why the server refuses the token, in its words
}

// bearerClient picks the first mechanism that the server supports.
func (s Server) bearerClient(ctx context.Context, who string, has func(mech string) bool) (*bearer, error) {
	b := &bearer{user: s.User}
	for _, mech := range []string{xoauth2, sasl.OAuthBearer} {
		if b.mech == "" && has(mech) {
			b.mech = mech
		}
	}
	if b.mech == "" {
		return nil, fault(Misconfigured, nil, "%s offers no log-in by token (AUTH XOAUTH2 or OAUTHBEARER) on this connection", who)
	}
	var err error
	if b.token, err = s.Tokens.Token(ctx); err != nil {
		return nil, fault(BadLogin, err, "there is no token for %s: %v", who, err)
	}
	if strings.ContainsAny(b.user+b.token, "\x01\r\n") {
		return nil, fault(Misconfigured, nil, "the user or the token for %s holds what cannot be sent", who)
	}
	return b, nil
}

func (b *bearer) Start() (mech string, first []byte, err error) {
	if b.mech == xoauth2 {
		return b.mech, fmt.Appendf(nil, "user=%s\x01auth=Bearer %s\x01\x01", b.user, b.token), nil
	}
	name := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(b.user)
	return b.mech, fmt.Appendf(nil, "n,a=%s,\x01auth=Bearer %s\x01\x01", name, b.token), nil
}

// why returns the server's reason. What it said about the token is more useful than how it ended the
// exchange.
func (b *bearer) why(end string) string {
	if b.word != "" {
		return fmt.Sprintf("%.300s", b.word)
	}
	return end
}

// Next answers once when the server refuses the token, so that the exchange ends.
func (b *bearer) Next(challenge []byte) ([]byte, error) {
	if b.refused {
		return nil, sasl.ErrUnexpectedServerChallenge
	}
	b.refused, b.word = true, oneLine(string(challenge))
	if b.mech == xoauth2 {
		return []byte{}, nil
	}
	return []byte{1}, nil
}
