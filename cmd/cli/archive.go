package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pbem/pbem"
	"pbem/pbem/control"
	"pbem/pbem/envelope"
)

// archiveCommand writes the pages of a game again, whether it has ended or not: into the archive, or into a
// given folder. A running service writes its archive itself.
func archiveCommand() *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "archive GAME --config FILE [flags]",
		Short: "make the pages of a game, over or not",
		Long: `Makes the pages of a game, over or not, for a browser to open from the disk. Those
of finished games are made automatically. Of a game that was put away it also
writes the file in archive/kept.`,
		Example: "  pbem archive g12 --config pbem.toml",
		Args:    one("say which game: pbem archive GAME --config FILE [--output DIR]"),
	}
	config := configOf(c, configFile)
	c.Flags().StringVarP(&dir, "output", "o", "", "the `FOLDER` to make; that of the archive if empty")
	c.MarkFlagDirname("output")
	c.RunE = func(c *cobra.Command, args []string) error {
		return archiveGame(args[0], config.file, dir, c.OutOrStdout())
	}
	return c
}

func archiveGame(game, config, dir string, out io.Writer) error {
	cfg, err := hostConfig(config)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if dir == "" {
		dir, err = archived(ctx, config, cfg.Data, game)
	} else {
		err = reading(ctx, cfg, func(db pbem.Database) error { return pbem.Album(db, game, dir, cfg.Zone) })
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "game %s is archived: %s\n", game, filepath.Join(dir, "index.html"))
	return nil
}

// archived writes the archive folder of a game. If a service runs, the service does it.
func archived(ctx context.Context, config, data, game string) (dir string, err error) {
	dir, err = control.Ask(ctx, data, http.MethodPost, "/archive?game="+url.QueryEscape(game), nil)
	if !errors.Is(err, control.ErrNobody) {
		return dir, err
	}
	cfg, db, err := openHost(config)
	if err != nil {
		return "", err
	}
	defer db.Close()
	s, err := pbem.New(cfg, db, slog.New(slog.NewTextHandler(envelope.Discreet(os.Stderr), nil)), time.Now)
	if err != nil {
		return "", err
	}
	return s.Archive(game)
}

// archiveRoute lets a running service archive a game on request.
func archiveRoute(s *pbem.Service) control.Route {
	return control.Route{Pattern: "POST /archive", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		dir, err := s.Archive(r.FormValue("game"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		fmt.Fprint(w, dir)
	})}
}
