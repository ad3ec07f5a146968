package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/store"
)

// A site is a host's folder with a game that has begun.
type site struct {
	t              *testing.T
	config, dbFile string
}

func newSite(t *testing.T, games int) site {
	t.Helper()
	dir := t.TempDir()
	s := site{t: t, config: filepath.Join(dir, "pbem.toml"), dbFile: filepath.Join(dir, "data", dbName)}
	text := "data = \"data\"\nno_pictures = true\naddress = \"pbem@demo.example\"\n[imap]\nserver = \"127.0.0.1:1\"\n[smtp]\nserver = \"127.0.0.1:1\"\n"
	if err := os.WriteFile(s.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for range games {
		s.must("new", "18newengland", "--config", s.config, "--seed", "1", "Amy <amy@example.org>", "Brian <brian@example.org>")
	}
	return s
}

// pbem runs a command.
func (s site) pbem(args ...string) (string, error) {
	var out bytes.Buffer
	err := dispatch(args, &out)
	return out.String(), err
}

func (s site) must(args ...string) string {
	s.t.Helper()
	out, err := s.pbem(args...)
	if err != nil {
		s.t.Fatalf("pbem %v: %v\n%s", args, err, out)
	}
	return out
}

// refused runs a command that must fail with these words.
func (s site) refused(words string, args ...string) {
	s.t.Helper()
	if out, err := s.pbem(args...); err == nil || !strings.Contains(err.Error(), words) {
		s.t.Errorf("pbem %v: %v, want %q\n%s", args, err, words, out)
	}
}

func (s site) beside(name string) string { return filepath.Join(filepath.Dir(s.config), name) }

func (s site) left(pattern string) []string {
	found, err := filepath.Glob(filepath.Join(filepath.Dir(s.dbFile), pattern))
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// A backup is made, checked, and restored to an empty place or over something else.
func TestBackupAndRestore(t *testing.T) {
	s := newSite(t, 2)
	backup := s.beside("backup.db")
	s.must("backup", "--config", s.config, backup)
	if out := s.must("verify", backup); !strings.Contains(out, "sound: 2 games") {
		t.Errorf("verify says %q", out)
	}
	if info, err := os.Stat(backup); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has %v: %v", info.Mode(), err)
	}
	s.refused("exists and is left", "backup", backup, "--config", s.config)
	s.refused("there is no folder "+s.beside("nowhere")+" for the backup", "backup", s.beside("nowhere/games.db"), "--config", s.config)
	s.must("new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
	s.refused("with --force", "restore", backup, "--config", s.config)
	if out := s.must("verify", "--config", s.config); !strings.Contains(out, "sound: 3 games") {
		t.Errorf("verify says %q", out)
	}
	s.must("restore", backup, "--config", s.config, "--force")
	if out := s.must("verify", "--config", s.config); !strings.Contains(out, "sound: 2 games") {
		t.Errorf("verify says %q", out)
	}
	aside := s.left(dbName + ".*")
	if len(aside) != 1 || !strings.Contains(s.must("verify", aside[0]), "3 games") {
		t.Errorf("kept aside: %v", aside)
	}
	if err := os.Remove(s.dbFile); err != nil {
		t.Fatal(err)
	}
	s.must("restore", backup, "--config", s.config)
	s.must("verify", "--config", s.config)
	if all := s.left("*"); len(all) != 2 || len(s.left(".*")) != 0 {
		t.Errorf("left behind: %v", all)
	}
}

// A file that is no database, or a damaged one, is not restored. A damaged database may
// be replaced.
func TestRestoreRefuses(t *testing.T) {
	s := newSite(t, 1)
	backup := s.beside("backup.db")
	s.must("backup", backup, "--config", s.config)
	text, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"torn.db": text[:len(text)/2], "text.db": []byte("hello"), "empty.db": nil} {
		if err := os.WriteFile(s.beside(name), content, 0o600); err != nil {
			t.Fatal(err)
		}
		s.refused("not restored", "restore", s.beside(name), "--config", s.config, "--force")
	}
	s.refused("no such file", "restore", s.beside("none.db"), "--config", s.config, "--force")
	s.refused("which backup", "restore", "--config", s.config)
	s.refused("which configuration", "restore", backup)
	s.must("verify", "--config", s.config)
	if err := os.WriteFile(s.dbFile, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	s.refused("damaged", "verify", "--config", s.config)
	s.must("restore", backup, "--config", s.config, "--force")
	s.must("verify", "--config", s.config)
}

// A game whose log was changed from outside is found and named.
func TestVerifyFindsFaults(t *testing.T) {
	for _, c := range []struct{ event, want string }{
		{`{"paid":{"from":"p1","to":"p2","amount":100000}}`, "g1"},
		{`{"moved":{"piece":"nothing","from":"nowhere","to":"p1"}}`, "g1"},
		{`{"paid":{"from":"","to":"p2","amount":5}}`, "money comes into the game"},
		{`{"flow":{"stack":[]}}`, "nobody is asked"},
		{`{"flow":{"stack":[{"step":"none","entered":1}]}}`, `frozen in the step "none": the whole game was the step "none"`},
		{`{"paid":{"from":"bank","to":"p2","amount":5}}`, `"host rollback g1 to `},
		{`{"invented":{}}`, "newer version"},
	} {
		s := newSite(t, 1)
		tamper(t, s.dbFile, c.event)
		out, err := s.pbem("verify", "--config", s.config)
		if err == nil || !strings.Contains(err.Error(), "1 fault") || !strings.Contains(out, "game g1: ") || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%.200s", c.event, err, out)
		}
	}
}

// tamper appends an event to the first game.
func tamper(t *testing.T, name, event string) {
	t.Helper()
	db, err := store.Open(name, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := db.Load("g1", 0)
	if err == nil {
		change := store.Change{Game: "g1", Expect: g.Version, Events: []json.RawMessage{json.RawMessage(event)}}
		err = db.Commit(store.Commit{At: time.Now(), Changes: []store.Change{change}})
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// While the service runs, it makes the copy. Its database cannot be replaced.
func TestBackupOfARunningService(t *testing.T) {
	t.Parallel()
	h := newHunt(t)
	cmd := h.start()
	defer h.kill(cmd)
	s := site{t: t, config: h.config, dbFile: filepath.Join(h.data, dbName)}
	socket := filepath.Join(h.data, "pbem.sock")
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if info, err := os.Stat(socket); err == nil && info.Mode().Perm() == 0o600 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("no socket")
		}
	}
	for i := range 5 {
		s.must("backup", s.beside(fmt.Sprintf("backup%d.db", i)), "--config", s.config)
	}
	if out := s.must("verify", s.beside("backup4.db")); !strings.Contains(out, "1 game") {
		t.Errorf("verify says %q", out)
	}
	if out := s.must("verify", "--config", s.config); !strings.Contains(out, "a copy, as a service runs") {
		t.Errorf("verify says %q", out)
	}
	s.refused("stop it first", "restore", s.beside("backup4.db"), "--config", s.config, "--force")
	s.refused("in use", "serve", "--config", s.config)
	s.must("new", "18newengland", "--config", s.config, "Amy <amy@example.org>", "Brian <brian@example.org>")
}

// A compact copy of a large database takes minutes. Whoever stops it does not wait for that, and no copy is left behind.
func TestCompactIsStopped(t *testing.T) {
	s := newSite(t, 1)
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, stop)
	if err := untilStopped(ctx, func() error { select {} }); !errors.Is(err, context.Canceled) {
		t.Errorf("work that does not end: %v", err)
	}
	if _, err := compactOut(ctx, filepath.Dir(s.dbFile), filepath.Dir(s.dbFile), io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy that is stopped: %v", err)
	}
	if left := s.left(".pbem-*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Commands put a game away and bring it back, also from a backup and without its file. A compact copy has everything that
// the database has.
func TestPutAwayByCommand(t *testing.T) {
	s := newSite(t, 2)
	s.must("host", "close", "g1", "really", "--config", s.config)
	s.refused("has not ended", "host", "put", "away", "g2", "--config", s.config)
	if out := s.must("host", "put", "away", "g1", "--config", s.config); !strings.Contains(out, "host bring back g1") {
		t.Error(out)
	}
	s.must("verify", "--config", s.config)
	if err := os.Remove(filepath.Join(filepath.Dir(s.dbFile), "archive", "kept", "g1.pbem.gz")); err != nil {
		t.Fatal(err)
	}
	s.must("verify", "--config", s.config)
	small, full := s.beside("small.db"), s.beside("full.db")
	s.must("backup", full, "--config", s.config)
	s.must("backup", small, "--compact", "--config", s.config)
	a, err := os.Stat(small)
	b, worse := os.Stat(full)
	if err := errors.Join(err, worse); err != nil || a.Size() >= b.Size() {
		t.Errorf("a compact copy has %d bytes of %d, %v", a.Size(), b.Size(), err)
	}
	if out := s.must("verify", small); !strings.Contains(out, "sound: 2 games") {
		t.Error(out)
	}
	s.must("restore", small, "--config", s.config, "--force")
	s.must("host", "bring", "back", "g1", "--config", s.config)
	if out := s.must("host", "show", "g1", "--config", s.config); !strings.Contains(out, "It has ended") {
		t.Error(out)
	}
	s.must("verify", "--config", s.config)
	if left := s.left(".pbem-*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
