package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/engine/step"
	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/store"
	"pbem/wholefile"
)

// dbName is the database in the data folder.
const dbName = "pbem.db"

// backupCommand copies the database to a file. If a service runs, the service makes the copy.
func backupCommand() *cobra.Command {
	var compact bool
	c := &cobra.Command{
		Use:   "backup OUT --config FILE [flags]",
		Short: "copy the database, while the service runs or not",
		Long: `Writes a consistent copy of the database into a new file, while the service runs
or not. A database on PostgreSQL becomes such a file, too.`,
		Example: "  pbem backup games.db --config pbem.toml",
		Args:    one("say where to: pbem backup --config FILE OUT"),
	}
	config := configOf(c, configFile)
	c.Flags().BoolVar(&compact, "compact", false, "leave out what is free in the database: the copy is as small as it can be")
	c.RunE = func(c *cobra.Command, args []string) error {
		return backup(args[0], config.file, compact, c.OutOrStdout())
	}
	return c
}

func backup(to, config string, compact bool, out io.Writer) error {
	cfg, err := hostConfig(config)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s exists and is left as it is; name a new file", to)
	}
	if _, err := os.Stat(filepath.Dir(to)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s for the backup; make it first", filepath.Dir(to))
	}
	if cfg.Store != "" {
		return backupServer(cfg.Store, to, out)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	write := func(w io.Writer) (int64, error) { return copyOut(ctx, cfg.Data, w) }
	if compact {
		write = func(w io.Writer) (int64, error) { return compactOut(ctx, cfg.Data, filepath.Dir(to), w) }
	}
	n, err := whole(to, write, wholefile.Keep)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d bytes, a consistent copy of the database\n", to, n)
	return nil
}

// errNoConfig is the error of commands that need a configuration.
var errNoConfig = misused("say which configuration: --config FILE")

// hostConfig reads the configuration for a command that talks with no mail server.
func hostConfig(name string) (config.Config, error) { return configured(name, config.LoadAside) }

// serviceConfig reads the configuration for what talks with the mail servers.
func serviceConfig(name string) (config.Config, error) { return configured(name, config.Load) }

func configured(name string, load func(name string) (config.Config, error)) (config.Config, error) {
	if name == "" {
		return config.Config{}, errNoConfig
	}
	return load(name)
}

// copyOut writes a copy of the database in a data folder. If a service runs, the service makes the copy.
func copyOut(ctx context.Context, dir string, w io.Writer) (int64, error) {
	n, err := control.Backup(ctx, dir, w)
	if !errors.Is(err, control.ErrNobody) {
		return n, err
	}
	db, err := store.Open(filepath.Join(dir, dbName), store.Options{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return db.Backup(w)
}

// compactOut is copyOut without the free space of the database. It needs room for one copy in the folder, and for
// another if a service runs.
func compactOut(ctx context.Context, data, room string, w io.Writer) (n int64, err error) {
	dir, err := os.MkdirTemp(room, ".pbem-compact-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	full, small := filepath.Join(dir, "full.db"), filepath.Join(dir, "small.db")
	_, err = whole(full, func(w io.Writer) (int64, error) { return control.Backup(ctx, data, w) }, wholefile.Replace)
	if errors.Is(err, control.ErrNobody) {
		full, err = filepath.Join(data, dbName), nil
	}
	if err != nil {
		return 0, err
	}
	if err := untilStopped(ctx, func() error { return store.Compact(full, small) }); err != nil {
		return 0, err
	}
	f, err := os.Open(small)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return io.Copy(w, f)
}

// untilStopped does what cannot be stopped, and returns early if the program is told to end.
func untilStopped(ctx context.Context, do func() error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// whole writes a file that only its owner may read. It gives the file its name once it is complete on the
// disk and opens as a database.
func whole(name string, write func(io.Writer) (int64, error), give wholefile.Give) (n int64, err error) {
	err = wholefile.Write(name, 0o600, give, func(f *os.File) error {
		if n, err = write(f); err != nil {
			return err
		}
		db, err := store.Open(f.Name(), store.Options{ReadOnly: true})
		if err != nil {
			return err
		}
		return db.Close()
	})
	return n, err
}

// verifyCommand checks a database. For a running service it checks a copy.
func verifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "verify [DBFILE] [--config FILE]",
		Short: "check a database and every game in it",
		Long: `Checks a file, a database or a backup of one, or the database of a configuration,
and every game in it; a service may run on it. It lists the games that the rules
of this version could not go on with, where and why.`,
		Example: `  pbem verify games.db
  pbem verify --config pbem.toml`,
		ValidArgsFunction: asOne(filesAs("db")),
		Args:              func(c *cobra.Command, args []string) error { return nothing(c, args[min(1, len(args)):]) },
	}
	config := configOf(c, configFile)
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			err := verify(args[0], args[0], "", c.OutOrStdout())
			if errors.Is(err, store.ErrLocked) {
				err = fmt.Errorf("%w; of a service that runs, pbem verify --config FILE checks a copy", err)
			}
			return err
		case config.file == "":
			return misused("say which database: pbem verify DBFILE, or pbem verify --config FILE")
		}
		return verifyHeld(config.file, c.OutOrStdout())
	}
	return c
}

