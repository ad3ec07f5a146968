package mailtest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/album"
	"pbem/pbem/config"
	"pbem/pbem/demo"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
	"pbem/store/dump"
	"pbem/titles"
)

// Many games are copies of the recorded game, for people of their own. Of ten, eight are running, after a number of
// mails of mailsPlayed; one has ended, and one was ended and put away. Each is as the service would have stored it: a
// commit for each mail, members, deadlines, and the keys of mails that came long ago.
const (
	running  = 8  // of ten games
	oldMails = 10 // inbound mails of each running game whose text is pruned
)

// mailsPlayed is how many mails of the script the running games have seen, in turn.
var mailsPlayed = []int{10, 20, 30, 40}

// endedAfter is the same for those that have ended.
const endedAfter = 20

// Deadlines are spread: the first running game was asked firstAsked before the games were made, the last lastAsked.
const firstAsked, lastAsked = 40 * time.Hour, 2 * time.Hour

// stateOf says what kind of game the game with a number is, from 0 on.
func stateOf(i int) (runs, away bool) { return i%10 < running, i%10 == 9 }

// playedIn is how many mails a running game has seen.
func playedIn(i int) int { return mailsPlayed[i%len(mailsPlayed)] }

// A pattern is a game as it is stored.
type pattern struct {
	commits   [][][]byte // events, by the mail that brought them
	events    int
	record    table.Record
	deadlines []store.Deadline
}

// patterns are the patterns of many games, and what a store with them holds beside games.
type patterns struct {
	made    time.Time
	script  demo.Script
	running map[int]pattern // by mails played
	ended   pattern
	marks   []dump.Mark
	office  envelope.Office
}

