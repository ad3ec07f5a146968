package oauth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// A Source hands out access tokens. It may be used from several goroutines.
type Source struct {
	cfg    Config
	client *http.Client
	log    *slog.Logger

	mu      sync.Mutex
	shelf   Shelf
	owner   string // the name in claims
	kept    Kept   // as last read or fetched
	unsaved string // the refresh token for which kept was given, if kept could not be put on the shelf
	refused string // an access token that a server did not take
	seen    stamp  // of the token file, when it was last read or written
}

const (
	early    = time.Minute            // how long before it expires a token is replaced
	claimFor = patience + early/4     // how long one service has to fetch new tokens; what expires meanwhile is still good
	look     = 250 * time.Millisecond // how often one that waits for another looks for the new tokens
)

// Open makes a source of the tokens in the token file. An error is one sentence that names what to correct. The
// file need not be there if the tokens are on a shelf: see Share.
func Open(c Config) (*Source, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if _, there := stampOf(c.File); there {
		if _, err := readFile(c.File); err != nil {
			return nil, err
		}
	}
	return &Source{cfg: c, client: &http.Client{Timeout: patience}, log: slog.Default(), shelf: fileShelf(c.File), owner: "file"}, nil
}

// Share makes the source use tokens on a shelf that it shares with others. owner is the name of this service, which
// no other has. A newer token in the token file is put on the shelf.
func (s *Source) Share(on Shelf, owner string, log *slog.Logger) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shelf, s.owner, s.log, s.kept, s.seen = on, owner, log, Kept{}, stamp{}
}

// Ready returns an error unless there is a refresh token.
func (s *Source) Ready() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.takeUp(false); err != nil {
		return err
	}
	k, err := s.shelf.Read()
	if err == nil && k.Refresh == "" {
		_, err = readPrivate(s.cfg.File) // says what is missing
		err = cmp.Or(err, errNone)
	}
	return err
}

var errNone = errors.New("there is no refresh token; pbem login gets one")

// Token returns an access token that stays valid for a while.
func (s *Source) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unsaved != "" {
		s.save(s.kept, s.unsaved)
	}
	if _, err := s.takeUp(false); err != nil {
		s.log.Warn("oauth.file-unread", "file", s.cfg.File, "error", err)
	}
	for !s.good(s.kept, early) {
		k, err := s.shelf.Read()
		switch {
		case err != nil && s.good(s.kept, 0):
			return s.kept.Access, nil
		case err != nil:
			return "", err
		case k.Refresh == "":
			return "", errNone
		case s.good(k, early):
			s.use(k)
			return k.Access, nil
		case k.By != "" && k.By != s.owner && time.Now().Before(k.Until):
			if s.good(k, 0) {
				return k.Access, nil
			}
			if err := wait(ctx, look); err != nil {
				return "", err
			}
			continue
		}
		if token, err := s.renew(ctx, k); token != "" || err != nil {
			return token, err
		}
	}
	return s.kept.Access, nil
}

// good reports whether an access token stays good for some time.
func (s *Source) good(k Kept, longer time.Duration) bool {
	return k.Access != "" && k.Access != s.refused && time.Until(k.Expiry) > longer
}

// wait waits, but not longer than the context.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// use notes tokens and writes them to the token file, for a program that knows no shelf.
func (s *Source) use(k Kept) {
	s.kept = k.unclaimed()
	if _, only := s.shelf.(fileShelf); only {
		return
	}
	if now, there := stampOf(s.cfg.File); there && now != s.seen { // somebody has written it meanwhile
		if taken, _ := s.takeUp(false); taken {
			return
		}
	}
	if f, err := readFile(s.cfg.File); err == nil && f.same(s.kept) {
		return
	}
	if err := writeFile(s.cfg.File, s.kept); err != nil {
		s.log.Warn("oauth.file-unwritten", "file", s.cfg.File, "error", err)
		return
	}
	s.seen, _ = stampOf(s.cfg.File)
}

// renew fetches new tokens for k, which is on the shelf. It returns no token if another service was quicker.
func (s *Source) renew(ctx context.Context, k Kept) (string, error) {
	claimed := k
	claimed.By, claimed.Until = s.owner, time.Now().Add(claimFor).UTC()
	if err := s.shelf.Swap(k, claimed); errors.Is(err, ErrOvertaken) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	fresh, err := s.fetch(ctx, k.Refresh)
	if err == nil {
		s.kept = fresh
		s.put(claimed, fresh)
		if s.kept.Refresh != fresh.Refresh { // somebody has logged in meanwhile
			return "", nil
		}
		return fresh.Access, nil
	}
	gone := s.shelf.Swap(claimed, k.unclaimed())
	if errors.Is(gone, ErrOvertaken) { // somebody has logged in meanwhile
		return "", nil
	}
	if gone != nil { // others then wait for the end of the claim
		s.log.Warn("oauth.unreleased", "error", gone)
	}
	if revoked(err) {
		if taken, _ := s.takeUp(true); taken {
			return "", nil
		}
	}
	return "", s.explain(err)
}

