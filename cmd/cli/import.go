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

	"github.com/spf13/cobra"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/control"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// largestExport limits the size of an imported game, in bytes.
const largestExport = 64 << 20

// importCommand continues an unfinished game of 18xx.games by mail. If a service runs, the service imports
// it.
func importCommand() *cobra.Command {
	order := importOrder{}
	c := &cobra.Command{
		Use:   "import GAME.json --config FILE --player ID=ADDRESS ... [flags]",
		Short: "go on by mail with an unfinished game exported from 18xx.games",
		Long: `Takes an unfinished game over that was exported from 18xx.games. Each of its
players gets an address; titles: ` + strings.Join(importable(), ", ") + `.

What was played there stays as it was played. From the first mail on the written
rules hold, also where 18xx.games departs from them: what others own they give up
by consent only, the best runs are run where the rules say so, and a player who
can only pass is usually not asked. Only this stays as it was there:

` + keptOf(),
		Example:           `  pbem import GAME.json --config pbem.toml --player "21=Amy <amy@example.org>" --player brian=brian@example.org`,
		ValidArgsFunction: asOne(filesAs("json")),
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("say which game: pbem import GAME.json --config FILE, and --player ID=ADDRESS for each player")
			case len(args) > 1:
				return fmt.Errorf("%q is one argument too many; write each player as --player \"ID=Amy <amy@example.org>\"", args[1])
			}
			return nil
		},
	}
	config := configOf(c, configFile)
	c.Flags().StringVar(&order.name, "name", "", "the `NAME` of the game; that of the title if empty")
	c.Flags().StringArrayVar(&order.players, "player", nil, "`ID=ADDRESS`: the number or name of a player there, and where mails go; once for each")
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
	export, err := games18xx.Read(r)
	if err != nil {
		return "", err
	}
	game, err := unfinished(export)
	if err != nil {
		return "", err
	}
	n := table.NewGame{Title: game.Title, Seed: export.Seed(), Options: game.Game.State().Game.Options}
	if n.Name, err = gameName(o.name, game.Title); err != nil {
		return "", err
	}
	if n.Seats, err = seatsOf(export, o.players); err != nil {
		return "", err
	}
	id, err := s.Adopt(n, renamed(game.Game, game.Log, n.Seats))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("game %s (%s, %s) goes on after %s", id, n.Name, n.Title.Facts.Name, lastAction(game)), nil
}

func lastAction(r *replay.Replay) string {
	if len(r.Actions) == 0 {
		return "its setup"
	}
	return fmt.Sprintf("action %d", r.Actions[len(r.Actions)-1].ID)
}

// unfinished replays a game that has not ended.
func unfinished(e *games18xx.Export) (*replay.Replay, error) {
	if len(e.Result) > 0 || e.EndReason != "" {
		return nil, errors.New("the game has ended; pbem replay shows it")
	}
	if !slices.Contains(importable(), e.Title) {
		return nil, fmt.Errorf("games of %q cannot be imported, only of %s", e.Title, strings.Join(importable(), ", "))
	}
	r, err := replay.New(e)
	if err != nil {
		return nil, fmt.Errorf("the game cannot be imported: %w", err)
	}
	for _, a := range r.Actions {
		_, err := r.Do(a)
		switch {
		case r.Stopped, r.Game.State().Result != nil:
			return nil, fmt.Errorf("the game has ended, with action %d; pbem replay shows it", a.ID)
		case err != nil:
			return nil, fmt.Errorf("the game cannot be replayed to its end: %w", err)
		}
	}
	return r, nil
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

// seatsOf returns the seats for the players of an export, with their addresses.
func seatsOf(e *games18xx.Export, players []string) ([]table.Seat, error) {
	seats := make([]table.Seat, len(e.Players))
	for i, p := range e.Players {
		seats[i].Name = p.Name
	}
	for _, text := range players {
		who, address, ok := strings.Cut(text, "=")
		a, err := mail.ParseAddress(strings.TrimSpace(address))
		if !ok || err != nil {
			return nil, fmt.Errorf("%q is not a player with an address; write --player \"ID=Amy <amy@example.org>\"", text)
		}
		i, err := playerOf(e, strings.TrimSpace(who))
		if err != nil {
			return nil, err
		}
		if seats[i].Address != "" {
			return nil, fmt.Errorf("%s has two addresses, %s and %s; write one --player for each", e.Players[i].Name, seats[i].Address, a.Address)
		}
		seats[i] = table.Seat{Name: cmp.Or(a.Name, e.Players[i].Name), Address: a.Address, Nick: a.Name == ""}
	}
	var missing []string
	for i, seat := range seats {
		if slices.ContainsFunc(seats[:i], func(s table.Seat) bool { return s.Name == seat.Name }) {
			return nil, fmt.Errorf("two players are called %s; write another name before one of the addresses", seat.Name)
		}
		if seat.Address == "" {
			missing = append(missing, numbered(e.Players[i]))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("there is no address for %s; write --player ID=ADDRESS for each of the players %s", listed(missing), playersIn(e))
	}
	return seats, nil
}

// playerOf finds a player by id, otherwise by name.
func playerOf(e *games18xx.Export, who string) (int, error) {
	for _, is := range []func(games18xx.Player) bool{
		func(p games18xx.Player) bool { return string(p.ID) == who },
		func(p games18xx.Player) bool { return strings.EqualFold(p.Name, who) },
	} {
		switch i := slices.IndexFunc(e.Players, is); {
		case i < 0:
		case slices.ContainsFunc(e.Players[i+1:], is):
			return 0, fmt.Errorf("%q may be more than one of the players %s; write the number", who, playersIn(e))
		default:
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is none of the players %s", who, playersIn(e))
}

func numbered(p games18xx.Player) string { return fmt.Sprintf("%s (%s)", p.ID, p.Name) }

func playersIn(e *games18xx.Export) string {
	var out []string
	for _, p := range e.Players {
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
