package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/control"
	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// largestExport limits the size of an imported game, in bytes.
const largestExport = 64 << 20

// importCommand continues an unfinished game of 18xx.games by mail. If a service runs, the service imports
// it.
func importCommand() *cobra.Command {
	order := importOrder{}
	c := &cobra.Command{
		Use:   "import GAME --config FILE --player ID=ADDRESS ... [flags]",
		Short: "go on by mail with an unfinished game of 18xx.games, of another host or on paper",
		Long: `Takes an unfinished game over that was begun elsewhere. Each of its players gets
an address; the word caretaker or robot in its place gives the seat to one.
Nothing is stored unless all of it can be played. GAME is one of three files.

An export of 18xx.games; titles: ` + strings.Join(importable(), ", ") + `.
What was played there stays as it was played. From the first mail on the written
rules hold, also where 18xx.games departs from them: what others own they give up
by consent only, the best runs are run where the rules say so, and a player who
can only pass is usually not asked. Only this stays as it was there:

` + keptOf() + `

What "pbem export" wrote for another host. The game goes on as it stood there, but
for what players have said in advance and for their notes.

Moves that you have written down, of any title, such as those of a game in a
spreadsheet:

` + writtenExample + `
After the title and the players, in the order in which they sit, come the moves,
as in a mail. A name says who makes them; without one it is who is asked. What
somebody cannot but pass can be left out. Where the rules draw some of the
companies, a line such as "drawn LOC SAS RSF HOL" before the moves says which are
in the game, in their order if they lie in a row; "options" is for variants. A
line that cannot be said is named, with the reason: mend it and say the command
again. "pbem replay GAME" shows every
round, to compare with yours, and "pbem replay GAME --at 40" the position after
line 40.`,
		Example: `  pbem import GAME.json --config pbem.toml --player "21=Amy <amy@example.org>" --player brian=brian@example.org
  pbem import g12.jsonl --config pbem.toml --player "p1=amy@example.org" --player p2=robot
  pbem import moves.txt --config pbem.toml --player amy=amy@example.org --player brian=brian@example.org`,
		ValidArgsFunction: asOne(filesAs(append(gameFiles, "txt")...)),
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("say which game: pbem import GAME --config FILE, and --player ID=ADDRESS for each player")
			case len(args) > 1:
				return fmt.Errorf("%q is one argument too many; write each player as --player \"ID=Amy <amy@example.org>\"", args[1])
			}
			return nil
		},
	}
	config := configOf(c, configFile)
	c.Flags().StringVar(&order.name, "name", "", "the `NAME` of the game; if empty its description there, or the name of the title")
	c.Flags().StringArrayVar(&order.players, "player", nil, "`ID=ADDRESS`: the number or name of a player there, and where mails go, or caretaker, robot or easy robot; once for each")
	c.RunE = func(c *cobra.Command, args []string) error { return order.take(args[0], config.file, c.OutOrStdout()) }
	return c
}

// take imports the game in a file.
func (o importOrder) take(name, config string, out io.Writer) error {
	cfg, err := hostConfig(config)
	if err != nil {
		return err
	}
	export, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	said, err := control.Ask(ctx, cfg.Data, http.MethodPost, o.path(), bytes.NewReader(export))
	if errors.Is(err, control.ErrNobody) {
		said, err = importAlone(config, o, export)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(out, said)
	return nil
}

// importAlone opens the database itself.
func importAlone(config string, order importOrder, export []byte) (string, error) {
	cfg, db, err := openHost(config)
	if err != nil {
		return "", err
	}
	defer db.Close()
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		return "", err
	}
	said, err := order.carryOut(s, bytes.NewReader(export))
	return said + "; its first mails go out when pbem serves", err
}

// importRoute lets a running service import games.
func importRoute(s *pbem.Service) control.Route {
	return control.Route{Pattern: "POST /import", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		order := importOrder{name: r.URL.Query().Get("name"), players: r.URL.Query()["player"]}
		said, err := order.carryOut(s, http.MaxBytesReader(w, r.Body, largestExport))
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		fmt.Fprint(w, said+"; its first mails go out now")
	})}
}

// An importOrder is what the host says about a game to import.
type importOrder struct {
	name    string
	players []string // "ID=ADDRESS"
}

func (o importOrder) path() string {
	return "/import?" + url.Values{"name": {o.name}, "player": o.players}.Encode()
}

// carryOut replays an exported game up to its present position and gives it to the service.
func (o importOrder) carryOut(s *pbem.Service, r io.Reader) (said string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the game cannot be replayed: %v", fault)
		}
	}()
	game, err := takenFrom(inText(r))
	if err != nil {
		return "", err
	}
	started := game.game.State().Game
	n := table.NewGame{Title: game.title, Seed: started.Seed, Options: started.Options}
	if n.Name, err = gameName(o.name, game.title); err != nil {
		return "", err
	}
	if o.name == "" {
		if n.Name, err = unnamed(s, game); err != nil {
			return "", err
		}
	}
	if n.Seats, err = seatsOf(game.players, o.players); err != nil {
		return "", err
	}
	for i := range n.Seats {
		n.Seats[i].Nick = n.Seats[i].Nick && game.nicks
	}
	id, err := s.Adopt(n, renamed(game.game, game.log, n.Seats))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("game %s (%s, %s) goes on after %s", id, n.Name, n.Title.Facts.Name, game.after), nil
}

