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
)

// The host logs in once with a code, at a provider in the test. After that the
// configuration works.
func TestLogin(t *testing.T) {
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
	defer provider.Close()

	dir := t.TempDir()
	file := filepath.Join(dir, "pbem.toml")
	oauth := "oauth_client = 'app'\noauth_secret_file = 'secret'\noauth_token_file = 'token'\noauth_url = '" + provider.URL + "/token'\n"
	text := "data = 'data'\naddress = 'pbem@play.example'\n[imap]\nserver = '127.0.0.1:1'\n" + oauth + "[smtp]\nserver = '127.0.0.1:1'\n" + oauth
	for name, text := range map[string]string{file: text, filepath.Join(dir, "secret"): "hush\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := config.Load(file); err == nil || !strings.Contains(err.Error(), "pbem login") {
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
	if _, err := config.Load(file); err != nil {
		t.Errorf("with a token: %v", err)
	}
}
