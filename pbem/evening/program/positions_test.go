package program

import (
	"flag"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

var positions = flag.Int("positions", 0, "how many positions of each stored game are mailed and quoted, then by every program; 0 is 2 by some, or 8 in whole tests")

// places is how many positions of each stored game are tried.
func places() int {
	if *positions > 0 {
		return *positions
	}
	return testsize.Of(8, 2, 8)
}

// No mail of a stored game, quoted by any program, holds what is taken for a
// command of the writer's: every kind of line that a position is told in comes up
// here, with the shares, loans, marks and trains of whole games.
func TestQuotedPositions(t *testing.T) {
	styles := Styles()
	for _, ti := range titles.All() {
		files, err := filepath.Glob(filepath.Join("../../../titles", ti.Facts.Slug, "testdata/v*/*.log.gz"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no stored games (%v)", ti.Facts.Slug, err)
		}
		for n, file := range files {
			t.Run(ti.Facts.Slug+"/"+filepath.Base(file), func(t *testing.T) {
				log, err := replaytest.ReadLog(file)
				if err != nil {
					t.Fatal(err)
				}
				for i := range places() {
					mail := mailed(ti, log[:(i+1)*len(log)/places()], i%3)
					if mail == nil {
						continue
					}
					s := styles[(n+i)%len(styles)]
					a := answer(mail)
					a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[i%len(languages)], uint64(n)
					l := desk.LetterOf(reply(t, s, a))
					if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
						t.Errorf("after %d of %d events, quoted by %s: %v, %s", (i+1)*len(log)/places(), len(log), s.Name, l.Commands, l.Note)
					}
				}
			})
		}
	}
}

// Nor is the log of a stored game, as "history" and plans show it.
func TestQuotedHistory(t *testing.T) {
	styles := Styles()
	n := 0
	eachStored(t, func(ti *title.Title, log []engine.Event) {
		if began, ok := log[0].(engine.Started); ok { // in stored games they are called A, B, C
			began.Players = []string{"Amy", "Brian", "Crystal", "Dora", "Emil", "Nora", "Pia", "Jürgen", "Zoë", "Tom", "Ute", "Max"}[:len(began.Players)]
			log = append([]engine.Event{began}, log[1:]...)
		}
		for i := range places() {
			to := (i + 1) * len(log) / places()
			page, ok := pageOf(ti, log[:to], 1)
			if !ok {
				continue
			}
			told := "HOW THE TURN WOULD LOOK NOW\n" + sheet.LogPart(ti, log, "", max(0, to-300), to) + "\nYOU MAY NOW SAY"
			text := strings.Replace(page.Text, "YOU MAY NOW SAY", told, 1)
			if text == page.Text {
				t.Fatalf("there is no such heading:\n%s", text)
			}
			for range 3 {
				n++
				s := styles[n%len(styles)]
				a := answer(golden([]byte("Subject: "+page.Subject+"\n\n"+text), nil))
				a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[i%len(languages)], uint64(n)
				l := desk.LetterOf(reply(t, s, a))
				if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
					t.Errorf("%s after %d of %d events, quoted by %s: %v, %s", ti.Facts.Slug, to, len(log), s.Name, l.Commands, l.Note)
				}
			}
		}
	})
}

// mailed is the mail about a position to the first player who is asked, or nil
// where the game cannot stop there or nobody is asked. It is the first mail of the
// game, the first of a round, or another one.
func mailed(ti *title.Title, log []engine.Event, which int) []byte {
	page, ok := pageOf(ti, log, which)
	if !ok {
		return nil
	}
	return golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML))
}

// pageOf is the same mail before it is put into the form of mails.
func pageOf(ti *title.Title, log []engine.Event, which int) (sheet.Page, bool) {
	game := engine.Open(ti.Rules, log)
	if game.Frozen() != nil || len(game.Pending()) == 0 {
		return sheet.Page{}, false
	}
	m := sheet.Mail{
		Title: ti, Game: "g12", Name: "Shoreline", Reader: game.Pending()[0].By, State: game.State(), Pending: game.Pending(),
		Deadline: time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC), Zone: time.UTC, Position: len(log), First: which == 0, Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test",
	}
	for _, h := range ti.Facts.Map.Hexes {
		m.Around = append(m.Around, h.At)
	}
	if which == 2 {
		m.WasAt = len(log) / 2
		for m.WasAt > 0 && len(engine.Open(ti.Rules, log[:m.WasAt]).Pending()) == 0 { // no mail was sent there
			m.WasAt--
		}
		m.Was = engine.Fold(log[:m.WasAt])
	}
	return sheet.Write(m), true
}

// No fact about a player or a company is taken for a command where it stands
// alone in its cell, as a player's short shares do who holds nothing else.
func TestQuotedFacts(t *testing.T) {
	facts := factsOf(t)
	if len(facts) < 50 {
		t.Fatalf("only %d facts were found: %q", len(facts), facts)
	}
	for i, fact := range facts {
		notTaken(t, i, cell("Players", fact), fact)
	}
}

