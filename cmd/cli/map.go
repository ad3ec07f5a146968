package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pbem/engine/facts"
	"pbem/pbem/picture"
	"pbem/titles"
)

// mapCommand draws the map of a game, or that of a title without any game.
func mapCommand() *cobra.Command {
	var file string
	var after int
	var tiles bool
	c := &cobra.Command{
		Use:   "map GAME|TITLE|DATA.json [flags]",
		Short: "draw the map of a game or of a title",
		Long: `Draws the map of a game as it stands, or stood. ` + gameArgument + `

For a TITLE, or the data file of one, it draws the map as it is printed, and with
--tiles all tiles. A data file with mistakes elsewhere is drawn too.`,
		Example: `  pbem map GAME.json --output map.svg
  pbem map g12 --config pbem.toml
  pbem map titles/1817/data.json --tiles --output tiles.png`,
		Args:              one("say which game or title: pbem map GAME|TITLE|DATA.json [--output FILE]"),
		ValidArgsFunction: asOne(filesAs(gameFiles...)),
	}
	config := configOf(c, configGame)
	c.Flags().StringVarP(&file, "output", "o", "map.png", "the picture to write, a `FILE` in .png or .svg")
	c.Flags().IntVar(&after, "after", 0, "draw it as it stood after this `ACTION` of an exported game, or event of another; 0 is the beginning")
	c.Flags().BoolVar(&tiles, "tiles", false, "draw all tiles of a title instead of its map")
	c.MarkFlagFilename("output", "png", "svg")
	c.RunE = func(c *cobra.Command, args []string) error {
		if kind := filepath.Ext(file); kind != ".svg" && kind != ".png" {
			return misused("%s is neither .svg nor .png", file)
		}
		at, err := wanted(c, "after", after)
		if err != nil {
			return err
		}
		d, err := config.drawing(args[0], at, tiles)
		if err != nil {
			return err
		}
		return draw(d, file, c.OutOrStdout())
	}
	return c
}

// drawing draws what the argument of the command names.
func (f *configFlag) drawing(name string, after int, tiles bool) (d picture.Drawing, err error) {
	printed, ok, err := f.factsOf(name)
	switch {
	case err != nil:
		return d, err
	case !ok && tiles:
		return d, misused("--tiles is for a title or its data file, and %s is a game", name)
	case ok && after != now:
		return d, misused("--after is for a game, and %s is a title", name)
	case tiles:
		return picture.TilesOf(printed)
	case ok:
		return picture.OfFacts(printed), nil
	}
	t, s, err := f.positionAt(name, after)
	if err != nil {
		return d, err
	}
	return picture.Of(t, s), nil
}

// factsOf returns the facts of a title, or of a data file with a correct map. ok is false
// if the name is that of a game.
func (f *configFlag) factsOf(name string) (printed *facts.Title, ok bool, err error) {
	if f.file != "" {
		return nil, false, nil
	}
	if t, ok := titles.Find(name); ok {
		return t.Facts, true, nil
	}
	name = inFolder(name)
	raw, err := os.ReadFile(name)
	if err != nil || !isFacts(raw) {
		return nil, false, err
	}
	printed, err = drawable(name, raw)
	return printed, err == nil, err
}

// drawable reads a data file whose map can be drawn, whatever else is wrong in it.
func drawable(name string, raw []byte) (*facts.Title, error) {
	printed, faults := facts.Check(raw)
	i := slices.IndexFunc(faults.List, ofMap)
	if printed == nil || len(printed.Map.Hexes) == 0 || len(printed.Phases) == 0 {
		i = 0
	}
	if i >= 0 {
		return nil, fmt.Errorf("%s cannot be drawn: %s; \"pbem title check %s\" tells all mistakes", name, faults.List[i], name)
	}
	return printed, nil
}

// ofMap reports whether a fault is about hexes or tiles. A map with such faults is not
// drawn.
func ofMap(f facts.Fault) bool {
	return strings.HasPrefix(f.At, "hex ") || strings.HasPrefix(f.At, "tile ")
}

// isFacts tells the data file of a title from a game. It recognizes a truncated one by
// its words.
func isFacts(raw []byte) bool {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(raw, &top); err == nil {
		return top["actions"] == nil && (top["hexes"] != nil || top["tiles"] != nil || top["companies"] != nil)
	}
	return !bytes.HasPrefix(raw, []byte(logStart)) && !bytes.Contains(raw, []byte(`"actions"`)) && bytes.Contains(raw, []byte(`"companies"`))
}

// draw writes a picture to a file whose name ends in .svg or .png.
func draw(d picture.Drawing, file string, out io.Writer) (err error) {
	data := d.SVG()
	if filepath.Ext(file) == ".png" {
		data, err = d.PNG()
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d bytes\n", file, len(data))
	return nil
}
