package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/mail"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
)

// serveCommand hosts games until it is told to stop.
func serveCommand(args []string, out io.Writer) error {
	f := flags("serve")
	name := f.String("config", "", "the configuration file")
	form := f.String("log", "text", "how the log is written: text or json")
	level := f.String("log-level", "info", "from where on: debug, info, warn or error")
	if err := parseAll(f, args); err != nil {
		return err
	}
	log, err := newLog(os.Stderr, *form, *level)
	if err != nil {
		return err
	}
	damage := make(chan string, mostDamage)
	cfg, db, err := openReporting(*name, reporting(log, damage))
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := pbem.New(cfg, db, log, time.Now)
	if err != nil {
		return err
	}
	go func() {
		for what := range damage {
			s.Damaged(what)
		}
	}()
	leave, err := attended(cfg, db, s, log, append(hostRoutes(s), archiveRoute(s))...)
	if err != nil {
		return err
	}
	defer leave()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintf(out, "pbem serves %s; stop it with Ctrl-C\n", cfg.Address)
	if err = s.Run(ctx); ctx.Err() != nil {
		return nil // told to stop before the mailbox was open
	}
	return err
}

// mostDamage is how much damage hosts are told of by mail before they have read any of it.
const mostDamage = 20

// reporting hands on what a database tells of its damage. It is called while the database is read, so it waits for nothing.
func reporting(log *slog.Logger, damage chan<- string) func(string) {
	return func(what string) {
		select {
		case damage <- what:
		default:
			log.Error("store.damaged", "what", what)
		}
	}
}

// openHost reads the configuration and opens the database it names.
func openHost(file string) (config.Config, *store.DB, error) {
	return openReporting(file, toStderr)
}

// openReporting is openHost where somebody else is told of damage.
func openReporting(file string, report func(string)) (config.Config, *store.DB, error) {
	if file == "" {
		return config.Config{}, nil, errors.New("say which configuration: --config FILE")
	}
	cfg, err := config.Load(file)
	if err != nil {
		return cfg, nil, err
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return cfg, nil, fmt.Errorf("the data folder cannot be made: %w", err)
	}
	db, err := store.Open(filepath.Join(cfg.Data, dbName), store.Options{Report: report})
	return cfg, db, held(cfg.Data, err)
}

// newCommand starts a game, by the service if one runs.
func newCommand(args []string, out io.Writer) error {
	f := flags("new")
	config := f.String("config", "", "the configuration file")
	name := f.String("name", "", "the name of the game")
	seed := f.Int64("seed", 0, "seed of the setup; 0 takes one by chance")
	options := f.String("options", "", "variants, \"name=value,name=value\"")
	talk := f.String("talk", "", "\"private\" lets players write to some only; else all read what is said")
	slug, rest := nameFirst(args)
	if err := f.Parse(rest); err != nil {
		return err
	}
	t, ok := titles.Find(slug)
	switch {
	case !ok && slug != "":
		return fmt.Errorf("%q is no title; titles: %s", slug, titleNames())
	case !ok:
		return fmt.Errorf("say which title: pbem new TITLE --config FILE \"Amy <amy@example.org>\" ...; titles: %s", titleNames())
	}
	n := newOrder{Title: t.Facts.Slug, Name: *name, Seed: *seed, Options: optionMap(*options), Talk: *talk}
	if n.Name == "" {
		n.Name = t.Facts.Name
	}
	if n.Seed == 0 {
		n.Seed = rand.Int64N(1 << 31)
	}
	for _, text := range f.Args() {
		a, err := mail.ParseAddress(text)
		if err != nil {
			return fmt.Errorf("%q is no player; write \"Amy <amy@example.org>\"", text)
		}
		n.Seats = append(n.Seats, table.Seat{Name: nameOf(a), Address: a.Address})
	}
	return start(*config, n, out)
}

// nameOf is what a player is called: the name beside the address, else what
// stands before the @.
func nameOf(a *mail.Address) string {
	if a.Name != "" {
		return a.Name
	}
	local, _, _ := strings.Cut(a.Address, "@")
	return local
}

// toStderr tells who gave a command of damage that does not keep it from being carried out.
func toStderr(what string) {
	fmt.Fprintf(os.Stderr, "pbem: the database is damaged: %s; \"pbem verify\" says more\n", what)
}