// fetch asks the provider for tokens.
func (s *Source) fetch(ctx context.Context, refresh string) (Kept, error) {
	cfg := oauth2.Config{
		ClientID: s.cfg.Client, ClientSecret: s.cfg.Secret,
		Endpoint: oauth2.Endpoint{TokenURL: s.cfg.URL, AuthStyle: oauth2.AuthStyleInParams},
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, s.client)
	began := time.Now() // a log-in while the provider answers is newer
	token, err := cfg.TokenSource(ctx, &oauth2.Token{RefreshToken: refresh}).Token()
	if err != nil {
		return Kept{}, err
	}
	return keptOf(token, began), nil
}

// keptOf returns what is kept of tokens that the provider has just given.
func keptOf(t *oauth2.Token, obtained time.Time) Kept {
	k := Kept{Access: t.AccessToken, Refresh: t.RefreshToken, Expiry: t.Expiry.UTC(), Obtained: obtained.UTC()}
	if t.Expiry.IsZero() {
		k.Expiry = time.Now().UTC().Add(10 * time.Minute) // the provider does not say
	}
	return k
}

// put puts tokens on the shelf that were fetched under a claim.
func (s *Source) put(claimed, fresh Kept) {
	switch err := s.shelf.Swap(claimed, fresh); {
	case err == nil:
		s.use(fresh)
	case errors.Is(err, ErrOvertaken): // the claim was over
		s.save(fresh, claimed.Refresh)
	default:
		s.lost(claimed.Refresh, err)
	}
}

// save puts tokens on the shelf if the refresh token for which they were given is still there. Otherwise others have newer
// ones, which are used.
func (s *Source) save(fresh Kept, was string) {
	for {
		now, err := s.shelf.Read()
		if err == nil && now.Refresh == was {
			if err = s.shelf.Swap(now, fresh); errors.Is(err, ErrOvertaken) {
				continue
			}
			now = fresh
		}
		if err != nil {
			s.lost(was, err)
			return
		}
		s.unsaved = ""
		s.use(now)
		return
	}
}

// lost notes that new tokens are not on the shelf. They are in the token file, and put on the shelf when they are next
// asked for.
func (s *Source) lost(was string, err error) {
	s.log.Warn("oauth.unsaved", "error", err)
	s.unsaved = was
	s.use(s.kept)
}

// takeUp puts the tokens of the token file on the shelf, if the file has changed and they are newer. With refused they
// need not be newer: those on the shelf are worthless.
func (s *Source) takeUp(refused bool) (taken bool, err error) {
	now, there := stampOf(s.cfg.File)
	if _, only := s.shelf.(fileShelf); only || !there || now == s.seen && !refused {
		return false, nil
	}
	f, err := readFile(s.cfg.File)
	if err != nil {
		s.seen = now
		return false, err
	}
	for {
		k, err := s.shelf.Read()
		if err != nil {
			return false, err
		}
		if f.Refresh == k.Refresh || k.Refresh != "" && !refused && !f.Obtained.After(k.Obtained) {
			s.seen = now
			return false, nil
		}
		err = s.shelf.Swap(k, f)
		if errors.Is(err, ErrOvertaken) {
			continue
		}
		if err != nil {
			return false, err
		}
		s.log.Info("oauth.taken", "file", s.cfg.File)
		s.kept, s.seen = f, now
		return true, nil
	}
}

func revoked(err error) bool {
	var said *oauth2.RetrieveError
	return errors.As(err, &said) && said.ErrorCode == "invalid_grant"
}

// explain turns an error into one sentence.
func (s *Source) explain(err error) error {
	var said *oauth2.RetrieveError
	if !errors.As(err, &said) {
		return fmt.Errorf("no access token from %s: %w", s.cfg.URL, err)
	}
	if said.ErrorCode == "invalid_grant" {
		return fmt.Errorf("%s does not take the refresh token any more: get a new one with pbem login (%s)", s.cfg.URL, said.ErrorDescription)
	}
	return fmt.Errorf("%s gives no access token: %s %s", s.cfg.URL, said.ErrorCode, said.ErrorDescription)
}

// Refused tells that a mail server did not take a token. Token then gets a new
// one.
func (s *Source) Refused(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = token
}
