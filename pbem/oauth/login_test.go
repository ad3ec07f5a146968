package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A doorman is a provider somebody logs in to: with a code at /device, or with a
// browser at /auth.
type doorman struct {
	*httptest.Server
	mu        sync.Mutex
	asked     int    // how often the token of a device code was asked for
	patience  int    // after so many times the code has been typed in
	refuse    string // the error in the place of a token
	challenge string // of the browser's log-in
	redirect  string
	barren    bool // gives no refresh token
	life      int  // of a device code, in seconds
}

func newDoorman(t *testing.T) *doorman {
	d := &doorman{life: 600}
	mux := http.NewServeMux()
	mux.HandleFunc("/device", d.device)
	mux.HandleFunc("/auth", d.browser)
	mux.HandleFunc("/token", d.token)
	d.Server = httptest.NewServer(mux)
	t.Cleanup(d.Close)
	return d
}

func (d *doorman) device(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.FormValue("client_id") != "app" || r.FormValue("scope") != "imap smtp" {
		fail(w, "invalid_client")
		return
	}
	json.NewEncoder(w).Encode(map[string]any{"device_code": "d1", "user_code": "ABCD-EFGH", "verification_uri": "https://door.example/", "expires_in": d.life, "interval": 1})
}

func fail(w http.ResponseWriter, code string) {
	w.WriteHeader(http.StatusBadRequest)
	json.NewEncoder(w).Encode(map[string]any{"error": code, "error_description": "So it is.\nTrace: 1"})
}

// browser sends the browser back where it came from.
func (d *doorman) browser(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	q := r.URL.Query()
	d.challenge, d.redirect = q.Get("code_challenge"), q.Get("redirect_uri")
	back := url.Values{"state": {q.Get("state")}, "code": {"c1"}}
	if d.refuse != "" {
		back = url.Values{"state": {q.Get("state")}, "error": {d.refuse}}
	}
	http.Redirect(w, r, d.redirect+"?"+back.Encode(), http.StatusFound)
}

func (d *doorman) token(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch r.FormValue("grant_type") {
	case "authorization_code":
		if r.FormValue("code") != "c1" || r.FormValue("redirect_uri") != d.redirect || base64.RawURLEncoding.EncodeToString(sum[:]) != d.challenge {
			fail(w, "invalid_grant")
			return
		}
	case "urn:ietf:params:oauth:grant-type:device_code":
		if d.asked++; d.asked <= d.patience {
			fail(w, "authorization_pending")
			return
		}
	case "refresh_token":
		if r.FormValue("refresh_token") != "r1" {
			fail(w, "invalid_grant")
			return
		}
	}
	if d.refuse != "" {
		fail(w, d.refuse)
		return
	}
	answer := map[string]any{"access_token": "a1", "token_type": "Bearer", "expires_in": 1}
	if !d.barren {
		answer["refresh_token"] = "r1"
	}
	json.NewEncoder(w).Encode(answer)
}

// login is a log-in at the doorman; what the host is told goes to tell.
func (d *doorman) login(t *testing.T, tell func(string)) Login {
	return Login{
		Config:  Config{Client: "app", Secret: "hush", File: filepath.Join(t.TempDir(), "token"), URL: d.URL + "/token"},
		AuthURL: d.URL + "/auth", DeviceURL: d.URL + "/device", Scopes: []string{"imap", "smtp"}, Tell: tell,
	}
}

// good checks that the token file is there, for its owner only, and that access
// tokens come of it.
func good(t *testing.T, l Login) {
	t.Helper()
	info, err := os.Stat(l.File)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the token file: %v, %v", info, err)
	}
	s, err := Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	want(t, s, "a1")
}

