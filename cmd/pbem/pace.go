package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"pbem/engine"
	"pbem/pbem/waits"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// paceCommand tells for how many answers a recorded game would have waited by
// mail, and for how many when its players planned ahead.
func paceCommand(args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("say which game: pbem pace GAME")
	}
	counts, err := paceOf(args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	fmt.Fprintf(out, "%-42s %5s %5s %6s\n", "", "waits", "of", "mails")
	for _, c := range counts {
		fmt.Fprintf(out, "%-42s %5d %4d%% %6d\n", c.Habits, c.Waits, (100*c.Waits+counts[0].Waits/2)/max(1, counts[0].Waits), c.Mails)
	}
	return nil
}

func paceOf(name string) ([]waits.Count, error) {
	t, log, err := logOf(name)
	if err != nil {
		return nil, err
	}
	r, err := waits.Read(t, log)
	if err != nil {
		return nil, err
	}
	return waits.Counts(r)
}

// logOf reads the log of a game from a file: one of our own, or an export.
func logOf(name string) (*title.Title, []engine.Event, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if isLog(in) {
		return readLog(in)
	}
	e, err := games18xx.Read(in)
	if err != nil {
		return nil, nil, err
	}
	r, err := replay.New(e)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range r.Actions {
		if _, err := r.Do(a); err != nil {
			return nil, nil, err
		}
	}
	return r.Title, r.Log, nil
}
