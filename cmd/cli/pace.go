package cli

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/pbem/waits"
	"pbem/pbem/written"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// paceCommand shows for how many answers a recorded game would have waited by mail, and
// for how many if its players had planned ahead.
func paceCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "pace GAME",
		Short: "for how many answers a game waits by mail, and for how many with plans",
		Long: `Counts how often a game waits for another person when it is played by mail, and
what each kind of plan brings: orders that give exactly the moves that were made,
given without knowing what comes. The last row is of players who plan nothing but
what their mails suggest, where that is right. The days are the median of tables of
people who read their mail once a day or more often, in zones of their own, some of
them not on weekends. ` + gameArgument,
		Example:           "  pbem pace GAME.json\n  pbem pace g12 --config pbem.toml",
		Args:              one("say which game: pbem pace GAME"),
		ValidArgsFunction: asOne(filesAs(gameFiles...)),
	}
	config := configOf(c, configGame)
	c.RunE = func(c *cobra.Command, args []string) error {
		in, err := config.open(args[0])
		if err != nil {
			return err
		}
		counts, offered, err := paceOf(in)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return tellPace(c.OutOrStdout(), counts, offered)
	}
	return c
}

func tellPace(out io.Writer, counts []waits.Count, offered waits.Offered) error {
	row := func(name string, c waits.Count) error {
		share := (100*c.Waits + counts[0].Waits/2) / max(1, counts[0].Waits)
		_, err := fmt.Fprintf(out, "%-42s %5d %4d%% %6d %5d\n", name, c.Waits, share, c.Mails, c.Days)
		return err
	}
	if _, err := fmt.Fprintf(out, "%-42s %5s %5s %6s %5s\n", "", "waits", "of", "mails", "days"); err != nil {
		return err
	}
	for _, c := range counts {
		if err := row(c.Habits.String(), c); err != nil {
			return err
		}
	}
	if err := row("only plans that mails suggest", offered.Count); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "Of %d suggestions in mails %d would have been right.\n", offered.All.Shown, offered.All.Right)
	return err
}

func paceOf(in *bufio.Reader) (counts []waits.Count, offered waits.Offered, err error) {
	t, log, err := logOf(in)
	if err != nil {
		return nil, offered, err
	}
	r, err := waits.Read(t, log)
	if err != nil {
		return nil, offered, err
	}
	if counts, err = waits.Counts(r); err != nil {
		return nil, offered, err
	}
	offered, err = waits.Offers(r)
	return counts, offered, err
}

// logOf reads the log of a game, which may be an export.
func logOf(in *bufio.Reader) (*title.Title, []engine.Event, error) {
	switch {
	case isLog(in):
		return readLog(in)
	case isWritten(in):
		g, err := written.Read(in, written.All)
		if err != nil {
			return nil, nil, err
		}
		return g.Title, g.Log, nil
	}
	r, err := ofExport(in)
	if err != nil {
		return nil, nil, err
	}
	err = r.DoTo(replay.All)
	return r.Title, r.Log, err
}
