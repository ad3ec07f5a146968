package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"pbem/store"
)

// played is a commit as a move makes it: a mail settled, ten events, five turn mails of 8 kB and a deadline.
func played(game string, v store.Version, n int) store.Commit {
	c := store.Commit{At: noon, Cause: fmt.Sprintf("%s/%d", game, n), Outcome: "applied", Drop: []string{"turn/" + game + "/"}}
	ch := store.Change{Game: game, Expect: v}
	if v.Record == 0 {
		ch.Record = json.RawMessage(`{"title":"1820"}`)
	}
	for i := range 10 {
		ch.Events = append(ch.Events, json.RawMessage(fmt.Sprintf(`{"Paid":{"from":"bank","to":"director %d","amount":%d}}`, i, n)))
	}
	for seat := range 5 {
		c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprintf("<%s.%d.%d@pbem>", game, n, seat), To: "amy@example.org",
			Topic: fmt.Sprintf("turn/%s/%d", game, seat), Raw: make([]byte, 8000)})
	}
	c.Changes = []store.Change{ch}
	c.Deadlines = []store.Deadline{{Game: game, Key: "turn", At: noon.AddDate(0, 0, n%9)}}
	return c
}

// BenchmarkCommit measured on 2 cores of a Xeon VM (virtio disk, ext4, Go 1.26): 1800 synced commits a second, 5000
// without sync, 1600 from many goroutines; 280 mails a second with BenchmarkMail; a load of 5000 events 9 ms. A disk
// that really waits for its platter or flash gives less: a commit is two syncs, a mail with five answers fourteen.
func BenchmarkCommit(b *testing.B) {
	for _, sync := range []bool{true, false} {
		b.Run(fmt.Sprintf("sync=%v", sync), func(b *testing.B) {
			db := open(b, filepath.Join(b.TempDir(), "pbem.db"), store.Options{NoSync: !sync})
			v := store.Version{}
			for n := 0; b.Loop(); n++ {
				if err := db.Commit(played("g1", v, n)); err != nil {
					b.Fatal(err)
				}
				v = store.Version{Events: v.Events + 10, Record: 1}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

// BenchmarkCommitParallel commits to many games from many goroutines; bbolt writes one after the other.
func BenchmarkCommitParallel(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "pbem.db"), store.Options{})
	var games atomic.Int32
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		game, v := fmt.Sprintf("g%d", games.Add(1)), store.Version{}
		for n := 0; pb.Next(); n++ {
			if err := db.Commit(played(game, v, n)); err != nil {
				b.Error(err)
			}
			v = store.Version{Events: v.Events + 10, Record: 1}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

// BenchmarkMail is what a mail costs the store beside its commit: kept, and its five answers sent.
func BenchmarkMail(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "pbem.db"), store.Options{})
	v := store.Version{}
	for n := 0; b.Loop(); n++ {
		key := fmt.Sprintf("g1/%d", n)
		_, _, err := db.Keep(store.Inbound{Key: key, Aliases: []string{"hash " + key}, At: noon, Raw: make([]byte, 6000)}, reader, store.Query{})
		if err := errors.Join(err, db.Commit(played("g1", v, n))); err != nil {
			b.Fatal(err)
		}
		v = store.Version{Events: v.Events + 10, Record: 1}
		mails, err := db.Due(noon, 0)
		for _, m := range mails {
			err = errors.Join(err, sent(db, m.ID, noon))
		}
		if err != nil || len(mails) != 5 {
			b.Fatal(len(mails), err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "mails/s")
}

// BenchmarkLoad reads a long game, 5000 events.
func BenchmarkLoad(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "pbem.db"), store.Options{NoSync: true})
	for n := range 500 {
		v := store.Version{Events: 10 * n, Record: min(n, 1)}
		if err := db.Commit(played("g1", v, n)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, events, err := db.Load("g1", 0); len(events) != 5000 || err != nil {
			b.Fatal(len(events), err)
		}
	}
}

// BenchmarkFree commits to a file in which much is free: bbolt writes the list of free pages with each commit.
//
//	go test ./store -run xx -bench Free -benchtime 200x
func BenchmarkFree(b *testing.B) {
	for _, mb := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("%dMB", mb), func(b *testing.B) {
			db := open(b, filepath.Join(b.TempDir(), "pbem.db"), store.Options{NoSync: true})
			text := bytes.Repeat([]byte("x"), 6000)
			for i := range mb << 20 / 8192 {
				if _, _, err := db.Keep(store.Inbound{Key: fmt.Sprint(i), At: noon, Raw: text}, reader, store.Query{}); err != nil {
					b.Fatal(err)
				}
				if i%400 == 399 || i == mb<<20/8192-1 {
					c := store.Commit{At: noon}
					for n := i - i%400; n <= i; n++ {
						c.Also = append(c.Also, store.Settling{Cause: fmt.Sprint(n), Outcome: "applied"})
					}
					if err := db.Commit(c); err != nil {
						b.Fatal(err)
					}
				}
			}
			if _, err := db.Prune(noon.AddDate(1, 0, 0), nil, 1<<30); err != nil {
				b.Fatal(err)
			}
			stats, err := db.Stats()
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for b.Loop() {
				n++
				if err := db.SetMarks(marks("probe/x", fmt.Sprint(n))); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(stats.Free>>20), "MB-free")
		})
	}
}

// Stats of a queue with mails for a time of their own before one that waits. Each reading comes after a mail was queued, tried and
// sent, as in a running service.
func BenchmarkStats(b *testing.B) {
	for _, daily := range []int{0, 10_000} {
		b.Run(fmt.Sprint(daily), func(b *testing.B) {
			db := open(b, filepath.Join(b.TempDir(), "pbem.db"), store.Options{NoSync: true})
			c := store.Commit{At: noon}
			for i := range daily {
				c.Mails = append(c.Mails, store.Mail{ID: fmt.Sprint("daily", i), To: "amy@example.org", Raw: []byte("x"), Next: noon.Add(time.Hour)})
			}
			if err := db.Commit(c); err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				id := fmt.Sprint("now", i)
				err := errors.Join(db.Commit(store.Commit{At: noon, Mails: []store.Mail{{ID: id, To: "amy@example.org", Raw: []byte("x")}}}),
					db.Noted([]store.Ending{{ID: id, To: store.Queued, At: noon}}), db.Noted([]store.Ending{{ID: fmt.Sprint("now", i-1), To: store.Sent, At: noon}}))
				if err != nil && i > 0 {
					b.Fatal(err)
				}
				b.StartTimer()
				if s, err := db.Stats(); err != nil || s.OldestQueued != noon {
					b.Fatal(s, err)
				}
			}
		})
	}
}
