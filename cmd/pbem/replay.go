package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
)

// replayCommand plays a game again: one exported from 18xx.games, or one of our
// own by its log.
func replayCommand(args []string, out io.Writer) error {
	f := flags("replay")
	at := f.Int("at", 0, "print the position after this event, or action of an exported game, and nothing else")
	timeline := f.String("timeline", "", "write the position after each action to this file")
	routes := f.String("routes", "", "write each run of trains and the best there was to this file")
	names, err := parseAnywhere(f, args)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return errors.New("say which game: pbem replay [--at N] [--timeline OUT.jsonl] [--routes OUT.jsonl] GAME")
	}
	return replayFile(names[0], *at, *timeline, *routes, out)
}

// replayFile looks what a file is, and plays it.
func replayFile(name string, at int, timeline, routes string, out io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	switch own := isLog(in); {
	case own && routes != "":
		return errors.New("--routes is for games exported from 18xx.games; \"pbem routes\" tells the best runs of any game")
	case own && at != 0:
		err = positionAt(in, at, out)
	case own:
		err = replayLog(in, timeline, out)
	case at != 0:
		return exportedAt(name, at, out)
	default:
		return replayExport(name, timeline, routes, out)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// exportedAt prints the position after an action of an exported game.
func exportedAt(name string, action int, out io.Writer) error {
	t, s, err := positionOf(name, action)
	if err != nil {
		return err
	}
	return printPosition(t, s, out)
}

func replayExport(name, timeline, routes string, out io.Writer) error {
	export, err := readExport(name)
	if err != nil {
		return err
	}
	r, err := replay.New(export)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := playAll(r, timeline, routes); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d actions replayed, %d events, %.2f s\n", r.Title.Facts.Name, len(r.Actions), len(r.Log), time.Since(began).Seconds())
	return scoreLines(out, r)
}

func readExport(name string) (*games18xx.Export, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e, err := games18xx.Read(bufio.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return e, nil
}

// playAll plays every action and writes the timeline and the runs of trains
// where files are named.
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

// playOne plays an action; a run of trains is compared with the best when that
// is wanted.
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

// lines is a file of JSON, one object a line; none when it was given no name.
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

// scoreLines prints the result, and what the export says where it differs.
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
