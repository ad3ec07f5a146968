package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A secret that everybody can read is refused, with what to do.
func TestSecretsArePrivate(t *testing.T) {
	for file, text := range map[string]string{
		"secret":     goodConfig,
		"app.secret": strings.ReplaceAll(tokenConfig("mail.example.org", "mail.example.org", "https://login.example.org/token"), "refresh.token", "token"),
		"dkim.pem":   "dkim_selector = \"x\"\ndkim_key_file = \"dkim.pem\"\n" + strings.Replace(goodConfig, "password_file = \"secret\"", "", 1),
	} {
		name := written(t, text)
		secret := filepath.Join(filepath.Dir(name), file)
		if err := os.WriteFile(secret, []byte("open sesame"), 0o604); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(secret, 0o604); err != nil { // whatever the umask
			t.Fatal(err)
		}
		if _, err := Load(name); err == nil || !strings.Contains(err.Error(), "run chmod 600 "+secret) {
			t.Errorf("%s: %v", file, err)
		}
		if err := os.Chmod(secret, 0o640); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(name); err != nil && strings.Contains(err.Error(), "chmod") {
			t.Errorf("%s for a group: %v", file, err)
		}
	}
}

// tokenConfig is a host's configuration for a server that takes tokens.
func tokenConfig(imap, smtp, url string) string {
	text := "data = \"games\"\naddress = \"pbem@demo.example\"\n"
	for section, addr := range map[string]string{"imap": imap, "smtp": smtp} {
		text += fmt.Sprintf("[%s]\nserver = %q\nsecurity = \"plain\"\nuser = \"pbem@demo.example\"\n", section, addr)
		text += fmt.Sprintf("oauth_client = \"app\"\noauth_secret_file = \"app.secret\"\noauth_token_file = \"refresh.token\"\noauth_url = %q\n", url)
	}
	return text
}

// Mistakes in what stands in files of its own are named with their section.
func TestUnusableSecrets(t *testing.T) {
	for _, c := range []struct{ old, fresh, want string }{
		{"oauth_client = \"app\"\n", "", "belong together"},
		{"refresh.token", "app.open", "can be read by others"},
		{"app.secret", "none.secret", "oauth_secret_file cannot be read"},
		{"https://", "http://", "must begin with https"},
		{"data = ", "dkim_selector = \"x\"\ndata = ", "belong together"},
		{"[smtp]\n", "[smtp]\nca_file = \"refresh.token\"\n", "[smtp]: ca_file refresh.token holds no certificate"},
	} {
		text := tokenConfig("mail.example.org", "mail.example.org", "https://login.example.org/token")
		name := written(t, strings.ReplaceAll(text, c.old, c.fresh))
		for file, text := range map[string]string{"app.secret": "hush\n", "refresh.token": "first\n", "app.open": "first\n"} {
			if err := os.WriteFile(filepath.Join(filepath.Dir(name), file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Join(filepath.Dir(name), "app.open"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.fresh, c.old, err, c.want)
		}
	}
}
