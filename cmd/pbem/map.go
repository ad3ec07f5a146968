package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/titles/title"
)

// mapCommand draws the map of a game exported from 18xx.games, or of a log from an archive.
func mapCommand() *cobra.Command {
	var file string
	var after int
	c := &cobra.Command{
		Use:   "map GAME [flags]",
		Short: "draw the map of a game",
		Long:  "Draws the map of a game as it stands, or stood. " + gameArgument,
		Example: `  pbem map GAME.json --output map.svg
  pbem map g12 --config pbem.toml`,
		Args:              one("say which game: pbem map GAME [--output FILE]"),
		ValidArgsFunction: asOne(filesAs(gameFiles...)),
	}
	config := configOf(c, configGame)
	c.Flags().StringVarP(&file, "output", "o", "map.png", "the picture to write, a `FILE` in .png or .svg")
	c.Flags().IntVar(&after, "after", 0, "draw it as it stood after this `ACTION` of an exported game, or event of another")
	c.MarkFlagFilename("output", "png", "svg")
	c.RunE = func(c *cobra.Command, args []string) error {
		if kind := filepath.Ext(file); kind != ".svg" && kind != ".png" {
			return misused("%s is neither .svg nor .png", file)
		}
		t, s, err := config.positionAt(args[0], after)
		if err != nil {
			return err
		}
		return draw(t, s, file, c.OutOrStdout())
	}
	return c
}

// draw writes a map to a file whose name ends in .svg or .png.
func draw(t *title.Title, s *engine.State, file string, out io.Writer) error {
	drawing, err := picture.SVG(t, s), error(nil)
	if filepath.Ext(file) == ".png" {
		drawing, err = picture.PNG(t, s)
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, drawing, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d bytes\n", file, len(drawing))
	return nil
}
