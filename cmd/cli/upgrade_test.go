package cli

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/control"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
)

// The new program says what it will do to the tables of an older one. Only the service does it: services of older versions do not
// start again after that.
func TestOlderTables(t *testing.T) {
	checkServer, server := server, pgtest.New(t)
	s := newSite(t, 1)
	url := server.URL("postgres")
	s.must("move", "--to", url, "--config", s.config)
	on := s.on(url)
	server.Exec("postgres", "DROP INDEX causes_kept, aliases_main", "UPDATE meta SET value = '1' WHERE name = 'format'")
	f := checkServer(url)
	if !f.OK || !strings.Contains(f.Text, "the tables have an older format, 1; this version brings them to format 2 when it serves") || !strings.Contains(f.Mend, "do not start again") {
		t.Errorf("check says %v", f)
	}
	cfg := config.Config{Data: t.TempDir(), Address: "pbem@play.example", Store: url}
	hangUp, err := control.Serve(cfg.Data, nil, slog.New(slog.DiscardHandler), whoRoute(cfg.Address, time.Now())) // the older one runs
	if err != nil {
		t.Fatal(err)
	}
	defer hangUp()
	if g := database(cfg); g != f {
		t.Errorf("beside a service check says %v", g)
	}
	on.refused("the tables have an older format, 1", "host", "list", "--config", on.config)
	on.refused("the tables have an older format, 1", "verify", "--config", on.config)
	for _, from := range []int{1, 0} {
		db, err := pg.Open(url, pg.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n, was := db.Migrated(); n != from && was || was != (from > 0) {
			t.Errorf("it says that the tables had format %d: %v", n, was)
		}
		db.Close()
	}
	on.must("host", "list", "--config", on.config)
}
