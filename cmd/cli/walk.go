package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// A stroll is a number of random games.
type stroll struct {
	games   int
	seed    int64
	players int
	options string
	manner  string
	logs    string // folder for the logs
}

// walkCommand plays random games and checks all invariants of the engine.
func walkCommand() *cobra.Command {
	var s stroll
	c := &cobra.Command{
		Use:   "walk TITLE [flags]",
		Short: "play random games and check every invariant",
		Long: `Plays random games of a title, checks every promise of the engine after every
decision, and tells how far the games of each kind of player came.`,
		Example:           "  pbem walk 18newengland --games 20 --players 4",
		Args:              one("say which title: pbem walk TITLE; titles: " + titleNames()),
		ValidArgsFunction: asOne(titleOf),
		RunE:              func(c *cobra.Command, args []string) error { return s.walk(args[0], c.OutOrStdout()) },
	}
	helpTitle(c)
	f := c.Flags()
	f.IntVar(&s.games, "games", 10, "how many games (`N`)")
	f.Int64Var(&s.seed, "seed", 1, "the `SEED` of the first game; each game takes the next")
	f.IntVar(&s.players, "players", 0, "how many players (`N`); 0 takes every number in turn")
	f.StringVar(&s.options, "options", "", optionsFlag)
	f.StringVar(&s.manner, "manner", "", "how all players choose (`WORD`): "+mannerNames()+"; each game in its turn without it")
	f.StringVar(&s.logs, "log", "", "write the events of each game into this `FOLDER`")
	c.MarkFlagDirname("log")
	return c
}

// optionsFlag explains --options.
const optionsFlag = "variants to play with, as `NAME,NAME,...`; \"pbem new TITLE --help\" lists them"

func (s stroll) walk(name string, out io.Writer) error {
	t, ok := titles.Find(name)
	if !ok {
		return noTitle(name)
	}
	if s.games < 1 {
		return misused("--games %d: say how many games are to be played", s.games)
	}
	began, sum := time.Now(), newTally()
	for i := range int64(s.games) {
		if err := s.play(t, i, sum, out); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%s: %s, %.1f s\n%s", t.Facts.Name, sum, time.Since(began).Seconds(), sum.shares())
	if sum.faults > 0 {
		return fmt.Errorf("%d of %d games failed", sum.faults, s.games)
	}
	return nil
}

// play plays game i and counts it.
func (s stroll) play(t *title.Title, i int64, sum *tally, out io.Writer) error {
	options, seed := t.Spelt(optionMap(s.options)), s.seed+i
	w, err := walkOf(t, seed, playersOf(t, s.players, i, options), options)
	if err != nil {
		return err
	}
	if err := s.mind(t, w); err != nil {
		return err
	}
	if err := w.Run(); err != nil {
		sum.faults++
		reportFault(out, w, seed, err)
	}
	if w.Standstill {
		fmt.Fprintf(out, "seed %d (%s): a standstill after %s: %s\n", seed, w.Manner, step.Plural(len(w.Commands), "decision"), w.Why)
	}
	sum.add(t, w)
	return writeLog(s.logs, fmt.Sprintf("%s-%d.events.jsonl", t.Facts.Slug, seed), w.Log)
}

// mind makes the players of a game choose in the manner that was asked for.
func (s stroll) mind(t *title.Title, w *walk.Walk) error {
	if s.manner == "" {
		return nil
	}
	i := slices.IndexFunc(walk.Manners(), func(m walk.Manner) bool { return m.String() == s.manner })
	if i < 0 {
		return misused("--manner %s: say %s", s.manner, mannerNames())
	}
	if w.Manner = walk.Manners()[i]; w.Manner == walk.Skilled {
		w.Kept = robots(t, w.Setup)
	}
	return nil
}

// robots returns players for all seats of a game who know how to play.
func robots(t *title.Title, setup []engine.Event) map[string]func(*engine.Game) (engine.Command, bool) {
	out := map[string]func(*engine.Game) (engine.Command, bool){}
	for _, p := range engine.Fold(setup).Players() {
		out[p] = func(g *engine.Game) (engine.Command, bool) {
			m, ok := robot.Next(t, g, p, robot.Steady)
			return m.Command, ok
		}
	}
	return out
}

func mannerNames() string {
	var out []string
	for _, m := range walk.Manners() {
		out = append(out, m.String())
	}
	return strings.Join(out, ", ")
}

// writeLog writes the events of a game, one per line, to a folder, which it creates. Without a folder it does
// nothing.
func writeLog(dir, name string, log []engine.Event) (err error) {
	if dir == "" {
		return nil
	}
	raws, err := engine.MarshalLog(log)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file := &lines{}
	if err := file.create(filepath.Join(dir, name)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.close()) }()
	for _, raw := range raws {
		if err := file.write(raw); err != nil {
			return err
		}
	}
	return nil
}

// A tally counts games, and separately those that stood still.
type tally struct {
	games, standstills, decisions, faults int

	of      map[walk.Manner]int            // games played in this manner
	reached map[string]map[walk.Manner]int // landmark -> games that reached it
	order   []string                       // the landmarks, in the order in which they were first reached
}

