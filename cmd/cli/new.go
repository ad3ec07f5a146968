package cli

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/mail"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// newCommand starts a game. If a service runs, the service does it.
func newCommand() *cobra.Command {
	var n newOrder
	var options string
	var with robotSeats
	c := &cobra.Command{
		Use:   "new TITLE --config FILE [flags] PLAYER ...",
		Short: "start a game",
		Long: `Starts a game of a title. A PLAYER is "Amy <amy@example.org>", or the word caretaker for a seat that the
caretaker plays until somebody takes it over; they sit in an order that the rules
or the seed decide. Robots get the last seats, after the players named; anybody may
take one over. "pbem new TITLE --help" tells for how many a title is, and its variants.`,
		Example: `  pbem new 18newengland --config pbem.toml --name Shoreline "Amy <amy@example.org>" "Brian <brian@example.org>"
  pbem new 1817 --config pbem.toml "Amy <amy@example.org>" caretaker caretaker
  pbem new 1843 --config pbem.toml --robots 3 --level easy "Amy <amy@example.org>"`,
		ValidArgsFunction: asOne(titleOf),
	}
	c.Args = some(`say which title: pbem new TITLE --config FILE "Amy <amy@example.org>" ...; titles: ` + titleNames())
	config := configOf(c, configFile)
	f := c.Flags()
	f.StringVar(&n.Name, "name", "", "the `NAME` of the game; that of the title if empty")
	f.Int64Var(&n.Seed, "seed", 0, "the `SEED` of the setup; 0 picks one at random")
	f.StringVar(&options, "options", "", optionsFlag)
	f.StringVar(&n.Talk, "talk", "", "`private` lets players write to some only; else all read what is said")
	f.BoolVar(&n.Advice, "advice", false, "players may ask what a robot would say in their place")
	f.StringVar(&n.Pace, "pace", "", "how long it waits, in `WORDS` such as \"1 day, grace 2 days, policy caretaker\"; what is not said is the host's")
	f.IntVar(&with.n, "robots", 0, "how many `SEATS` robots play, beside those of the players named")
	f.StringVar(&with.level, "level", table.SteadyRobot, "how well robots play, `LEVEL` easy or steady")
	c.RegisterFlagCompletionFunc("level", cobra.FixedCompletions(table.RobotLevels, cobra.ShellCompDirectiveNoFileComp))
	c.RegisterFlagCompletionFunc("talk", cobra.FixedCompletions([]string{"private"}, cobra.ShellCompDirectiveNoFileComp))
	helpTitle(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		n.Options = optionMap(options)
		if err := n.fill(args[0], args[1:], with); err != nil {
			return err
		}
		return start(config.file, n, c.OutOrStdout())
	}
	return c
}

// helpTitle makes the help of a command describe the title in its arguments.
func helpTitle(c *cobra.Command) {
	usual := c.HelpFunc()
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		for _, word := range append(c.Flags().Args(), args...) {
			if t, ok := titles.Find(word); ok {
				fmt.Fprintln(c.OutOrStdout(), aboutTitle(t))
				break
			}
		}
		usual(c, args)
	})
}

// aboutTitle describes a title: numbers of players and variants.
func aboutTitle(t *title.Title) string {
	var b strings.Builder
	fmt.Fprintln(&b, lobby.About(t))
	if len(t.Variants) == 0 {
		fmt.Fprintln(&b, "It has no variants.")
		return b.String()
	}
	fmt.Fprintf(&b, "Variants, as in --options %q:\n", t.Variants[0].Key)
	for _, v := range t.Variants {
		fmt.Fprintf(&b, "  %-18s  %s\n", v.Key, v.Text)
	}
	return b.String()
}

// robotSeats are the seats of a new game that robots play.
type robotSeats struct {
	n     int
	level string
}

// mostRobots is more than any title has seats.
const mostRobots = 20

// check refuses what cannot be.
func (r robotSeats) check() error {
	switch {
	case r.n < 0 || r.n > mostRobots:
		return misused("--robots is how many seats robots play, such as --robots 3, not %d", r.n)
	case !slices.Contains(table.RobotLevels, r.level):
		return misused("--level is %s, not %q", strings.Join(table.RobotLevels, " or "), r.level)
	}
	return nil
}

// fill sets the title, the players and the defaults of a request.
func (n *newOrder) fill(slug string, players []string, with robotSeats) error {
	t, ok := titles.Find(slug)
	if !ok {
		return noTitle(slug)
	}
	if err := with.check(); err != nil {
		return err
	}
	n.Title = t.Facts.Slug
	var err error
	if n.Name, err = gameName(n.Name, t); err != nil {
		return err
	}
	if n.Seed == 0 {
		n.Seed = rand.Int64N(1 << 31)
	}
	for _, text := range players {
		if strings.EqualFold(text, "caretaker") {
			n.Seats = append(n.Seats, table.CaretakerSeat(n.Seats))
			continue
		}
		seat, err := seatOf(text)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(n.Seats, func(s table.Seat) bool { return strings.EqualFold(s.Name, seat.Name) }) {
			return misused("two players are called %s; write another name before the address of one", seat.Name)
		}
		n.Seats = append(n.Seats, seat)
	}
	if !slices.ContainsFunc(n.Seats, func(s table.Seat) bool { return !s.Open }) {
		return misused("somebody has to play: name a player besides the caretakers and robots")
	}
	for range with.n {
		n.Seats = append(n.Seats, table.RobotSeat(n.Seats, with.level))
	}
	return nil
}

// longestName is how long the name of a game may be, in characters.
const longestName = 60

// gameName tidies the name of a game; without one it is that of the title.
func gameName(said string, t *title.Title) (string, error) {
	name := strings.Join(strings.Fields(said), " ")
	if utf8.RuneCountInString(name) > longestName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", misused("%q cannot be the name of a game: it has at most %d characters, all of which can be seen", said, longestName)
	}
	return cmp.Or(name, t.Facts.Name), nil
}

// seatOf reads a player. The name is the one beside the address, otherwise the part before the @.
func seatOf(text string) (table.Seat, error) {
	a, err := mail.ParseAddress(text)
	if err != nil {
		return table.Seat{}, misused("%q is not a player; write \"Amy <amy@example.org>\"", text)
	}
	if a.Name == "" {
		return table.Seat{Name: people.Member{Address: a.Address}.CallName(), Address: a.Address}, nil
	}
	name, ok := people.PlainName(a.Name)
	if !ok {
		return table.Seat{}, misused("%q cannot be the name of a player. %s", a.Name, people.NamesAre)
	}
	return table.Seat{Name: name, Address: a.Address}, nil
}
