// Command pbem hosts games of 18xx played by e-mail.
package main

import (
	"fmt"
	"io"
	"os"
)

// A command is one subcommand of pbem.
type command struct {
	name, args, help string
	run              func(args []string, out io.Writer) error
}

func commands() []command {
	return []command{
		{"demo", "[--keep] [--data DIR]", "play a recorded game by e-mail on this machine", demoCommand},
		{"serve", "--config FILE", "host games by e-mail", serveCommand},
		{"new", "TITLE --config FILE [--name NAME] [--seed N] PLAYER ...", "start a game; a player is \"Amy <amy@example.org>\"", newCommand},
		{"check", "--config FILE", "try the mailbox and say what works", checkCommand},
		{"map", "GAME.json [-o FILE.png|FILE.svg] [-after ACTION]", "draw the map of a game", mapCommand},
		{"replay", "[--timeline OUT.jsonl] [--routes OUT.jsonl] GAME.json", "replay a game exported from 18xx.games", replayCommand},
		{"walk", "TITLE [--games N] [--seed S] [--players P]", "play random games and check every invariant", walkCommand},
	}
}

func main() {
	if err := dispatch(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pbem:", err)
		os.Exit(1)
	}
}

func dispatch(args []string, out io.Writer) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		usage(out)
		return nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(args[1:], out)
		}
	}
	return fmt.Errorf("there is no command %q; \"pbem help\" lists them", args[0])
}

func usage(out io.Writer) {
	fmt.Fprintln(out, "pbem hosts games of 18xx played by e-mail.")
	fmt.Fprintln(out)
	for _, c := range commands() {
		fmt.Fprintf(out, "  pbem %s %s\n        %s\n", c.name, c.args, c.help)
	}
}
