package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"pbem/pbem/config"
	"pbem/pbem/oauth"
)

// loginCommand gets the first refresh token of a mailbox that accepts no password, and writes the token file.
func loginCommand() *cobra.Command {
	var l oauth.Login
	var smtp, browser bool
	var scope string
	c := &cobra.Command{
		Use:   "login --config FILE [flags]",
		Short: "log in to Gmail, Office 365 or the like",
		Long: `Gets the token of a mailbox that takes no passwords of programs, and writes the
token file that the configuration names. The service puts it into its store, also
while it runs. Gmail and Office 365 need no flags; other providers need --scope
and an address.`,
		Example: "  pbem login --config pbem.toml",
		Args:    nothing,
	}
	config := configOf(c, configFile)
	f := c.Flags()
	f.BoolVar(&smtp, "smtp", false, "log in for [smtp], where it has a token file of its own, not for [imap]")
	f.BoolVar(&browser, "browser", false, "log in with a browser also where a code would do")
	f.StringVar(&l.AuthURL, "auth-url", "", "the `URL` where a browser logs in, for other providers")
	f.StringVar(&l.DeviceURL, "device-url", "", "the `URL` where codes come from (RFC 8628), for other providers")
	f.StringVar(&scope, "scope", "", "what the token is to be good for, `WORDS` of other providers")
	c.RunE = func(c *cobra.Command, _ []string) error {
		out := c.OutOrStdout()
		l.Scopes, l.Tell = strings.Fields(scope), func(text string) { fmt.Fprintln(out, text) }
		return loginWith(l, config.file, smtp, browser, out)
	}
	return c
}

// loginWith logs in with a section of the configuration.
func loginWith(l oauth.Login, file string, smtp, browser bool, out io.Writer) (err error) {
	if file == "" {
		return errNoConfig
	}
	section := "imap"
	if smtp {
		section = "smtp"
	}
	if l.Config, err = config.Login(file, section); err != nil {
		return err
	}
	l.Pasted = pasted(os.Stdin)
	if err := login(l.Preset(), browser); err != nil {
		return err
	}
	fmt.Fprintf(out, "The token is in %s; pbem check --config %s tries it.\n", l.Config.File, file)
	return storeLogin(file, out)
}

// storeLogin puts a token into a database on PostgreSQL, for services on other machines. A service with a file takes it
// from the token file.
func storeLogin(file string, out io.Writer) error {
	cfg, err := config.Load(file)
	if err != nil || cfg.Store == "" {
		return nil // pbem check says what is wrong with the configuration
	}
	done, err := sharedTokens(cfg)
	if err = errors.Join(err, done()); err != nil {
		_, err = fmt.Fprintf(out, "It could not be stored yet: %v. A service that runs with this configuration does that.\n", err)
	}
	return err
}

// login logs in with a code, or with a browser if there are no codes or the host prefers it.
func login(l oauth.Login, browser bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if browser || l.DeviceURL == "" {
		return l.ByBrowser(ctx)
	}
	return l.ByDevice(ctx)
}

// pasted yields the lines of a reader until it ends.
func pasted(r io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for in := bufio.NewScanner(r); in.Scan(); {
			out <- in.Text()
		}
	}()
	return out
}
