package pg_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pbem/store"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
)

// questions ask for some mails, or look for them.
var questions = map[string]func(*pg.DB) error{
	"Unsent":     func(db *pg.DB) error { _, _, err := db.Unsent("", 100); return err },
	"FailedPage": func(db *pg.DB) error { _, _, err := db.FailedPage("", 5); return err },
	"Due":        func(db *pg.DB) error { _, err := db.Due(noon, 5); return err },
	"PruneMails": func(db *pg.DB) error { _, err := db.PruneMails(noon, "m00005", 100); return err },
	"TakeMails": func(db *pg.DB) error {
		_, err := db.TakeMails(store.Claim{Owner: "mine", Now: noon, Until: noon.Add(time.Minute)}, false, 5)
		return err
	},
	"TakeMails, fresh": func(db *pg.DB) error {
		_, err := db.TakeMails(store.Claim{Owner: "mine", Now: noon, Until: noon.Add(time.Minute)}, true, 5)
		return err
	},
	"Release": func(db *pg.DB) error { return db.Release("mine", noon) },
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// Nearly all mails have gone out. What asks for others, or goes through them in portions, reads few rows: the server uses its indexes.
func TestFewMailsAreRead(t *testing.T) {
	const many = 20_000
	s := pgtest.Common(t)
	url := s.Database()
	db := open(t, url, pg.Options{})
	c := store.Commit{At: noon}
	for i := range 20 {
		c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprintf("m%05d", i), To: "amy@example.org", Raw: []byte("text")})
	}
	if err := db.Commit(c); err != nil {
		t.Fatal(err)
	}
	if err := db.Noted([]store.Ending{{ID: "m00001", To: store.Failed, At: noon}, {ID: "m00002", To: store.Sent, At: noon}}); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, sql := range []string{
		fmt.Sprintf(`INSERT INTO mails (id, place, rcpt, topic, state, queued, next, due, done, hold)
			SELECT 'n' || i, 1000000 + i, 'amy@example.org', '', 2, queued, next, due, done, hold FROM mails, generate_series(1, %d) AS i WHERE id = 'm00002'`, many),
		"ANALYZE mails",
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for name, ask := range questions {
		scans, read := scanned(t, conn)
		one := open(t, url, pg.Options{})
		if err := ask(one); err != nil {
			t.Fatal(name, err)
		}
		one.Close() // then the server counts what was read
		more, now := scanned(t, conn)
		for end := time.Now().Add(time.Minute); more == scans; more, now = scanned(t, conn) {
			if time.Now().After(end) {
				t.Fatalf("%s: the server does not say what was read", name)
			}
			time.Sleep(50 * time.Millisecond)
		}
		if n := now - read; n > 1000 {
			t.Errorf("%s reads %d rows of %d", name, n, many)
		}
	}
}

// scanned returns how often mails were looked for, and how many rows of them were read for that.
func scanned(t *testing.T, conn *pgx.Conn) (scans, read int) {
	t.Helper()
	err := conn.QueryRow(t.Context(), `SELECT seq_scan + idx_scan, seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid)
		FROM pg_stat_user_tables t WHERE relid = 'mails'::regclass`).Scan(&scans, &read)
	if err != nil {
		t.Fatal(err)
	}
	return scans, read
}
