package pbem

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// A secret answer is in no history before all have answered. // 20-RU-48
func TestHistoryKeepsSecrets(t *testing.T) {
	testsize.SkipRace(t)
	log := storedGames(t)["../titles/1820/testdata/v1/walk-variants.log.gz"]
	ti, _ := titles.Find("1820")
	tried := 0
	for i, e := range log {
		said, ok := e.(engine.Said)
		if !ok || said.Verb != "bid" || !slices.Contains(ti.Sealed, said.Question) || tried == 3 {
			continue
		}
		asked := engine.Open(ti.Rules, log[:i+1]).Pending()
		n := slices.IndexFunc(asked, func(ch engine.Choice) bool { return ch.Question == said.Question && ch.By != said.By })
		if n < 0 {
			continue // the last answer
		}
		tried++
		l := seatLate(t, log[:i+1], asked[n].By)
		for _, line := range []string{"history", fmt.Sprintf("history %d %d", i, i+1), fmt.Sprintf("history %d", i+1)} {
			l.d.receive(l.mail(line), desk.OutcomeAnswered)
			mails := l.d.flush()
			if len(mails) != 1 {
				t.Fatalf("%d mails after %q", len(mails), line)
			}
			_, text, ok := strings.Cut(string(mails[0].raw), "HISTORY")
			if text, _, _ = strings.Cut(text, "\n--"); !ok || strings.Contains(text, "bid "+said.Args[0]) || !strings.Contains(text, "until all have answered") {
				t.Errorf("event %d, %q: %s tells of %s's answer:\n%s", i, line, asked[n].By, said.By, text)
			}
		}
	}
	if tried == 0 {
		t.Fatal("nobody bids before others in this game")
	}
}

// lastInSecret calls use with logs that end before the last answer of a secret auction,
// of trains and of a company. last is who answers; other is the place of the answer
// before.
func lastInSecret(t *testing.T, use func(log []engine.Event, last string, other int)) {
	t.Helper()
	of := inSecret(t)
	for _, firm := range []bool{false, true} {
		use(of[firm].log, of[firm].last, of[firm].other)
	}
}

// A secretAuction is what lastInSecret calls use with.
type secretAuction struct {
	log   []engine.Event
	last  string
	other int
}

// secretAuctions are found once.
var secretAuctions map[bool]secretAuction

// inSecret finds the first secret auction of trains, and the first of a company (true).
func inSecret(t *testing.T) map[bool]secretAuction {
	t.Helper()
	if secretAuctions != nil {
		return secretAuctions
	}
	found := map[bool]secretAuction{}
	for _, name := range []string{"plain", "variants"} {
		log := storedGame(t, "../titles/1820/testdata/v1/walk-"+name+".log.gz")
		for i, e := range log {
			said, ok := e.(engine.Said)
			if !ok || !slices.Contains(ruled(t).Sealed, said.Question) || i+1 == len(log) {
				continue
			}
			if next, ok := log[i+1].(engine.Said); !ok || next.Question != said.Question || next.By == said.By {
				continue // that answer opened all of them
			}
			g := engine.Open(ruled(t).Rules, log[:i+1])
			left := engine.Awaited(g.Pending())
			if len(left) != 1 || most(ruled(t), log[:i], said.By) < least(g, left[0])+30 {
				continue
			}
			if firm := g.Pending()[0].For != ""; found[firm].log == nil {
				found[firm] = secretAuction{slices.Clip(log[:i+1]), left[0], i}
			}
			if len(found) == 2 {
				secretAuctions = found
				return found
			}
		}
	}
	t.Fatalf("there are auctions in secret of %d kinds, of trains or of a company, want both", len(found))
	return nil
}

// least returns a player's lowest bid, most the highest.
func least(g *engine.Game, player string) int { return bids(g, player).Min }

func most(ti *title.Title, log []engine.Event, player string) int {
	return bids(engine.Open(ti.Rules, log), player).Max
}

func bids(g *engine.Game, player string) engine.Range {
	for _, ch := range engine.Of(g.Pending(), player) {
		if list := ch.List(); len(list) > 0 && list[0].Range != nil {
			return *list[0].Range
		}
	}
	return engine.Range{}
}