// notTaken quotes a mail by a program, in whole tests by some, with -positions by all: nothing
// of it is taken for a command.
func notTaken(t *testing.T, i int, mail []byte, what string) {
	t.Helper()
	styles := Styles()
	some := testsize.Of(1, 1, 3)
	if *positions > 0 {
		some = len(styles)
	}
	for n := range some {
		s := styles[(i+n*5)%len(styles)]
		a := answer(mail)
		a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[n%len(languages)], uint64(n)
		l := desk.LetterOf(reply(t, s, a))
		if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
			t.Errorf("%q quoted by %s: %v, %s", what, s.Name, l.Commands, l.Note)
			return
		}
	}
}

// cell is a mail of the service with a text alone in a cell under a heading.
func cell(head, fact string) []byte {
	cut := sheet.CutLine("g12", 7)
	return golden(
		[]byte("Subject: Re: [Shoreline] SR 3\n\n"+cut+"\n\n"+head+"\n\n  Amy    $41\n  "+fact+"\n"),
		[]byte("<html><body><div>"+cut+"</div><h3>"+head+"</h3><table><tr><td>Amy</td><td>$41</td></tr><tr><td>"+html.EscapeString(fact)+"</td></tr></table></body></html>"),
	)
}

// Nor is any cell or row of the mails about positions, where it stands alone in its cell.
func TestQuotedLines(t *testing.T) {
	lines := linesOf(t)
	if len(lines) < testsize.Of(500, 500, 1000) {
		t.Fatalf("only %d kinds of lines were found", len(lines))
	}
	for i, line := range lines {
		notTaken(t, i, cell("Private companies", line), line)
	}
}

// eachStored calls a function with every stored game of every title.
func eachStored(t *testing.T, do func(ti *title.Title, log []engine.Event)) {
	t.Helper()
	for _, ti := range titles.All() {
		files, err := filepath.Glob(filepath.Join("../../../titles", ti.Facts.Slug, "testdata/v*/*.log.gz"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no stored games (%v)", ti.Facts.Slug, err)
		}
		for _, file := range files {
			log, err := replaytest.ReadLog(file)
			if err != nil {
				t.Fatal(err)
			}
			do(ti, log)
		}
	}
}

// factsOf returns facts about players and companies in stored games of all
// titles, one of each kind: those that differ in numbers only are of a kind.
func factsOf(t *testing.T) (out []string) {
	seen := map[string]bool{}
	eachStored(t, func(ti *title.Title, log []engine.Event) {
		for i := range places() {
			game := engine.Open(ti.Rules, log[:(i+1)*len(log)/places()])
			if game.Frozen() != nil {
				continue
			}
			pos := ti.Position(game.State())
			var all []title.Fact
			for _, p := range pos.Players {
				all = append(all, p.Facts...)
			}
			for _, c := range pos.Companies {
				all = append(all, c.Facts...)
			}
			for _, f := range all {
				if kind := f.Label + " " + digits.ReplaceAllString(f.Value, "0"); !seen[kind] {
					seen[kind] = true
					out = append(out, strings.TrimSpace(f.Label+" "+f.Value))
				}
			}
		}
	})
	return out
}

// linesOf returns the cells and rows of mails about positions of stored games,
// one of each kind: those that differ in numbers only are of a kind.
func linesOf(t *testing.T) (out []string) {
	seen := map[string]bool{}
	n := testsize.Of(2, 2, 5)
	if *positions > 0 {
		n = 2 * *positions
	}
	eachStored(t, func(ti *title.Title, log []engine.Event) {
		for i := range n {
			page, _ := pageOf(ti, log[:(i+1)*len(log)/n], i%3)
			for _, line := range slices.Concat(between(page.HTML, cells), between(page.HTML, tableRows)) {
				line = strings.Join(strings.Fields(line), " ")
				if kind := digits.ReplaceAllString(line, "0"); line != "" && len(line) < 200 && !seen[kind] {
					seen[kind] = true
					out = append(out, line)
				}
			}
		}
	})
	return out
}

// between returns what stands between the tags of some kinds in HTML.
func between(page string, tag *regexp.Regexp) (out []string) {
	for _, part := range tag.Split(page, -1) {
		out = append(out, html.UnescapeString(tags.ReplaceAllString(part, " ")))
	}
	return out
}

var (
	cells     = regexp.MustCompile(`</?(?:t[drh]|div|p|li|br|h[1-6])\b[^>]*>`)
	tableRows = regexp.MustCompile(`</?(?:tr|div|p|li|br|h[1-6])\b[^>]*>`)
	tags      = regexp.MustCompile(`<[^>]*>`)
)

var digits = regexp.MustCompile(`[0-9]+`)

// Nor are the news of stored games, where each stands alone in its cell.
func TestQuotedNews(t *testing.T) {
	news := newsOf(t)
	if len(news) < 300 {
		t.Fatalf("only %d kinds of news were found", len(news))
	}
	for i, line := range news {
		notTaken(t, i, cell("Since your last mail", line), line)
	}
}

// newsOf returns what is told of stored games of all titles, one sentence of each
// kind: those that differ in numbers and names only are of a kind.
func newsOf(t *testing.T) (out []string) {
	seen := map[string]bool{}
	eachStored(t, func(ti *title.Title, log []engine.Event) {
		for _, e := range sheet.Entries(ti, log) {
			for _, text := range e.Came {
				if kind := ti.Facts.Slug + names.ReplaceAllString(text, "0"); !seen[kind] {
					seen[kind] = true
					out = append(out, text)
				}
			}
		}
	})
	return out
}

var names = regexp.MustCompile(`\b[A-Z0-9][^ ]*`)
