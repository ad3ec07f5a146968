// Command pictures makes the pictures of the README: the map of the demo's game at
// its end, and a mail of that game as a telephone shows it.
//
//	go run ./docs/pictures
//
// It plays the game with the real service under a clock that stands still. The
// service's own painter makes the map. The mail is what the service put into its
// outbox; chromium lays it out. The same program, browser and fonts give the same
// bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"pbem/engine"
	"pbem/pbem/demo"
	"pbem/pbem/picture"
	"pbem/pbem/table"
	"pbem/titles"
)

func main() {
	to := flag.String("to", "docs/pictures", "the `FOLDER` that gets the pictures")
	flag.Parse()
	if err := run(*to); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run(to string) error {
	script, err := demo.Recorded()
	if err != nil {
		return err
	}
	painted, err := endMap(script)
	if err != nil {
		return err
	}
	if err := keep(filepath.Join(to, "map.png"), painted); err != nil {
		return err
	}
	raw, err := yourMove(script)
	if err != nil {
		return err
	}
	shown, err := onTelephone(raw)
	if err != nil {
		return err
	}
	return keep(filepath.Join(to, "mail.png"), shown)
}

func keep(name string, png []byte) error {
	if err := os.WriteFile(name, png, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", name, len(png))
	return nil
}

// endMap paints the map at the end of the game.
func endMap(script demo.Script) ([]byte, error) {
	n, g, err := played(script, len(script.Moves))
	if err != nil {
		return nil, err
	}
	return picture.PNG(n.Title, g.State())
}

// played returns the game of a script after a number of its mails.
func played(script demo.Script, mails int) (n table.NewGame, g *engine.Game, err error) {
	if n, err = script.NewGame("Shoreline"); err != nil {
		return n, nil, err
	}
	g, _, err = titles.Start(n.Title, engine.Started{Seed: script.Seed, Players: script.Names, Options: n.Title.AsOfNow(nil)})
	for _, m := range script.Moves[:mails] {
		for _, line := range m.Lines {
			words := strings.Fields(line)
			if err == nil {
				g, _, err = g.Decide(engine.Command{By: m.By, Verb: words[0], Args: words[1:]})
			}
		}
	}
	return n, g, err
}
