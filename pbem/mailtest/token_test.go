package mailtest

import (
	"context"
	"strings"
	"testing"

	"pbem/pbem/postbox"
)

// token is an access token that never ends.
type token string

func (t token) Token(context.Context) (string, error) { return string(t), nil }
func (t token) Refused(string)                        {}

// Dovecot, and Postfix which asks Dovecot, are logged in to with access tokens;
// one that is no good, or another user's, ends in a sentence and not in
// silence.
func TestTokens(t *testing.T) {
	t.Parallel()
	s := Start(t, everybody...)
	in, out := s.Reader(service), s.Submitter(service)
	for tok, ok := range map[string]bool{"token-of-" + service: true, "stale": false, "token-of-" + Address("amy"): false} {
		in.Tokens, out.Tokens = token(tok), token(tok)
		for _, f := range postbox.Check(t.Context(), in, out) {
			t.Log(f)
			if f.OK != ok || !ok && !strings.Contains(f.Text, "the token") {
				t.Errorf("with %q: %s", tok, f)
			}
		}
	}
}
