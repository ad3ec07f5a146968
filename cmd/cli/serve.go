package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/postbox"
	"pbem/store/pg"
)

// serveCommand runs the service until it is told to stop.
func serveCommand() *cobra.Command {
	var form, level string
	c := &cobra.Command{
		Use:   "serve --config FILE [flags]",
		Short: "host games by e-mail",
		Long: `Reads the mailbox, plays what players write and mails everybody the new
position, until it is stopped with Ctrl-C or SIGTERM. The log goes to standard
error.`,
		Example: "  pbem serve --config pbem.toml --log json",
		Args:    nothing,
	}
	config := configOf(c, configFile)
	c.Flags().StringVar(&form, "log", "text", "the `FORM` of the log: text or json")
	c.Flags().StringVar(&level, "log-level", "info", "the least `LEVEL` that is logged: debug, info, warn or error")
	c.RegisterFlagCompletionFunc("log", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	c.RegisterFlagCompletionFunc("log-level", cobra.FixedCompletions([]string{"debug", "info", "warn", "error"}, cobra.ShellCompDirectiveNoFileComp))
	c.RunE = func(c *cobra.Command, _ []string) error {
		log, err := newLog(os.Stderr, form, level)
		if err != nil {
			return err
		}
		return serve(config.file, log, c.OutOrStdout())
	}
	return c
}

func serve(config string, log *slog.Logger, out io.Writer) error {
	damage := make(chan string, mostDamage)
	cfg, db, err := openServing(config, reporting(log, damage))
	if err != nil {
		return err
	}
	defer closed(db)
	if tables, ok := db.(*pg.DB); ok {
		if from, ok := tables.Migrated(); ok {
			log.Info("store.migrated", "format", pg.Format(), "from", from)
		}
	}
	cfg.Program = program()
	if cfg.Store != "" {
		named, release, err := asNode(cfg)
		if err != nil {
			return err
		}
		defer release()
		cfg = named
	}
	s, err := pbem.New(cfg, db, log, time.Now)
	if err != nil {
		return err
	}
	go func() {
		for what := range damage {
			s.Damaged(what)
		}
	}()
	leave, err := attended(cfg, db, s, log, append(hostRoutes(s), archiveRoute(s))...)
	if err != nil {
		return err
	}
	defer leave()
	tune(cfg)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	fmt.Fprintf(out, "pbem serves %s; stop it with Ctrl-C\n", cfg.Address)
	if err = s.Run(ctx); ctx.Err() != nil && !errors.Is(err, pbem.ErrUnfinished) {
		return nil // it was told to stop before the mailbox was open
	}
	return advised(err, config)
}

// advised adds to what is wrong with a mail server who says what to do about it.
func advised(err error, config string) error {
	if postbox.KindOf(err) == postbox.NoError {
		return err
	}
	return fmt.Errorf("%s; \"pbem check --config %s\" says what to do", strings.TrimRight(err.Error(), "."), config)
}

// longestClose is how long closing the database may take. A reader that never ends keeps it open. What was
// committed is on the disk in any case.
const longestClose = time.Second

func closed(db pbem.Database) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		db.Close()
	}()
	select {
	case <-done:
	case <-time.After(longestClose):
	}
}

// tune sets what the environment does not set, with the values from docs/performance.md ("Many moves at a
// time", "A hundred thousand games").
func tune(cfg config.Config) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(cfg.MemoryLimit())
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collect)
	}
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + spare)
	}
}

const (
	collect = 200 // percent by which the heap may grow before a garbage collection: twice Go's default
	spare   = 1   // threads beyond the processors: while all others decide moves, one talks with the mail servers
)

// mostDamage is how many reports of damage may wait for the mail to the hosts.
const mostDamage = 20

// reporting passes on reports of damage. The database calls it while reading, so it never waits.
func reporting(log *slog.Logger, damage chan<- string) func(string) {
	return func(what string) {
		select {
		case damage <- what:
		default:
			log.Error("store.damaged", "what", what)
		}
	}
}

// openHost reads the configuration and opens the database it names, for a command that talks with no mail server.
func openHost(file string) (config.Config, pbem.Database, error) {
	cfg, err := hostConfig(file)
	if err != nil {
		return cfg, nil, err
	}
	return opened(cfg, false, toStderr)
}

// openServing is openHost for the service, with another receiver of damage reports.
func openServing(file string, report func(string)) (config.Config, pbem.Database, error) {
	cfg, err := serviceConfig(file)
	if err != nil {
		return cfg, nil, err
	}
	return opened(cfg, true, report)
}

// opened opens the database that a configuration names, for a service or for another command.
func opened(cfg config.Config, serves bool, report func(string)) (config.Config, pbem.Database, error) {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return cfg, nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	db, err := openStore(cfg, serves, report)
	return cfg, db, err
}

// toStderr reports damage that does not stop the command.
func toStderr(what string) {
	fmt.Fprintf(os.Stderr, "pbem: the database is damaged: %s; \"pbem verify\" says more\n", what)
}
