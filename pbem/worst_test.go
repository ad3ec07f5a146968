package pbem

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/batch"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/hosting"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// A late is a game late in its course, where a mail can ask for much.
type late struct {
	d      *testService
	game   string   // the log it is from
	actor  string   // the player who is asked
	firms  []string // companies in play
	asked  []engine.Choice
	events int
	mails  int // mails written so far
}

// worstGames are logs with full maps, one for every title that has one.
var worstGames = []string{
	"../titles/1828/testdata/v1/23366.log.gz",
	"../titles/1817/testdata/v1/15528.log.gz",
	"../titles/1843/testdata/v1/walk-variants.log.gz",
	"../titles/18newengland/testdata/v1/walk-variants.log.gz",
	"../titles/1820/testdata/v1/walk-variants.log.gz",
}

// A cut is a place in a log, and who is asked there.
type cut struct {
	events int
	actor  string
}

// cutsOf finds, for each verb, the last position late in a game in which it is asked for.
// "" stands for any verb.
func cutsOf(t testing.TB, name string) map[string]cut {
	t.Helper()
	log := fullGame(t, name)
	if cutsFound[name] != nil {
		return cutsFound[name]
	}
	ti, ok := titles.Find(log[0].(engine.Started).Title)
	if !ok {
		t.Fatal("there is no title ", log[0])
	}
	found := map[string]cut{}
	cutsFound[name] = found
	for i, tried := len(log)-1, 0; i > len(log)/2 && tried < 40; i-- {
		if _, ok := log[i].(engine.Said); !ok {
			continue
		}
		tried++
		for _, ch := range engine.Open(ti.Rules, log[:i]).Pending() {
			for _, verb := range []string{ch.Verb, ""} {
				if found[verb].actor == "" {
					found[verb] = cut{i, ch.By}
				}
			}
		}
	}
	return found
}

// fullGames are the logs of worstGames by name, read once.
var fullGames = map[string][]engine.Event{}

func fullGame(t testing.TB, name string) []engine.Event {
	t.Helper()
	if len(fullGames) == 0 {
		all := storedGames(t)
		for _, name := range worstGames {
			fullGames[name] = all[name]
		}
	}
	return fullGames[name]
}

// cutsFound are the results of cutsOf by the name of the game.
var cutsFound = map[string]map[string]cut{}

// late returns a test service with a recorded game, at the last position in which one of
// some verbs is asked for, or else at its last.
func (c cut) late(t testing.TB, log []engine.Event) *late {
	return seatLate(t, log[:c.events], c.actor)
}

// busiest returns the cut where track is laid or trains run.
func busiest(cuts map[string]cut) cut {
	c := cuts[""]
	for _, verb := range []string{"run", "lay"} {
		if at, ok := cuts[verb]; ok {
			c = at
		}
	}
	return c
}

// seatLate returns a test service with a game in a position.
func seatLate(t testing.TB, log []engine.Event, actor string) *late {
	t.Helper()
	d := newTestService(t)
	d.cfg.Limits, d.cfg.Hosts = config.Limits{Sender: -1, Game: -1}, []string{actor + "@example.org"}
	d.restart(d.db)
	start := log[0].(engine.Started)
	ti, _ := titles.Find(start.Title)
	var seats []table.Seat
	for p, name := range start.Players {
		seats = append(seats, table.Seat{Name: name, Address: fmt.Sprintf("p%d@example.org", p+1)})
	}
	d.seatAt(ti, "Late", log, seats)
	g := engine.Open(ti.Rules, log)
	l := &late{d: d, game: start.Title, actor: actor, asked: engine.Of(g.Pending(), actor), events: len(log)}
	for _, c := range ti.Position(g.State()).Companies {
		l.firms = append(l.firms, c.Sym)
	}
	return l
}

