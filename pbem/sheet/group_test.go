package sheet

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// seen shows positions of a stored game of a title, before every n-th answer.
func seen(t *testing.T, slug, game string, n int, show func(m Mail)) {
	t.Helper()
	log, err := replaytest.ReadLog("../../titles/" + slug + "/testdata/v1/" + game + ".log.gz")
	if err != nil {
		t.Fatal(err)
	}
	ti, _ := titles.Find(slug)
	count := 0
	for i, e := range log {
		said, ok := e.(engine.Said)
		if ok {
			count++
		}
		if ok && count%n == 0 {
			g := engine.Open(ti.Rules, log[:i])
			show(Mail{Title: ti, Game: "g12", Reader: said.By, State: g.State(), Pending: g.Pending()})
		}
	}
}

// Very many ways to say a verb are summed up in few lines, in all titles: at most two thirds of the number of
// ways, and none too wide. Each line to copy is a command that is read as the way it stands for. "all" lists
// every way on its own line.
func TestLongListsAreDrawnTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("short: whole stored games are looked at")
	}
	const many = 60
	found := 0
	for _, ti := range titles.All() {
		told := map[string]bool{}
		seen(t, ti.Facts.Slug, "walk-variants", 11, func(m Mail) {
			for _, ch := range engine.Of(m.Pending, m.Reader) {
				ways := look(m).ways(ch)
				if len(ways) <= many {
					continue
				}
				found++
				text := Choices(m, ch.Verb)
				lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
				if !told[ch.Verb] {
					t.Logf("%s, %d ways in %d lines:\n%s", ti.Facts.Slug, len(ways), len(lines), text)
					told[ch.Verb] = true
				}
				if most := len(ways) * 2 / 3; len(lines) > most {
					t.Errorf("%s: %d ways to %s in %d lines", ti.Facts.Slug, len(ways), ch.Verb, len(lines))
				}
				narrow(t, "choices", text)
				copied(t, m, ch, text)
				every := Choices(m, ch.Verb+" all")
				for _, w := range ways {
					if !strings.Contains(every, ". "+w.said(ch.Verb)) {
						t.Fatalf("%s: choices %s all does not list %s", ti.Facts.Slug, ch.Verb, w.said(ch.Verb))
					}
				}
			}
		})
	}
	if found < 8 {
		t.Errorf("only %d long lists were seen", found)
	}
}

// copied says the lines of a list as a reader who copies them would.
func copied(t *testing.T, m Mail, ch engine.Choice, text string) {
	t.Helper()
	players := map[string]string{}
	for _, p := range m.State.Players() {
		players[p] = m.State.PlayerName(p)
	}
	ctx := grammar.Context{Facts: m.Title.Facts, Board: look(m).board, Verbs: m.Title.Verbs, Players: players}
	read := 0
	for _, line := range strings.Split(text, "\n") {
		said, ok := strings.CutPrefix(strings.TrimSpace(line), ". ")
		if !ok || strings.Contains(said, "...") || strings.HasPrefix(said, "choices ") || strings.HasPrefix(said, " ") {
			continue
		}
		said, _, _ = strings.Cut(said, "  ")
		if _, err := grammar.Match(ctx, m.Pending, m.Reader, said); err != nil {
			t.Errorf("%s: %q is not read: %v", m.Title.Facts.Slug, said, err)
		}
		read++
	}
	if read == 0 {
		t.Errorf("%s: no line to copy:\n%s", m.Title.Facts.Slug, text)
	}
}

// Asking a long list for a word returns the ways with that word, each on its own line. A word that no way has
// gets a sentence.
func TestChoicesOfAWord(t *testing.T) {
	done := false
	seen(t, "1817", "walk-variants", 3, func(m Mail) {
		for _, ch := range engine.Of(m.Pending, m.Reader) {
			if done || ch.Verb != "start" || len(look(m).ways(ch)) <= mostListed {
				continue
			}
			done = true
			company := look(m).pos.Available[0]
			for _, asked := range []string{"start " + company, "start " + strings.ToLower(company), "start " + strings.ToLower(m.Title.Facts.Company(company).Name), "value " + company} {
				text := Choices(m, asked)
				n := 0
				for _, line := range strings.Split(text, "\n") {
					if strings.HasPrefix(strings.TrimSpace(line), ". start ") && !strings.Contains(line, "...") {
						n++
						if !strings.Contains(line, company) {
							t.Errorf("choices %s lists %s", asked, line)
						}
					}
				}
				if n == 0 {
					t.Errorf("choices %s:\n%s", asked, text)
				}
			}
			for _, odd := range []string{"start xyzzy", "start " + strings.Repeat("x", 9000), "start <b>", "start \x00"} {
				text := Choices(m, odd)
				if !strings.Contains(text, "No way") && !strings.Contains(text, "cannot say") || len(text) > 900 {
					t.Errorf("choices %.20s:\n%.900s", odd, text)
				}
				for _, line := range strings.Split(text, "\n") {
					if utf8.RuneCountInString(line) > Columns {
						t.Errorf("too wide: %s", line)
					}
				}
			}
		}
	})
	if !done {
		t.Fatal("the game has no such position")
	}
}

// A lay that is written with a rotation, because the sides of the tile do not tell how it lies, says what its track joins.
func TestRotationsAreTold(t *testing.T) {
	if testing.Short() {
		t.Skip("short: whole stored games are looked at")
	}
	told := 0
	for _, ti := range titles.All() {
		seen(t, ti.Facts.Slug, "walk-variants", 5, func(m Mail) {
			for _, ch := range engine.Of(m.Pending, m.Reader) {
				if v, _ := ti.Verbs.Find(ch.Verb); !v.Takes("TILE") {
					continue
				}
				for _, w := range look(m).ways(ch) {
					if len(w.words) < 3 || len(w.words[2]) != 1 || w.words[2] < "0" || w.words[2] > "5" {
						continue
					}
					if told++; w.lies == "" || !strings.Contains(w.gloss, w.lies) {
						t.Errorf("%s: %s: %q", ti.Facts.Name, w.said(ch.Verb), w.gloss)
					}
				}
			}
		})
	}
	if told == 0 {
		t.Error("no lay is written with a rotation")
	}
}