func TestLoginByDevice(t *testing.T) {
	d := newDoorman(t)
	d.patience = 1
	var told []string
	l := d.login(t, func(s string) { told = append(told, s) })
	if err := l.ByDevice(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || !strings.Contains(told[0], "https://door.example/") || !strings.Contains(told[0], "ABCD-EFGH") {
		t.Errorf("the host is told %q", told)
	}
	good(t, l)
}

// address finds the address to be opened in what the host is told.
func address(told string) string {
	_, at, _ := strings.Cut(told, "\n")
	return at
}

func TestLoginByBrowser(t *testing.T) {
	d := newDoorman(t)
	l := d.login(t, func(s string) {
		at := address(s)
		if at == "" {
			return
		}
		go func() {
			for range 2 { // it is loaded once more
				r, err := http.Get(at)
				if err == nil {
					r.Body.Close()
				}
			}
		}()
	})
	if err := l.ByBrowser(t.Context()); err != nil {
		t.Fatal(err)
	}
	good(t, l)
}

// The browser is on another machine: its last address is pasted, at the second
// try.
func TestLoginByPaste(t *testing.T) {
	d := newDoorman(t)
	pasted := make(chan string, 2)
	wrong := 0
	l := d.login(t, func(s string) {
		if strings.HasPrefix(s, "That is not") {
			wrong++
		}
		if at := address(s); at != "" {
			elsewhere := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			r, err := elsewhere.Get(at)
			if err != nil {
				t.Error(err)
				return
			}
			r.Body.Close()
			pasted <- "http://127.0.0.1/?state=guess&code=c9"
			pasted <- " " + r.Header.Get("Location") + "\n"
		}
	})
	l.Pasted = pasted
	if err := l.ByBrowser(t.Context()); err != nil || wrong != 1 {
		t.Fatal(err, wrong)
	}
	good(t, l)
}

func TestLoginFails(t *testing.T) {
	browse := func(s string) {
		if at := address(s); at != "" {
			go func() {
				if r, err := http.Get(at); err == nil {
					r.Body.Close()
				}
			}()
		}
	}
	for _, c := range []struct {
		name, want string
		set        func(*doorman, *Login)
		how        func(Login, context.Context) error
	}{
		{"refused in the browser", "was refused: access_denied", func(d *doorman, _ *Login) { d.refuse = "access_denied" }, Login.ByBrowser},
		{"refused at the device", "refused in the browser", func(d *doorman, _ *Login) { d.refuse = "access_denied" }, Login.ByDevice},
		{"nobody came", "nobody logged in", func(d *doorman, _ *Login) { d.patience, d.life = 100, 2 }, Login.ByDevice},
		{"the code ended", "nobody logged in", func(d *doorman, _ *Login) { d.refuse = "expired_token" }, Login.ByDevice},
		{"unknown application", "gives no code: invalid_client So it is.", func(_ *doorman, l *Login) { l.Client = "other" }, Login.ByDevice},
		{"no refresh token", "no refresh token", func(d *doorman, _ *Login) { d.barren = true }, Login.ByBrowser},
		{"no provider", "gives no code", func(d *doorman, _ *Login) { d.Close() }, Login.ByDevice},
		{"no scope", "--scope", func(_ *doorman, l *Login) { l.Scopes = nil }, Login.ByDevice},
		{"no codes", "log in with --browser", func(_ *doorman, l *Login) { l.DeviceURL = "" }, Login.ByDevice},
		{"no browser", "--auth-url", func(_ *doorman, l *Login) { l.AuthURL = "" }, Login.ByBrowser},
		{"to be overheard", "must begin with https", func(_ *doorman, l *Login) { l.AuthURL = "http://door.example/" }, Login.ByBrowser},
		{"no place for the file", "cannot be written", func(_ *doorman, l *Login) { l.File = "/nowhere/token" }, Login.ByBrowser},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
			defer stop()
			d := newDoorman(t)
			l := d.login(t, browse)
			c.set(d, &l)
			err := c.how(l, ctx)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, c.want)
			}
			if _, err := os.Stat(l.File); err == nil {
				t.Error("a token file was written")
			}
		})
	}
}

// What is known of Gmail and Office 365.
func TestPresets(t *testing.T) {
	g := Login{Config: Config{URL: "https://oauth2.googleapis.com/token"}}.Preset()
	if g.AuthURL != "https://accounts.google.com/o/oauth2/v2/auth" || g.DeviceURL != "" || fmt.Sprint(g.Scopes) != "[https://mail.google.com/]" {
		t.Errorf("Gmail: %+v", g)
	}
	at := g.config().AuthCodeURL("s", g.extra...)
	if !strings.Contains(at, "access_type=offline") || !strings.Contains(at, "prompt=consent") {
		t.Errorf("Gmail is asked at %s", at)
	}
	o := Login{Config: Config{URL: "https://login.microsoftonline.com/common/oauth2/v2.0/token"}}.Preset()
	if o.AuthURL != "https://login.microsoftonline.com/common/oauth2/v2.0/authorize" || o.DeviceURL != "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode" || len(o.Scopes) != 3 {
		t.Errorf("Office 365: %+v", o)
	}
	if x := (Login{Config: Config{URL: "https://googleapis.com.evil.example/token"}}).Preset(); x.AuthURL != "" || x.Scopes != nil {
		t.Errorf("another: %+v", x)
	}
}