// unnamed returns the name of a game to which the host gives none: the one that it has elsewhere, or else that of its title. If a
// running game is called so, it gets a number.
func unnamed(s *pbem.Service, game taken) (string, error) {
	name, err := gameName(game.name, game.title)
	if err != nil { // such as a description of many words
		name = game.title.Facts.Name
	}
	used := map[string]bool{}
	err = desk.EachRecord(s.Store, desk.KeyOn, func(_ store.Game, r table.Record) error {
		used[people.Lower(r.Name)] = true
		return nil
	})
	free := name
	for n := 2; used[people.Lower(free)]; n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free, err
}

// keptOf lists the rules of imported games that stay in force, one per line.
func keptOf() string {
	var out []string
	for _, t := range titles.All() {
		for _, sw := range switchesOf(t) {
			if sw.Rest != "" {
				out = append(out, fmt.Sprintf("  %s: %s;\n    %s", t.Facts.Name, sw.Text, sw.Rest))
			}
		}
	}
	return strings.Join(out, "\n")
}

func switchesOf(t *title.Title) title.Switches {
	if t.Import == nil {
		return nil
	}
	return t.Import.Switches
}

// importable lists the titles that can be imported, by their names there.
func importable() []string {
	var out []string
	for _, t := range titles.All() {
		if t.Import != nil {
			out = append(out, t.Import.Name)
		}
	}
	return out
}

// renamed returns the log with the names the players are to have here.
func renamed(g *engine.Game, log []engine.Event, seats []table.Seat) []engine.Event {
	for i, seat := range seats {
		if id := engine.PlayerID(i); g.State().PlayerName(id) != seat.Name {
			var more []engine.Event
			g, more = g.Seat(id, seat.Name)
			log = append(log, more...)
		}
	}
	return log
}

// seatsOf returns the seats for the players of a game, with their addresses.
func seatsOf(all []games18xx.Player, players []string) ([]table.Seat, error) {
	seats := make([]table.Seat, len(all))
	for i, p := range all {
		seats[i].Name = p.Name
	}
	for _, text := range players {
		who, address, ok := strings.Cut(text, "=")
		seat, right := toSeat(strings.TrimSpace(address))
		if !ok || !right {
			return nil, fmt.Errorf("%q is not a player with an address; write --player \"ID=Amy <amy@example.org>\"", text)
		}
		i, err := playerOf(all, strings.TrimSpace(who))
		if err != nil {
			return nil, err
		}
		if taken := seats[i]; taken.Address != "" || taken.Open {
			return nil, fmt.Errorf("%s has two addresses, %s and %s; write one --player for each", all[i].Name, cmp.Or(taken.Address, "none"), cmp.Or(seat.Address, "none"))
		}
		if seats[i], err = withName(seat, all[i]); err != nil {
			return nil, err
		}
	}
	var missing []string
	for i, seat := range seats {
		if slices.ContainsFunc(seats[:i], func(s table.Seat) bool { return strings.EqualFold(s.Name, seat.Name) }) {
			return nil, fmt.Errorf("two players are called %s; write another name before one of the addresses", seat.Name)
		}
		if seat.Address == "" && !seat.Open {
			missing = append(missing, numbered(all[i]))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("there is no address for %s; write --player ID=ADDRESS for each of the players %s", listed(missing), playersIn(all))
	}
	if !slices.ContainsFunc(seats, func(s table.Seat) bool { return !s.Open }) {
		return nil, errors.New("somebody has to play: give one of the players an address")
	}
	return seats, nil
}

// withName gives a seat its name: what the host says, which is a name as players have here, otherwise that in the game.
func withName(seat table.Seat, p games18xx.Player) (table.Seat, error) {
	if seat.Name != "" {
		name, ok := people.PlainName(seat.Name)
		if !ok {
			return seat, fmt.Errorf("%q cannot be the name of a player. %s", seat.Name, people.NamesAre)
		}
		seat.Name = name
		return seat, nil
	}
	if utf8.RuneCountInString(p.Name) > longestName || strings.ContainsFunc(p.Name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return seat, fmt.Errorf("%s is called %.100q there, which cannot be shown in mails; write another name before the address, or into the file", p.ID, p.Name)
	}
	seat.Name, seat.Nick = p.Name, !seat.Open
	return seat, nil
}

// toSeat reads who gets a seat: somebody with an address, the caretaker or a robot. ok is false if it is none of them.
func toSeat(text string) (seat table.Seat, ok bool) {
	seat = table.Seat{Open: true, Caretaker: table.KeptHost}
	switch strings.Join(strings.Fields(strings.ToLower(text)), " ") {
	case "caretaker":
		return seat, true
	case "robot":
		seat.Robot = table.SteadyRobot
		return seat, true
	case "easy robot", "steady robot":
		seat.Robot, _, _ = strings.Cut(strings.ToLower(text), " ")
		return seat, true
	}
	a, err := mail.ParseAddress(text)
	if err != nil {
		return table.Seat{}, false
	}
	return table.Seat{Name: a.Name, Address: a.Address}, true
}

// playerOf finds a player by id, otherwise by name.
func playerOf(all []games18xx.Player, who string) (int, error) {
	for _, is := range []func(games18xx.Player) bool{
		func(p games18xx.Player) bool { return string(p.ID) == who },
		func(p games18xx.Player) bool { return strings.EqualFold(p.Name, who) },
	} {
		switch i := slices.IndexFunc(all, is); {
		case i < 0:
		case slices.ContainsFunc(all[i+1:], is):
			return 0, fmt.Errorf("%q may be more than one of the players %s; write the number", who, playersIn(all))
		default:
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is none of the players %s", who, playersIn(all))
}

func numbered(p games18xx.Player) string { return fmt.Sprintf("%s (%s)", p.ID, p.Name) }

func playersIn(all []games18xx.Player) string {
	var out []string
	for _, p := range all {
		out = append(out, numbered(p))
	}
	return listed(out)
}

// listed joins words: "a, b and c".
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
