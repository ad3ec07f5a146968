package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/store"
	"pbem/store/dump"
	"pbem/store/pg"
	"pbem/wholefile"
)

// moveCommand moves all games from a file to PostgreSQL, or back.
func moveCommand() *cobra.Command {
	var to, urlFile string
	c := &cobra.Command{
		Use:   "move --to URL|file --config FILE [flags]",
		Short: "move everything from a file to PostgreSQL, or back",
		Long: `Moves everything that the store of a configuration holds into an empty database
on PostgreSQL, or into a file in the data folder. Stop the service first. Both
sides are compared; the old one stays as it is, and from then on opens only for
reading. A move that was broken off is simply made again.`,
		Example: `  pbem move --to postgres://pbem@db.example.org/pbem --config pbem.toml
  pbem move --to-url-file store-url --config pbem.toml
  pbem move --to file --config pbem.toml`,
		Args: nothing,
	}
	config := configOf(c, configFile)
	c.Flags().StringVar(&to, "to", "", "where to: the `URL` of a database on PostgreSQL, or \"file\" for the data folder")
	c.Flags().StringVar(&urlFile, "to-url-file", "", "a `FILE` with that URL, if it has a password")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if (to == "") == (urlFile == "") {
			return misused("say where to: pbem move --config FILE --to URL, --to-url-file FILE or --to file")
		}
		cfg, err := hostConfig(config.file)
		if err != nil {
			return err
		}
		if urlFile != "" {
			text, err := secretOf(urlFile)
			if err != nil {
				return fmt.Errorf("the URL %w", err)
			}
			to = strings.TrimSpace(string(text))
		}
		return move(cfg, to, urlFile, c.OutOrStdout())
	}
	return c
}

// secretOf reads a secret as the service will read it from the configuration.
func secretOf(file string) ([]byte, error) { return config.ReadSecret(file) }

// A movable is a store whose games can be moved elsewhere.
type movable interface {
	checked
	Leave(do func(dump.Source) (store.Move, error)) error
}

func move(cfg config.Config, to, urlFile string, out io.Writer) error {
	if control.Running(cfg.Data) {
		return errors.New("a service runs on this database; stop it first")
	}
	if (to == "file") == (cfg.Store == "") {
		return errors.New("the games are there already: [store] of the configuration says where they are, and --to where they shall be")
	}
	from, err := leaving(cfg)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := faultless(from); err != nil {
		return err
	}
	target := vessel(&serverVessel{url: to})
	if to == "file" {
		target = &fileVessel{path: filepath.Join(cfg.Data, dbName), out: out}
	}
	defer target.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var moved *dump.Digest
	err = from.Leave(func(source dump.Source) (m store.Move, err error) {
		if moved, err = pour(until(ctx, source), target); err != nil {
			return store.Move{}, err
		}
		return store.Move{To: target.String(), At: time.Now()}, nil
	})
	if err != nil {
		return err
	}
	if err := tellMoved(moved, target, out); err != nil {
		return err
	}
	return tellNext(cfg, to, urlFile, out)
}

// until is a source that ends with an error when it is interrupted. So no half made file is left.
func until(ctx context.Context, source dump.Source) dump.Source {
	return func(emit func(dump.Item) error) error {
		return source(func(it dump.Item) error {
			if ctx.Err() != nil {
				return errors.New("it was stopped, and nothing has changed; say it again to begin anew")
			}
			return emit(it)
		})
	}
}

// leaving opens the store of a configuration to be moved elsewhere.
func leaving(cfg config.Config) (movable, error) {
	if cfg.Store == "" {
		path := filepath.Join(cfg.Data, dbName)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is nothing to move: %s does not exist", path)
		}
		db, err := store.Open(path, store.Options{})
		if err != nil {
			return nil, held(cfg.Data, err)
		}
		return db, nil
	}
	db, err := pg.Open(cfg.Store, pg.Options{Moving: true})
	if err != nil {
		return nil, err
	}
	if m, moved, err := db.Moved(); err != nil || moved {
		db.Close()
		return nil, cmp.Or(err, m.Err())
	}
	return db, nil
}

// faultless refuses a store with faults.
func faultless(db pbem.Database) error {
	var first string
	err := db.Verify(func(problem string) { first = cmp.Or(first, problem) })
	if err == nil && first != "" {
		err = fmt.Errorf("it has faults, such as: %s; \"pbem verify --config FILE\" lists them", first)
	}
	return err
}

// A vessel is a store that is to be filled.
type vessel interface {
	fmt.Stringer
	fill(from dump.Source) error
	open() (checked, error) // the store; it stays open until close
	close() error
}

// checked is a store that can be compared with another.
type checked interface {
	pbem.Database
	Dump(emit func(dump.Item) error) error // gives everything that it holds
}

