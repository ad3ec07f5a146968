package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pbem/pbem/postoffice"
	"pbem/store/pg/pgtest"
)

// A turnstile is a provider that takes each refresh token once.
type turnstile struct {
	mu      sync.Mutex
	given   int
	refused int
	revoked int // access tokens up to this one are worthless
}

func (p *turnstile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if r.FormValue("refresh_token") != fmt.Sprint("r", p.given) {
		p.refused++
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant"}`)
		return
	}
	p.given++
	json.NewEncoder(w).Encode(map[string]any{"access_token": fmt.Sprint("a", p.given), "refresh_token": fmt.Sprint("r", p.given), "expires_in": 3600})
}

// good reports whether the mail server takes an access token.
func (p *turnstile) good(_, token string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	var n int
	_, err := fmt.Sscanf(token, "a%d", &n)
	return err == nil && n > p.revoked && n <= p.given
}

// A machine has a configuration and a data folder of its own.
type machine struct {
	t      *testing.T
	dir    string
	config string
	cmd    *exec.Cmd
	log    bytes.Buffer
}

func newMachine(t *testing.T, office *postoffice.Office, provider, url string) *machine {
	m := &machine{t: t, dir: t.TempDir()}
	m.config = filepath.Join(m.dir, "pbem.toml")
	text := fmt.Sprintf("data = \"data\"\naddress = %q\nno_pictures = true\n[store]\nurl = %q\n", huntAddress, url)
	for section, addr := range map[string]string{"imap": office.IMAPAddr(), "smtp": office.SMTPAddr()} {
		text += fmt.Sprintf("[%s]\nserver = %q\nsecurity = \"plain\"\nuser = %q\noauth_client = \"app\"\noauth_token_file = \"token\"\noauth_url = %q\n", section, addr, huntAddress, provider)
	}
	if err := os.WriteFile(m.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return m
}

// serve starts the service, which is killed at the end of the test at the latest.
func (m *machine) serve() {
	m.t.Helper()
	m.cmd = exec.Command("pbem", "serve", "--config", m.config)
	m.cmd.Stderr = &m.log
	if err := m.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		m.lose()
		if m.t.Failed() {
			m.t.Logf("its log:\n%s", m.log.String())
		}
	})
}

// lose kills the service and loses the disk.
func (m *machine) lose() {
	m.cmd.Process.Kill()
	m.cmd.Wait()
	if err := os.RemoveAll(m.dir); err != nil {
		m.t.Error(err)
	}
}

// say runs a command.
func (m *machine) say(args ...string) {
	m.t.Helper()
	if out, err := exec.Command("pbem", append(args, "--config", m.config)...).CombinedOutput(); err != nil {
		m.t.Fatalf("pbem %v: %v\n%s", args, err, out)
	}
}

// waits waits for a file.
func (m *machine) waits(elem ...string) {
	m.t.Helper()
	name := filepath.Join(append([]string{m.dir, "data"}, elem...)...)
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return
		}
		if time.Now().After(end) {
			m.t.Fatalf("%s is not there", name)
		}
	}
}

// The service is killed and its disk is lost. Another one on the same database, which has only its configuration, logs in
// to the mailbox, makes the pages of all games that ended, and brings back one that was put away.
func TestAnotherMachineTakesOver(t *testing.T) {
	t.Parallel()
	provider := new(turnstile)
	at := httptest.NewServer(provider)
	t.Cleanup(at.Close)
	office, err := postoffice.Start(postoffice.Config{RequireAuth: true, Token: provider.good})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { office.Close() })
	for _, name := range []string{huntAddress, "amy@demo.example", "brian@demo.example", "crystal@demo.example"} {
		office.Add(name, "secret")
	}
	url := pgtest.New(t).URL("postgres")
	first, second := newMachine(t, office, at.URL, url), newMachine(t, office, at.URL, url)
	if err := os.WriteFile(filepath.Join(first.dir, "token"), []byte("r0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	first.serve()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	first.waits("pbem.sock")
	for range 2 {
		first.say("new", "18newengland", "Amy <amy@demo.example>", "Brian <brian@demo.example>")
	}
	if _, err := office.WaitMail(ctx, "amy@demo.example", 2); err != nil {
		t.Fatal(err)
	}
	first.say("host", "close", "g1", "really")
	first.say("host", "close", "g2", "really")
	first.say("host", "put", "away", "g1")
	first.lose()
	provider.mu.Lock()
	provider.revoked = provider.given
	provider.mu.Unlock()

	second.serve()
	second.waits("archive", "g1", "index.html")
	second.waits("archive", "g2", "index.html")
	second.say("host", "bring", "back", "g1")
	second.say("verify")
	second.say("new", "18newengland", "Crystal <crystal@demo.example>", "Brian <brian@demo.example>")
	if _, err := office.WaitMail(ctx, "crystal@demo.example", 1); err != nil {
		t.Fatal(err)
	}
	provider.mu.Lock()
	defer provider.mu.Unlock()
	if provider.given != 2 || provider.refused > 0 {
		t.Errorf("the provider gave %d tokens and refused %d times", provider.given, provider.refused)
	}
}