// without returns a log with another answer at a place.
func without(log []engine.Event, at int, verb string, args ...string) []engine.Event {
	log = slices.Clone(log)
	said := log[at].(engine.Said)
	said.Verb, said.Args = verb, args
	log[at] = said
	return log
}

// The last player to answer learns nothing about the other answers. Until the last answer
// is given, every mail of that player gets the same reply, word for word, whatever the
// others have answered. // 20-RU-48
func TestSecretsStay(t *testing.T) {
	testsize.SkipRace(t)
	probes := [][]string{
		{"preview", "bid %d"}, {"preview", "pass"}, {"preview", "bid %d", "take both"}, {"preview", "bid %d", "buy with LSR"},
		{"bid %d", "take both"}, {"bid %d", "buy with LSR"}, {"bid %d", "decline"}, {"bid %d", "lay 5 XX99"}, {"pass", "bid %d"},
		{"bid %d", "undo to 99999"}, {"bid %d", "undo"}, {"bid %d", "history 1 99999"}, {"bid %d", "next: sell 1 LSR"}, {"bid %d", "accept end"},
		{"preview", "pass for the auction"}, {"preview", "bid %d", "status", "choices", "history", "orders"},
		{"preview", "bid up to %d"}, {"preview", "pass for the round"}, {"preview", "bid %d up to 400"},
		{"take both"}, {"buy with LSR"}, {"lay 5 J9"}, {"history"}, {"status"}, {"choices"}, {"orders"}, {"undo to 99999"},
	}
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		least := least(engine.Open(ruled(t).Rules, log), last)
		var told [][]string
		for n, one := range [][]engine.Event{without(log, other, "bid", fmt.Sprint(least)), without(log, other, "bid", fmt.Sprint(least+30)), without(log, other, "pass")} {
			l := seatLate(t, one, last)
			for i, lines := range probes {
				for _, amount := range []int{least, least + 20, least + 40} {
					var said []string
					for _, line := range lines {
						said = append(said, strings.ReplaceAll(line, "%d", fmt.Sprint(amount)))
					}
					if _, err := l.d.service.Receive(t.Context(), l.mail(said...)); err != nil {
						t.Fatal(err)
					}
					if v := l.d.version("g1"); v != len(log) {
						t.Fatalf("%q was carried out: it proves nothing", said)
					}
					var text []string
					for _, m := range l.d.flush() {
						text = append(text, string(m.raw))
					}
					if n == 0 {
						told = append(told, text)
					} else if want := told[3*i+(amount-least)/20]; !slices.Equal(want, text) {
						t.Errorf("%q tells of what the other has said:\n%s", said, difference(want, text))
					}
				}
			}
		}
	})
}

// ruled returns the title of these games.
func ruled(t *testing.T) *title.Title {
	t.Helper()
	ti, ok := titles.Find("1820")
	if !ok {
		t.Fatal("the title is not known")
	}
	return ti
}

// The pages of a running game do not depend on secret answers, and the log is not among
// them. // 20-RU-48
func TestPagesKeepSecrets(t *testing.T) {
	testsize.SkipRace(t)
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		var told []string
		for _, one := range [][]engine.Event{log, without(log, other, "bid", "20"), without(log, other, "pass")} {
			l := seatLate(t, one, last)
			dir, err := l.d.service.Archive("g1")
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(dir + "/*")
			if err != nil || len(files) < 3 {
				t.Fatal(files, err)
			}
			var text []string
			for _, name := range files {
				raw, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				text = append(text, filepath.Base(name)+"\n"+string(raw))
			}
			if told == nil {
				told = text
			}
			if !slices.Equal(told, text) {
				t.Errorf("pages tell what was answered in secret:\n%s", difference(told, text))
			}
		}
	})
}

// While a game is running, nobody can read the others' secret answers in its history,
// even after they were opened. Players can read their own. When the game is over,
// everybody can read all.
func TestHistoryOfSecrets(t *testing.T) {
	whole := storedGame(t, "../titles/1820/testdata/v1/walk-variants.log.gz")
	for name, log := range map[string][]engine.Event{"on": whole[:len(whole)*3/4], "over": whole} {
		history := map[string][]sheet.Entry{"": sheet.Entries(ruled(t), log)}
		secret, own := 0, 0
		for _, e := range history[""] {
			said, ok := log[e.At].(engine.Said)
			if !ok || !slices.Contains(ruled(t).Sealed, said.Question) {
				continue
			}
			secret++
			if hidden := e.Said == "answered in secret"; hidden == (name == "over") {
				t.Errorf("%s: event %d: %s", name, e.At, e.Text())
			}
			if text := sheet.LogPart(ruled(t), log, said.By, e.At, e.At+1); strings.Contains(text, said.Verb) {
				own++
			}
		}
		if secret == 0 || own != secret {
			t.Errorf("%s: %d answers in secret, of which %d are read by who gave them", name, secret, own)
		}
	}
}

