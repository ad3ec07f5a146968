package pbem

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/album"
	"pbem/pbem/batch"
	"pbem/pbem/clock"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/notices"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

var (
	yearGames = flag.Int("year-games", 100, "how many games are on at a time in BenchmarkYear")
	yearDays  = flag.Int("year-days", 365, "how many days BenchmarkYear takes")
	yearAway  = flag.Int("year-away", 0, "after how many days ended games are put away in BenchmarkYear; 0 for never")
	yearData  = flag.String("year-data", "", "the folder for the database of BenchmarkYear; \"\" makes one")
)

// What a year is made of. A mail that answers one of the service's has the headers of the
// servers on its way, and in two parts the mail it answers.
const (
	yearMails  = 4     // from the players of a game in a day
	answerSize = 12000 // bytes of such a mail
)

// BenchmarkYear fills a database with a year of a host, and shows its size each month. It
// plays random games of all titles, with one mail for what a player says in one go. The
// outgoing mails have the length that the service's mails have; all but one in twenty are
// sent. Everything goes through the service's commits and store. When a game ends,
// another begins.
//
//	go test ./pbem -run xx -bench Year -benchtime 1x -timeout 0 -args -year-games 1000 -year-away 30
func BenchmarkYear(b *testing.B) {
	for b.Loop() {
		dir := *yearData
		if dir == "" {
			dir = b.TempDir()
		}
		y := newYear(b, dir, 3, allOfIt)
		y.games, y.days, y.away, y.to = *yearGames, *yearDays, *yearAway, os.Stdout
		y.live()
		y.rows()
	}
	b.ReportMetric(0, "ns/op")
}

// A small year begins, so that the benchmark keeps working.
func TestYear(t *testing.T) {
	y := newYear(t, t.TempDir(), 1, 12)
	y.games, y.days, y.away, y.to = len(y.courses), 3, 1, io.Discard
	y.live()
	if y.in < y.days*yearMails || len(y.on) == 0 {
		t.Errorf("%d mails came, %d games are on", y.in, len(y.on))
	}
	y.rows()
}

// A yearStep is what one mail changes in a game of a course.
type yearStep struct {
	player string
	events []json.RawMessage
	record string         // GAME stands for the id
	mails  map[string]int // bytes of the service's mails, by player
}

// A course is the whole course of a game.
type course struct {
	title *title.Title
	setup yearStep
	steps []yearStep
}

type yearGame struct {
	id      string
	course  *course
	step    int
	version store.Version
}

type year struct {
	b       testing.TB
	games   int       // at a time
	days    int       // how long it is
	away    int       // ended games are put away after so many days; 0 for never
	to      io.Writer // where the results are written
	dir     string
	db      *store.DB
	s       *Service
	now     time.Time
	courses []*course
	on      []*yearGame
	began   int
	over    int
	in, out int
	text    []byte
}

// allOfIt is more mails than any game takes.
const allOfIt = 1 << 20

// newYear makes a year with a number of courses for each title, each of at most a number
// of mails.
func newYear(b testing.TB, dir string, courses, mails int) *year {
	b.Helper()
	y := &year{b: b, dir: dir, now: scaleNow, text: []byte(strings.Repeat("What is written here does not matter. ", 4000))}
	var err error
	if y.db, err = store.Open(filepath.Join(dir, "pbem.db"), store.Options{NoSync: true}); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { y.db.Close() })
	if y.s, err = New(scaleConfig(dir), y.db, slog.New(slog.DiscardHandler), func() time.Time { return y.now }); err != nil {
		b.Fatal(err)
	}
	for i := range courses {
		for _, t := range titles.All() {
			y.courses = append(y.courses, y.course(t, uint64(i+1), mails))
		}
	}
	return y
}

// course plays a random game, or the beginning of one.
func (y *year) course(t *title.Title, seed uint64, mails int) *course {
	y.b.Helper()
	players := []string{"Amy", "Brian", "Crystal", "Dora"}
	g, log, err := titles.Start(t, engine.Started{Players: players, Seed: int64(seed)})
	if err != nil {
		y.b.Fatal(err)
	}
	before := &table.Table{ID: "GAME", Title: t}
	before.Record = table.Record{Title: t.Facts.Slug, Name: "A game of " + t.Facts.Name, Created: y.now}
	for i, name := range players {
		before.Record.Seats = append(before.Record.Seats, table.Seat{Name: name, Address: fmt.Sprintf("p%d.GAME@example.org", i+1)})
	}
	c := &course{title: t}
	next := before.With(g, log)
	c.setup, before = y.stepOf("", before, next, nil)
	p := walk.NewThrifty(seed, t.Habits)
	var sizes map[string]int
	for before.Game.State().Result == nil && len(c.steps) < mails {
		next, by := before, ""
		for next.Game.State().Result == nil { // what one player says in one go
			cmd, ok := p.Pick(next.Game.Pending())
			if !ok {
				y.b.Fatal(t.Facts.Slug, ": nothing is offered")
			}
			if by != "" && cmd.By != by {
				break
			}
			g, events, err := next.Game.Decide(cmd)
			if err != nil {
				y.b.Fatal(err)
			}
			next, by = next.With(g, events), cmd.By
		}
		if len(c.steps)%40 == 0 && next.Game.State().Result == nil { // the last mail has the game attached, which is not stored
			sizes = nil
		}
		var step yearStep
		step, before = y.stepOf(by, before, next, sizes)
		sizes = step.mails
		c.steps = append(c.steps, step)
	}
	return c
}

