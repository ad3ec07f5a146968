package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"pbem/store"
)

func problems(t testing.TB, db *store.DB) (found []string) {
	t.Helper()
	if err := db.Verify(func(problem string) { found = append(found, problem) }); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestVerifyFinds damages one thing at a time.
func TestVerifyFinds(t *testing.T) {
	remove := func(bucket string) func(*bolt.Tx) error {
		return func(t *bolt.Tx) error {
			k, _ := t.Bucket([]byte(bucket)).Cursor().First()
			return t.Bucket([]byte(bucket)).Delete(k)
		}
	}
	one := "\x00\x00\x00\x00\x00\x00\x00\x01"
	for name, test := range map[string]struct {
		spoil func(*bolt.Tx) error
		want  string
	}{
		"commit gone":      {remove("commits"), "by commit 1"},
		"game gone":        {remove("games"), "no such game"},
		"order gone":       {remove("order"), "not in the list"},
		"event gone":       {remove("events"), "event 0 of game \"g1\" is missing"},
		"event too many":   {put("events", "g1\x00\x00\x00\x00\x00\x00\x00\x00\x03", "{\"c\":1}\n3"), "there are 4 events"},
		"event no JSON":    {put("events", "g1\x00\x00\x00\x00\x00\x00\x00\x00\x01", "{\"c\":1}\n"), "event 1 of game \"g1\" is not JSON"},
		"event unreadable": {put("events", "g1\x00\x00\x00\x00\x00\x00\x00\x00\x01", "x"), "row without a head"},
		"record":           {put("games", "g1", "{\"n\":1,\"rev\":1}\n{"), "spoilt"},
		"inbound text":     {remove("inraw"), "is missing"},
		"inbound row":      {remove("inbox"), "not there"},
		"alias":            {put("aliases", "x", "y"), "aliases names"},
		"unsettled":        {remove("unsettled"), "both or neither"},
		"settled":          {remove("settled"), "not marked so"},
		"mail gone":        {remove("mails"), "not there"},
		"mail text":        {remove("outraw"), "kept accordingly"},
		"queue":            {remove("queue"), "not listed so"},
		"topic":            {remove("topics"), "not listed so"},
		"queue too many":   {put("queue", "\x00\x00\x00\x00\x00\x00\x00\x07", "x"), "queue has"},
		"failed too many":  {put("failed", one, "x"), "failed has"},
		"deadline":         {remove("deadlines"), "the calendar has"},
		"calendar":         {remove("due"), "not in the calendar"},
		"counter":          {put("counters", "c", "many"), "counter"},
		"mark":             {put("marks", "player/amy", "digest"), "row without a head"},
		"revision":         {put("marks", "player/amy", "{\"rev\":99}\ndigest"), "never given"},
		"key gone":         {remove("keyed"), "is not found by its key"},
		"key too many":     {put("keyed", "on\x00"+one, "g1"), "the keys have"},
		"size":             {put("sizes", "\x01due", "7"), "counted were 7"},
		"size of nothing":  {put("sizes", "off", "7"), "but there is none"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "pbem.db")
			db := open(t, path, store.Options{NoSync: true})
			fill(t, db)
			fill2(t, db)
			if found := problems(t, db); found != nil {
				t.Fatalf("before: %q", found)
			}
			db.Close()
			edit(t, path, test.spoil)
			found := strings.Join(problems(t, open(t, path, store.Options{ReadOnly: true})), "\n")
			if !strings.Contains(found, test.want) {
				t.Fatalf("found %q, want %q", found, test.want)
			}
		})
	}
}

// TestBackup takes a copy while commits go on; the copy is a database as of one moment.
func TestBackup(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	fill(t, db)
	want := listed(t, db)
	var copied bytes.Buffer
	n, err := db.Backup(writerFunc(func(p []byte) (int, error) {
		_, err := db.Count("during the backup", 1)
		if err != nil {
			t.Error(err)
		}
		return copied.Write(p)
	}))
	if err != nil || n != int64(copied.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, copied.Len(), err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	again := open(t, path, store.Options{})
	if got := listed(t, again); got != want || problems(t, again) != nil {
		t.Fatalf("the copy differs:\n%s", got)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
