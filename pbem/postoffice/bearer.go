package postoffice

import (
	"slices"
	"strings"

	"github.com/emersion/go-sasl"
)

// xoauth2 is the mechanism of Gmail and Office 365.
const xoauth2 = "XOAUTH2"

// tokenServer is the server's side of XOAUTH2. The client sends user and token together. If they are not
// valid, the server sends a reason, which the client answers before it is refused.
type tokenServer struct {
	check   func(user, token string) bool
	enter   func(user string) error
	refused bool
}

func (s *tokenServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if response == nil {
		return []byte{}, false, nil
	}
	if s.refused {
		return nil, true, s.enter("") // an unknown user is refused as the protocol says
	}
	user, token := credentials(string(response))
	if token == "" || !s.check(user, token) {
		s.refused = true
		return []byte(`{"status":"400","schemes":"Bearer","scope":"https://mail.demo.example/"}`), false, nil
	}
	return nil, true, s.enter(user)
}

// credentials splits "user=U^Aauth=Bearer T^A^A".
func credentials(text string) (user, token string) {
	for _, field := range strings.Split(text, "\x01") {
		if u, ok := strings.CutPrefix(field, "user="); ok {
			user = u
		}
		if t, ok := strings.CutPrefix(field, "auth=Bearer "); ok {
			token = t
		}
	}
	return user, token
}

// mechanisms returns the supported ways to log in.
func (o *Office) mechanisms() []string {
	if o.cfg.Token != nil {
		return []string{xoauth2}
	}
	return []string{sasl.Plain, sasl.Login}
}

// mechanism returns the server's side of a way to log in, nil for an unknown one. password and enter log a
// user in.
func (o *Office) mechanism(mech string, password func(user, password string) error, enter func(user string) error) sasl.Server {
	switch {
	case !slices.Contains(o.mechanisms(), mech):
		return nil
	case mech == xoauth2:
		return &tokenServer{check: o.cfg.Token, enter: enter}
	}
	return passwordServer(mech, password)
}