func newTally() *tally {
	return &tally{of: map[walk.Manner]int{}, reached: map[string]map[walk.Manner]int{}}
}

func (n *tally) add(t *title.Title, w *walk.Walk) {
	n.games++
	n.of[w.Manner]++
	n.decisions += len(w.Commands)
	if w.Game == nil {
		return
	}
	marks := t.Landmarks(w.Game.State(), w.Log)
	if w.Standstill {
		n.standstills++
		marks = append(marks, "end: a standstill")
	}
	for _, mark := range marks {
		if n.reached[mark] == nil {
			n.reached[mark] = map[walk.Manner]int{}
			n.order = append(n.order, mark)
		}
		n.reached[mark][w.Manner]++
	}
}

func (n *tally) String() string {
	games := step.Plural(n.games, "game")
	if n.standstills > 0 {
		games += fmt.Sprintf(", %d of them at a standstill that no rule ends", n.standstills)
	}
	return fmt.Sprintf("%s, %s, %s", games, step.Plural(n.decisions, "decision"), step.Plural(n.faults, "fault"))
}

// shares returns what percentage of the games of each kind of player reached each landmark: phases in order,
// then events, then ends.
func (n *tally) shares() string {
	manners := slices.DeleteFunc(walk.Manners(), func(m walk.Manner) bool { return n.of[m] == 0 })
	slices.SortFunc(n.order, func(a, b string) int { return cmp.Or(cmp.Compare(landmarkKind(a), landmarkKind(b)), cmp.Compare(a, b)) })
	var b strings.Builder
	fmt.Fprintf(&b, "%-44s", "  share of the games")
	for _, m := range manners {
		fmt.Fprintf(&b, "%16s", fmt.Sprintf("%d %s", n.of[m], m))
	}
	b.WriteString("\n")
	for _, mark := range n.order {
		fmt.Fprintf(&b, "  %-42s", mark)
		for _, m := range manners {
			fmt.Fprintf(&b, "%14d %%", 100*n.reached[mark][m]/n.of[m])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// landmarkKind sorts phases before events and events before ends.
func landmarkKind(mark string) int {
	switch {
	case strings.HasPrefix(mark, "phase "):
		return 0
	case strings.HasPrefix(mark, "end: "):
		return 2
	}
	return 1
}

// noTitle refuses an unknown title.
func noTitle(name string) error { return misused("%q is not a title; titles: %s", name, titleNames()) }

func titleNames() string {
	var out []string
	for _, t := range titles.All() {
		out = append(out, t.Facts.Slug)
	}
	return strings.Join(out, ", ")
}

// playersOf returns the wanted number of players, or in turn each number that the title allows with the
// options.
func playersOf(t *title.Title, want int, i int64, options map[string]string) int {
	if want > 0 {
		return want
	}
	var allowed []int
	for _, s := range t.Facts.Seats {
		if _, err := t.Setup(engine.Started{Players: make([]string, s.Players), Options: options}); err == nil {
			allowed = append(allowed, s.Players)
		}
	}
	if len(allowed) == 0 {
		return t.Facts.Seats[0].Players
	}
	return allowed[int(i)%len(allowed)]
}

// optionMap parses variants, "NAME,NAME=VALUE". The default value is "yes". It returns nil if there are none.
func optionMap(text string) map[string]string {
	var out map[string]string
	for _, part := range strings.Split(text, ",") {
		key, value, valued := strings.Cut(part, "=")
		if key = strings.TrimSpace(key); key == "" {
			continue
		}
		if !valued {
			value = "yes"
		}
		if out == nil {
			out = map[string]string{}
		}
		out[key] = strings.TrimSpace(value)
	}
	return out
}

func walkOf(t *title.Title, seed int64, players int, options map[string]string) (*walk.Walk, error) {
	start := engine.Started{Title: t.Facts.Slug, Seed: seed, Options: options}
	if seats, ok := t.Facts.SeatsFor(players); ok && seats.Variant != "" && options[seats.Variant] == "" {
		start.Options = map[string]string{seats.Variant: "yes"}
		maps.Copy(start.Options, options)
	}
	for i := range players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	start.Options = t.AsOfNow(start.Options)
	setup, err := t.Setup(start)
	if err != nil {
		return nil, t.Unlike(err, options)
	}
	return &walk.Walk{Rules: t.Rules, Setup: setup, Seed: uint64(seed), Manner: walk.MannerOf(seed), Habits: t.Habits}, nil
}

func reportFault(out io.Writer, w *walk.Walk, seed int64, err error) {
	fmt.Fprintf(out, "fault: seed %d: %v\n", seed, err)
	if w.Game != nil {
		fmt.Fprintln(out, walk.Position(w.Game))
		for _, c := range w.Commands[max(0, len(w.Commands)-10):] {
			fmt.Fprintf(out, "  said: %s %s\n", c.By, c)
		}
	}
}
