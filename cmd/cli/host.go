package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/pbem"
	"pbem/pbem/control"
	"pbem/pbem/table"
	"pbem/titles"
)

// hostCommand gives a line to the service, as a host may do by mail: through the control socket of a running
// service, otherwise to the database itself.
func hostCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "host LINE --config FILE",
		Short: "look after the games",
		Long:  "Says a line to the service, as the host may by mail. The lines are:\n\n" + indented(pbem.HostHelp()),
		Example: `  pbem host list --config pbem.toml
  pbem host pause g12 --config pbem.toml`,
		ValidArgsFunction: asOne(hostWords),
	}
	c.Args = cobra.ArbitraryArgs
	config := configOf(c, configFile)
	c.RunE = func(c *cobra.Command, args []string) error { return sayHost(args, config.file, c.OutOrStdout()) }
	return c
}

// hostWords completes the first word of a line, with explanations.
func hostWords(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	lines := strings.Split(pbem.HostHelp(), "\n")
	for i, line := range lines[:len(lines)-1] {
		if form, ok := strings.CutPrefix(line, "host "); ok {
			word, _, _ := strings.Cut(form, " ")
			out = append(out, cobra.CompletionWithDesc(word, strings.TrimSpace(lines[i+1])))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

func sayHost(words []string, config string, out io.Writer) error {
	if len(words) == 0 {
		words = []string{"help"}
	}
	if words[0] == "help" && config == "" {
		fmt.Fprint(out, pbem.HostHelp())
		return nil
	}
	if len(words) > 1 && strings.Contains(words[1], " ") && words[0] != "retry" {
		words[1] = strconv.Quote(words[1]) // the name of a game
	}
	answer, alone, err := say(config, "/host", strings.Join(words, " "), (*pbem.Service).HostSays)
	if err != nil {
		return err
	}
	fmt.Fprint(out, answer)
	if alone {
		fmt.Fprintln(out, "(No service runs: what it has to mail goes out when pbem serves.)")
	}
	return nil
}

// say gives a text to the running service, or to a service started for it alone.
func say(config, path, text string, do func(*pbem.Service, string) (string, error)) (answer string, alone bool, err error) {
	cfg, err := hostConfig(config)
	if err != nil {
		return "", false, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	answer, err = control.Ask(ctx, cfg.Data, http.MethodPost, path, strings.NewReader(text))
	if !errors.Is(err, control.ErrNobody) {
		return answer, false, err
	}
	cfg, db, err := openHost(config)
	if err != nil {
		return "", true, err
	}
	defer db.Close()
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		return "", true, err
	}
	answer, err = do(s, text)
	return answer, true, err
}

// hostRoutes are the routes by which a running service gets commands of the host.
func hostRoutes(s *pbem.Service) []control.Route {
	return []control.Route{
		control.Words("POST /host", s.HostSays),
		control.Words("POST /new", func(text string) (string, error) { return startGame(s, text) }),
	}
}

// A newOrder is a request to start a game, in the form that is sent to the service.
type newOrder struct {
	Title   string            `json:"title"`
	Name    string            `json:"name"`
	Seed    int64             `json:"seed"`
	Options map[string]string `json:"options"`
	Talk    string            `json:"talk"`
	Advice  bool              `json:"advice,omitempty"`
	Pace    string            `json:"pace,omitempty"`
	Seats   []table.Seat      `json:"seats"`
}

// startGame starts a game from a request in JSON.
func startGame(s *pbem.Service, text string) (answer string, err error) {
	var o newOrder
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return "", fmt.Errorf("the order of a game cannot be read: %w", err)
	}
	t, ok := titles.Find(o.Title)
	if !ok {
		return "", fmt.Errorf("the service that runs knows no title %q", o.Title)
	}
	o.Options = t.Spelt(o.Options)
	id, err := s.Start(table.NewGame{Title: t, Name: o.Name, Seed: o.Seed, Options: o.Options, Talk: o.Talk, Advice: o.Advice, PaceWords: o.Pace, Seats: o.Seats})
	if err != nil {
		return "", t.Unlike(err, o.Options)
	}
	return fmt.Sprintf("game %s (%s, seed %d) has begun", id, t.Facts.Name, o.Seed), nil
}

// start requests a new game.
func start(config string, o newOrder, out io.Writer) error {
	order, err := json.Marshal(o)
	if err != nil {
		return err
	}
	answer, alone, err := say(config, "/new", string(order), startGame)
	if err != nil {
		return err
	}
	when := "its first mails go out now"
	if alone {
		when = "its first mails go out when pbem serves"
	}
	fmt.Fprintf(out, "%s; %s\n", answer, when)
	return nil
}
