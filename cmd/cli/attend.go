package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"pbem/pbem"
	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/pbem/watch"
	"pbem/store"
)

// attended opens the control socket and the pages for the host, and tells systemd that the service is up. The
// returned function closes everything.
func attended(cfg config.Config, db pbem.Database, s *pbem.Service, log *slog.Logger, routes ...control.Route) (leave func(), err error) {
	var open []func()
	leave = func() {
		for _, shut := range open {
			shut()
		}
	}
	if hangUp, err := control.Serve(cfg.Data, copier(db), log, append(routes, whoRoute(cfg.Address, time.Now()), importRoute(s), mailRoute(s, cfg.IMAP.MaxMessage))...); err != nil {
		log.Warn("control.unserved", "error", err)
	} else {
		open = append(open, hangUp)
	}
	if cfg.Watch.Address != "" {
		address, stop, err := watch.Serve(cfg.Watch, s.Figures, log)
		if err != nil {
			leave()
			return nil, err
		}
		log.Info("watch.served", "at", "http://"+address+"/")
		open = append(open, stop)
	}
	open = append([]func(){supervised(s.Serves(), s.Alive)}, open...)
	return leave, nil
}

// whoRoute tells which process holds the database.
func whoRoute(address string, since time.Time) control.Route {
	who := fmt.Sprintf("process %d serves %s since %s", os.Getpid(), address, since.UTC().Format("2006-01-02 15:04 MST"))
	return control.Route{Pattern: "GET /who", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, who) })}
}

// held adds to the error of a database in use which process uses it.
func held(dir string, err error) error {
	if !errors.Is(err, store.ErrLocked) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	who, asked := control.Ask(ctx, dir, http.MethodGet, "/who", nil)
	if asked != nil {
		return err
	}
	return fmt.Errorf("%w: %s", err, who)
}
