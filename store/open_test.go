package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"pbem/store"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// reader takes mails in.
var reader = store.Claim{Owner: "pbem", Now: noon, Until: noon.Add(time.Hour)}

const quick = 60 * time.Millisecond // a lock timeout for tests

// edit changes a database without the store.
func edit(t testing.TB, path string, change func(*bolt.Tx) error) {
	t.Helper()
	b, err := bolt.Open(path, 0o600, &bolt.Options{NoFreelistSync: true, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Update(change), b.Close()); err != nil {
		t.Fatal(err)
	}
}

func put(bucket, key, value string) func(*bolt.Tx) error {
	return func(t *bolt.Tx) error {
		return t.Bucket([]byte(bucket)).Put([]byte(key), store.Stored(bucket, key, value))
	}
}

// made returns the path of a closed database with one game and one mail.
func made(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pbem.db")
	db := open(t, path, store.Options{NoSync: true})
	if err := errors.Join(db.Commit(first), db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

var first = store.Commit{
	At: noon, Cause: "m1", Outcome: "applied",
	Changes: []store.Change{{Game: "g1", Record: []byte(`{}`), Events: []json.RawMessage{[]byte(`1`), []byte(`2`)}}},
	Mails:   []store.Mail{{ID: "<g1.2.amy@pbem>", To: "amy@example.org", Topic: "turn/g1/amy", Raw: []byte("text")}},
}

func TestLocked(t *testing.T) {
	path := made(t)
	open(t, path, store.Options{})
	for _, o := range []store.Options{{Timeout: quick}, {Timeout: quick, ReadOnly: true}} {
		_, err := store.Open(path, o)
		if !errors.Is(err, store.ErrLocked) || err.Error() != path+": the database is in use by another pbem process" {
			t.Fatal(err)
		}
	}
}

func TestReadersShare(t *testing.T) {
	path := made(t)
	open(t, path, store.Options{ReadOnly: true})
	db := open(t, path, store.Options{ReadOnly: true})
	if _, err := store.Open(path, store.Options{Timeout: quick}); !errors.Is(err, store.ErrLocked) {
		t.Fatal(err)
	}
	if err := db.Commit(first); err == nil {
		t.Fatal("a commit was accepted")
	}
	if err := db.Verify(func(problem string) { t.Error(problem) }); err != nil {
		t.Fatal(err)
	}
}

// These make files that are not to be opened.

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func text(s string) func(*testing.T, string) {
	return func(t *testing.T, path string) { write(t, path, s) }
}

func foreign(t *testing.T, path string) {
	edit(t, path, func(t *bolt.Tx) error { _, err := t.CreateBucket([]byte("theirs")); return err })
}

// edited returns a database of ours that was changed without the store.
func edited(change func(*bolt.Tx) error) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		if err := os.Rename(made(t), path); err != nil {
			t.Fatal(err)
		}
		edit(t, path, change)
	}
}

// spoilt returns a database of ours in which everything but the first pages is filled with b.
func spoilt(pages int, b string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		whole, err := os.ReadFile(made(t))
		if err != nil {
			t.Fatal(err)
		}
		n := pages * os.Getpagesize()
		write(t, path, string(whole[:n])+strings.Repeat(b, len(whole)-n))
	}
}

// TestRefused opens files that must not be touched: each gives one sentence and stays unchanged.
func TestRefused(t *testing.T) {
	noBucket := func(t *bolt.Tx) error { return t.DeleteBucket([]byte("due")) }
	next := strconv.Itoa(store.Format + 1)
	newer := func(t *bolt.Tx) error {
		return errors.Join(put("meta", "version", next)(t), put("meta", "tallies", `{"format":`+next+`}`)(t))
	}
	for name, test := range map[string]struct {
		make func(t *testing.T, path string)
		want error
	}{
		"text":           {text("Dear Amy,\n"), store.ErrForeign},
		"long text":      {text(strings.Repeat("Dear Amy,\n", 10000)), store.ErrForeign},
		"zeros":          {text(strings.Repeat("\x00", 1<<16)), store.ErrForeign},
		"other bbolt":    {foreign, store.ErrForeign},
		"other meta":     {edited(put("meta", "format", "mox")), store.ErrDamaged},
		"newer":          {edited(newer), store.ErrNewer},
		"newer by half":  {edited(put("meta", "version", next)), store.ErrDamaged},
		"older":          {edited(put("meta", "version", "3")), store.ErrDamaged},
		"much older":     {edited(put("meta", "version", "2")), store.ErrDamaged},
		"no version":     {edited(put("meta", "version", "")), store.ErrDamaged},
		"missing bucket": {edited(noBucket), store.ErrDamaged},
		"cut short":      {spoilt(3, ""), store.ErrDamaged},
		"spoilt pages":   {spoilt(2, "\xff"), store.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "pbem.db")
			test.make(t, path)
			before, _ := os.ReadFile(path)
			info, _ := os.Stat(path)
			for _, readOnly := range []bool{false, true} {
				_, err := store.Open(path, store.Options{ReadOnly: readOnly, Timeout: quick})
				if !errors.Is(err, test.want) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("error %v, want %v", err, test.want)
				}
			}
			after, _ := os.ReadFile(path)
			now, _ := os.Stat(path)
			if !bytes.Equal(before, after) || !info.ModTime().Equal(now.ModTime()) {
				t.Fatal("the file was touched")
			}
		})
	}
}

func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		path string
		o    store.Options
		want error
	}{
		{filepath.Join(dir, "none.db"), store.Options{ReadOnly: true}, fs.ErrNotExist},
		{filepath.Join(dir, "none", "pbem.db"), store.Options{}, fs.ErrNotExist},
		{dir, store.Options{}, store.ErrForeign},
	} {
		_, err := store.Open(test.path, test.o)
		if !errors.Is(err, test.want) || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%s: error %v, want %v", test.path, err, test.want)
		}
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 0 {
		t.Fatalf("left behind: %v", left)
	}
}

// TestEmptyFile treats an empty file, or an empty bbolt file, as a new database.
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path, store.Options{}).Close(); err != nil {
		t.Fatal(err)
	}
	path += "2"
	edit(t, path, func(*bolt.Tx) error { return nil })
	if _, err := store.Open(path, store.Options{ReadOnly: true}); !errors.Is(err, store.ErrForeign) {
		t.Fatal(err)
	}
	if err := open(t, path, store.Options{}).Commit(first); err != nil {
		t.Fatal(err)
	}
}

func TestNewFileIsPrivate(t *testing.T) {
	path := made(t)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	left, _ := os.ReadDir(filepath.Dir(path))
	if len(left) != 1 {
		t.Fatalf("left behind: %v", left)
	}
}

// TestTogether opens a new database from many goroutines at once: one gets it, the others hear that it is in
// use.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	results := make(chan error)
	done := make(chan bool)
	for range 5 {
		go func() {
			db, err := store.Open(path, store.Options{Timeout: quick})
			results <- err
			<-done
			if err == nil {
				db.Close()
			}
		}()
	}
	got := 0
	for range 5 {
		switch err := <-results; {
		case err == nil:
			got++
		case !errors.Is(err, store.ErrLocked):
			t.Error(err)
		}
	}
	close(done)
	if got > 1 {
		t.Fatalf("%d own it", got)
	}
}

func TestClosed(t *testing.T) {
	db := open(t, made(t), store.Options{})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Commit(first); err == nil {
		t.Fatal("a commit was accepted")
	}
	if _, err := db.Games(); err == nil {
		t.Fatal("a closed database answered")
	}
}
