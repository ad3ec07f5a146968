package pg_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pbem/store"
	"pbem/store/dump"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/wholefile"
)

var games = flag.Int("games", 100, "how many games BenchmarkMove moves")

// invented gives games in the middle: 1,000 events each, in 200 commits, each of which settles a mail.
func invented(n int) dump.Source {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	text := func(size int) []byte { return fmt.Appendf(nil, `{"text":"%0*d"}`, size, n) }
	const commits, events = 200, 5
	return func(emit func(dump.Item) error) error {
		items := []dump.Item{dump.Numbers{IDs: uint64(n), Games: uint64(n), Rest: uint64(4*n*commits + 1)}}
		for g := range n {
			items = append(items, dump.Game{ID: fmt.Sprint("g", g), N: uint64(g + 1), Created: at, Events: commits * events, Record: 1, Body: text(2000), Keys: []string{"on"}})
		}
		for i := range n * commits * 4 {
			items = append(items, dump.Mail{ID: fmt.Sprint("<", i, "@x>"), To: "amy@x", N: uint64(i + 1), State: string(store.Sent), Queued: at, Done: at})
		}
		for i := range n * commits {
			p := dump.Part{Game: fmt.Sprint("g", i/commits), First: i % commits * events}
			for range events {
				p.Events = append(p.Events, text(80))
			}
			key := fmt.Sprint("mail:", i)
			items = append(items, dump.Commit{N: uint64(i + 1), At: at, Cause: key, Settled: []string{key}, Parts: []dump.Part{p}})
		}
		for i := range n * commits {
			items = append(items, dump.Cause{Key: fmt.Sprint("mail:", i), Outcome: "applied", Settled: at, Commit: uint64(i + 1),
				Mail: &dump.Inbound{N: uint64(i + 1), Kept: at, Raw: text(3000)}})
		}
		for _, it := range items {
			if err := emit(it); err != nil {
				return err
			}
		}
		return nil
	}
}

// BenchmarkMove moves invented games into a file, from there to PostgreSQL, and back into a file.
func BenchmarkMove(b *testing.B) {
	s := pgtest.New(b)
	for b.Loop() {
		dir := b.TempDir()
		step := func(what string, do func() error) {
			began := time.Now()
			if err := do(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(time.Since(began).Seconds(), "s/"+what)
		}
		path := filepath.Join(dir, "a.db")
		step("file", func() error { return store.Fill(path, invented(*games), wholefile.Keep) })
		file, err := store.Open(path, store.Options{ReadOnly: true})
		if err != nil {
			b.Fatal(err)
		}
		db := open(b, s.Database(), pg.Options{})
		step("server", func() error { return db.Fill(file.Dump) })
		step("digest", func() error { _, err := dump.Of(db.Dump); return err })
		step("back", func() error { return store.Fill(filepath.Join(dir, "b.db"), db.Dump, wholefile.Keep) })
		st, err := db.Stats()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(st.Bytes)/1e6, "MB/server")
		file.Close()
	}
}

// Stats of a queue with mails for a time of their own before one that waits.
func BenchmarkStats(b *testing.B) {
	s := pgtest.New(b)
	for _, daily := range []int{0, 10_000} {
		b.Run(fmt.Sprint(daily), func(b *testing.B) {
			db, at := open(b, s.Database(), pg.Options{}), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			c := store.Commit{At: at}
			for i := range daily {
				c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprint("daily", i), To: "amy@x", Raw: make([]byte, 8000), Next: at.Add(time.Hour)})
			}
			c.Mails = append(c.Mails, store.Mail{ID: "now", To: "amy@x", Raw: []byte("x")})
			if err := db.Commit(c); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if st, err := db.Stats(); err != nil || !st.OldestQueued.Equal(at) {
					b.Fatal(st, err)
				}
			}
		})
	}
}
