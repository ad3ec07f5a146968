package pbem

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/postoffice"
)

// A host with Gmail or Office 365: the refresh token is in a file, access tokens come
// from the provider, and mails are read and sent with them. The provider is asked once
// for both servers, and gives a new refresh token each time.
func TestServeWithTokens(t *testing.T) {
	asked := 0
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.Header().Set("Content-Type", "application/json")
		if r.FormValue("refresh_token") != "first" || r.FormValue("client_secret") != "hush" {
			w.WriteHeader(http.StatusBadRequest)
		}
		json.NewEncoder(w).Encode(map[string]any{"access_token": "open", "refresh_token": "second", "expires_in": 3600})
	}))
	defer provider.Close()
	office, err := postoffice.Start(postoffice.Config{RequireAuth: true, Token: func(user, token string) bool { return user == "pbem@demo.example" && token == "open" }})
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	office.Add("pbem@demo.example", "no password")
	office.Add("amy@demo.example", "no password")

	text := "data = \"games\"\naddress = \"pbem@demo.example\"\n"
	for section, addr := range map[string]string{"imap": office.IMAPAddr(), "smtp": office.SMTPAddr()} {
		text += fmt.Sprintf("[%s]\nserver = %q\nsecurity = \"plain\"\nuser = \"pbem@demo.example\"\n", section, addr)
		text += fmt.Sprintf("oauth_client = \"app\"\noauth_secret_file = \"app.secret\"\noauth_token_file = \"refresh.token\"\noauth_url = %q\n", provider.URL)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "pbem.toml")
	for file, text := range map[string]string{"pbem.toml": text, "app.secret": "hush\n", "refresh.token": "first\n"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := newSharedService(t)
	if d.cfg, err = config.Load(name); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.service.Run(ctx) }()
	d.start("Shoreline", seats(t, "Amy <amy@demo.example>", "Brian <amy@demo.example>")...)
	for end := time.Now().Add(20 * time.Second); len(office.Mailbox("amy@demo.example")) < 2; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no mail came")
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "refresh.token")); err != nil || !strings.Contains(string(text), "second") || asked != 1 {
		t.Errorf("after %d requests the file holds %s, %v", asked, text, err)
	}
}
