package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/store"
)

// readCommand prints how the service would read mails, one JSON object per file.
func readCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "read [--config FILE] FILE.eml ...",
		Short: "say what the service would make of mails",
		Long: `Says what the service would make of mails, one JSON object each: whose they are,
whether they are believed and which lines are commands. Nothing is carried out.`,
		Example:           "  pbem read mail.eml --config pbem.toml",
		Args:              some("say which mails: pbem read [--config FILE] FILE"),
		ValidArgsFunction: filesAs("eml"),
	}
	config := configOf(c, "the configuration `FILE` of a host: senders are looked up in the database")
	c.RunE = func(c *cobra.Command, args []string) error { return readAll(args, config.file, c.OutOrStdout()) }
	return c
}

func readAll(names []string, config string, out io.Writer) error {
	read, done, err := reader(config)
	if err != nil {
		return err
	}
	defer done()
	bad := 0
	for _, name := range names {
		if err := readFile(name, read, out); err != nil {
			fmt.Fprintln(os.Stderr, "pbem:", err)
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d mails could not be read", bad, len(names))
	}
	return nil
}

func readFile(name string, read func([]byte) (pbem.Reading, error), out io.Writer) error {
	raw, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	r, err := read(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		File string `json:"file"`
		pbem.Reading
	}{name, r})
}

// reader reads mails with the database of a configuration. It reads them without a database if there is none
// or the service has it open.
func reader(file string) (read func([]byte) (pbem.Reading, error), done func(), err error) {
	blind := func(raw []byte) (pbem.Reading, error) { return pbem.Read(raw), nil }
	if file == "" {
		return blind, func() {}, nil
	}
	cfg, err := config.Load(file)
	if err != nil {
		return nil, nil, err
	}
	db, err := readOnly(cfg)
	switch {
	case errors.Is(err, store.ErrLocked):
		fmt.Fprintln(os.Stderr, "pbem: the service is running and has the database; senders are not looked up")
		return blind, func() {}, nil
	case errors.Is(err, os.ErrNotExist):
		fmt.Fprintln(os.Stderr, "pbem: there is no database yet; senders are not looked up")
		return blind, func() {}, nil
	case err != nil:
		return nil, nil, err
	}
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	look := func(raw []byte) (pbem.Reading, error) { return s.Read(context.Background(), raw) }
	return look, func() { db.Close() }, nil
}