// stepOf returns what one mail changes. If sizes are known, it writes no mails.
func (y *year) stepOf(by string, before, next *table.Table, sizes map[string]int) (yearStep, *table.Table) {
	y.b.Helper()
	next = next.With(next.Game, nil)
	next.Ask(before, y.now)
	if sizes == nil {
		sizes = y.sizes(next, by)
	}
	for i := range next.Record.Seats {
		next.Record.Seats[i].From, next.Record.Seats[i].Told = len(before.Log), len(next.Log)
	}
	ch, err := before.Change(next)
	if err != nil {
		y.b.Fatal(err)
	}
	next.Version = store.Version{Events: len(next.Log)}
	step := yearStep{player: by, events: ch.Events, record: string(ch.Record), mails: sizes}
	return step, next
}

// sizes returns the lengths of the mails that tell the players of a game what has
// happened.
func (y *year) sizes(t *table.Table, by string) map[string]int {
	y.b.Helper()
	d := y.s.Draft()
	d.Tables[t.ID] = t
	mails, err := batch.Tell(d, t, notices.Reply{Player: by})
	y.must(err)
	out := map[string]int{}
	for i, m := range mails {
		raw, err := d.Pages[m.ID].Write(&y.s.Maps)
		y.must(err)
		out[engine.PlayerID(i)] = len(raw)
	}
	return out
}

// live lets the days pass.
func (y *year) live() {
	fmt.Fprintf(y.to, "%5s %6s %6s %9s %9s %9s %9s %9s\n", "month", "on", "ended", "mails in", "mails out", "file MB", "free MB", "in use")
	for day := range y.days {
		if want := min(y.games, (day+1)*y.games/60+1); len(y.on) < want { // the games begin over two months
			for len(y.on) < want {
				y.begin()
			}
		}
		for i := range yearMails {
			y.now = scaleNow.AddDate(0, 0, day).Add(time.Duration(i) * 5 * time.Hour)
			y.mails()
			y.replace()
		}
		for more := true; more; {
			var err error
			more, err = y.s.Store.Prune(y.now.AddDate(0, 0, -y.s.Config.KeepDays), []string{desk.OutcomeQuarantine}, clock.MostPruned)
			y.must(err)
			y.s.sweepMarks()
		}
		if y.away > 0 && day%7 == 6 {
			_, err := y.s.HostSays(fmt.Sprintf("put away %d days", y.away))
			y.must(err)
		}
		if day%30 == 29 || day == y.days-1 {
			y.report(day)
		}
	}
}

func (y *year) must(err error) {
	if err != nil {
		y.b.Fatal(err)
	}
}

func (y *year) report(day int) {
	stats, err := y.db.Stats()
	y.must(err)
	fmt.Fprintf(y.to, "%5.1f %6d %6d %9d %9d %9d %9d %9d\n", float64(day+1)/30, len(y.on), y.over, y.in, y.out, stats.Bytes>>20, stats.Free>>20, (stats.Bytes-stats.Free)>>20)
}

// begin begins a game.
func (y *year) begin() {
	c := y.courses[y.began%len(y.courses)]
	y.began++
	g := &yearGame{id: fmt.Sprintf("g%d", y.began), course: c}
	y.on = append(y.on, g)
	out := y.out
	y.out += len(c.setup.mails)
	y.must(y.commit(g, c.setup, store.Commit{}, []string{desk.KeyOn}, out))
}

// yearAbreast is how many mails are worked on at the same time. They share a transaction;
// otherwise a year of a thousand games would take days.
const yearAbreast = 64

