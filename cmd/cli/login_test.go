package cli

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/pbem/config"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
)

// The host logs in once with a code, at a provider in the test. After that the
// configuration works.
func TestLogin(t *testing.T) {
	provider := codes(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "pbem.toml")
	oauth := "oauth_client = 'app'\noauth_secret_file = 'secret'\noauth_token_file = 'token'\noauth_url = '" + provider.URL + "/token'\n"
	text := "data = 'data'\naddress = 'pbem@play.example'\n[imap]\nserver = '127.0.0.1:1'\n" + oauth + "[smtp]\nserver = '127.0.0.1:1'\n" + oauth
	for name, text := range map[string]string{file: text, filepath.Join(dir, "secret"): "hush\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := ready(t, file); err == nil || !strings.Contains(err.Error(), "pbem login") {
		t.Errorf("without a token: %v", err)
	}
	var out bytes.Buffer
	if err := dispatch([]string{"login", "--config", file, "--device-url", provider.URL + "/devicecode", "--scope", "mail"}, &out); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); !strings.Contains(said, "ABCD-EFGH") || !strings.Contains(said, "pbem check --config") {
		t.Errorf("it said %q", said)
	}
	if info, err := os.Stat(filepath.Join(dir, "token")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token file: %v, %v", info, err)
	}
	if err := ready(t, file); err != nil {
		t.Errorf("with a token: %v", err)
	}
}

// ready returns what is wrong with the tokens of a configuration.
func ready(t *testing.T, file string) error {
	t.Helper()
	cfg, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	return cfg.TokensReady()
}

// codes is a provider that gives codes, and a token to who types one in.
func codes(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, fields map[string]any) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(fields)
	}
	mux.HandleFunc("/devicecode", func(w http.ResponseWriter, r *http.Request) {
		answer(w, map[string]any{"device_code": "d", "user_code": "ABCD-EFGH", "verification_uri": "https://door.example/", "expires_in": 60, "interval": 1})
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("device_code") != "d" || r.FormValue("client_id") != "app" || r.FormValue("client_secret") != "hush" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		answer(w, map[string]any{"access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r"})
	})
	provider := httptest.NewServer(mux)
	t.Cleanup(provider.Close)
	return provider
}

// With PostgreSQL the token is in the database at once, and a service on another machine needs no token file.
func TestLoginOnPostgreSQL(t *testing.T) {
	url := pgtest.New(t, "fsync = off").URL("postgres")
	db, err := pg.Open(url, pg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	provider := codes(t)
	configured := func() string {
		dir := t.TempDir()
		text := "data = 'data'\naddress = 'pbem@play.example'\n[store]\nurl = '" + url + "'\n[smtp]\nserver = '127.0.0.1:1'\n[imap]\nserver = '127.0.0.1:1'\n" +
			"oauth_client = 'app'\noauth_secret_file = 'secret'\noauth_token_file = 'token'\noauth_url = '" + provider.URL + "/token'\n"
		for name, text := range map[string]string{"pbem.toml": text, "secret": "hush\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return filepath.Join(dir, "pbem.toml")
	}
	var out bytes.Buffer
	if err := dispatch([]string{"login", "--config", configured(), "--device-url", provider.URL + "/devicecode", "--scope", "mail"}, &out); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(configured())
	if err != nil {
		t.Fatal(err)
	}
	done, err := sharedTokens(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if token, err := cfg.IMAP.Tokens.Token(t.Context()); err != nil || token != "a" {
		t.Errorf("on another machine: %q, %v; login said %s", token, err, out.String())
	}
}
