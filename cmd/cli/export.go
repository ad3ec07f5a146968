package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/wholefile"
)

// exportCommand writes a game into a file, for another host to go on with.
func exportCommand() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:   "export GAME --config FILE [flags]",
		Short: "write a running game into a file, for another host",
		Long: `Writes all of a running game into a file, for the pbem of another host: "pbem import"
goes on with it there. First "host pause GAME", so that nobody moves meanwhile, and
once it goes on there, "host close GAME really it goes on elsewhere".

The file has no addresses and nothing that was said in advance, and no notes. It
has what players have answered in secret, and what they wrote to one another: only
its owner can read it, and nobody should look into it who plays.`,
		Example: `  pbem export g12 --config pbem.toml
  pbem import g12.jsonl --config other.toml --player p1=amy@example.org --player p2=brian@example.org`,
		Args: one("say which game: pbem export GAME --config FILE [--output FILE]"),
	}
	config := configOf(c, configFile)
	c.Flags().StringVarP(&file, "output", "o", "", "the `FILE` to write; that of the game's id if empty, such as g12.jsonl")
	c.RunE = func(c *cobra.Command, args []string) error {
		if file == "" {
			file = args[0] + ".jsonl"
		}
		return exportGame(args[0], config.file, file, c.OutOrStdout())
	}
	return c
}

func exportGame(game, config, file string, out io.Writer) error {
	cfg, err := hostConfig(config)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var log []engine.Event
	err = reading(ctx, cfg, func(db pbem.Database) error {
		_, events, err := db.Load(game, 0)
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no game %q", game)
		}
		if err == nil {
			log, err = table.LogOf(events)
		}
		return err
	})
	if err != nil {
		return err
	}
	t, ok := titleIn(log)
	if !ok {
		return fmt.Errorf("game %s is of a title that this pbem does not know", game)
	}
	g := engine.Open(t.Rules, log)
	if err := goesOn(g); err != nil {
		return err
	}
	lines, err := logLines(log)
	if err != nil {
		return err
	}
	err = wholefile.Write(file, 0o600, wholefile.Keep, func(f *os.File) error {
		_, err := f.Write(lines)
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; name another file with --output", file)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "game %s is in %s, as of position %d. To go on with it: pbem import %s --config FILE, and", game, file, len(log), file)
	for _, p := range seated(g) {
		fmt.Fprintf(out, " --player %s=ADDRESS", p.ID)
	}
	fmt.Fprintln(out)
	return nil
}
