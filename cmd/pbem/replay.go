package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
)

// flags makes a flag set that leaves it to the caller to print errors.
func flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}

func replayCommand(args []string, out io.Writer) error {
	f := flags("replay")
	timeline := f.String("timeline", "", "write the position after each action to this file")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return errors.New("say which game: pbem replay [--timeline OUT.jsonl] GAME.json")
	}
	export, err := readExport(f.Arg(0))
	if err != nil {
		return err
	}
	r, err := replay.New(export)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := playAll(r, *timeline); err != nil {
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

// playAll plays every action and writes the timeline when a file is named.
func playAll(r *replay.Replay, timeline string) (err error) {
	w := bufio.NewWriter(io.Discard)
	if timeline != "" {
		file, err := os.Create(timeline)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.Flush(), file.Close()) }()
		w = bufio.NewWriter(file)
	}
	enc := json.NewEncoder(w)
	for _, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			return err
		}
		if timeline == "" {
			continue
		}
		if err := enc.Encode(r.Checkpoint(a.ID)); err != nil {
			return err
		}
	}
	return nil
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
