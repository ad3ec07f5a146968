package config

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"pbem/pbem/oauth"
	"pbem/pbem/postbox"
	"pbem/pbem/trust"
)

// fileOAuth are the settings of a section for servers that take tokens instead of a password.
type fileOAuth struct {
	Client     string `toml:"oauth_client"`
	SecretFile string `toml:"oauth_secret_file"`
	TokenFile  string `toml:"oauth_token_file"`
	URL        string `toml:"oauth_url"`
}

// fileDKIM are the settings for signing.
type fileDKIM struct {
	Selector string `toml:"dkim_selector"`
	KeyFile  string `toml:"dkim_key_file"`
}

// url returns the URL of the database, which may be in a file of its own because it has a password.
func (f fileStore) url(dir string) (string, error) {
	url := f.URL
	if f.URLFile != "" {
		if url != "" {
			return "", errors.New("[store] has \"url\" and \"url_file\"; one of them says where the database is")
		}
		text, err := ReadSecret(beside(dir, f.URLFile))
		if err != nil {
			return "", fmt.Errorf("the \"url_file\" of [store] %w", err)
		}
		url = strings.TrimSpace(string(text))
	}
	if url != "" && !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return "", errors.New("the \"url\" of [store] is not one of PostgreSQL; write it like \"postgres://pbem@db.example.org/pbem\"")
	}
	return url, nil
}

// readFiles reads the files that a configuration names: tokens, certificates and the key that signs mails.
func (f file) readFiles(c *Config, dir string) (err error) {
	if c.Store, err = f.Store.url(dir); err != nil {
		return err
	}
	if c.DKIM, err = LoadDKIM(c.Domain(), f.Selector, beside(dir, f.KeyFile)); err != nil {
		return err
	}
	open := map[string]*oauth.Source{} // by file: sections with the same one share its tokens, as a refresh token may be good only once
	c.Tokens = map[string]*oauth.Source{}
	for _, s := range []struct {
		section string
		file    fileServer
		server  *postbox.Server
	}{{"imap", f.IMAP, &c.IMAP.Server}, {"smtp", f.SMTP.fileServer, &c.SMTP.Server}} {
		if err := s.file.certified(s.server, dir); err != nil {
			return fmt.Errorf("[%s]: %w", s.section, err)
		}
		if s.file.fileOAuth == (fileOAuth{}) {
			continue
		}
		name := beside(dir, s.file.TokenFile)
		if open[name] == nil {
			source, err := s.file.source(dir)
			if err != nil {
				return fmt.Errorf("[%s]: %w", s.section, err)
			}
			open[name], c.Tokens[s.file.tokenName(s.section)] = source, source
		}
		s.server.Tokens = open[name]
	}
	return nil
}

// tokenName is the name under which services share the tokens of a section. Those of another mailbox or application
// are others.
func (f fileServer) tokenName(section string) string {
	sum := sha256.Sum256([]byte(f.Client + "\n" + f.URL + "\n" + f.User))
	return section + "/" + hex.EncodeToString(sum[:6])
}

// LoadDKIM reads the signing key. Without a selector and a file nothing is
// signed.
func LoadDKIM(domain, selector, file string) (trust.DKIM, error) {
	switch {
	case selector == "" && file == "":
		return trust.DKIM{}, nil
	case selector == "" || file == "":
		return trust.DKIM{}, errors.New("dkim_selector and dkim_key_file belong together")
	}
	text, err := ReadSecret(file)
	if err != nil {
		return trust.DKIM{}, fmt.Errorf("the DKIM key %w", err)
	}
	key, err := trust.NewDKIM(domain, selector, text)
	if err != nil {
		return trust.DKIM{}, fmt.Errorf("%s: %w", file, err)
	}
	return key, nil
}

// source opens the tokens of a section.
func (f fileOAuth) source(dir string) (*oauth.Source, error) {
	c, err := f.config(dir)
	if err != nil {
		return nil, err
	}
	return oauth.Open(c)
}

// config returns where the tokens of a section come from.
func (f fileOAuth) config(dir string) (oauth.Config, error) {
	c := oauth.Config{Client: f.Client, File: beside(dir, f.TokenFile), URL: f.URL}
	if f.SecretFile == "" {
		return c, nil
	}
	text, err := ReadSecret(beside(dir, f.SecretFile))
	if err != nil {
		return c, fmt.Errorf("oauth_secret_file %w", err)
	}
	c.Secret = strings.TrimSpace(string(text))
	return c, nil
}

// certified reads certificates to trust in addition to those of the system.
func (f fileServer) certified(s *postbox.Server, dir string) error {
	if f.CAFile == "" {
		return nil
	}
	text, err := os.ReadFile(beside(dir, f.CAFile))
	if err != nil {
		return fmt.Errorf("ca_file cannot be read: %w", err)
	}
	if s.Roots, err = x509.SystemCertPool(); err != nil {
		s.Roots = x509.NewCertPool()
	}
	if !s.Roots.AppendCertsFromPEM(text) {
		return fmt.Errorf("ca_file %s holds no certificate", f.CAFile)
	}
	return nil
}

// ReadSecret reads a file that only the user and group of the service may read. Its errors say what is wrong with the
// file, without its name before. Pipes and devices may have any mode.
func ReadSecret(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o007 != 0 {
		return nil, fmt.Errorf("can be read by everybody on this machine (%v); run chmod 600 %s", info.Mode().Perm(), name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	return text, nil
}

// beside makes a name relative to the configuration's folder; "" stays.
func beside(dir, name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
