// Command pbem hosts games of 18xx played by e-mail.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	_ "time/tzdata" // zones also where the system has none
)

// A command is one subcommand of pbem.
type command struct {
	name, args, help string
	run              func(args []string, out io.Writer) error
}

func commands() []command {
	return []command{
		{"demo", "[--keep] [--data DIR]", "play a recorded game by e-mail on this machine", demoCommand},
		{"serve", "--config FILE [--log text|json] [--log-level LEVEL]", "host games by e-mail", serveCommand},
		{"new", "TITLE --config FILE [--name NAME] [--seed N] [--options VARIANT=yes,...] [--talk private] PLAYER ...", "start a game; a player is \"Amy <amy@example.org>\"", newCommand},
		{"login", "--config FILE [--smtp] [--browser] [--auth-url URL] [--device-url URL] [--scope WORDS]", "log in to Gmail, Office 365 or the like, and write the token file", loginCommand},
		{"host", "LINE --config FILE", "look after the games; \"pbem host help\" lists the lines", hostCommand},
		{"import", "GAME.json --config FILE [--name NAME] --player ID=ADDRESS ...", "go on by mail with an unfinished game exported from 18xx.games", importCommand},
		{"check", "--config FILE [--send]", "try all that is needed, and say what works and what to do; --send mails itself", checkCommand},
		{"read", "[--config FILE] FILE.eml ...", "say what the service would make of mails, one JSON object each", readCommand},
		{"backup", "OUT --config FILE", "copy the database, while the service runs or not", backupCommand},
		{"verify", "DBFILE | --config FILE", "check a database and every game in it", verifyCommand},
		{"restore", "BACKUP --config FILE [--force]", "put a backup in the place of the database", restoreCommand},
		{"archive", "GAME --config FILE [-o DIR]", "make the pages of a game, over or not; those of finished games are made by themselves", archiveCommand},
		{"map", "GAME [-o FILE.png|FILE.svg] [-after ACTION]", "draw the map of a game", mapCommand},
		{"replay", "[--at N] [--timeline OUT.jsonl] [--routes OUT.jsonl] GAME", "replay a game: an export of 18xx.games, or the events.jsonl of an archive; docs/timeline.md explains the positions", replayCommand},
		{"routes", "GAME [COMPANY]", "best runs now, and what one more train would add; GAME is an export of 18xx.games or an events.jsonl", routesCommand},
		{"pace", "GAME", "for how many answers a recorded game waits by mail, and for how many with plans; GAME as for routes", paceCommand},
		{"version", "", "say which version this is", versionCommand},
		{"walk", "TITLE [--games N] [--seed S] [--players P] [--log DIR]", "play random games and check every invariant; --log keeps the events of each", walkCommand},
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
		if c.name != args[0] {
			continue
		}
		err := c.run(args[1:], out)
		if errors.Is(err, flag.ErrHelp) {
			c.usage(out)
			return nil
		}
		return err
	}
	return fmt.Errorf("there is no command %q; \"pbem help\" lists them", args[0])
}

func usage(out io.Writer) {
	fmt.Fprintln(out, "pbem hosts games of 18xx played by e-mail.")
	fmt.Fprintln(out)
	for _, c := range commands() {
		c.usage(out)
	}
}

func (c command) usage(out io.Writer) {
	fmt.Fprintf(out, "  pbem %s %s\n        %s\n", c.name, c.args, c.help)
}

// flags makes a flag set that leaves it to the caller to print errors.
func flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}

// parseAnywhere reads the flags of a command, before, between and after what
// else it takes, which is returned; after "--" nothing is a flag.
func parseAnywhere(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		if at := len(args) - f.NArg(); at > 0 && args[at-1] == "--" {
			return append(rest, f.Args()...), nil
		}
		rest, args = append(rest, f.Arg(0)), f.Args()[1:]
	}
}

// parseAll reads the flags of a command that takes nothing else.
func parseAll(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("%q is one argument too many", f.Arg(0))
	}
	return nil
}
