package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/pbem/sheet"
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
	text, _ := sheet.Routes(sheet.Mail{Title: t, State: s}, strings.Join(args[1:], " "), route.DefaultBudget)
	_, err = fmt.Fprint(out, text)
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
	if isLog(in) {
		t, log, err := readLog(in)
		if err != nil {
			return nil, nil, err
		}
		s, err := folded(log)
		return t, s, err
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
