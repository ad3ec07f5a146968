package pbem

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// A sandbox begins at any position of the stored games of every title, with the same
// table and the same choices, and holds nothing that was answered in secret.
func TestSandboxOfAnyPosition(t *testing.T) {
	testsize.SkipRace(t)
	games := storedGames(t)
	found := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(games)) {
		log := games[name]
		ti := titleIn(t, log)
		if testing.Short() && found[ti.Facts.Slug] && len(ti.Sealed) == 0 {
			continue
		}
		found[ti.Facts.Slug] = true
		for part := range testsize.More(4, 2, 40) {
			at := len(log) * (part + 1) / testsize.More(4, 2, 40)
			copied, n := table.CopyLog(ti, log, at)
			if copied == nil {
				t.Errorf("%s: no sandbox begins at %d of %d (%d)", name, at, len(log), n)
				continue
			}
			then, now := engine.Open(ti.Rules, log[:n]), engine.Open(ti.Rules, copied)
			if a, b := choicesIn(then), choicesIn(now); !slices.Equal(a, b) {
				t.Errorf("%s at %d: the choices are\n%v, not\n%v", name, n, b, a)
			}
			if !reflect.DeepEqual(ti.Position(then.State()), ti.Position(now.State())) {
				t.Errorf("%s at %d: the position is another", name, n)
			}
			if slices.ContainsFunc(copied, func(e engine.Event) bool {
				said, ok := e.(engine.Said)
				return ok && slices.Contains(ti.Sealed, said.Question)
			}) {
				t.Errorf("%s at %d holds answers in secret", name, n)
			}
		}
	}
	if len(found) < 5 {
		t.Errorf("only games of %v", found)
	}
}

func choicesIn(g *engine.Game) (out []string) {
	for _, ch := range g.Pending() {
		out = append(out, fmt.Sprint(ch.By, ch.For, ch.Verb, ch.Question, len(ch.List())))
	}
	return out
}

func titleIn(t *testing.T, log []engine.Event) *title.Title {
	t.Helper()
	ti, ok := titles.Find(log[0].(engine.Started).Title)
	if !ok {
		t.Fatalf("title of %v", log[0])
	}
	return ti
}

// sandboxOf returns the only sandbox of an address.
func (d *testService) sandboxOf(address string) string {
	d.t.Helper()
	ids, err := d.db.Find("sandbox/"+address, "", 0)
	if err != nil || len(ids) != 1 {
		d.t.Fatalf("the sandboxes of %s are %v, %v", address, ids, err)
	}
	return ids[0]
}

// In every title the moves of all players are said by mail, one after the other, and
// taken back. Nobody else gets a mail, and the game stays as it was.
func TestSandboxInEveryTitle(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range titles.All() {
		names, err := filepath.Glob("../titles/" + ti.Facts.Slug + "/testdata/v1/*.log.gz")
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		log := storedGame(t, names[0])
		for _, part := range testsize.Part([]int{4}, []int{4}, []int{2, 4, 6}, []int{1, 2, 3, 4, 5, 6}) {
			t.Run(fmt.Sprintf("%s %d", ti.Facts.Slug, part), func(t *testing.T) { playSandbox(t, ti, log, len(log)*part/7) })
		}
	}
}

func playSandbox(t *testing.T, ti *title.Title, log []engine.Event, at int) {
	log, _ = table.CopyLog(ti, log, at)
	l := seatLate(t, log, engine.Awaited(engine.Open(ti.Rules, log).Pending())[0])
	d, from := l.d, l.actor+"@example.org"
	d.receive(l.mail("sandbox"), desk.OutcomeApplied)
	id := d.sandboxOf(from)
	d.flush()
	spoke := map[string]bool{}
	hand := walk.NewThrifty(7, ti.Habits)
	said, over := 0, false
	for ; said < 12 || len(spoke) < 2 && said < 60; said++ {
		g, err := d.service.Game(id)
		if err != nil {
			t.Fatal(err)
		}
		awaited := engine.Awaited(g.Pending())
		if over = len(awaited) == 0; over {
			break
		}
		c, ok := hand.Pick(engine.Of(g.Pending(), awaited[0]))
		if !ok {
			break
		}
		spoke[c.By] = true
		line := grammar.Phrase(grammar.Context{Facts: ti.Facts, Board: ti.Table(g.State()).Board()}, c)
		d.receive(d.mail(from, id+".p1", fmt.Sprintf("s%d@example.org", said), line), desk.OutcomeApplied)
		mails := d.flush()
		if len(mails) != 1 || mails[0].to != from {
			t.Fatalf("%q brings %d mails", line, len(mails))
		}
		if text := text(t, mails[0]); !strings.Contains(text, "This is your sandbox of Late (g1)") {
			t.Fatalf("%q brings\n%s", line, text)
		}
	}
	if said < 3 || len(spoke) < 2 && !over {
		t.Errorf("%d moves of %v, the game over: %v", said, spoke, over)
	}
	d.receive(d.mail(from, id+".p1", "undo@example.org", fmt.Sprintf("undo %d", said)), desk.OutcomeApplied)
	if now := engine.Effective(logOf(t, d, id)); !reflect.DeepEqual(now, log) {
		t.Errorf("after undo %d there are %d events in force, not %d", said, len(now), len(log))
	}
	d.receive(d.mail(from, id+".p1", "end@example.org", "sandbox end"), desk.OutcomeApplied)
	d.flush()
	if now := logOf(t, d, "g1"); !reflect.DeepEqual(now, log) {
		t.Error("the game has changed")
	}
	if _, err := d.db.Game(id); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the sandbox is still there: %v", err)
	}
}

