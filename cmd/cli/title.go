package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles"
	"pbem/titles/title"
)

// titleCommand has the commands for authors of titles.
func titleCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "title COMMAND",
		Short: "help authors of titles",
		Long: `Helps authors of titles. docs/adding-a-title.md says how a title is made; "pbem map"
draws its map and its tiles.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no command \"title %s\"; \"pbem help title\" lists them", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(titleNewCommand(), titleCheckCommand())
	return c
}

// dataFile is the name of the facts in the folder of a title.
const dataFile = "data.json"

// inFolder returns the data file of a folder, and other names as they are.
func inFolder(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return filepath.Join(name, dataFile)
	}
	return name
}

// titleCheckCommand reports everything that is wrong in the facts of a title.
func titleCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [DATA.json|TITLE]",
		Short: "tell everything that is wrong in the facts of a title",
		Long: `Tells everything that is wrong in the data file of a title, a line for each
mistake: the line of the file, the tile, hex, company or train, and the name
that was probably meant. It takes the folder of a title too, and without an
argument reads data.json of this one.

For a TITLE of this program it tells what is wrong with its sequence of play and
with the names it declares, and sets a game up for every number of players:
everything that its facts list has to come to some place. Then it plays a random
game for each. "pbem walk" plays more.`,
		Example: `  pbem title check titles/1817/data.json
  pbem title check 1817`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("%q is one argument too many", args[1])
			}
			return nil
		},
		ValidArgsFunction: asOne(filesAs("json")),
		RunE: func(c *cobra.Command, args []string) error {
			name := dataFile
			if len(args) > 0 {
				name = args[0]
			}
			if t, ok := titles.Find(name); ok {
				return checkTitle(t, c.OutOrStdout())
			}
			return checkFacts(name, c.OutOrStdout())
		},
	}
}

// checkFacts prints what is wrong in a data file.
func checkFacts(name string, out io.Writer) error {
	name = inFolder(name)
	raw, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no file %s and no title of that name; titles: %s", name, titleNames())
	}
	if err != nil {
		return err
	}
	f, faults := facts.Check(raw)
	for _, fault := range faults.List {
		fmt.Fprintln(out, fault)
	}
	if n := len(faults.List); n > 0 {
		return fmt.Errorf("%s: %s", name, step.Plural(n, "mistake"))
	}
	fmt.Fprintf(out, "%s: no mistake in the facts of %s\n", name, f.Name)
	return nil
}

// checkTitle prints what is wrong with the rules of a title. Its facts were checked when
// the program started.
func checkTitle(t *title.Title, out io.Writer) error {
	var wrong []string
	if err := t.Check(); err != nil {
		wrong = strings.Split(err.Error(), "\n")
	}
	if len(wrong) == 0 { // else no game can be set up with them
		err := t.CheckSetup()
		if err == nil {
			err = plays(t)
		}
		err = errors.Join(err, t.CheckService())
		if err != nil {
			wrong = strings.Split(err.Error(), "\n")
		}
	}
	for _, line := range wrong {
		fmt.Fprintln(out, line)
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s: %s", t.Facts.Name, step.Plural(len(wrong), "mistake"))
	}
	fmt.Fprintf(out, "%s: no mistake in its facts, its sequence of play, its names and its setup\n", t.Facts.Name)
	return nil
}

// inVerbs finds a verb that was said and that the table of the title does not have.
func inVerbs(t *title.Title, said []engine.Command) error {
	for _, c := range said {
		if _, ok := t.Verbs.Find(c.Verb); !ok {
			return fmt.Errorf("%q is offered, and Verbs does not have it", c.Verb)
		}
	}
	return nil
}

// plays plays a random game for each number of players and returns the first mistake. It finds names that are not
// declared, and steps that run for ever.
func plays(t *title.Title) error {
	for _, seats := range t.Facts.Seats {
		w, err := walkOf(t, 0, seats.Players, nil)
		if err == nil {
			err = w.Run()
		}
		if err == nil {
			err = inVerbs(t, w.Commands)
		}
		if err != nil {
			return fmt.Errorf("a game for %d: %w", seats.Players, err)
		}
	}
	return nil
}
