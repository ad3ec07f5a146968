package pbem

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
	"pbem/titles"
)

var (
	scaleGames = flag.Int("games", 1000, "how many games BenchmarkScale hosts")
	scaleData  = flag.String("scale-data", "", "a folder that keeps the database of BenchmarkScale; \"\" makes one")
)

// BenchmarkScale measures a service with many games in the middle of their course, half
// of them of each of two titles, and with ten members for each game.
//
//	go test ./pbem -run xx -bench Scale -benchtime 1x -args -games 10000
//
// It measures processor time, which other work on the machine changes little.
func BenchmarkScale(b *testing.B) {
	n, dir := *scaleGames, *scaleData
	if dir == "" {
		dir = b.TempDir()
	}
	fillScale(b, dir, n)
	for b.Loop() {
		measureScale(b, dir, n)
	}
	b.ReportMetric(0, "ns/op")
}

// scaleNow is when the games were made.
var scaleNow = time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)

func scaleConfig(dir string) config.Config {
	return config.Config{Data: dir, Address: testAddress, NoPictures: true, Limits: config.Limits{Sender: -1, Game: -1}}
}

// fillScale makes the database if it does not exist.
func fillScale(b *testing.B, dir string, n int) {
	b.Helper()
	path := filepath.Join(dir, "pbem.db")
	if _, err := os.Stat(path); err == nil {
		return
	}
	db, err := store.Open(path, store.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	s, err := New(scaleConfig(dir), db, slog.New(slog.DiscardHandler), func() time.Time { return scaleNow })
	if err != nil {
		b.Fatal(err)
	}
	logs := halfGames(b)
	for i := range n {
		log := logs[i%len(logs)]
		err := s.Unit(nil, func(d *desk.Draft) error { return scaleGame(d, i, log) })
		if err != nil {
			b.Fatal(err)
		}
	}
	for from := 0; from < 10*n; from += 1000 {
		err := s.Unit(nil, func(d *desk.Draft) error {
			for i := from; i < min(from+1000, 10*n); i++ {
				m := people.Member{ID: fmt.Sprintf("m%d", 1_000_000+i), Address: fmt.Sprintf("member%d@example.org", i), Since: scaleNow}
				if err := d.Suppose(m); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// halfGames returns recorded games up to their middle.
func halfGames(b *testing.B) [][]engine.Event {
	var out [][]engine.Event
	all := storedGames(b)
	for _, name := range []string{"../titles/18newengland/testdata/v1/73885.log.gz", "../titles/1817/testdata/v1/20758.log.gz"} {
		log := all[name]
		if log == nil {
			b.Fatal("there is no ", name)
		}
		cut := 0
		for i, e := range log[:len(log)/2] {
			if _, ok := e.(engine.Said); ok {
				cut = i
			}
		}
		out = append(out, log[:cut])
	}
	return out
}

// scaleGame stores one game without any mail.
func scaleGame(d *desk.Draft, i int, log []engine.Event) error {
	start := log[0].(engine.Started)
	t, ok := titles.Find(start.Title)
	if !ok {
		return fmt.Errorf("there is no title %s", start.Title)
	}
	n := table.NewGame{ID: fmt.Sprintf("g%d", i+1), Title: t, Name: fmt.Sprintf("Game %d", i+1)}
	before := &table.Table{ID: n.ID, Title: t}
	before.Record = table.Record{Title: start.Title, Name: n.Name, Created: scaleNow}
	for p, name := range start.Players {
		before.Record.Seats = append(before.Record.Seats, table.Seat{Name: name, Address: fmt.Sprintf("p%d.%d@example.org", i+1, p+1)})
	}
	next := before.With(engine.Open(t.Rules, log), log)
	for p := range next.Record.Seats {
		next.Record.Seats[p].Told, next.Record.Seats[p].From = len(log), len(log)
	}
	next.Ask(before, scaleNow)
	var c store.Commit
	if err := timing.Record(d, &c, before, next); err != nil {
		return err
	}
	return d.Take(c, desk.Change{Before: before, Next: next})
}

// processor returns the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measureScale measures one run of a service.
func measureScale(b *testing.B, dir string, n int) {
	b.Helper()
	now := scaleNow.Add(time.Minute)
	cost := func(name string, times int, do func(i int)) {
		began, wall := processor(), time.Now()
		for i := range times {
			do(i)
		}
		fmt.Printf("%-24s %9.2f ms processor %9.2f ms wall\n", name, float64((processor()-began).Microseconds())/1000/float64(times), float64(time.Since(wall).Microseconds())/1000/float64(times))
	}
	var s *Service
	var db *store.DB
	cost("start", 1, func(int) {
		var err error
		if db, err = store.Open(filepath.Join(dir, "pbem.db"), store.Options{NoSync: true}); err != nil {
			b.Fatal(err)
		}
		if s, err = New(scaleConfig(dir), db, slog.New(slog.DiscardHandler), func() time.Time { return now }); err != nil {
			b.Fatal(err)
		}
	})
	defer db.Close()
	receive := func(from, to string, lines ...string) string {
		raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: a game\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", from, to, time.Now().UnixNano(), strings.Join(lines, "\r\n"))
		outcome, err := s.Receive(context.Background(), raw)
		if err != nil {
			b.Fatal(err)
		}
		return outcome
	}
	player := func(i int, p string) (from, to string) {
		game := fmt.Sprintf("g%d", i%n+1)
		return fmt.Sprintf("p%d.%s@example.org", i%n+1, p[1:]), s.Office.ReplyTo(s.Office.Tag(game, p, 0))
	}
	s.Polls.SetUnset(false) // they were set when the games were made
	cost("first tick", 1, func(int) { s.Tick(context.Background()) })
	cost("tick", 50, func(int) { now = now.Add(time.Minute); s.Tick(context.Background()) })
	cost("status, game not open", 10, func(i int) { from, to := player(i*97, "p1"); receive(from, to, "status") })
	cost("status, game open", 30, func(i int) { from, to := player(0, "p1"); receive(from, to, "status") })
	cost("a word in a game", 30, func(i int) { from, to := player(0, "p1"); receive(from, to, fmt.Sprintf("press hello %d", i)) })
	cost("a stranger's mail", 50, func(i int) { receive(fmt.Sprintf("nobody%d@example.net", i), testAddress, "hello") })
	cost("figures, first", 1, func(int) { s.Figures() })
	cost("figures", 20, func(int) {
		if f := s.Figures(); f.Games.Running < n-1 {
			b.Fatalf("%+v", f.Games)
		}
	})
	cost("host list, at once", 1, func(int) {
		if _, err := s.HostSays("list running"); err != nil {
			b.Fatal(err)
		}
	})
	cost("check of 50 games", 1, func(int) { s.checkedGames(50) })
	cost("host list", 10, func(int) {
		if _, err := s.HostSays("list running"); err != nil {
			b.Fatal(err)
		}
	})
	cost("host list, a name", 1, func(int) {
		if _, err := s.HostSays(fmt.Sprintf("show \"game %d\"", n)); err != nil {
			b.Fatal(err)
		}
	})
	cost("lasting bounce", 5, func(i int) {
		from, _ := player(i*31+7, "p2")
		err := s.Unit(nil, func(d *desk.Draft) error {
			c := store.Commit{Cause: fmt.Sprint("bounce ", time.Now().UnixNano()), Outcome: "counted", Marks: store.Marks{}}
			timing.Excuse(d, c.Marks, from)
			return senders.Score(d, c, from, senders.LastingPoints)
		})
		if err != nil {
			b.Fatal(err)
		}
	})
	cost("tick after bounce", 5, func(int) { s.Tick(context.Background()) })
	for i := range min(n, 600) {
		if _, err := s.OpenGame(fmt.Sprintf("g%d", i+1)); err != nil {
			b.Fatal(err)
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("%d MB live, %d games open\n", m.HeapAlloc>>20, len(s.Cache.Games))
}

// checkedGames opens some games like CheckGames.
func (s *Service) checkedGames(n int) {
	ids, err := s.Find(desk.KeyOn)
	if err != nil {
		panic(err)
	}
	for _, id := range ids[:min(n, len(ids))] {
		if _, err := s.Open(id); err != nil {
			panic(err)
		}
	}
}
