package cli

import (
	"os"
	"path/filepath"

	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/pbem/desk"
	"pbem/store/pg"
)

// sharedTokens makes a command use the tokens in the store, if it can be opened beside a service. Otherwise the command
// uses the copies in the token files, and the service takes up what the command gets. The store is open until done.
func sharedTokens(cfg config.Config) (done func() error, err error) {
	done = func() error { return nil }
	if len(cfg.Tokens) == 0 || !storeThere(cfg) {
		return done, nil
	}
	db, err := openStore(cfg, false, toStderr)
	if err != nil {
		return done, err
	}
	return db.Close, desk.StoreTokens(cfg, db)
}

// storeThere reports whether there is a store that a command may open. It makes none.
func storeThere(cfg config.Config) bool {
	if cfg.Store == "" {
		_, err := os.Stat(filepath.Join(cfg.Data, dbName))
		return err == nil && !control.Running(cfg.Data)
	}
	db, err := pg.Open(cfg.Store, pg.Options{ReadOnly: true})
	if err != nil {
		return false
	}
	return db.Close() == nil
}
