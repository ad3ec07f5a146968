package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// mapCommand draws the map of a game exported from 18xx.games, or of a log
// from an archive.
func mapCommand(args []string, out io.Writer) error {
	f := flags("map")
	file := f.String("o", "map.png", "the picture to write: .png or .svg")
	after := f.Int("after", 0, "stop after this action of an exported game")
	name, rest := nameFirst(args)
	if err := f.Parse(rest); err != nil {
		return err
	}
	if name == "" {
		return errors.New("say which game: pbem map GAME [-o map.svg|map.png] [-after ACTION]")
	}
	t, s, err := positionOf(name, *after)
	if err != nil {
		return err
	}
	var drawing []byte
	switch {
	case strings.HasSuffix(*file, ".svg"):
		drawing = picture.SVG(t, s)
	case strings.HasSuffix(*file, ".png"):
		if drawing, err = picture.PNG(t, s); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s is neither .svg nor .png", *file)
	}
	if err := os.WriteFile(*file, drawing, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d bytes\n", *file, len(drawing))
	return nil
}

// positionOf reads a game from a file, an exported one up to an action if one
// is named.
func positionOf(name string, after int) (*title.Title, *engine.State, error) {
	if after == 0 {
		return lastState(name)
	}
	export, err := readExport(name)
	if err != nil {
		return nil, nil, err
	}
	r, err := replay.New(export)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range r.Actions {
		if a.ID > after {
			break
		}
		if _, err := r.Do(a); err != nil {
			return nil, nil, err
		}
	}
	return r.Title, r.Game.State(), nil
}