// pour fills a store with everything that a source gives, checks it, and compares both. If the store holds just that
// already, as after a move that was broken off at its very end, nothing is changed.
func pour(source dump.Source, into vessel) (*dump.Digest, error) {
	sum := dump.New()
	occupied := into.fill(sum.Through(source))
	if occupied != nil && !errors.Is(occupied, pg.ErrOccupied) {
		return nil, occupied
	}
	if occupied != nil {
		var err error
		if sum, err = dump.Of(source); err != nil {
			return nil, err
		}
	}
	db, err := into.open()
	if err != nil {
		return nil, err
	}
	has, err := dump.Of(db.Dump)
	if err != nil {
		return nil, err
	}
	differ := sum.Differences(has)
	if occupied != nil && len(differ) > 0 {
		return nil, occupied
	}
	if len(differ) > 0 {
		return nil, fmt.Errorf("what arrived in %s is not what was sent: %s differ; the old store is still the one in use", into, strings.Join(differ, ", "))
	}
	return sum, faultless(db)
}

// A fileVessel is a file that is made.
type fileVessel struct {
	path string
	out  io.Writer
	db   *store.DB
}

func (v *fileVessel) String() string { return "the file " + v.path }

func (v *fileVessel) fill(from dump.Source) error {
	if err := os.MkdirAll(filepath.Dir(v.path), 0o700); err != nil {
		return err
	}
	there, err := v.left()
	if err != nil {
		return err
	}
	return store.Fill(v.path, from, inPlaceOf(there, v.out))
}

// left reports whether there is a database from which the games were moved. One that is in use is an error.
func (v *fileVessel) left() (there bool, err error) {
	if _, err := os.Lstat(v.path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	db, err := store.Open(v.path, store.Options{ReadOnly: true})
	if err != nil {
		return true, err
	}
	_, moved, err := db.Moved()
	if err = errors.Join(err, db.Close()); err == nil && !moved {
		err = errOccupied{v.path}
	}
	return true, err
}

// errOccupied is a file that holds games already.
type errOccupied struct{ path string }

func (e errOccupied) Error() string {
	return e.path + " holds games already; give it another name, if they are not needed any more"
}

func (errOccupied) Is(target error) bool { return target == pg.ErrOccupied }

func (v *fileVessel) open() (checked, error) {
	db, err := store.Open(v.path, store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	v.db = db
	return db, nil
}

func (v *fileVessel) close() error {
	if v.db == nil {
		return nil
	}
	return v.db.Close()
}

// A serverVessel is a database on PostgreSQL.
type serverVessel struct {
	url string
	db  *pg.DB
}

func (v *serverVessel) String() string {
	if v.db == nil {
		return "PostgreSQL"
	}
	return v.db.String()
}

func (v *serverVessel) fill(from dump.Source) (err error) {
	if v.db, err = pg.Open(v.url, pg.Options{Moving: true}); err != nil {
		return err
	}
	return v.db.Fill(from)
}

func (v *serverVessel) open() (checked, error) { return v.db, nil }

func (v *serverVessel) close() error {
	if v.db == nil {
		return nil
	}
	return v.db.Close()
}

// tellMoved tells how much was moved, and the checksums.
func tellMoved(sum *dump.Digest, to vessel, out io.Writer) error {
	for _, kind := range dump.Kinds {
		if _, err := fmt.Fprintf(out, "%9d  %-14s  %s\n", sum.Count(kind), kind, sum.Sum(kind)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "All of it is in %s, and was compared.\n", to)
	return err
}

// tellNext tells what to do after a move.
func tellNext(cfg config.Config, to, urlFile string, out io.Writer) error {
	const old = "What was left opens only for reading; delete it when you like.\n"
	if to == "file" {
		_, err := fmt.Fprint(out, "Now take [store] out of the configuration and start pbem.\n", old)
		return err
	}
	line := fmt.Sprintf("url = %q", to)
	u, err := url.Parse(to)
	if err != nil {
		return err
	}
	switch _, secret := u.User.Password(); {
	case urlFile != "":
		line = fmt.Sprintf("url_file = %q", urlFile)
	case secret:
		line = "url_file = \"store-url\"  # a file with that URL, which only pbem can read"
	}
	_, err = fmt.Fprintf(out, "Now write into the configuration:\n\n    [store]\n        %s\n\nand start pbem. The data folder, %s, is still needed.\n%s", line, cfg.Data, old)
	return err
}

// backupServer writes what is on PostgreSQL into a new file, while services go on.
func backupServer(at, to string, out io.Writer) error {
	db, err := pg.Open(at, pg.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := store.Fill(to, until(ctx, db.Dump), wholefile.Keep); err != nil {
		return err
	}
	info, err := os.Stat(to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d bytes, a consistent copy of the database\n", to, info.Size())
	return err
}

// restoreServer writes a backup into an empty database on PostgreSQL.
func restoreServer(from, at string, out io.Writer) error {
	db, err := store.Open(from, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	to := &serverVessel{url: at}
	defer to.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	sum, err := pour(until(ctx, db.Dump), to)
	if err != nil {
		return err
	}
	return tellMoved(sum, to, out)
}
