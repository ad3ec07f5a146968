// Package oauth gets the access tokens with which programs read and send mail at
// Gmail and Office 365.
//
// It needs a refresh token, which the host gets once from the provider with a
// Login. The token is in a file that only the service's user may read. The package
// keeps that file up to date: a provider may replace the refresh token whenever an
// access token is fetched, and the old one is worthless from then on.
package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"pbem/wholefile"
)

// Config says where tokens come from.
type Config struct {
	Client string // id of the registered application
	Secret string // of the application; "" if it has none
	File   string // file with the refresh token: plain text, or JSON as this package writes it
	URL    string // of the provider's token endpoint
}

// A Source hands out access tokens. It may be used from several goroutines.
type Source struct {
	cfg    Config
	client *http.Client

	mu    sync.Mutex
	token oauth2.Token
}

// patience is how long the provider may take to answer.
const patience = 30 * time.Second

// early is how long before it expires a token is replaced.
const early = time.Minute

// Open reads the refresh token. An error is one sentence that names what to
// correct.
func Open(c Config) (*Source, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	text, err := readPrivate(c.File)
	if err != nil {
		return nil, err
	}
	s := &Source{cfg: c, client: &http.Client{Timeout: patience}}
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("{")) {
		err = json.Unmarshal(text, &s.token)
	} else {
		s.token.RefreshToken = string(text)
	}
	if err != nil || s.token.RefreshToken == "" {
		return nil, fmt.Errorf("%s holds no refresh token", c.File)
	}
	return s, nil
}

func (c Config) check() error {
	if c.Client == "" || c.File == "" || c.URL == "" {
		return errors.New("oauth_client, oauth_token_file and oauth_url belong together")
	}
	if !private(c.URL) {
		return fmt.Errorf("oauth_url %q must begin with https://", c.URL)
	}
	return nil
}

// private reports whether nobody can read the traffic to an address.
func private(at string) bool {
	u, err := url.Parse(at)
	return err == nil && u.Host != "" && (u.Scheme == "https" || onThisMachine(u.Hostname()))
}

func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// readPrivate reads a file that nobody else may read.
func readPrivate(name string) ([]byte, error) {
	info, err := os.Stat(name)
	var path *fs.PathError
	switch {
	case errors.As(err, &path) && errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no token file %s; pbem login gets one (%w)", name, path.Err)
	case errors.As(err, &path):
		return nil, fmt.Errorf("the token file %s cannot be read: %w", name, path.Err)
	case err != nil:
		return nil, err
	case info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("the token file %s can be read by others (%v); run chmod 600 %[1]s", name, info.Mode().Perm())
	}
	return os.ReadFile(name)
}

// Token returns an access token that stays valid for a while.
func (s *Source) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token.AccessToken != "" && time.Until(s.token.Expiry) > early {
		return s.token.AccessToken, nil
	}
	cfg := oauth2.Config{
		ClientID: s.cfg.Client, ClientSecret: s.cfg.Secret,
		Endpoint: oauth2.Endpoint{TokenURL: s.cfg.URL, AuthStyle: oauth2.AuthStyleInParams},
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, s.client)
	fresh, err := cfg.TokenSource(ctx, &oauth2.Token{RefreshToken: s.token.RefreshToken}).Token()
	if err != nil {
		return "", s.explain(err)
	}
	if fresh.Expiry.IsZero() {
		fresh.Expiry = time.Now().Add(10 * time.Minute) // the provider does not say
	}
	s.token = *fresh
	if err := s.save(); err != nil {
		slog.Warn("a new token cannot be written; after a restart the old one may be worth nothing", "file", s.cfg.File, "error", err)
	}
	return fresh.AccessToken, nil
}

// explain turns an error into one sentence.
func (s *Source) explain(err error) error {
	var said *oauth2.RetrieveError
	if !errors.As(err, &said) {
		return fmt.Errorf("no access token from %s: %w", s.cfg.URL, err)
	}
	if said.ErrorCode == "invalid_grant" {
		return fmt.Errorf("%s does not take the refresh token in %s any more: get a new one with pbem login (%s)", s.cfg.URL, s.cfg.File, said.ErrorDescription)
	}
	return fmt.Errorf("%s gives no access token: %s %s", s.cfg.URL, said.ErrorCode, said.ErrorDescription)
}

// Refused tells that a mail server did not take a token. Token then gets a new
// one.
func (s *Source) Refused(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token.AccessToken == token {
		s.token.AccessToken = ""
	}
}

// save writes the tokens. After a crash the file is the old one or the new one.
func (s *Source) save() error {
	text, err := json.MarshalIndent(s.token, "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Bytes(s.cfg.File, 0o600, append(text, '\n')) // readable only by its owner
}
