package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"pbem/store"
)

// A process that has ended keeps nobody from its work: the next process to open the database can take it at
// once.
func TestClaimsEndWithTheirProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pbem.db")
	claim := func(owner string) store.Claim {
		return store.Claim{Owner: owner, Now: noon.Add(time.Minute), Until: noon.Add(time.Hour)}
	}
	take := func(db *store.DB, owner string) (mails, deadlines, inbound int) {
		t.Helper()
		out, err := db.TakeMails(claim(owner), false, 0)
		if err != nil {
			t.Fatal(err)
		}
		due, err := db.TakeDeadlines(claim(owner), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Take("m1", claim(owner)); err == nil {
			inbound = 1
		}
		return len(out), len(due), inbound
	}
	db := open(t, path, store.Options{NoSync: true})
	_, _, err := db.Keep(store.Inbound{Key: "m1", At: noon, Raw: []byte("x")}, reader, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = db.Spare("m1"); err != nil {
		t.Fatal(err)
	}
	err = db.Commit(store.Commit{At: noon, Deadlines: []store.Deadline{{Game: "g1", Key: "k", At: noon}},
		Mails: []store.Mail{{ID: "<a@pbem>", To: "amy@example.org", Raw: []byte("x")}}})
	if err != nil {
		t.Fatal(err)
	}
	for life := range 2 {
		if m, d, in := take(db, "one"); m+d+in != 3 {
			t.Fatalf("life %d: taken were %d mails, %d deadlines, %d inbound mails", life, m, d, in)
		}
		if m, d, in := take(db, "two"); m+d+in != 0 {
			t.Fatalf("life %d: taken twice were %d mails, %d deadlines, %d inbound mails", life, m, d, in)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		db = open(t, path, store.Options{NoSync: true})
	}
	if m, d, in := take(db, "two"); m+d+in != 3 {
		t.Fatalf("taken after the process had ended were %d mails, %d deadlines, %d inbound mails", m, d, in)
	}
}
