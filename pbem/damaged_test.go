package pbem

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"pbem/pbem/desk"
	"pbem/store"
)

// spoil flips a bit of a stored row and opens the database again.
func (d *testService) spoil(bucket, prefix string, reports *[]string) {
	d.t.Helper()
	path := filepath.Join(d.cfg.Data, "pbem.db")
	if err := d.db.Close(); err != nil {
		d.t.Fatal(err)
	}
	b, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		d.t.Fatal(err)
	}
	err = b.Update(func(t *bolt.Tx) error {
		k, v := t.Bucket([]byte(bucket)).Cursor().Seek([]byte(prefix))
		v = bytes.Clone(v)
		v[len(v)/2] ^= 1
		return t.Bucket([]byte(bucket)).Put(bytes.Clone(k), v)
	})
	if err != nil || b.Close() != nil {
		d.t.Fatal(err)
	}
	if d.db, err = store.Open(path, store.Options{NoSync: true, Report: func(what string) { *reports = append(*reports, what) }}); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { d.db.Close() })
	d.restart(d.db)
	d.service.Workers = make(desk.Workers, 1) // the alarm is work within work and must not need a second worker
}

// to returns the texts of the mails to an address.
func to(mails []sent, address string) string {
	var out strings.Builder
	for _, m := range mails {
		if m.to == address {
			out.Write(m.raw)
		}
	}
	return out.String()
}

// If an event of a game is damaged on the disk, the game is frozen. The host and its
// players are told once. A mail for it is kept and answered, and the other game goes on.
// Nobody plays on from the part that can still be read.
func TestDamagedGame(t *testing.T) {
	d := newTestService(t)
	d.three()
	other := d.start("Mohawk", seats(t, "Dora <dora@example.org>", "Emil <emil@example.org>", "Amy <amy@example.org>")...)
	d.receive(d.from("p1", "0@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.flush()
	var reports []string
	d.spoil("events", "g1\x00", &reports)
	if len(reports) != 1 || !strings.Contains(reports[0], "g1") {
		t.Errorf("reported when it was opened: %q", reports)
	}
	d.receive(d.from("p2", "1@example.org", "reserve PE"), desk.OutcomeQuarantine)
	mails := d.flush()
	for address, want := range map[string]string{
		"host@example.org":    "Game g1 is damaged",
		"amy@example.org":     "Shoreline (g1) is on hold",
		"crystal@example.org": "Shoreline (g1) is on hold",
		"brian@example.org":   "None of your mail was carried out",
	} {
		if got := to(mails, address); !strings.Contains(strings.ReplaceAll(got, "\r\n", " "), want) {
			t.Errorf("%s is told:\n%s", address, got)
		}
	}
	if answer, err := d.service.HostSays("list frozen"); err != nil || !strings.Contains(answer, "g1 cannot be opened: game \"g1\": the database is damaged") {
		t.Errorf("%s, %v", answer, err)
	}
	d.receive(d.mail("dora@example.org", other+".p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.receive(d.mail("amy@example.org", other+".p3", "3@example.org", "status"), desk.OutcomeAnswered)
	d.flush()
	d.restart(d.db)
	d.receive(d.from("p3", "4@example.org", "status"), desk.OutcomeQuarantine)
	if got := to(d.flush(), "host@example.org"); strings.Contains(got, "Game g1 is damaged") {
		t.Errorf("the host hears of it twice:\n%s", got)
	}
	if f := d.service.Figures(); f.Games.Frozen != 1 || f.Games.Running != 1 {
		t.Errorf("%+v", f.Games)
	}
}

// A damaged row that belongs to no game does not stop anything else. The host is told
// once.
func TestDamagedRows(t *testing.T) {
	for _, bucket := range []string{"queue", "mails", "due", "deadlines", "keyed", "order", "sizes", "settled", "marks", "counters"} {
		t.Run(bucket, func(t *testing.T) {
			d := newTestService(t)
			d.three()
			d.start("Mohawk", seats(t, "Dora <dora@example.org>", "Emil <emil@example.org>", "Fay <fay@example.org>")...)
			d.receive(d.from("p1", "0@example.org", "reserve NLN"), desk.OutcomeApplied)
			if err := d.db.Commit(store.Commit{At: d.now, Add: map[string]int{"some": 1}}); err != nil {
				t.Fatal(err)
			}
			var reports []string
			d.spoil(bucket, "", &reports)
			if len(reports) != 1 {
				t.Fatalf("reported when it was opened: %q", reports)
			}
			for range 2 {
				d.service.Damaged(reports[0])
			}
			d.receive(d.mail("dora@example.org", "g2.p1", "2@example.org", "reserve NLN"), desk.OutcomeApplied)
			d.pass(48 * 3600e9)
			mails := d.flush()
			if n := strings.Count(to(mails, "host@example.org"), "\r\nSubject: The database is damaged"); n != 1 {
				t.Errorf("the host hears of it %d times", n)
			}
			if !strings.Contains(to(mails, "emil@example.org"), "NLN") {
				t.Errorf("the others hear nothing of the move in %d mails", len(mails))
			}
		})
	}
}
