package pbem

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/oauth"
	"pbem/store"
)

// A mint is a provider that takes each refresh token once and gives a new one, as Microsoft may. It revokes all if one
// comes again.
type mint struct {
	*httptest.Server
	mu      sync.Mutex
	good    string // the refresh token that it takes
	given   int
	refused int
	life    int // of access tokens, in seconds
	before  func()
}

func newMint(t *testing.T) *mint {
	m := &mint{good: "r0", life: 3600}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *mint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.before != nil {
		m.before()
	}
	w.Header().Set("Content-Type", "application/json")
	if r.FormValue("refresh_token") != m.good {
		m.refused++
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant"}`)
		return
	}
	m.given++
	m.good = fmt.Sprintf("r%d", m.given)
	json.NewEncoder(w).Encode(map[string]any{"access_token": fmt.Sprintf("a%d", m.given), "refresh_token": m.good, "expires_in": m.life})
}

// joinWithToken makes one of the fleet that logs in with a token. Its token file has the text, or is missing for "".
func (f *fleet) joinWithToken(m *mint, name, text string) (n *node, file string) {
	f.t.Helper()
	dir := f.t.TempDir()
	settings := fmt.Sprintf("data = %q\naddress = %q\n", dir, testAddress)
	for _, section := range []string{"imap", "smtp"} {
		settings += fmt.Sprintf("[%s]\nserver = \"127.0.0.1:1\"\nuser = \"pbem\"\noauth_client = \"app\"\noauth_token_file = \"token\"\noauth_url = %q\n", section, m.URL)
	}
	file = filepath.Join(dir, "token")
	for name, text := range map[string]string{filepath.Join(dir, "pbem.toml"): settings, file: text} {
		if text == "" {
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			f.t.Fatal(err)
		}
	}
	cfg, err := config.Load(filepath.Join(dir, "pbem.toml"))
	if err != nil {
		f.t.Fatal(err)
	}
	f.cfg.Tokens, f.cfg.IMAP, f.cfg.SMTP = cfg.Tokens, cfg.IMAP, cfg.SMTP
	return f.open(name, 1), file
}

// token returns the access token of a service, or what is wrong.
func (n *node) token(t *testing.T) string {
	t.Helper()
	token, err := n.Config.SMTP.Tokens.Token(t.Context())
	if err != nil {
		return err.Error()
	}
	return token
}

// stored returns the tokens on the store.
func (f *fleet) stored() (k oauth.Kept) {
	f.t.Helper()
	all, err := desk.Tokens.All(f.shared, "imap/")
	if err != nil || len(all) != 1 || all[0].Fault != nil {
		f.t.Fatalf("the store has %d tokens, %v", len(all), err)
	}
	return all[0].Value
}

// store writes the tokens on the store.
func (f *fleet) store(k oauth.Kept) {
	f.t.Helper()
	all, err := desk.Tokens.All(f.shared, "")
	if err != nil || len(all) != 1 {
		f.t.Fatal(all, err)
	}
	m := store.Marks{}
	desk.Tokens.Set(m, all[0].Key, k)
	if err := f.shared.SetMarks(m); err != nil {
		f.t.Fatal(err)
	}
}