// Whatever the others have answered in secret, a sandbox and all that can be asked in it
// is the same, word for word. // 20-RU-48
func TestSandboxKeepsSecrets(t *testing.T) {
	testsize.SkipRace(t)
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		var told string
		least := least(engine.Open(ruled(t).Rules, log), last)
		for _, one := range [][]engine.Event{log, without(log, other, "bid", fmt.Sprint(least)), without(log, other, "bid", fmt.Sprint(least+20)), without(log, other, "pass")} {
			l := seatLate(t, one, last)
			from, text := last+"@example.org", ""
			for i, lines := range [][]string{{"sandbox"}, {fmt.Sprintf("sandbox at %d", len(one))}, {fmt.Sprintf("sandbox at %d", other+1), "history"}} {
				l.d.receive(l.mail(lines...), desk.OutcomeApplied)
				ids, err := l.d.db.Find("sandbox/"+from, "", 0)
				if err != nil || len(ids) != 1 {
					t.Fatal(ids, err)
				}
				for _, line := range []string{"history", "choices", "status", "undo", "history"} {
					if _, err := l.d.service.Receive(t.Context(), l.d.mail(from, ids[0]+".p1", fmt.Sprint(i, line, len(text), "@x"), line)); err != nil {
						t.Fatal(err)
					}
				}
				if open := logOf(t, l.d, ids[0]); slices.ContainsFunc(open, func(e engine.Event) bool {
					said, ok := e.(engine.Said)
					return ok && slices.Contains(ruled(t).Sealed, said.Question)
				}) {
					t.Errorf("%q keeps an answer in secret", lines)
				}
				text += allText(l.d.flush())
				l.d.receive(l.mail("sandbox end "+ids[0]), desk.OutcomeApplied)
				text += allText(l.d.flush())
			}
			if told == "" {
				told = text
			}
			if text != told {
				t.Errorf("the sandbox tells what was answered in secret:\n%s", difference([]string{told}, []string{text}))
			}
		}
	})
}

// A sandbox is in no list, figure, page or archive, and no clock runs in it.
func TestSandboxIsNowhere(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	before, log := d.figures(), logOf(t, d, g)
	d.receive(d.from("p1", "1@x", "sandbox", "reserve NLN", "pass"), desk.OutcomeApplied)
	d.receive(d.from("p1", "2@x", "sandbox new 1843 2"), desk.OutcomeApplied)
	d.flush()
	if f := d.figures(); f.Games != before.Games || f.Waiting != before.Waiting {
		t.Errorf("the figures were %+v and are %+v", before.Games, f.Games)
	}
	for _, key := range []string{desk.KeyOn, desk.KeyEnded, desk.KeyPaused, desk.KeyAt + "amy@example.org"} {
		ids, err := d.db.Find(key, "", 0)
		if err != nil || slices.ContainsFunc(ids, table.IsSandboxID) {
			t.Errorf("%q finds %v, %v", key, ids, err)
		}
	}
	due, err := d.db.Overdue(d.now.Add(table.SandboxLife - time.Minute))
	if err != nil || slices.ContainsFunc(due, func(due store.Deadline) bool { return table.IsSandboxID(due.Game) }) {
		t.Errorf("deadlines of sandboxes: %v, %v", due, err)
	}
	d.service.Indexed.Store(false) // nor without the index
	if seats := d.service.Draft().SeatsOf("amy@example.org"); len(seats) != 1 {
		t.Errorf("amy has seats in %d games", len(seats))
	}
	d.service.Indexed.Store(true)
	if !reflect.DeepEqual(logOf(t, d, g), log) {
		t.Error("the game has changed")
	}
	d.service.Tick(t.Context())
	if files, err := os.ReadDir(filepath.Join(d.cfg.Data, desk.ArchiveDir)); err == nil && len(files) > 0 {
		t.Errorf("there are archives: %v", files)
	}
	d.flush()
	d.pass(table.SandboxLife + time.Hour)
	for _, m := range d.flush() {
		if strings.Contains(string(m.raw), "andbox") {
			t.Errorf("%s gets a mail about a sandbox:\n%s", m.to, m.raw)
		}
	}
	if ids, err := d.db.Games(); err != nil || !slices.Equal(ids, []string{g}) {
		t.Errorf("after its time there are %v, %v", ids, err)
	}
}

