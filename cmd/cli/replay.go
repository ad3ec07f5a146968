package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
)

// replayCommand replays a game: an export of 18xx.games, or a log of this program.
func replayCommand() *cobra.Command {
	var at int
	var timeline, routes string
	c := &cobra.Command{
		Use:   "replay GAME [flags]",
		Short: "replay a game and tell how it went",
		Long: `Plays a game again, by its rules, and says whether it comes out as it did;
docs/timeline.md explains what --timeline writes. ` + gameArgument,
		Example: `  pbem replay GAME.json
  pbem replay --timeline OUT.jsonl events.jsonl
  pbem replay g12 --config pbem.toml --at 400`,
		Args:              one("say which game: pbem replay [--at N] [--timeline OUT.jsonl] [--routes OUT.jsonl] GAME"),
		ValidArgsFunction: asOne(filesAs(gameFiles...)),
	}
	config := configOf(c, configGame)
	f := c.Flags()
	f.IntVar(&at, "at", 0, "print the position after event `N`, action N of an exported game or line N of a written one, and nothing else; 0 is the beginning")
	f.StringVar(&timeline, "timeline", "", "write the position after each decision to this `FILE`")
	f.StringVar(&routes, "routes", "", "write each run of trains of an exported game, and the best there was, to this `FILE`")
	c.RunE = func(c *cobra.Command, args []string) error {
		at, err := wanted(c, "at", at)
		if err != nil {
			return err
		}
		if at != now {
			return showPosition(config, args[0], at, c.OutOrStdout())
		}
		in, err := config.open(args[0])
		if err != nil {
			return err
		}
		if err := replayed(in, timeline, routes, c.OutOrStdout()); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return nil
	}
	return c
}

// showPosition prints a position of a game.
func showPosition(config *configFlag, game string, at int, out io.Writer) error {
	t, s, err := config.positionAt(game, at)
	if err != nil {
		return err
	}
	return printPosition(t, s, out)
}

// replayed replays a game and prints how it went.
func replayed(in *bufio.Reader, timeline, routes string, out io.Writer) error {
	if isWritten(in) {
		var err error
		if in, err = asLog(in); err != nil {
			return err
		}
	}
	switch own := isLog(in); {
	case own && routes != "":
		return misused("--routes is for games exported from 18xx.games; \"pbem routes\" tells the best runs of any game")
	case own:
		return replayLog(in, timeline, out)
	}
	r, err := ofExport(in)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := playAll(r, timeline, routes); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s replayed, %s, %.2f s\n", r.Title.Facts.Name, step.Plural(len(r.Actions), "action"), step.Plural(len(r.Log), "event"), time.Since(began).Seconds())
	return scoreLines(out, r)
}

// playAll plays every action. It writes the timeline and the runs of trains if files are named.
func playAll(r *replay.Replay, timeline, routes string) (err error) {
	positions, runs := &lines{}, &lines{}
	for file, name := range map[*lines]string{positions: timeline, runs: routes} {
		if err := file.create(name); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.close()) }()
	}
	for _, a := range r.Actions {
		if err := playOne(r, a, runs); err != nil {
			return err
		}
		if positions.wanted() {
			if err := positions.write(r.Checkpoint(a.ID)); err != nil {
				return err
			}
		}
	}
	return nil
}

// playOne plays an action. It compares a run of trains with the best if that is wanted.
func playOne(r *replay.Replay, a games18xx.Action, runs *lines) error {
	if !runs.wanted() || !replay.IsRun(a) {
		_, err := r.Do(a)
		return err
	}
	run, err := r.BestRun(a)
	if err != nil {
		return err
	}
	return runs.write(run)
}

// lines is a file with one JSON object per line. Without a name nothing is written.
type lines struct {
	file *os.File
	buf  *bufio.Writer
}

func (l *lines) create(name string) (err error) {
	if name == "" {
		return nil
	}
	if l.file, err = os.Create(name); err == nil {
		l.buf = bufio.NewWriter(l.file)
	}
	return err
}

func (l *lines) wanted() bool { return l.file != nil }

func (l *lines) write(v any) error { return json.NewEncoder(l.buf).Encode(v) }

func (l *lines) close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.buf.Flush(), l.file.Close())
}

// scoreLines prints the result, and how it differs from the export.
func scoreLines(out io.Writer, r *replay.Replay) error {
	s := r.Game.State()
	pos := r.Title.Position(s)
	if s.Result == nil {
		fmt.Fprintf(out, "not finished: %s\n", pos.Round)
	} else {
		fmt.Fprintf(out, "ended: %s\n", s.Result.Reason)
	}
	for i, p := range pos.Players {
		fmt.Fprintf(out, "  %-20s %6d", s.PlayerName(p.ID), p.Worth)
		if want, ok := r.Export.Result[string(r.Export.Players[i].ID)]; ok && want != p.Worth {
			fmt.Fprintf(out, "   recorded: %d", want)
		}
		fmt.Fprintln(out)
	}
	return nil
}