// Services on one store share the tokens: the first takes them from its file, the others need none, and of many that
// need a new one at the same time one asks the provider. When one is gone the others go on.
func TestServicesShareTokens(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		first, file := f.joinWithToken(m, "alpha", "r0\n")
		if got := first.token(t); got != "a1" {
			t.Fatal(got)
		}
		var others []*node
		for i := range 4 {
			n, copied := f.joinWithToken(m, fmt.Sprint("other", i), "")
			if err := n.Config.TokensReady(); err != nil {
				t.Fatal(err)
			}
			if got := n.token(t); got != "a1" {
				t.Fatal(got)
			}
			if text, err := os.ReadFile(copied); err != nil || !strings.Contains(string(text), `"r1"`) {
				t.Errorf("its copy is %s, %v", text, err)
			}
			others = append(others, n)
		}
		for round := range 3 {
			var all sync.WaitGroup
			for _, n := range append(others, first) {
				n.Config.SMTP.Tokens.Refused(fmt.Sprint("a", round+1))
				all.Go(func() {
					if got := n.token(t); got != fmt.Sprint("a", round+2) {
						t.Errorf("round %d: %s", round, got)
					}
				})
			}
			all.Wait()
			if m.refused > 0 || m.given != round+2 {
				t.Fatalf("the provider has given %d tokens and refused %d times", m.given, m.refused)
			}
		}
		if k := f.stored(); k.Refresh != "r4" || k.By != "" {
			t.Errorf("stored is %+v", k)
		}
		// alpha starts again with the file that it had at the beginning, as from a backup
		if err := os.WriteFile(file, []byte(`{"refresh_token":"r0","expiry":"2026-03-02T18:00:00Z"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		first = f.open("alpha", 1)
		if got := first.token(t); got != "a4" || m.refused > 0 {
			t.Error(got)
		}
	})
}

// A service that was killed while it asked the provider holds nobody up for longer than its claim; and meanwhile the
// others use the old access token as long as that is good.
func TestKilledWhileATokenIsFetched(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		n, _ := f.joinWithToken(m, "alpha", "r0")
		n.token(t)
		k := f.stored()
		k.By, k.Until, k.Expiry = "beta", time.Now().Add(time.Minute), time.Now().Add(30*time.Second)
		f.store(k)
		n, _ = f.joinWithToken(m, "gamma", "")
		if got := n.token(t); got != "a1" || m.given != 1 {
			t.Errorf("while the old one is good: %s", got)
		}
		k.Until, k.Expiry = time.Now(), time.Now()
		f.store(k)
		n, _ = f.joinWithToken(m, "delta", "")
		if got := n.token(t); got != "a2" {
			t.Errorf("after the claim: %s", got)
		}
		k = f.stored()
		k.By, k.Until, k.Expiry = "epsilon", time.Now().Add(time.Minute), time.Now()
		f.store(k)
		n, _ = f.joinWithToken(m, "epsilon", "") // it starts again
		if got := n.token(t); got != "a3" {
			t.Errorf("its own claim: %s", got)
		}
	})
}

// A claim that was over too early does no harm: the token that the provider gave is stored all the same.
func TestATokenThatCameLate(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		n, _ := f.joinWithToken(m, "alpha", "r0")
		n.token(t)
		m.before = func() {
			k := f.stored()
			k.By, k.Until = "beta", time.Now()
			f.store(k)
		}
		n.Config.SMTP.Tokens.Refused("a1")
		if got := n.token(t); got != "a2" {
			t.Error(got)
		}
		if k := f.stored(); k.Refresh != "r2" || k.By != "" {
			t.Errorf("stored is %+v", k)
		}
		m.before = func() {
			f.store(oauth.Kept{Access: "fresh", Refresh: "login", Expiry: time.Now().Add(time.Hour), Obtained: time.Now()})
		}
		n.Config.SMTP.Tokens.Refused("a2")
		if got := n.token(t); got != "fresh" || f.stored().Refresh != "login" {
			t.Errorf("somebody has logged in meanwhile: %s, stored is %+v", got, f.stored())
		}
	})
}

// pbem login writes the token file, and the running service puts what is in it into the store. A token that the
// provider does not take any more is replaced by that in the file, even an older one.
func TestANewLoginIsTakenUp(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		n, file := f.joinWithToken(m, "alpha", "r0")
		other, _ := f.joinWithToken(m, "beta", "")
		n.token(t)
		m.good = "login"
		text, err := json.Marshal(oauth.Kept{Access: "fresh", Refresh: "login", Expiry: time.Now().Add(time.Hour), Obtained: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := n.token(t); got != "fresh" || !strings.Contains(n.log.String(), "oauth.taken") {
			t.Error(got)
		}
		if got := other.token(t); got != "fresh" || m.refused > 0 {
			t.Error(got)
		}
		m.before = func() { // while the provider answers
			text = bytes.ReplaceAll(text, []byte("login"), []byte("another"))
			text = bytes.ReplaceAll(text, []byte(`"fresh"`), []byte(`"fresher"`))
			text = regexp.MustCompile(`"obtained":"[^"]*"`).ReplaceAll(text, fmt.Appendf(nil, `"obtained":%q`, time.Now().Format(time.RFC3339Nano)))
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Error(err)
			}
		}
		n.Config.SMTP.Tokens.Refused("fresh")
		if got := n.token(t); got != "fresher" || f.stored().Refresh != "another" || !bytes.Contains(read(t, file), []byte("another")) {
			t.Errorf("%s, stored is %+v", got, f.stored())
		}
		m.before, m.good, m.given = nil, "another", 1
		k := f.stored()
		k.Access, k.Refresh, k.Obtained = "", "worthless", time.Now().Add(time.Hour)
		f.store(k)
		n.Config.SMTP.Tokens.Refused("fresher")
		if got := n.token(t); got != "a2" || m.refused != 1 {
			t.Error(got)
		}
		m.good = "gone"
		for range 2 {
			n.Config.SMTP.Tokens.Refused("a2")
			if got := n.token(t); !strings.Contains(got, "pbem login") {
				t.Error(got)
			}
		}
		if m.refused != 3 {
			t.Errorf("it asked %d times", m.refused)
		}
	})
}

// A fullStore takes no commit.
type fullStore struct{ desk.Store }

func (fullStore) Commit(store.Commit) error { return errDisk }

// A store that takes nothing does not lose the new token: it is in the token file, and stored later.
func TestATokenIsNotLost(t *testing.T) {
	onSharedStores(t, func(t *testing.T, f *fleet) {
		m := newMint(t)
		n, file := f.joinWithToken(m, "alpha", "r0")
		n.token(t)
		full := fullStore{f.shared}
		m.before = func() { n.store.Store = full }
		n.Config.SMTP.Tokens.Refused("a1")
		if got := n.token(t); got != "a2" || !strings.Contains(n.log.String(), "oauth.unsaved") {
			t.Error(got)
		}
		n.store.Store, m.before = f.shared, nil
		again, _ := f.joinWithToken(m, "alpha", string(read(t, file))) // after a crash
		if got := again.token(t); got != "a2" || f.stored().Refresh != "r2" {
			t.Errorf("%s, stored is %+v", got, f.stored())
		}
		f.store(oauth.Kept{Refresh: "r1"})
		if got := n.token(t); got != "a2" || f.stored().Refresh != "r2" {
			t.Errorf("%s, stored is %+v", got, f.stored())
		}
	})
}

// What verify says of spoilt tokens tells nothing of them.
func TestTokensAreNotTold(t *testing.T) {
	d := newSharedService(t)
	for name, text := range map[string]string{"oauth/imap/1": `{"refresh_token":"swordfish`, "oauth/imap/2": `{"refresh_token":"swordfish","expiry":"swordfish"}`} {
		if err := markAs(d.db, name, text); err != nil {
			t.Fatal(err)
		}
	}
	var said []string
	if _, err := Verify(d.db, func(problem string) { said = append(said, problem) }); err != nil || len(said) != 2 || strings.Contains(fmt.Sprint(said), "swordfish") {
		t.Errorf("verify says %q, %v", said, err)
	}
}
