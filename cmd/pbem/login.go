package main

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

	"pbem/pbem/config"
	"pbem/pbem/oauth"
)

// loginCommand gets the first refresh token of a mailbox that takes no
// password, and writes the token file.
func loginCommand(args []string, out io.Writer) error {
	f := flags("login")
	file := f.String("config", "", "the configuration file")
	smtp := f.Bool("smtp", false, "log in for [smtp], where it has a token file of its own, not for [imap]")
	browser := f.Bool("browser", false, "log in with a browser also where a code would do")
	auth := f.String("auth-url", "", "where a browser logs in, for other providers")
	device := f.String("device-url", "", "where codes come from (RFC 8628), for other providers")
	scope := f.String("scope", "", "what the token is to be good for, for other providers")
	if err := parseAll(f, args); err != nil {
		return err
	}
	if *file == "" {
		return errors.New("say which configuration: --config FILE")
	}
	section := "imap"
	if *smtp {
		section = "smtp"
	}
	c, err := config.Login(*file, section)
	if err != nil {
		return err
	}
	l := oauth.Login{
		Config: c, AuthURL: *auth, DeviceURL: *device, Scopes: strings.Fields(*scope),
		Tell: func(text string) { fmt.Fprintln(out, text) }, Pasted: pasted(os.Stdin),
	}
	if err := login(l.Preset(), *browser); err != nil {
		return err
	}
	fmt.Fprintf(out, "The token is in %s; pbem check --config %s tries it.\n", c.File, *file)
	return nil
}

// login logs in with a code, or with a browser where there are no codes or the
// host wants it.
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