// If the host answers in secret for a player, nobody is told the answer, and no line
// after it is tried.
func TestHostSaysInSecret(t *testing.T) {
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		before := log[:other]
		by := log[other].(engine.Said).By
		amount := least(engine.Open(ruled(t).Rules, before), by)
		l := seatLate(t, before, by)
		name := log[0].(engine.Started).Players[by[1]-'1']
		if _, err := l.d.service.HostSays(fmt.Sprintf("move g1 %s: bid %d; lay 5 XX99", name, amount)); err == nil {
			t.Error("a line behind an answer in secret is carried out")
		}
		if _, err := l.d.service.HostSays(fmt.Sprintf("move g1 %s: bid %d", name, amount)); err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, e := range logOf(t, l.d, "g1")[len(before):] {
			if h, ok := e.(engine.Hosted); ok && h.Act == "move" {
				if said++; h.Text != "For "+name+": an answer in secret" {
					t.Errorf("everybody is told: %s", h.Text)
				}
			}
		}
		if now := logOf(t, l.d, "g1"); said != 1 || len(now) <= len(before)+1 {
			t.Error("nothing was carried out")
		}
	})
}

// difference returns the first line in which mails differ.
func difference(a, b []string) string {
	x, y := strings.Split(strings.Join(a, "\n"), "\n"), strings.Split(strings.Join(b, "\n"), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// An undo of what opened others' secret answers needs everybody's consent. A player may
// undo their own answer while others have still to answer. // 20-RU-48
func TestUndoAcrossSecrets(t *testing.T) {
	testsize.SkipRace(t)
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		l := seatLate(t, log, last)
		bid := fmt.Sprint("bid ", least(engine.Open(ruled(t).Rules, log), last))
		l.d.receive(l.mail("status"), desk.OutcomeAnswered)
		if text := allText(l.d.flush()); !strings.Contains(text, `Your answer is the last: it opens those of the others, and then "undo"`) {
			t.Errorf("nobody says before that an undo needs everybody:\n%s", text)
		}
		l.d.receive(l.mail(bid), desk.OutcomeApplied)
		l.d.flush()
		opened := l.d.version("g1")
		l.d.receive(l.mail("undo"), desk.OutcomeApplied)
		if text := allText(l.d.flush()); !strings.Contains(text, "Your request") && !strings.Contains(text, "YOUR REQUEST") || !strings.Contains(text, "whoever answers again knows") {
			t.Errorf("an undo is not asked for:\n%s", text)
		}
		if v := l.d.version("g1"); v != opened+1 {
			t.Errorf("after the undo there are %d events, want the request behind %d", v, opened)
		}
		for _, e := range logOf(t, l.d, "g1")[opened:] {
			if _, back := e.(engine.Undone); back {
				t.Error("it was taken back at once")
			}
		}
	})
	lastInSecret(t, func(log []engine.Event, last string, other int) {
		by := log[other].(engine.Said).By
		l := seatLate(t, log, by)
		l.d.receive(l.mail("undo"), desk.OutcomeApplied)
		if g := engine.Open(ruled(t).Rules, logOf(t, l.d, "g1")); len(engine.Of(g.Pending(), by)) == 0 {
			t.Errorf("%s cannot take an answer back that nobody knows of", by)
		}
	})
}

// allText returns the text of mails, without line breaks.
func allText(mails []sent) string {
	var out []string
	for _, m := range mails {
		out = append(out, strings.Fields(string(m.raw))...)
	}
	return strings.Join(out, " ")
}

// logOf returns the stored log of a game.
func logOf(t *testing.T, d *testService, game string) []engine.Event {
	t.Helper()
	_, stored, err := d.db.Load(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	log, err := table.LogOf(stored)
	if err != nil {
		t.Fatal(err)
	}
	return log
}
