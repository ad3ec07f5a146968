package store_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/store"
)

var newGolden = flag.Bool("newgolden", false, "write the golden database of this format, if there is none")

// The databases that formats once wrote, oldest first.
var goldens = []string{"testdata/v1", "testdata/v2", "testdata/v3", "testdata/v4"}

// TestGolden opens databases written by each format: their content is unchanged, and they can be continued.
// The files are never rewritten. A new format gets a new file beside them.
func TestGolden(t *testing.T) {
	if *newGolden {
		writeGolden(t)
	}
	for _, golden := range goldens {
		t.Run(filepath.Base(golden), func(t *testing.T) { openGolden(t, golden) })
	}
}

// openGolden opens one, to read it and then to go on with it.
func openGolden(t *testing.T, golden string) {
	file, err := os.ReadFile(golden + ".db")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(golden + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pbem.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	old := open(t, path, store.Options{ReadOnly: true}) // as it was written
	if got, found := listed(t, old), problems(t, old); got != string(want) || found != nil {
		t.Fatalf("the golden database, opened to read, reads:\n%s\n%v", got, found)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	db := open(t, path, store.Options{NoSync: true})
	if got, found := listed(t, db), problems(t, db); got != string(want) || found != nil {
		t.Fatalf("the golden database reads:\n%s\n%v", got, found)
	}
	imap, err := db.MarkAt("imap/INBOX")
	if err != nil || imap.Rev == 0 {
		t.Fatalf("%+v, %v", imap, err)
	}
	err = db.Commit(store.Commit{At: noon, Cause: "hash2", Outcome: "applied", Drop: []string{"turn/"}, Expect: map[string]store.Rev{imap.Name: imap.Rev},
		Changes: []store.Change{{Game: "g1", Expect: store.Version{Events: 3, Record: 2}, Record: []byte("{}"), Keys: []string{"on"}, Events: []json.RawMessage{[]byte("4")}}}})
	if found := problems(t, db); err != nil || found != nil {
		t.Fatal(err, found)
	}
}

// TestFormat writes the content of the golden database again. If that reads differently, the format has
// changed.
func TestFormat(t *testing.T) {
	want, err := os.ReadFile(goldens[len(goldens)-1] + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{NoSync: true})
	fill(t, db)
	fill2(t, db)
	if got := listed(t, db); got != string(want) {
		t.Fatalf("the same commits now read:\n%s", got)
	}
}

func writeGolden(t *testing.T) {
	golden := goldens[len(goldens)-1]
	f, err := os.OpenFile(golden+".db", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, filepath.Join(t.TempDir(), "pbem.db"), store.Options{})
	fill(t, db)
	fill2(t, db)
	_, err = db.Backup(f)
	if err := errors.Join(err, f.Close(), os.WriteFile(golden+".txt", []byte(listed(t, db)), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// marks sets one mark.
func marks(name, text string) store.Marks {
	m := store.Marks{}
	kind, key, _ := strings.Cut(name, "/")
	store.NewKind(kind, store.Text(), store.Text()).Set(m, key, text)
	return m
}

// fill puts something of every kind into an empty database.
func fill(t testing.TB, db *store.DB) {
	t.Helper()
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	mail := func(id, topic string) store.Mail {
		return store.Mail{ID: id, To: "amy@example.org", Topic: topic, Raw: []byte("Subject: " + id + "\r\n\r\nText.\r\n")}
	}
	keep := func(key string, aliases ...string) error {
		_, _, err := db.Keep(store.Inbound{Key: key, Aliases: aliases, At: noon, Raw: []byte("raw " + key), Meta: []byte("INBOX 7")}, reader, store.Query{})
		if err == nil {
			_, err = db.Spare(key)
		}
		return err
	}
	events := func(texts ...string) (all []json.RawMessage) {
		for _, s := range texts {
			all = append(all, json.RawMessage(s))
		}
		return all
	}
	_, idErr := db.NextID()
	keepErr := keep("m1", "hash1")
	_, countErr := db.Count("bounce/amy", 2)
	err := errors.Join(idErr, countErr, keepErr, keep("m2", "hash2"), keep("m3"),
		db.Commit(store.Commit{At: at(1), Cause: "m1", Outcome: "applied",
			Changes: []store.Change{
				{Game: "g1", Record: []byte(`{"title": "1820"}`), Events: events(`{"Paid": ["bank", "Amy", 40]}`, `"<é>"`)},
				{Game: "g2", Record: []byte(`{"title": "1817"}`)}},
			Mails:     []store.Mail{mail("<a@pbem>", "turn/g1/amy"), mail("<b@pbem>", ""), mail("<c@pbem>", ""), mail("<d@pbem>", "turn/g2/amy")},
			Deadlines: []store.Deadline{{Game: "g1", Key: "turn", At: at(600)}, {Game: "g1", Key: "remind", At: at(300)}},
			Marks:     marks("player/amy", "digest"), Add: map[string]int{"bounce/bob": 1}}),
		db.Commit(store.Commit{At: at(2), Cause: "clock:g1/remind", Outcome: "reminded", Drop: []string{"turn/g1/"},
			Changes:   []store.Change{{Game: "g1", Expect: store.Version{Events: 2, Record: 1}, Record: []byte(`{}`), Events: events(`[3]`)}},
			Deadlines: []store.Deadline{{Game: "g1", Key: "remind"}}}),
		db.Commit(store.Commit{At: at(3), Cause: "m3", Outcome: "quarantine"}),
		db.Noted([]store.Ending{{ID: "<b@pbem>", To: store.Sent, At: at(4)}, {ID: "<c@pbem>", To: store.Failed, At: at(4), Why: "550 no"},
			{ID: "<d@pbem>", To: store.Queued, At: at(9), Why: "451 wait"}}),
		db.SetMarks(marks("imap/INBOX", "77:1203")))
	if _, faultErr := db.Take("hash2", store.Claim{Owner: "pbem", Now: noon, Until: noon.Add(time.Hour)}); err != nil || faultErr != nil {
		t.Fatal(err, faultErr)
	}
}

// fill2 adds what format 2 brought: keys and claims.
func fill2(t testing.TB, db *store.DB) {
	t.Helper()
	c := store.Claim{Owner: "pbem", Now: noon.AddDate(0, 0, 1), Until: noon.AddDate(0, 0, 2)}
	_, mailErr := db.TakeMails(c, false, 1)
	_, dueErr := db.TakeDeadlines(c, 1)
	err := errors.Join(mailErr, dueErr, db.Commit(store.Commit{At: noon, Changes: []store.Change{
		{Game: "g2", Expect: store.Version{Record: 1}, Record: []byte(`{"title": "1817"}`), Keys: []string{"on", "at/amy@example.org"}}}}))
	if err != nil {
		t.Fatal(err)
	}
}

// dump writes down what a database answers.
func listed(t testing.TB, db *store.DB) string {
	t.Helper()
	var b strings.Builder
	line := func(what string, v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\n", what, text)
	}
	ids, err := db.Games()
	line("games", ids, err)
	for _, id := range ids {
		g, events, err := db.Load(id, 0)
		line("game", g, err)
		for _, e := range events {
			line("event", e, nil)
		}
		all, err := db.Deadlines(id)
		line("deadlines", all, err)
	}
	for _, key := range []string{"m1", "hash2", "m3"} {
		in, err := db.Inbound(key)
		line("inbound", in, err)
	}
	keys, err := db.Unsettled()
	line("unsettled", keys, err)
	outcome, _, err := db.Settled("clock:g1/remind")
	line("settled", outcome, err)
	for _, id := range []string{"<a@pbem>", "<b@pbem>", "<c@pbem>", "<d@pbem>"} {
		m, err := db.Mail(id)
		line("mail", struct {
			store.Mail
			Place int `json:",omitempty"` // is not asked for here
		}{Mail: m}, err)
	}
	overdue, err := db.Overdue(noon.AddDate(1, 0, 0))
	line("overdue", overdue, err)
	page, err := db.MarkPage("", "", 0)
	all := map[string]string{}
	for _, m := range page {
		all[m.Name] = m.Value
	}
	line("marks", all, err)
	counters, err := db.Counters("")
	line("counters", counters, err)
	s, err := db.Stats()
	s.Bytes, s.Free = 0, 0
	line("stats", s, err)
	return b.String()
}
