package store_test

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pbem/store"
)

// TestMain lets the test binary play the process that is killed.
func TestMain(m *testing.M) {
	if path := os.Getenv("PBEM_STORE_CRASH"); path != "" {
		if err := commitAndTell(path, 100); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		time.Sleep(time.Hour) // to be killed
	}
	os.Exit(m.Run())
}

// commitAndTell commits move after move and says which were accepted.
func commitAndTell(path string, moves int) error {
	db, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	for range moves {
		g, err := db.Game("g1")
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if err := db.Commit(numbered(g.Version)); err != nil {
			return err
		}
		fmt.Println(g.Version.Record + 1)
	}
	return nil
}

// numbered is the commit that follows version v: a mail, two events and a turn mail that replaces the last one.
func numbered(v store.Version) store.Commit {
	n := v.Record + 1
	text := []byte(fmt.Sprint(n))
	return store.Commit{
		At: noon, Cause: fmt.Sprintf("m%d", n), Outcome: "applied",
		Changes: []store.Change{{Game: "g1", Expect: v, Record: text, Events: []json.RawMessage{text, text}}},
		Drop:    []string{"turn/g1/"},
		Mails:   []store.Mail{{ID: fmt.Sprintf("<%d@pbem>", n), To: "amy@example.org", Topic: "turn/g1/amy", Raw: make([]byte, 5000)}},
		Add:     map[string]int{"moves": 1},
	}
}

// isWhole checks that exactly n of the numbered commits are in db.
func isWhole(t testing.TB, db *store.DB, n int) {
	t.Helper()
	g, events, err := db.Load("g1", 0)
	if err != nil || g.Version != (store.Version{Events: 2 * n, Record: n}) || string(g.Record) != fmt.Sprint(n) {
		t.Fatalf("%d commits: game %+v, %v", n, g, err)
	}
	for i, e := range events {
		if string(e.Data) != fmt.Sprint(i/2+1) || e.Cause != fmt.Sprintf("m%d", i/2+1) {
			t.Fatalf("event %d is %s of %s", i, e.Data, e.Cause)
		}
	}
	mails, err := db.Due(noon, 0)
	if err != nil || len(mails) != 1 || mails[0].ID != fmt.Sprintf("<%d@pbem>", n) {
		t.Fatalf("%d commits: mails %v, %v", n, mails, err)
	}
	if moves, err := db.Counter("moves"); moves != n || err != nil {
		t.Fatalf("%d commits: counter %d, %v", n, moves, err)
	}
	if found := problems(t, db); found != nil {
		t.Fatalf("%d commits: %q", n, found)
	}
}

// TestKilled kills a process that commits, again and again: what it said was accepted is there, and at most the one
// commit more that it had no time to tell of.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	accepted := 0
	for range 12 {
		accepted = runAndKill(t, path, 1+rand.Intn(30))
		db := open(t, path, store.Options{})
		g, err := db.Game("g1")
		if err != nil || g.Version.Record < accepted || g.Version.Record > accepted+1 {
			t.Fatalf("%d accepted, the game is at %v, %v", accepted, g.Version, err)
		}
		isWhole(t, db, g.Version.Record)
		again := numbered(store.Version{Events: g.Version.Events - 2, Record: g.Version.Record - 1})
		if err := db.Commit(again); !errors.Is(err, store.ErrSettled) {
			t.Fatalf("the last commit once more: %v", err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// runAndKill kills the process about when it has told of lines commits and returns the last one it told of.
func runAndKill(t *testing.T, path string, lines int) (last int) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PBEM_STORE_CRASH="+path)
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	for in := bufio.NewScanner(out); in.Scan(); lines-- {
		if _, err := fmt.Sscan(in.Text(), &last); err != nil {
			t.Fatal(in.Text())
		}
		if lines == 0 {
			cmd.Process.Kill()
		}
	}
	cmd.Wait()
	return last
}

// TestTornMeta spoils the page a power cut would spoil, the one that makes the last commit count: the commit before
// it is found whole.
func TestTornMeta(t *testing.T) {
	var reports []string
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{NoSync: true})
	for n := range 7 {
		if err := db.Commit(numbered(store.Version{Events: 2 * n, Record: n})); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page, txid := os.Getpagesize(), 16+48 // the page header, then the meta's fields before its transaction id
	a, b := binary.NativeEndian.Uint64(file[txid:]), binary.NativeEndian.Uint64(file[page+txid:])
	if a > b {
		page = 0
	}
	clear(file[page+40 : page+80])
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	db = open(t, path, store.Options{Report: told(&reports)})
	if found := problems(t, db); len(found) != 1 || !slices.Equal(found, reports) {
		t.Fatalf("found %q, reported when it was opened: %q", found, reports)
	}
	if err := db.SetMarks(marks("mended/page", "by the next commit")); err != nil {
		t.Fatal(err)
	}
	isWhole(t, db, 6)
	if err := db.Commit(numbered(store.Version{Events: 12, Record: 6})); err != nil {
		t.Fatal(err)
	}
	isWhole(t, db, 7)
}
