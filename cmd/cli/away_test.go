package cli

import (
	"os"
	"strings"
	"testing"
)

// Under systemd the files with the passwords are there only while the service runs. What a host does with the service stopped needs none
// of them; what talks with the mail servers says that they are missing.
func TestCommandsWithoutPasswords(t *testing.T) {
	s := newSite(t, 1)
	text, err := os.ReadFile(s.config)
	if err != nil {
		t.Fatal(err)
	}
	away := strings.ReplaceAll(string(text), "server =", "user = \"pbem\"\npassword_file = \"/run/credentials/nowhere.service/password\"\nserver =")
	s.config = s.beside("away.toml")
	if err := os.WriteFile(s.config, []byte(away), 0o600); err != nil {
		t.Fatal(err)
	}
	backup := s.beside("away.db")
	s.must("backup", backup, "--config", s.config)
	s.must("verify", "--config", s.config)
	s.must("restore", backup, "--force", "--config", s.config)
	s.must("host", "list", "--config", s.config)
	s.must("new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	const missing = "the password file of [imap] cannot be read"
	s.refused(missing, "check", "--config", s.config)
	s.refused(missing, "serve", "--config", s.config)
}
