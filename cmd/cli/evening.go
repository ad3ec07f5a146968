package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"pbem/pbem/evening"
	"pbem/titles"
)

// eveningCommand simulates people who play by mail, and prints their complaints.
func eveningCommand() *cobra.Command {
	set, nights := evening.Settings{}, 1
	c := &cobra.Command{
		Use:   "evening [TITLE ...] [flags]",
		Short: "have people who know only their mails play, and say what they complain of",
		Long: `Plays evenings: one game of each title, with a mail server, the real service and
people on this machine, who know only their mails and write them as mail programs
do. They make slips of the pen, plan, ask, answer old mails, talk and take back;
now and then the service is started again or its machine loses its power.

It watches that every mail is answered, that what is offered is carried out, that
mails say what the position is and betray nothing, and that the log is what the
rules make of what was said; and prints how the mails ended, how large they are,
and every complaint. It fails where there is one. Without --mails the games are
played to their end, which takes minutes a title.`,
		Example: `  pbem evening --mails 300
  pbem evening 1817 1820 --nights 20 --seed 7 --evidence complaints`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: titleOf,
		RunE: func(c *cobra.Command, args []string) error {
			return playNights(args, set, nights, c.OutOrStdout(), os.Stderr)
		},
	}
	f := c.Flags()
	f.IntVar(&nights, "nights", nights, "how many evenings (`N`)")
	f.IntVar(&set.Mails, "mails", 0, "after how many mails of people an evening ends (`N`); 0 plays all games to their end")
	f.Uint64Var(&set.Seed, "seed", 1, "the `SEED` of the first evening; each evening takes the next")
	f.IntVar(&set.Trouble, "trouble", 5, "in how many of a thousand rounds (`N`) something befalls the service")
	f.StringVar(&set.Evidence, "evidence", "", "keep the mails that are complained of in this `FOLDER`")
	c.MarkFlagDirname("evidence")
	return c
}

// playNights plays evenings of some titles, of all if none is named.
func playNights(names []string, set evening.Settings, nights int, out, progress io.Writer) error {
	switch {
	case nights < 1:
		return misused("--nights %d: say how many evenings are to be played", nights)
	case set.Mails < 0:
		return misused("--mails %d: say after how many mails an evening ends, or 0 for the end of its games", set.Mails)
	case set.Trouble < 0 || set.Trouble > 1000:
		return misused("--trouble %d: it is of a thousand rounds, from 0 to 1000", set.Trouble)
	}
	for _, name := range names {
		t, ok := titles.Find(name)
		if !ok {
			return noTitle(name)
		}
		set.Titles = append(set.Titles, t)
	}
	if len(names) == 0 {
		set.Titles = titles.All()
	}
	set.Progress = func(line string) { fmt.Fprintln(progress, line) }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := evening.Nights(ctx, set, nights)
	return errors.Join(r.Write(out), verdict(r, err, ctx.Err() != nil))
}

// verdict returns the error for evenings that failed, were stopped, or have complaints.
func verdict(r *evening.Report, err error, stopped bool) error {
	switch {
	case stopped:
		return fmt.Errorf("stopped before its end; complaints: %d", len(r.Complaints))
	case err != nil:
		return fmt.Errorf("%w; complaints: %d", err, len(r.Complaints))
	case len(r.Complaints) > 0:
		return fmt.Errorf("complaints: %d", len(r.Complaints))
	}
	return nil
}
