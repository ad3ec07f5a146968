package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"pbem/engine"
	"pbem/pbem/written"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// writtenExample is the beginning of a game that a host has written down.
const writtenExample = `  title 1843
  players Amy, Brian, Crystal
  # the auction
  Amy: buy TB
  Brian: bid PSG 45
  pass; bid PSG 50
`

// A taken game is one that was begun elsewhere, and can go on here.
type taken struct {
	title   *title.Title
	game    *engine.Game
	log     []engine.Event
	players []games18xx.Player // with the ids by which the host names them
	nicks   bool               // their names are those of a site, and they are asked for others
	name    string             // by which its players know it; "" if it has none
	after   string             // the last that was done there
}

// inText reads a file that an editor may have saved as UTF-16, or with a mark at its beginning.
func inText(in io.Reader) *bufio.Reader {
	return bufio.NewReader(transform.NewReader(in, unicode.BOMOverride(transform.Nop)))
}

// takenFrom reads an unfinished game: an export of 18xx.games, a log of ours, or one that was written down.
func takenFrom(in *bufio.Reader) (taken, error) {
	switch {
	case isLog(in):
		return takenLog(in)
	case isWritten(in):
		g, err := written.Read(in, written.All)
		if err != nil {
			return taken{}, err
		}
		return taken{title: g.Title, game: g.Game, log: g.Log, players: seated(g.Game), after: fmt.Sprintf("line %d", g.Lines)}, goesOn(g.Game)
	}
	export, err := games18xx.Read(in)
	if err != nil {
		return taken{}, noGame(err)
	}
	r, err := unfinished(export)
	if err != nil {
		return taken{}, err
	}
	return taken{title: r.Title, game: r.Game, log: r.Log, players: export.Players, nicks: true, name: export.About, after: lastAction(r)}, nil
}

// noGame says that a file is none of those that begin a game.
func noGame(err error) error {
	return fmt.Errorf("%w. A game that you have written down begins with a line such as \"title 1843\"", err)
}

// ofExport begins to replay a game exported from 18xx.games.
func ofExport(in io.Reader) (*replay.Replay, error) {
	export, err := games18xx.Read(in)
	if err != nil {
		return nil, noGame(err)
	}
	return replay.New(export)
}

// takenLog reads the log of a game of another host.
func takenLog(in io.Reader) (taken, error) {
	t, log, err := readLog(in)
	if err != nil {
		return taken{}, fmt.Errorf("%w; a game of a newer version needs that version here, too", err)
	}
	if err := plausible(log); err != nil {
		return taken{}, err
	}
	g := engine.Open(t.Rules, log)
	return taken{title: t, game: g, log: log, players: seated(g), after: fmt.Sprintf("position %d", len(log))}, goesOn(g)
}

// mostOfAll is more money than any game has, and more of anything that is counted.
const mostOfAll = 1_000_000

// plausible refuses a log that cannot be folded, or with sums that no game has: what a player may do with such a sum would be listed
// for ever.
func plausible(log []engine.Event) error {
	s, err := folded(log)
	if err != nil {
		return err
	}
	for i, e := range log {
		n := 0
		switch e := e.(type) {
		case engine.Paid:
			n = e.Amount
		case engine.Set:
			n = e.Value
		}
		if n > mostOfAll || n < -mostOfAll {
			return fmt.Errorf("event %d says %d, which is more than there is in any game", i, n)
		}
	}
	for _, owner := range s.Owners() {
		if n := s.Cash(owner); owner != engine.Bank && owner != engine.Box && n > mostOfAll {
			return fmt.Errorf("%s has %d of money, which is more than there is in any game", owner, n)
		}
	}
	return nil
}

// goesOn refuses a game that has ended.
func goesOn(g *engine.Game) error {
	if g.State().Result != nil {
		return errors.New("the game has ended; pbem replay shows it")
	}
	return nil
}

// seated lists the players of a game by the ids of their seats.
func seated(g *engine.Game) []games18xx.Player {
	var out []games18xx.Player
	for _, id := range g.State().Players() {
		out = append(out, games18xx.Player{ID: games18xx.Name(id), Name: g.State().PlayerName(id)})
	}
	return out
}

// isWritten tells a game that was written down from other files.
func isWritten(in *bufio.Reader) bool {
	first, _ := in.Peek(in.Size())
	return written.Begins(first)
}

// asLog returns the log of a game that was written down, as a file of its own.
func asLog(in io.Reader) (*bufio.Reader, error) {
	g, err := written.Read(in, written.All)
	if err != nil {
		return nil, err
	}
	lines, err := logLines(g.Log)
	return bufio.NewReader(bytes.NewReader(lines)), err
}

func lastAction(r *replay.Replay) string {
	if len(r.Actions) == 0 {
		return "its setup"
	}
	return fmt.Sprintf("action %d", r.Actions[len(r.Actions)-1].ID)
}

// unfinished replays a game that has not ended.
func unfinished(e *games18xx.Export) (*replay.Replay, error) {
	if len(e.Result) > 0 || e.EndReason != "" {
		return nil, errors.New("the game has ended; pbem replay shows it")
	}
	if !slices.Contains(importable(), e.Title) {
		return nil, fmt.Errorf("games of %q cannot be imported, only of %s", e.Title, strings.Join(importable(), ", "))
	}
	r, err := replay.New(e)
	if err != nil {
		return nil, fmt.Errorf("the game cannot be imported: %w", err)
	}
	for _, a := range r.Actions {
		_, err := r.Do(a)
		switch {
		case r.Stopped, r.Game.State().Result != nil:
			return nil, fmt.Errorf("the game has ended, with action %d; pbem replay shows it", a.ID)
		case err != nil:
			return nil, fmt.Errorf("the game cannot be replayed to its end: %w", err)
		}
	}
	return r, nil
}
