package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// routesCommand tells the best runs at the end of a game that 18xx.games
// exported or that this program archived.
func routesCommand(args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("say which game: pbem routes GAME [COMPANY]")
	}
	t, s, err := lastState(args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	_, err = fmt.Fprint(out, sheet.Routes(sheet.Mail{Title: t, State: s}, strings.Join(args[1:], " ")))
	return err
}

// lastState reads a game from a file: a log begins with a Started, an export
// is one object with a title.
func lastState(name string) (*title.Title, *engine.State, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if first, _ := in.Peek(len(logStart)); string(first) == logStart {
		return logged(in)
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
	return r.Title, r.Game.State(), nil
}

// logStart is how every log of events begins.
const logStart = `{"started":`

// logged folds a log, one event a line.
func logged(in io.Reader) (*title.Title, *engine.State, error) {
	var raws []json.RawMessage
	for d := json.NewDecoder(in); ; {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("event %d: %w", len(raws)+1, err)
		}
		raws = append(raws, raw)
	}
	log, err := engine.UnmarshalLog(raws)
	if err != nil {
		return nil, nil, err
	}
	s := engine.Fold(log)
	t, ok := titles.Find(s.Game.Title)
	if !ok {
		return nil, nil, fmt.Errorf("title %q is unknown", s.Game.Title)
	}
	return t, s, nil
}
