package desk

import (
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/oauth"
	"pbem/store"
)

// Tokens is the kind of the marks with the tokens of a mailbox, by the names of config.Config. All services on the store
// share them.
var Tokens = store.NewKind("oauth", store.Text(), store.Form[oauth.Kept]{
	Write: store.JSON[oauth.Kept]().Write,
	Read: func(text string) (k oauth.Kept, err error) {
		if json.Unmarshal([]byte(text), &k) != nil || k.Refresh == "" {
			return k, errors.New("it holds no tokens") // and nothing of them is told
		}
		return k, nil
	},
})

// ShareTokens makes a service share the tokens of its mailboxes with the others on its store.
func ShareTokens(s *Desk) {
	for name, source := range s.Config.Tokens {
		source.Share(tokenShelf{s.Store, name}, s.Owner, s.Log)
	}
}

// StoreTokens puts what is new in the token files into a store, for a command.
func StoreTokens(cfg config.Config, db Store) error {
	var all error
	for name, source := range cfg.Tokens {
		source.Share(tokenShelf{db, name}, Instance(), slog.New(slog.DiscardHandler))
		all = errors.Join(all, source.Ready())
	}
	return all
}

// A tokenShelf is the mark in which services share the tokens of a mailbox.
type tokenShelf struct {
	db   Store
	name string
}

// Read returns the tokens.
func (s tokenShelf) Read() (oauth.Kept, error) {
	r, err := Tokens.Get(s.db, s.name)
	return r.Value, err
}

// Swap replaces the tokens was by now.
func (s tokenShelf) Swap(was, now oauth.Kept) error {
	r, err := Tokens.Get(s.db, s.name)
	if err != nil {
		return err
	}
	if !oauth.Same(r.Value, was) {
		return oauth.ErrOvertaken
	}
	c := store.Commit{At: time.Now(), Marks: store.Marks{}}
	r.Expect(&c)
	Tokens.Set(c.Marks, s.name, now)
	if err = s.db.Commit(c); errors.Is(err, store.ErrConflict) {
		err = oauth.ErrOvertaken
	}
	return err
}