// seatAt stores a game with a log that all players have been told. It sends no mail.
func (d *testService) seatAt(ti *title.Title, name string, log []engine.Event, seats []table.Seat) {
	d.t.Helper()
	err := d.service.Unit(nil, func(s *desk.Draft) error {
		before := &table.Table{ID: "g1", Title: ti}
		before.Record = table.Record{Title: ti.Facts.Slug, Name: name, Created: d.now, Seats: seats}
		next := before.With(engine.Open(ti.Rules, log), log)
		for p := range next.Record.Seats {
			next.Record.Seats[p].Told, next.Record.Seats[p].From = len(log), len(log)
		}
		next.Ask(before, d.now)
		var c store.Commit
		if err := timing.Record(s, &c, before, next); err != nil {
			return err
		}
		return s.Take(c, desk.Change{Before: before, Next: next})
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.restart(d.db) // so that the mail opens the game
}

// mail returns a mail from the player who is asked.
func (l *late) mail(lines ...string) []byte {
	l.mails++
	return l.d.mail(l.actor+"@example.org", "g1."+l.actor, fmt.Sprintf("%d@example.org", l.mails), lines...)
}

// times returns as many lines as a mail may hold, made from texts in turn; %d is the
// number of the line.
func times(texts ...string) []string {
	var out []string
	for i := range batch.MostParts - 2 {
		out = append(out, strings.ReplaceAll(texts[i%len(texts)], "%d", fmt.Sprint(i+1)))
	}
	return out
}

// step returns something the player can do and undo, "" for nothing.
func (l *late) step() []string {
	for _, ch := range l.asked {
		if list := ch.List(); len(list) > 0 && list[0].Range == nil {
			return []string{strings.Join(append([]string{ch.Verb}, list[0].Args...), " "), "undo"}
		}
	}
	return nil
}

// asksAnew asks a question about a new position each time.
func (l *late) asksAnew(question string) []string {
	return times(slices.Insert(slices.Clone(l.step()), 0, question)...)
}

// spellings returns different ways to name the companies in play.
func (l *late) spellings() []string {
	var out []string
	for i := range batch.MostParts - 2 {
		sym := l.firms[i%len(l.firms)]
		out = append(out, "routes "+sym[:1]+strings.Repeat("-", i/len(l.firms))+sym[1:])
	}
	return out
}

var someAddresses = strings.Repeat("a%d@example.net b%d@example.net c%d@example.net ", 40)

// worstLines are, for each command of the service, the mails that ask for most.
var worstLines = map[string]func(l *late) [][]string{
	"game":    asMany("game g1"),
	"preview": func(l *late) [][]string { return [][]string{append([]string{"preview"}, l.asksAnew("routes")...)} },
	"anyway":  func(l *late) [][]string { return [][]string{append([]string{"anyway"}, l.asksAnew("status")...)} },
	"status":  anew("status"),
	"help":    func(l *late) [][]string { return [][]string{times("help %d"), times("help"), l.asksAnew("help")} },
	"history": func(l *late) [][]string {
		return [][]string{times("history"), times("history 0 %d"), l.asksAnew("history")}
	},
	"choices": func(l *late) [][]string {
		return [][]string{times("choices %d"), times("choices"), l.asksAnew("choices")}
	},
	"routes": func(l *late) [][]string { return [][]string{l.spellings(), times("routes %d"), l.asksAnew("routes")} },
	"map":    anew("map"),
	"advice": func(l *late) [][]string {
		return [][]string{append([]string{"sandbox"}, times("advice")...), append([]string{"sandbox"}, l.asksAnew("advice")...)}
	},
	"new":     asMany("new 1817 players 3-4 called G%d private"),
	"games":   anew("games"),
	"join":    asMany("join g%d"),
	"invite":  asMany("invite " + someAddresses),
	"leave":   asMany("leave g%d"),
	"start":   asMany("start g%d"),
	"players": asMany("players 3-4"),
	"set":     asMany("set name N%d", "set zone Berlin", "set pictures off", "set mail daily"),
	"set address": func(*late) [][]string {
		return [][]string{{"set address " + strings.Repeat("x", 3000) + "@example.org"}}
	},
	"settings":       anew("settings"),
	"no invitations": asMany("no invitations"),
	"renew token":    func(*late) [][]string { return [][]string{{"renew token"}} },
	"confirm":        func(*late) [][]string { return [][]string{{"confirm " + strings.Repeat("a", 3900)}} },

	"advice on":       asMany("advice on", "withdraw advice"),
	"advice off":      asMany("advice on", "advice off"),
	"pace":            asMany("pace %d days, weekends off, quiet 22-8 Europe/Berlin, grace 2 days, policy pass"),
	"caretaker":       asMany("caretaker"),
	"robot":           asMany("robot"),
	"vacation":        asMany("vacation 2026-12-%d to 2027-01-05", "vacation 1 week"),
	"cancel vacation": asMany("vacation 1 week", "cancel vacation"),
	"cancel orders":   asMany("cancel orders"),
	"no suggestion":   asMany("no suggestion", "no suggestion merger round: nothing", "no suggestion next: buy all"),
	"suggest again":   asMany("suggest again", "no suggestion"),
	"orders": func(*late) [][]string {
		return [][]string{times("plan all: run auto; pay"), times("plan all every turn: run auto; pay", "orders"), times("next: pass", "orders"), times("merger round: nothing", "orders"),
			times("plan all: " + strings.Repeat("lay H6 8 0, then ", plan.MostLines-1) + "pass"), times("next: " + strings.Repeat("buy H, then ", 300) + "pass")}
	},
	"undo":          func(l *late) [][]string { return [][]string{times(l.step()...), times("undo %d"), times("undo")} },
	"end game":      asMany("end game", "withdraw end"),
	"pause":         asMany("pause", "withdraw pause"),
	"resume":        asMany("resume"),
	"accept":        asMany("accept"),
	"decline":       asMany("decline"),
	"withdraw":      asMany("undo 200", "withdraw undo"),
	"resign":        asMany("resign g1"),
	"takeover":      asMany("takeover g%d"),
	"rematch":       asMany("rematch g%d players 3 called Again"),
	"observe":       asMany("observe g%d"),
	"unobserve":     asMany("unobserve g%d"),
	"press":         asMany("press " + strings.Repeat("x ", 500)),
	"note":          asMany("note " + strings.Repeat("y ", 500)),
	"notes":         func(l *late) [][]string { return [][]string{times("note "+strings.Repeat("y ", 1000), "notes")} },
	"publish notes": asMany("publish notes", "hide notes"),
	"hide notes":    asMany("publish notes", "hide notes"),
	"page":          asMany("page off", "page unlisted"),
	"sandbox": func(*late) [][]string {
		return [][]string{{"sandbox", "sandbox", "sandbox"}, times("game g1", "sandbox at %d", "sandbox end"), times("sandbox new 1817 12", "sandbox end")}
	},
}

// worstHost are, for each command of the host, the lines that ask for most.
var worstHost = map[string]string{
	"list": "list all", "show": "show g1", "pause": "pause g1 x", "resume": "resume g1", "pace": "pace g1 3 days", "rollback": "rollback g1 to 100",
	"move": "move g1 p1: pass", "address": "address g1 p1 x%d@example.org", "seat": "seat g1 p1 y%d@example.org Y", "admit": "admit z%d@example.org",
	"resend": "resend g1", "failed": "failed", "retry": "retry", "aside": "aside", "again": "again mail:x", "ban": "ban b%d@example.org", "unban": "unban b%d@example.org",
	"outages": "outages", "forget": "forget b%d@example.org really", "nodes": "nodes", "tell": "tell all " + "x", "close": "close g1 really", "help": "help",
	"put": "put away g1", "bring": "bring back g1", "mails": "mails g1 turn", "robot": "robot g1 p1 easy", "page": "page g1 off",
}

// asMany returns mails with as many lines as allowed, the same ones in turn.
func asMany(texts ...string) func(*late) [][]string {
	return func(*late) [][]string { return [][]string{times(texts...)} }
}

// anew asks a question again and again, about one position and about many.
func anew(question string) func(*late) [][]string {
	return func(l *late) [][]string { return [][]string{times(question), l.asksAnew(question)} }
}

// Every command of the service has a worst mail.
func TestWorstMailsHaveEveryWord(t *testing.T) {
	for word := range batch.Words {
		if worstLines[word] == nil {
			t.Errorf("no mail asks for most with %q: add one to worstLines", word)
		}
	}
	for _, w := range hosting.Words() {
		if worstHost[w.Name] == "" {
			t.Errorf("no mail of the host asks for most with %q: add one to worstHost", w.Name)
		}
	}
}

// No mail of a player uses more than a second of processor time or 50 MB, however much it
// asks for, late in the fullest game and with each command of the service.
func TestWorstMailsOfPlayers(t *testing.T) {
	serial(t)
	eachWorst(t, worstGames[0], slices.Sorted(maps.Keys(worstLines)), func(what string, l *late, raw []byte) {
		l.d.measured(raw).within(t, what)
	})
}

// some returns some of what there is, all of it in whole tests and in benchmarks.
func some[T any](t testing.TB, all []T) []T {
	if _, ok := t.(*testing.B); ok {
		return all
	}
	return slices.Collect(everyNth(all, testsize.Part(8, 20, 2, 1)))
}

// eachWorst makes the worst mails of some words, each in the same position.
func eachWorst(t testing.TB, name string, words []string, do func(what string, l *late, raw []byte)) {
	t.Helper()
	log, c := fullGame(t, name), busiest(cutsOf(t, name))
	l := c.late(t, log)
	for _, word := range some(t, words) {
		for i, lines := range worstLines[word](l) {
			do(fmt.Sprintf("%s: %s (%d)", l.game, word, i+1), l, l.mail(lines...))
			if l.d.version("g1") != l.events { // the mail was carried out
				l = c.late(t, log)
			}
		}
	}
}

// The most expensive commands, late in games of the other titles; in usual tests of one of them.
func TestWorstMailsOfTitles(t *testing.T) {
	serial(t)
	for _, name := range testsize.Of(nil, worstGames[3:4], worstGames[1:]) {
		eachWorst(t, name, []string{"routes", "preview"}, func(what string, l *late, raw []byte) {
			l.d.measured(raw).within(t, what)
		})
	}
}

// The same holds for a mail of the host.
func TestWorstMailsOfTheHost(t *testing.T) {
	serial(t)
	eachWorstOfHost(t, func(what string, l *late, raw []byte) { l.d.measured(raw).within(t, what) })
}

func eachWorstOfHost(t testing.TB, do func(what string, l *late, raw []byte)) {
	t.Helper()
	log, c := fullGame(t, worstGames[0]), cutsOf(t, worstGames[0])[""]
	l := c.late(t, log)
	for _, word := range some(t, slices.Sorted(maps.Keys(worstHost))) {
		var all []string
		for _, line := range times(worstHost[word]) {
			all = append(all, "host "+line)
		}
		do("host "+word, l, l.mail(all...))
		if l.d.version("g1") != l.events {
			l = c.late(t, log)
		}
	}
}

// The same holds for every kind of move, in a line as long as allowed, or, if the move
// can be undone, as often as a mail may hold it.
func TestWorstMailsOfMoves(t *testing.T) {
	serial(t)
	t.Logf("of one title of %d; the benchmark tries all", len(worstGames))
	eachWorstMove(t, worstGames[:1], func(what string, l *late, raw []byte) { l.d.measured(raw).within(t, what) })
}

func eachWorstMove(t testing.TB, games []string, do func(what string, l *late, raw []byte)) {
	t.Helper()
	for _, name := range games {
		log, cuts := fullGame(t, name), cutsOf(t, name)
		last := cuts[""].late(t, log)
		ti, _ := titles.Find(last.game)
		for _, v := range some(t, ti.Verbs) {
			long := v.Name + strings.Repeat(" "+cmp.Or(firstOption(last.asked, v.Name), "H6"), 600)
			do(fmt.Sprintf("%s: a long %q", last.game, v.Name), last, last.mail(long[:min(len(long), batch.LongestPart-1)]))
			if c, ok := cuts[v.Name]; ok {
				l := c.late(t, log)
				line := strings.TrimSpace(v.Name + " " + firstOption(l.asked, v.Name))
				do(fmt.Sprintf("%s: %q and undo", l.game, v.Name), l, l.mail(times(line, "undo")...))
			}
		}
	}
}

// BenchmarkWorstMails takes in the mails that ask for most: every command of the service
// and of the host, every kind of move, raw mails. None may use more than a second of
// processor time.
//
//	go test ./pbem -run xx -bench WorstMails -benchtime 1x
func BenchmarkWorstMails(b *testing.B) {
	one := func(what string, d *testService, raw []byte) {
		b.Run(what, func(b *testing.B) {
			var w took
			for b.Loop() { // the key of the mail must be new each time
				raw = another(raw)
				next := d.measured(raw)
				w = took{next.outcome, max(w.processor, next.processor), max(w.allocated, next.allocated), max(w.live, next.live)}
			}
			b.ReportMetric(w.processor.Seconds()*1000, "ms-processor")
			b.ReportMetric(float64(w.allocated>>20), "MB-allocated")
			if w.live > 0 {
				b.ReportMetric(float64(w.live>>20), "MB-live")
			}
			b.ReportMetric(0, "ns/op")
			if w.processor > mostProcessor {
				b.Errorf("%s took %s", what, w)
			}
		})
	}
	of := func(what string, l *late, raw []byte) { one(what, l.d, raw) }
	for _, name := range worstGames {
		eachWorst(b, name, slices.Sorted(maps.Keys(worstLines)), of)
	}
	eachWorstMove(b, worstGames, of)
	eachWorstOfHost(b, of)
	eachWorstRaw(b, func(what string, d *testService, raw []byte) { one(what, d, raw) })
}

// firstOption returns the first option of a verb as a line.
func firstOption(asked []engine.Choice, verb string) string {
	for _, ch := range asked {
		if list := ch.List(); ch.Verb == verb && len(list) > 0 {
			words := slices.Clone(list[0].Args)
			if list[0].Range != nil {
				words = append(words, fmt.Sprint(list[0].Range.Min))
			}
			return strings.Join(words, " ")
		}
	}
	return ""
}