// A sandbox that is played to its end is not archived, and can be taken back.
func TestSandboxThatEnds(t *testing.T) {
	log := storedGame(t, "../titles/18newengland/testdata/v1/73885.log.gz")
	ti := titleIn(t, log)
	l := seatLate(t, log[:len(log)/2], engine.PlayerID(0))
	d := l.d
	whole := slices.Clone(engine.Effective(log))
	if _, ended := whole[len(whole)-2].(engine.Ended); !ended {
		t.Skip("the game does not end")
	}
	d.receive(l.mail("sandbox"), desk.OutcomeApplied)
	id := d.sandboxOf("p1@example.org")
	sb, err := d.service.OpenGame(id)
	if err != nil {
		t.Fatal(err)
	}
	over := sb.With(engine.Open(ti.Rules, whole), whole[len(sb.Log):])
	ch, err := sb.Change(over)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{ch}}); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.flush()
	d.receive(d.mail("p1@example.org", id+".p1", "a@x", "status"), desk.OutcomeAnswered)
	d.receive(d.mail("p1@example.org", id+".p1", "b@x", "undo"), desk.OutcomeApplied)
	if g, err := d.service.Game(id); err != nil || g.State().Result != nil {
		t.Errorf("after undo the game is over: %v", err)
	}
	d.service.Tick(t.Context())
	if files, err := os.ReadDir(filepath.Join(d.cfg.Data, desk.ArchiveDir)); err == nil && len(files) > 0 {
		t.Errorf("there are archives: %v", files)
	}
	if n, err := d.db.FindCount(desk.KeyEnded); err != nil || n != 0 {
		t.Errorf("%d games have ended, %v", n, err)
	}
}

// Mails that come at the same time do not make more sandboxes than one may have, and a
// mail that comes again, or whose commit failed or was in doubt, makes one.
func TestSandboxesAreBounded(t *testing.T) {
	d := newSharedService(t)
	d.three()
	raw := d.from("p1", "0@x", "sandbox")
	d.restart(&failing{DB: d.db, commit: func(c store.Commit) error { return errors.Join(d.db.Commit(c), errDisk) }})
	if _, err := d.service.Receive(t.Context(), raw); err == nil {
		t.Fatal("the disk does not fail")
	}
	d.restart(d.db)
	for range 2 {
		d.receive(raw, desk.OutcomeApplied)
	}
	d.sandboxOf("amy@example.org")
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			if _, err := d.service.Receive(t.Context(), d.from("p1", fmt.Sprintf("%d@x", i+1), "sandbox")); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	ids, err := d.db.Find("sandbox/amy@example.org", "", 0)
	if err != nil || len(ids) != table.MostSandboxes {
		t.Errorf("there are %v, %v", ids, err)
	}
	if err := d.db.Verify(func(problem string) { t.Error(problem) }); err != nil {
		t.Error(err)
	}
}

// A player who may say something though the game waits for another says it in a sandbox
// without a name before it, and the game goes on with the one it waits for.
func TestSandboxOutOfTurn(t *testing.T) {
	whole := storedGame(t, "../titles/1828/testdata/v1/bankrupt.log.gz")
	ti := titleIn(t, whole)
	log := whole[:757]
	g := engine.Open(ti.Rules, log)
	actor := engine.Awaited(g.Pending())[0]
	i := slices.IndexFunc(g.Pending(), func(ch engine.Choice) bool { return ch.Verb == "exchange" && ch.Unawaited && ch.By != actor })
	if i < 0 {
		t.Fatal("nobody may exchange out of turn there")
	}
	ch := g.Pending()[i]
	l := seatLate(t, log, actor)
	l.d.receive(l.mail("sandbox"), desk.OutcomeApplied)
	id, from := l.d.sandboxOf(actor+"@example.org"), actor+"@example.org"
	if text := allText(l.d.flush()); !strings.Contains(text, "You may also say for "+g.State().PlayerName(ch.By)+": exchange") {
		t.Errorf("nothing tells of %s:\n%s", ch.By, text)
	}
	line := grammar.Phrase(grammar.Context{Facts: ti.Facts}, engine.Command{By: ch.By, Verb: ch.Verb, Args: ch.List()[0].Args})
	l.d.receive(l.d.mail(from, id+".p1", "a@x", line), desk.OutcomeApplied)
	log = logOf(t, l.d, id)
	if by := log[slices.IndexFunc(log[757:], func(e engine.Event) bool { _, ok := e.(engine.Said); return ok })+757].(engine.Said).By; by != ch.By {
		t.Errorf("%q was said by %s, not by %s", line, by, ch.By)
	}
}
