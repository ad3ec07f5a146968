package mailtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
)

// provider answers Dovecot's question whose access token it was given. The token of a user is "token-of-" and
// the address.
func (s *Servers) provider() (url string) {
	p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, ok := strings.CutPrefix(r.FormValue("token"), "token-of-")
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"active": ok, "user": user})
	}))
	s.t.Cleanup(p.Close)
	return p.URL + "/introspect"
}