// mails brings one mail for each game.
func (y *year) mails() {
	for some := range slices.Chunk(y.on, yearAbreast) {
		var all sync.WaitGroup
		for _, g := range some {
			in, out := y.in, y.out
			y.in, y.out = in+1, out+len(g.course.steps[g.step].mails)
			all.Go(func() {
				if err := y.mail(g, in, out); err != nil {
					y.b.Error(err)
				}
			})
		}
		if all.Wait(); y.b.Failed() {
			y.b.FailNow()
		}
	}
}

// mail brings one mail for a game, with the number in. The outgoing mails have the
// numbers from out on.
func (y *year) mail(g *yearGame, in, out int) error {
	step := g.course.steps[g.step]
	from := "p" + step.player[1:] + "." + g.id + "@example.org"
	id := fmt.Sprintf("<%d.%s.%s@mail.example.org>", in, g.id, step.player)
	raw := append([]byte(id), y.text[:answerSize]...)
	kept, _, err := y.s.Store.Keep(store.Inbound{Key: intake.Key(raw), Aliases: []string{"id:" + from + " " + id}, At: y.now, Raw: raw}, y.s.Claim(), store.Query{})
	if err != nil {
		return err
	}
	keys := []string{desk.KeyOn}
	if g.step++; g.step == len(g.course.steps) {
		keys = []string{desk.KeyEnded}
	}
	return y.commit(g, step, store.Commit{Cause: kept.Key, Outcome: desk.OutcomeApplied}, keys, out)
}

// commit commits a step with its mails, which are then sent.
func (y *year) commit(g *yearGame, step yearStep, c store.Commit, keys []string, out int) error {
	record := strings.ReplaceAll(step.record, "GAME", g.id)
	for i := range step.mails {
		address := "p" + i[1:] + "." + g.id + "@example.org"
		if keys[0] == desk.KeyOn {
			keys = append(keys, desk.KeyAt+address, desk.KeyVERP+y.s.Office.Code(address))
		} else {
			keys = append(keys, desk.KeyWas+address)
		}
	}
	slices.Sort(keys[1:])
	c.Changes = []store.Change{{Game: g.id, Expect: g.version, Record: json.RawMessage(record), Events: step.events, Keys: keys}}
	c.Drop = []string{notices.MoveTopic(g.id, "")}
	g.version.Events += len(step.events)
	g.version.Record++
	for _, player := range slices.Sorted(maps.Keys(step.mails)) {
		c.Mails = append(c.Mails, store.Mail{ID: y.s.Office.ID("move", g.id, g.version.Events, player), To: "p" + player[1:] + "." + g.id + "@example.org",
			Topic: notices.MoveTopic(g.id, player), Raw: y.text[:step.mails[player]]})
		c.Deadlines = append(c.Deadlines, store.Deadline{Game: g.id, Key: "remind/" + player, At: y.now.AddDate(0, 0, 3)})
		if keys[0] == desk.KeyEnded {
			c.Deadlines[len(c.Deadlines)-1].At = time.Time{}
		}
	}
	c.At = y.now
	if err := y.s.Store.Commit(c); err != nil {
		return err
	}
	for i, m := range c.Mails {
		if (out+i)%20 == 0 {
			continue
		}
		if err := y.s.Store.Noted([]store.Ending{{ID: m.ID, To: store.Sent, At: y.now}}); err != nil {
			return err
		}
	}
	return nil
}

// replace begins new games for those that have ended.
func (y *year) replace() {
	for i, g := range y.on {
		if g.step < len(g.course.steps) {
			continue
		}
		y.over++
		y.pages(g)
		last := len(y.on)
		y.begin()
		y.on[i], y.on = y.on[last], y.on[:last]
	}
}

// pages makes the files that say that a game has its pages. They are no part of the
// database.
func (y *year) pages(g *yearGame) {
	sum, err := json.Marshal(album.Summary{Game: g.id, Over: true, Events: g.version.Events})
	y.must(err)
	y.must(os.MkdirAll(y.s.ArchiveDir(g.id), 0o755))
	y.must(os.WriteFile(filepath.Join(y.s.ArchiveDir(g.id), album.SummaryFile), sum, 0o644))
}

// rows shows what the database holds at the end.
func (y *year) rows() {
	y.must(y.db.Close())
	b, err := bolt.Open(filepath.Join(y.dir, "pbem.db"), 0o600, &bolt.Options{ReadOnly: true})
	y.must(err)
	defer b.Close()
	y.must(b.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, in *bolt.Bucket) error {
			if s := in.Stats(); s.LeafInuse>>20 > 0 {
				fmt.Fprintf(y.to, "%-10s %9d rows %7d MB in use, %7d MB of pages\n", name, s.KeyN, s.LeafInuse>>20, (s.LeafAlloc+s.BranchAlloc)>>20)
			}
			return nil
		})
	}))
}
