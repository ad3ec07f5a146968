package oauth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A provider hands out access tokens "a1", "a2" ... and, as Microsoft does, a
// new refresh token with each; only the newest refresh token is good.
type provider struct {
	*httptest.Server
	mu      sync.Mutex
	n       int
	refresh string
	broken  bool
	keep    bool // does not replace the refresh token, as Google does
	life    int  // seconds
}

func newProvider(t *testing.T) *provider {
	p := &provider{refresh: "r0", life: 3600}
	p.Server = httptest.NewServer(http.HandlerFunc(p.answer))
	t.Cleanup(p.Close)
	return p
}

func (p *provider) answer(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if p.broken {
		http.Error(w, "out of order", http.StatusBadGateway)
		return
	}
	if r.FormValue("grant_type") != "refresh_token" || r.FormValue("client_id") != "app" || r.FormValue("client_secret") != "hush" || r.FormValue("refresh_token") != p.refresh {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant","error_description":"Token has been expired or revoked."}`)
		return
	}
	p.n++
	answer := map[string]any{"access_token": fmt.Sprintf("a%d", p.n), "token_type": "Bearer", "expires_in": p.life}
	if !p.keep {
		p.refresh = fmt.Sprintf("r%d", p.n)
		answer["refresh_token"] = p.refresh
	}
	json.NewEncoder(w).Encode(answer)
}

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func (p *provider) open(t *testing.T, name string) *Source {
	t.Helper()
	s, err := Open(Config{Client: "app", Secret: "hush", File: name, URL: p.URL})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func want(t *testing.T, s *Source, token string) {
	t.Helper()
	if got, err := s.Token(t.Context()); err != nil || got != token {
		t.Errorf("the token is %q, %v; want %q", got, err, token)
	}
}

// A token is used until it ends or is refused; what the provider gave last is
// in the file, for its owner only.
func TestToken(t *testing.T) {
	p := newProvider(t)
	name := file(t, "r0\n")
	s := p.open(t, name)
	want(t, s, "a1")
	want(t, s, "a1")
	s.Refused("another")
	want(t, s, "a1")
	s.Refused("a1")
	want(t, s, "a2")
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has %v, %v", info.Mode(), err)
	}
	s = p.open(t, name)
	want(t, s, "a2") // after a restart too
	s.Refused("a2")
	want(t, s, "a3")
	p.life = 30
	s.Refused("a3")
	want(t, s, "a4")
	want(t, s, "a5") // the one before was about to end
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// Google gives no new refresh token: the old one stays in the file.
func TestRefreshTokenStays(t *testing.T) {
	p := newProvider(t)
	p.keep = true
	name := file(t, "r0")
	want(t, p.open(t, name), "a1")
	s := p.open(t, name)
	s.Refused("a1")
	want(t, s, "a2")
}

func TestProviderFails(t *testing.T) {
	p := newProvider(t)
	s := p.open(t, file(t, "stale"))
	if _, err := s.Token(t.Context()); err == nil || !strings.Contains(err.Error(), "get a new one") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a revoked token gives %v", err)
	}
	s = p.open(t, file(t, "r0"))
	p.broken = true
	if _, err := s.Token(t.Context()); err == nil {
		t.Error("no error of a broken provider")
	}
	p.broken = false
	want(t, s, "a1") // it recovers by itself
	p.Close()
	s.Refused("a1")
	if _, err := s.Token(t.Context()); err == nil || !strings.Contains(err.Error(), "no access token from") {
		t.Errorf("no provider gives %v", err)
	}
}

func TestMistakes(t *testing.T) {
	open := file(t, "r0")
	if err := os.Chmod(open, 0o640); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{Client: "app", URL: "https://x.example/"}, "belong together"},
		{Config{Client: "app", File: file(t, "r0"), URL: "http://x.example/"}, "must begin with https"},
		{Config{Client: "app", File: "/nowhere/token", URL: "https://x.example/"}, "no such file"},
		{Config{Client: "app", File: open, URL: "https://x.example/"}, "can be read by others"},
		{Config{Client: "app", File: file(t, " \n"), URL: "https://x.example/"}, "holds no refresh token"},
		{Config{Client: "app", File: file(t, `{"access_token":"a"}`), URL: "https://x.example/"}, "holds no refresh token"},
	} {
		s, err := Open(c.cfg)
		if err == nil {
			err = s.Ready()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.cfg, err)
		}
	}
}
