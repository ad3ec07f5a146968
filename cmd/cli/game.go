package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/written"
	"pbem/store"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// gameArgument explains GAME in the help of commands that look at one.
const gameArgument = `GAME is a file: an export of
18xx.games, the events.jsonl of an archive, or moves that were written down
("pbem import --help"). With --config it is a game of that host, on or over, by
its id.`

// gameFiles are the extensions of files that contain a game.
var gameFiles = []string{"json", "jsonl"}

// open opens a game for reading: a file, or the log of one of the host's games.
func (f *configFlag) open(game string) (*bufio.Reader, error) {
	raw, err := []byte(nil), error(nil)
	if f.file == "" {
		raw, err = os.ReadFile(game)
	} else {
		raw, err = f.stored(game)
	}
	return inText(bytes.NewReader(raw)), err
}

// stored returns the log of a host's game, one event per line. It leaves out what players must not read yet,
// because the host may be a player.
func (f *configFlag) stored(game string) (log []byte, err error) {
	cfg, err := hostConfig(f.file)
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = reading(ctx, cfg, func(db pbem.Database) error {
		_, events, err := db.Load(game, 0)
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no game %q; without --config it is the name of a file", game)
		}
		if err != nil {
			return err
		}
		log, err = plainLog(events)
		return err
	})
	return log, err
}

// plainLog writes stored events in the form of an archive.
func plainLog(stored []store.Event) ([]byte, error) {
	log, err := table.LogOf(stored)
	if err != nil {
		return nil, err
	}
	if t, ok := titleIn(log); ok {
		log = sheet.Readable(t, log)
	}
	return logLines(log)
}

// logLines writes a log, one event per line.
func logLines(log []engine.Event) ([]byte, error) {
	raws, err := engine.MarshalLog(log)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, raw := range raws {
		if err := json.Compact(&out, raw); err != nil {
			return nil, err
		}
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

// position returns the present position of a game.
func (f *configFlag) position(game string) (*title.Title, *engine.State, error) {
	return f.positionAt(game, now)
}

// now stands for the present position of a game.
const now = -1

// wanted reads a flag that takes the number of an event or action. It is now if the flag was left out.
func wanted(c *cobra.Command, flag string, n int) (int, error) {
	switch {
	case !c.Flags().Changed(flag):
		return now, nil
	case n < 0:
		return 0, misused("--%s %d: want 0 for the beginning, or the number of an action", flag, n)
	}
	return n, nil
}

// positionAt returns the position after an action of an exported game, or after an event of another game: 0 is
// the beginning.
func (f *configFlag) positionAt(game string, after int) (*title.Title, *engine.State, error) {
	in, err := f.open(game)
	if err != nil {
		return nil, nil, err
	}
	t, s, err := positionIn(in, after)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", game, err)
	}
	return t, s, nil
}

// positionIn reads a position. A log begins with a Started; an export is one object with a title.
func positionIn(in *bufio.Reader, after int) (*title.Title, *engine.State, error) {
	switch {
	case isLog(in):
		return logPosition(in, after)
	case isWritten(in):
		g, err := written.Read(in, after)
		if err != nil {
			return nil, nil, err
		}
		if after > g.Lines {
			return nil, nil, fmt.Errorf("the file has %d lines, and no line %d", g.Lines, after)
		}
		return g.Title, g.Game.State(), nil
	}
	r, err := ofExport(in)
	if err != nil {
		return nil, nil, err
	}
	if n := len(r.Actions); after != now && (n == 0 && after > 0 || n > 0 && after > r.Actions[n-1].ID) {
		return nil, nil, fmt.Errorf("the game was exported after %s, and has no action %d", lastAction(r), after)
	}
	if after == now {
		after = replay.All
	}
	if err := r.DoTo(after); err != nil {
		return nil, nil, err
	}
	return r.Title, r.Game.State(), nil
}

// logPosition returns the position after the first n events of a log. With 0 it is the first one, after the
// setup.
func logPosition(in *bufio.Reader, n int) (*title.Title, *engine.State, error) {
	t, log, err := readLog(in)
	if err != nil {
		return nil, nil, err
	}
	first := setup(log)
	switch n {
	case now:
		n = len(log)
	case 0:
		n = first
	}
	if first == 0 || n < first || n > len(log) {
		return nil, nil, fmt.Errorf("the game has positions %d to %d, but not %d", first, len(log), n)
	}
	s, err := folded(log[:n])
	return t, s, err
}