// newPatterns makes the patterns with a service of their own, so that all is as a service stores it.
func newPatterns(t testing.TB) *patterns {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(filepath.Join(dir, "pbem.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p := &patterns{made: time.Now().UTC().Truncate(time.Second), running: map[int]pattern{}}
	s, err := pbem.New(config.Config{Data: dir, Address: service}, db, slog.New(slog.DiscardHandler), func() time.Time { return p.made })
	if err != nil {
		t.Fatal(err)
	}
	p.office = s.Office
	if p.script, err = demo.Recorded(); err != nil {
		t.Fatal(err)
	}
	for _, mails := range mailsPlayed {
		p.running[mails] = p.pattern(t, s, db, mails, false)
	}
	p.ended = p.pattern(t, s, db, endedAfter, true)
	s.Tick(t.Context()) // it notes by which pace the deadlines are set
	err = db.Dump(func(it dump.Item) error {
		if m, ok := it.(dump.Mark); ok && !strings.HasPrefix(m.Name, "node/") {
			p.marks = append(p.marks, m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pattern plays the first mails of the script, and stores the game.
func (p *patterns) pattern(t testing.TB, s *pbem.Service, db *store.DB, mails int, end bool) pattern {
	t.Helper()
	var out pattern
	n, err := p.script.NewGame("Pattern")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.Seats {
		n.Seats[i].Address = Address(fmt.Sprintf("%s+pattern%d%t", strings.ToLower(n.Seats[i].Name), mails, end))
	}
	log := p.play(t, n, mails, end, &out)
	var id string
	err = s.Unit(nil, func(d *desk.Draft) error {
		before, _, err := d.Begin(n)
		if err != nil {
			return err
		}
		id = before.ID
		next := before.With(engine.Open(n.Title.Rules, log), log)
		for i := range next.Record.Seats {
			seat := &next.Record.Seats[i]
			seat.Told, seat.From, seat.Has.Whole, seat.Had.Whole = len(log), len(log), len(log), len(log)
		}
		next.Ask(before, p.made)
		var c store.Commit
		if err := timing.Record(d, &c, before, next); err != nil {
			return err
		}
		return d.Take(c, desk.Change{Before: before, Next: next})
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := db.Game(id)
	if err == nil {
		err = json.Unmarshal(g.Record, &out.record)
	}
	if err == nil {
		out.deadlines, err = db.Deadlines(id)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := p.keys(out.record, end); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(g.Keys))) {
		t.Fatalf("the keys of a game are %q, a service gives it %q", got, g.Keys)
	}
	out.events = len(log)
	return out
}

// play plays mails of the script without mailing them, and notes which events each has brought.
func (p *patterns) play(t testing.TB, n table.NewGame, mails int, end bool, out *pattern) []engine.Event {
	t.Helper()
	g, log, err := titles.Start(n.Title, engine.Started{Seed: p.script.Seed, Players: p.script.Names, Options: n.Title.AsOfNow(nil)})
	noted := 0
	note := func() {
		if err != nil {
			t.Fatal(err)
		}
		raw, wrong := engine.MarshalLog(log[noted:])
		if wrong != nil {
			t.Fatal(wrong)
		}
		var events [][]byte
		for _, e := range raw {
			events = append(events, e)
		}
		out.commits, noted = append(out.commits, events), len(log)
	}
	note()
	for _, m := range p.script.Moves[:mails] {
		for _, line := range m.Lines {
			var more []engine.Event
			f := strings.Fields(line)
			if err == nil {
				g, more, err = g.Decide(engine.Command{By: m.By, Verb: f[0], Args: f[1:]})
			}
			log = append(log, more...)
		}
		note()
	}
	if end {
		scores := map[string]int{}
		for i := range p.script.Names {
			scores[engine.PlayerID(i)] = 100 - i
		}
		log = append(log, engine.Ended{Reason: "given up", Scores: scores})
		note()
	}
	return log
}

// keys are those by which a game is found.
func (p *patterns) keys(r table.Record, ended bool) []string {
	keys := []string{desk.KeyOn, desk.CallKey(r.Name)}
	if ended {
		keys = []string{desk.KeyEnded}
	}
	for _, seat := range r.Seats {
		if ended {
			keys = append(keys, desk.KeyWas+people.Lower(seat.Address))
			continue
		}
		keys = append(keys, desk.KeyAt+people.Lower(seat.Address), desk.KeyVERP+p.office.Code(seat.Address))
	}
	return keys
}

// gameOf is the game with a number, from 0 on.
func gameOf(i int) string { return fmt.Sprint("g", i+1) }

// addressOf is the address of a player in the game with a number.
func (p *patterns) addressOf(i, seat int) string {
	return Address(fmt.Sprintf("%s+t%d", strings.ToLower(p.script.Names[seat]), i+1))
}

// of is the pattern of a game.
func (p *patterns) of(i int) pattern {
	if runs, _ := stateOf(i); !runs {
		return p.ended
	}
	return p.running[playedIn(i)]
}

// late is how much earlier than the games were made the players of one of n games were asked.
func late(i, n int) time.Duration {
	return firstAsked - time.Duration(float64(firstAsked-lastAsked)*float64(i)/float64(n))
}

// source gives a store with n games.
func (p *patterns) source(n int) dump.Source {
	return func(emit func(dump.Item) error) error {
		m := &many{patterns: p, n: n, emit: emit}
		if err := emit(dump.Numbers{IDs: uint64(4*n + 1000), Games: uint64(n), Rest: uint64(100*n + 1000)}); err != nil {
			return err
		}
		inOrder := make([]int, n) // of the games' ids: a file is filled faster so
		for i := range inOrder {
			inOrder[i] = i
		}
		slices.SortFunc(inOrder, func(a, b int) int { return strings.Compare(gameOf(a), gameOf(b)) })
		for _, part := range []func(i int) error{m.game, m.log, m.mails, m.deadlines, m.members} {
			for _, i := range inOrder {
				if err := part(i); err != nil {
					return err
				}
			}
		}
		for _, mark := range p.marks {
			if err := emit(mark); err != nil {
				return err
			}
		}
		return nil
	}
}

// many gives the items of many games.
type many struct {
	*patterns
	n       int
	emit    func(dump.Item) error
	numbers uint64 // of commits and mails that were given
}

func (m *many) next() uint64 { m.numbers++; return m.numbers }

// game gives a game without its log.
func (m *many) game(i int) error {
	p, at := m.of(i), m.made.Add(-late(i, m.n))
	runs, away := stateOf(i)
	r := p.record
	r.Name, r.Seats, r.Created = fmt.Sprint("Table ", i+1), slices.Clone(r.Seats), at.AddDate(0, -1, 0)
	for s := range r.Seats {
		seat := &r.Seats[s]
		if seat.Address = m.addressOf(i, s); !seat.Asked.IsZero() {
			seat.Asked = at
		}
	}
	g := dump.Game{ID: gameOf(i), N: uint64(i + 1), Created: r.Created, Events: p.events, Record: 1, Keys: m.keys(r, !runs)}
	if away {
		r, g.Away = r.Stub(table.Away{At: at, Ended: r.Created, Sum: "none"}), p.events
	}
	var err error
	if g.Body, err = json.Marshal(r); err != nil {
		return err
	}
	return m.emit(g)
}

// log gives the commits of a game, of which only the events are left.
func (m *many) log(i int) error {
	if _, away := stateOf(i); away {
		return nil
	}
	first := 0
	for k, events := range m.of(i).commits {
		c := dump.Commit{N: m.next(), At: m.made.AddDate(0, -6, k), Cause: keyOf(i, k), Pruned: true, Parts: []dump.Part{{Game: gameOf(i), First: first, Events: events}}}
		if err := m.emit(c); err != nil {
			return err
		}
		first += len(events)
	}
	return nil
}

// keyOf is the key of an old mail of a game.
func keyOf(i, k int) string {
	return fmt.Sprintf("id:amy+t%d@%s <%d.old@%[2]s>", i+1, Domain, k)
}

// mails gives what is left of old mails.
func (m *many) mails(i int) error {
	if runs, _ := stateOf(i); !runs {
		return nil
	}
	if i == 0 { // so that a service that finds a new mailbox sees at once that players may have answered
		told := dump.Mail{ID: m.office.ID("move", gameOf(i), m.of(i).record.Seats[0].Told, "p1"), To: m.addressOf(i, 0), N: m.next(), State: string(store.Sent), Queued: m.made, Done: m.made}
		if err := m.emit(told); err != nil {
			return err
		}
	}
	for k := range oldMails {
		at := m.made.AddDate(0, -6, k)
		sum := sha256.Sum256([]byte(keyOf(i, k)))
		err := m.emit(dump.Cause{Key: keyOf(i, k), Outcome: desk.OutcomeApplied, Settled: at,
			Mail: &dump.Inbound{N: m.next(), Kept: at, Meta: []byte("{}"), Aliases: []string{"mail:" + hex.EncodeToString(sum[:])}}})
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *many) deadlines(i int) error {
	if runs, _ := stateOf(i); !runs {
		return nil
	}
	for _, d := range m.of(i).deadlines {
		if err := m.emit(dump.Deadline{Game: gameOf(i), Key: d.Key, At: d.At.Add(-late(i, m.n))}); err != nil {
			return err
		}
	}
	return nil
}

// members gives the players of a game.
func (m *many) members(i int) error {
	marks := store.Marks{}
	for s := range m.script.Names {
		who := people.Member{ID: fmt.Sprint("m", 1000+3*i+s), Address: m.addressOf(i, s), Since: m.made}
		who.Keep(marks, m.office.Code)
	}
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		text, _ := marks[name].Text()
		if err := m.emit(dump.Mark{Name: name, Value: text, Rev: m.next()}); err != nil {
			return err
		}
	}
	return nil
}

// shelve writes the summaries of the ended games of n into an archive: what the service reads of their pages.
func (p *patterns) shelve(root string, n int) error {
	for i := range n {
		if runs, _ := stateOf(i); runs {
			continue
		}
		sum := album.Summary{Game: gameOf(i), Title: "18 New England", Name: fmt.Sprint("Table ", i+1), Over: true, Reason: "given up", Round: "OR 1.1", Rounds: 4,
			Events: p.ended.events, Began: p.made.AddDate(0, -6, 0), Last: p.made.AddDate(0, -3, 0)}
		for s, name := range p.script.Names {
			sum.Players = append(sum.Players, album.Result{Name: name, Score: 100 - s, Money: fmt.Sprint("$", 100-s), Member: fmt.Sprint("m", 1000+3*i+s)})
		}
		text, err := json.Marshal(sum)
		dir := filepath.Join(root, gameOf(i))
		if err = errors.Join(err, os.MkdirAll(dir, 0o755)); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, album.SummaryFile), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