// verifyHeld checks the database of a configuration.
func verifyHeld(config string, out io.Writer) error {
	cfg, err := hostConfig(config)
	if err != nil {
		return err
	}
	if cfg.Store != "" {
		return reading(context.Background(), cfg, func(db pbem.Database) error { return sound(db, "the database", cfg.Data, out) })
	}
	path := filepath.Join(cfg.Data, dbName)
	if !control.Running(cfg.Data) {
		return verify(path, path, cfg.Data, out)
	}
	dir, err := scratch("pbem-verify-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, dbName)
	if _, err := whole(copied, func(w io.Writer) (int64, error) { return copyOut(context.Background(), cfg.Data, w) }, wholefile.Replace); err != nil {
		return err
	}
	return verify(copied, path+" (a copy, as a service runs)", cfg.Data, out)
}

// verify checks a database file and prints its faults. If a data folder is given, games that were put away may be in
// files there.
func verify(file, called, data string, out io.Writer) error {
	db, err := store.Open(file, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return sound(db, called, data, out)
}

// sound is verify for an open database.
func sound(db pbem.Database, called, data string, out io.Writer) error {
	faults := 0
	report := func(problem string) { faults++; fmt.Fprintln(out, problem) }
	games, err := pbem.Verify(db, report)
	if err == nil {
		err = pbem.KeptFaults(db, data, report)
	}
	if err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%s: %s", called, step.Plural(faults, "fault"))
	}
	fmt.Fprintf(out, "%s is sound: %s\n", called, step.Plural(games, "game"))
	return nil
}

// restoreCommand replaces the database with a backup.
func restoreCommand() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "restore BACKUP --config FILE [flags]",
		Short: "put a backup in the place of the database",
		Long: `Checks a backup and puts it in the place of the database, with the service
stopped. Mails that came after the backup are read again when pbem serves.`,
		Example:           "  pbem restore games.db --config pbem.toml",
		ValidArgsFunction: asOne(filesAs("db")),
		Args:              one("say which backup: pbem restore BACKUP --config FILE"),
	}
	config := configOf(c, configFile)
	c.Flags().BoolVar(&force, "force", false, "replace the database that is there; it is kept under another name")
	c.RunE = func(c *cobra.Command, args []string) error {
		return restoreFor(args[0], config.file, force, c.OutOrStdout())
	}
	return c
}

// restoreFor restores a backup for a configuration after checking it.
func restoreFor(from, config string, force bool, out io.Writer) error {
	cfg, err := hostConfig(config)
	if err != nil {
		return err
	}
	if err := verify(from, from, "", out); err != nil {
		return fmt.Errorf("the backup is not restored: %w", err)
	}
	if cfg.Store != "" {
		return restoreServer(from, cfg.Store, out)
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be made: %w", err)
	}
	return restore(from, filepath.Join(cfg.Data, dbName), force, out)
}

func restore(from, path string, force bool, out io.Writer) error {
	release, there, err := hold(path)
	if err != nil {
		return err
	}
	defer release()
	if there && !force {
		return fmt.Errorf("there is a database, %s; with --force it is kept under another name and replaced", path)
	}
	if _, err = whole(path, copyFrom(from), inPlaceOf(there, out)); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is restored; mails that came after the backup are read again when pbem serves\n", path)
	return nil
}

// inPlaceOf gives a file the name of a database. If one is there, it is kept under another name.
func inPlaceOf(there bool, out io.Writer) wholefile.Give {
	return func(made, path string) error {
		if !there {
			return wholefile.Keep(made, path)
		}
		aside, err := setAside(path)
		if err != nil {
			return fmt.Errorf("the database that is there cannot be kept: %w", err)
		}
		if err := os.Rename(made, path); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "the database that was there is now %s\n", aside)
		return err
	}
}

// hold keeps services away from a database while it is replaced. A running service is an error; a file that
// is not a readable database is not.
func hold(path string) (release func(), there bool, err error) {
	if control.Running(filepath.Dir(path)) {
		return nil, false, errors.New("a service runs on this database; stop it first")
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return func() {}, false, nil
	}
	db, err := store.Open(path, store.Options{ReadOnly: true})
	switch {
	case errors.Is(err, store.ErrLocked):
		return nil, true, err
	case err != nil:
		return func() {}, true, nil
	}
	return func() { db.Close() }, true, nil
}

func copyFrom(name string) func(io.Writer) (int64, error) {
	return func(w io.Writer) (int64, error) {
		f, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		return io.Copy(w, f)
	}
}

// setAside gives the old database a second name beside its own. It keeps its own name until the new database
// takes it.
func setAside(path string) (aside string, err error) {
	stamp := time.Now().UTC().Format("20060102-150405")
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.%s-%d", path, stamp, n)
		if err = os.Link(path, aside); !errors.Is(err, fs.ErrExist) {
			return aside, err
		}
	}
}
