package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/pbem/postbox"
	"pbem/store"
	"pbem/store/pg"
	"pbem/wholefile"
)

// openStore opens the store of a configuration: the file in its data folder, or the database on PostgreSQL. Only a service
// migrates the tables there: services of older versions do not start again after that.
func openStore(cfg config.Config, serves bool, report func(string)) (pbem.Database, error) {
	if cfg.Store != "" {
		db, err := pg.Open(cfg.Store, pg.Options{Report: report, AsIs: !serves})
		return unlessNil(db, err)
	}
	db, err := store.Open(filepath.Join(cfg.Data, dbName), store.Options{Report: report})
	return unlessNil(db, held(cfg.Data, err))
}

// unlessNil returns a database only if it could be opened.
func unlessNil[D pbem.Database](db D, err error) (pbem.Database, error) {
	if err != nil {
		return nil, err
	}
	return db, nil
}

// reading opens the store of a configuration for reading. If a service has the file open, it reads a copy.
func reading(ctx context.Context, cfg config.Config, do func(pbem.Database) error) error {
	if cfg.Store == "" && control.Running(cfg.Data) {
		dir, err := scratch("pbem-copy-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if _, err := whole(filepath.Join(dir, dbName), func(w io.Writer) (int64, error) { return copyOut(ctx, cfg.Data, w) }, wholefile.Replace); err != nil {
			return err
		}
		cfg.Data = dir
	}
	db, err := readOnly(cfg)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

// scratch makes a folder for what is not to stay.
func scratch(name string) (dir string, err error) {
	if dir, err = os.MkdirTemp("", name); err != nil {
		err = fmt.Errorf("nothing can be written into the folder for temporary files, %s (%s): set TMPDIR to another one", os.TempDir(), reasonOf(err))
	}
	return dir, err
}

// readOnly opens the store of a configuration for reading.
func readOnly(cfg config.Config) (pbem.Database, error) {
	if cfg.Store != "" {
		db, err := pg.Open(cfg.Store, pg.Options{ReadOnly: true})
		return unlessNil(db, err)
	}
	db, err := store.Open(filepath.Join(cfg.Data, dbName), store.Options{ReadOnly: true})
	return unlessNil(db, err)
}

// copier is what the control socket copies a database with.
func copier(db pbem.Database) control.Copier {
	if c, ok := db.(control.Copier); ok {
		return c
	}
	return noCopy{}
}

// noCopy is for a store that needs no service to be copied.
type noCopy struct{}

func (noCopy) Backup(io.Writer) (int64, error) {
	return 0, errors.New("the games of this service are on PostgreSQL: pbem backup reads them there itself")
}

// server checks a database on PostgreSQL.
func server(url string) postbox.Finding {
	db, err := pg.Open(url, pg.Options{ReadOnly: true})
	if errors.Is(err, pg.ErrEmpty) {
		return postbox.Finding{OK: true, Text: "The PostgreSQL server answers; the database has no tables yet. They are made when pbem serves."}
	}
	if errors.Is(err, pg.ErrOlder) {
		return postbox.Finding{OK: true, Text: "The PostgreSQL server answers; " + err.Error() + ".",
			Mend: "After that services of older versions go on, but do not start again. If there are several, see docs/operation.md, \"Upgrade several services\"."}
	}
	if err != nil {
		return postbox.Finding{Text: err.Error() + ".", Mend: serverMend(err)}
	}
	defer db.Close()
	games, err := db.FindCount("")
	if m, moved, bad := db.Moved(); err == nil && (moved || bad != nil) {
		err = cmp.Or(bad, m.Err())
	}
	if err != nil {
		return postbox.Finding{Text: err.Error() + ".", Mend: serverMend(err)}
	}
	return postbox.Finding{OK: true, Text: fmt.Sprintf("The PostgreSQL server answers; games in its database: %d.", games)}
}

// serverMend says what to do about a server that cannot be used.
func serverMend(err error) string {
	switch {
	case errors.Is(err, store.ErrForeign):
		return "Name a database of its own as \"url\" in [store]: createdb -E UTF8 -T template0 pbem"
	case errors.Is(err, store.ErrNewer):
		return "Use the newer pbem."
	case errors.Is(err, store.ErrMoved):
		return mendMoved
	}
	return "Check that the server runs, and that \"url\" in [store] names it, a user and a database that psql can open from this machine."
}
