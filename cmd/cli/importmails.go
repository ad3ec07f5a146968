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
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/engine/step"
	"pbem/pbem"
	"pbem/pbem/control"
	"pbem/pbem/mailfiles"
	"pbem/pbem/postbox"
)

// importMailsCommand takes in mails from files, as after a restore.
func importMailsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "import-mails MAILDIR|MBOX --config FILE",
		Short: "take in the copies of mails that a mail server keeps",
		Long: `Takes in the mails of a Maildir or an mbox file, oldest first, as if they came
now. Those that the database has are left out, and so are those that are not for
the service. After a restore that carries out what came since the backup.`,
		Example: "  pbem import-mails /var/mail/copies --config pbem.toml",
		Args:    one("say from where: pbem import-mails MAILDIR|MBOX --config FILE"),
		ValidArgsFunction: asOne(func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		}),
	}
	config := configOf(c, configFile)
	c.RunE = func(c *cobra.Command, args []string) error { return importMails(args[0], config.file, c.OutOrStdout()) }
	return c
}

func importMails(path, config string, out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	take, done, err := taker(config)
	if err != nil {
		return err
	}
	defer done()
	counts := map[string]int{}
	err = mailfiles.Each(path, postbox.DefaultMax, func(name string, raw []byte) error {
		if ctx.Err() != nil {
			return errors.New("it was stopped; say it again to go on")
		}
		outcome, err := take(ctx, raw)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		counts[outcome]++
		return nil
	})
	if err == nil || len(counts) > 0 {
		fmt.Fprintln(out, tallied(counts))
	}
	return err
}

// taker returns a function that gives a mail to the service that runs, or else to one of its own.
func taker(config string) (take func(context.Context, []byte) (string, error), done func(), err error) {
	cfg, err := hostConfig(config)
	if err != nil {
		return nil, nil, err
	}
	if control.Running(cfg.Data) {
		return func(ctx context.Context, raw []byte) (string, error) {
			return control.Ask(ctx, cfg.Data, http.MethodPost, "/mail", bytes.NewReader(raw))
		}, func() {}, nil
	}
	cfg, db, err := openHost(config)
	if err != nil {
		return nil, nil, err
	}
	s, err := pbem.New(cfg, db, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return s.TakeIn, func() { db.Close() }, nil
}

// mailRoute is the route by which a running service gets a mail.
func mailRoute(s *pbem.Service, most int64) control.Route {
	return control.Route{Pattern: "POST /mail", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, cmp.Or(most, postbox.DefaultMax)+1))
		outcome := ""
		if err == nil {
			outcome, err = s.TakeIn(r.Context(), raw)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		fmt.Fprint(w, outcome)
	})}
}

// tallied says what became of some mails: "5 mails: 2 applied, 3 are known".
func tallied(counts map[string]int) string {
	left := []struct{ outcome, words string }{
		{pbem.MailKnown, "known already"}, {pbem.MailForeign, "not for the service"},
		{pbem.MailTurned, "of strangers, not read today"}, {pbem.MailTooLarge, "too large"},
		{pbem.MailStored, "stored for a service that decides"},
	}
	var parts []string
	all := 0
	for outcome, n := range counts {
		all += n
		if !slices.ContainsFunc(left, func(l struct{ outcome, words string }) bool { return l.outcome == outcome }) {
			parts = append(parts, fmt.Sprintf("%d %s", n, outcome))
		}
	}
	slices.Sort(parts)
	for _, l := range left {
		if n := counts[l.outcome]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, l.words))
		}
	}
	if all == 0 {
		return "There is no mail."
	}
	return fmt.Sprintf("%s: %s.", step.Plural(all, "mail"), strings.Join(parts, ", "))
}
