package pbem

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/pbem/watch"
	"pbem/store"
)

// oldFolder returns a copy of a database from before games and members had keys: three
// games, one of them paused and one ended, and a member. The original is never written
// again.
func oldFolder(t *testing.T) string {
	t.Helper()
	f, err := os.Open("testdata/format1.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pbem.db"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What earlier versions have stored is not taken for a newer one's.
func TestOldGamesAreKnown(t *testing.T) {
	d := testServiceIn(t, oldFolder(t))
	for _, id := range []string{"g1", "g2", "g3"} {
		if err := table.Whole(d.db, id); err != nil {
			t.Error(err)
		}
	}
}

func TestOldDatabaseIsIndexed(t *testing.T) {
	d := testServiceIn(t, oldFolder(t))
	for key, want := range map[string][]string{
		desk.KeyOn: {"g1", "g2"}, desk.KeyEnded: {"g3"}, desk.KeyPaused: {"g2"}, desk.KeyAt + "amy@example.org": {"g1", "g2"}, desk.KeyAt + "flora@example.org": {},
		desk.KeyWas + "amy@example.org": {"g3"}, desk.KeyWas + "flora@example.org": {"g3"}, desk.KeyWas + "zoe@example.org": {},
	} {
		got, err := d.db.Find(key, "", 0)
		if err != nil || !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q finds %v, want %v, %v", key, got, want, err)
		}
	}
	if f := d.figures(); f.Games != (watch.Games{Running: 1, Paused: 1, Ended: 1}) {
		t.Errorf("counted %+v", f.Games)
	}
	if m, err := d.service.Draft().Member("zoe@EXAMPLE.org"); err != nil || m.Name != "Zoe" {
		t.Errorf("%+v, %v", m, err)
	}
	var problems []string
	if _, err := Verify(d.db, func(p string) { problems = append(problems, p) }); err != nil || problems != nil {
		t.Error(problems, err)
	}
	d.flush()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied) // the game goes on
	if n := len(d.flush()); n != 2 {
		t.Errorf("%d mails", n)
	}
	before := d.version("g1")
	d.restart(d.db)
	if d.version("g1") != before {
		t.Error("a restart has changed something")
	}
}

// Games that ended under an earlier version are found by who played them, also those that were put away.
func TestEndedGamesAreIndexed(t *testing.T) {
	d := newTestService(t)
	d.over()
	d.now = d.now.Add(time.Second)
	d.says("put away g1")
	last := d.three()
	d.ended(last)
	for _, id := range []string{"g1", last} {
		g, err := d.db.Game(id)
		if err != nil {
			t.Fatal(err)
		}
		c := store.Commit{At: d.now, Changes: []store.Change{{Game: id, Expect: g.Version, Record: g.Record, Keys: []string{desk.KeyEnded}}}}
		if err := d.db.Commit(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := markAs(d.db, "index", "2"); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	for key, want := range map[string][]string{desk.KeyEnded: {"g1", last}, desk.KeyOn: {"g2"}, desk.KeyWas + "amy@example.org": {"g1", last}} {
		if got, err := d.db.Find(key, "", 0); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v, %v", key, got, want, err)
		}
	}
	d.says("bring back g1")
	if got, err := d.db.Find(desk.KeyWas+"brian@example.org", "", 0); err != nil || len(got) != 2 {
		t.Errorf("Brian played %v, %v", got, err)
	}
}

// A database that is open for reading only is not indexed.
func TestOldDatabaseReadOnly(t *testing.T) {
	ro, err := store.Open(filepath.Join(oldFolder(t), "pbem.db"), store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ro.Close()
	d := newTestService(t)
	d.restart(ro)
	mail := fmt.Appendf(nil, "From: <amy@example.org>\r\nTo: <%s>\r\nSubject: x\r\nMessage-ID: <1@x>\r\n\r\nstatus\r\n", testAddress)
	r, err := d.service.Read(context.Background(), mail)
	if err != nil || !strings.Contains(r.Believed, "to the address of a game") {
		t.Errorf("%+v, %v", r, err)
	}
}
