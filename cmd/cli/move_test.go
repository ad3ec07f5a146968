package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/pbem/config"
	"pbem/store"
	"pbem/store/dump"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
)

// on makes the configuration of a site name a database on PostgreSQL.
func (s site) on(url string) site {
	s.t.Helper()
	text, err := os.ReadFile(s.config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.config = s.beside("server.toml")
	if err := os.WriteFile(s.config, append(text, "[store]\nurl = \""+url+"\"\n"...), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return s
}

// copied gives a file another name as well.
func (s site) copied(from, to string) {
	s.t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// Games move to PostgreSQL, are played there, are copied into a file, and move back.
func TestMoveToAServerAndBack(t *testing.T) {
	checkServer, server := server, pgtest.New(t)
	s := newSite(t, 2)
	s.copied(s.dbFile, s.beside("before.db"))
	url := server.URL("postgres")
	out := s.must("move", "--to", url, "--config", s.config)
	for _, want := range []string{"        2  games           ", "All of it is in the database postgres on 127.0.0.1, and was compared.", "[store]\n        url = \"" + url + "\""} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	const gone = "the games of this database were moved to the database postgres on 127.0.0.1, on "
	s.refused(gone, "new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	s.refused(gone, "move", "--to", url, "--config", s.config)
	s.must("verify", "--config", s.config)
	if f := database(config.Config{Data: filepath.Dir(s.dbFile)}); f.OK || !strings.Contains(f.Text, gone) || !strings.Contains(f.Mend, "pbem move") {
		t.Errorf("check says %+v", f)
	}

	// It was broken off before the old store was told: made again, it only tells it. With another game it is refused.
	s.copied(s.beside("before.db"), s.dbFile)
	s.must("move", "--to", url, "--config", s.config)
	s.copied(s.beside("before.db"), s.dbFile)
	s.must("new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	s.refused("holds games already", "move", "--to", url, "--config", s.config)
	s.copied(s.beside("before.db"), s.dbFile)
	s.must("move", "--to", url, "--config", s.config)

	on := s.on(url)
	on.must("new", "18newengland", "--config", on.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	if out := on.must("verify", "--config", on.config); !strings.Contains(out, "the database is sound: 3 games") {
		t.Error(out)
	}
	on.must("backup", "--config", on.config, on.beside("copy.db"))
	if out := on.must("verify", on.beside("copy.db")); !strings.Contains(out, "is sound: 3 games") {
		t.Error(out)
	}
	on.refused("exists and is left as it is", "backup", "--config", on.config, on.beside("copy.db"))
	on.refused("holds games already", "restore", on.beside("before.db"), "--config", on.config, "--force")

	service, err := pg.Open(url, pg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	on.refused("a service works on the database; stop all of them first", "move", "--to", "file", "--config", on.config)
	service.Close()
	if out := on.must("move", "--to", "file", "--config", on.config); !strings.Contains(out, "the database that was there is now "+s.dbFile) || !strings.Contains(out, "Now take [store] out of the configuration") {
		t.Error(out)
	}
	if f := checkServer(url); f.OK || !strings.Contains(f.Text, "were moved to the file ") || !strings.Contains(f.Mend, "pbem move") {
		t.Errorf("check says %+v", f)
	}
	on.refused("were moved to the file "+s.dbFile, "new", "18newengland", "--config", on.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	if out := s.must("verify", "--config", s.config); !strings.Contains(out, "is sound: 3 games") {
		t.Error(out)
	}
	s.must("new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")

	// What was left there gives way to what comes next.
	secret := strings.Replace(url, "pbem@", "pbem:open@", 1)
	if out := s.must("move", "--to", secret, "--config", s.config); strings.Contains(out, "open@") || !strings.Contains(out, "url_file = \"store-url\"") {
		t.Errorf("the password is told:\n%s", out)
	}
	if out := on.must("verify", "--config", on.config); !strings.Contains(out, "is sound: 4 games") {
		t.Error(out)
	}
}

// A backup is restored into an empty database on PostgreSQL.
func TestRestoreToAServer(t *testing.T) {
	server := pgtest.New(t)
	s := newSite(t, 1)
	s.must("backup", "--config", s.config, s.beside("backup.db"))
	on := s.on(server.URL("postgres"))
	if out := on.must("restore", s.beside("backup.db"), "--config", on.config); !strings.Contains(out, "All of it is in the database postgres") {
		t.Error(out)
	}
	if out := on.must("verify", "--config", on.config); !strings.Contains(out, "is sound: 1 game") {
		t.Error(out)
	}
}

// A copy that is interrupted leaves nothing.
func TestInterruptedCopy(t *testing.T) {
	s := newSite(t, 1)
	db, err := store.Open(s.dbFile, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, stop := context.WithCancel(t.Context())
	seen := 0
	err = until(ctx, db.Dump)(func(dump.Item) error {
		if seen++; seen == 2 {
			stop()
		}
		return nil
	})
	if seen != 2 || err == nil || !strings.Contains(err.Error(), "it was stopped") {
		t.Errorf("%d items were given: %v", seen, err)
	}
}

// What cannot be moved is refused with a reason, and stays as it is.
func TestMoveIsRefused(t *testing.T) {
	s := newSite(t, 1)
	s.refused("say where to", "move", "--config", s.config)
	s.refused("say where to", "move", "--config", s.config, "--to", "file", "--to-url-file", "x")
	s.refused("the games are there already", "move", "--config", s.config, "--to", "file")
	s.refused("the URL cannot be read", "move", "--config", s.config, "--to-url-file", s.beside("nothing"))
	open := s.beside("open-url")
	if err := os.WriteFile(open, []byte("postgres://pbem:x@127.0.0.1:1/pbem\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.refused("the URL can be read by everybody on this machine (-rw-r--r--); run chmod 600", "move", "--config", s.config, "--to-url-file", open)
	s.refused("the URL of the database cannot be read", "move", "--config", s.config, "--to", "postgres://:x:y")
	s.refused("the database cannot be reached", "move", "--config", s.config, "--to", "postgres://pbem@127.0.0.1:1/pbem?connect_timeout=1")
	db, err := store.Open(s.dbFile, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.refused("the database is in use by another pbem process", "move", "--config", s.config, "--to", "postgres://pbem@127.0.0.1:1/pbem")
	db.Close()
	s.must("new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	empty := newSite(t, 0)
	empty.refused("there is nothing to move", "move", "--config", empty.config, "--to", "postgres://pbem@127.0.0.1:1/pbem")
}
