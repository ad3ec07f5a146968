package program

import (
	"flag"
	"html"
	"path/filepath"
	"regexp"
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

var positions = flag.Int("positions", 8, "how many positions of each stored game are mailed and quoted")

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
				for i := range *positions {
					mail := mailed(ti, log[:(i+1)*len(log) / *positions])
					if mail == nil {
						continue
					}
					s := styles[(n+i)%len(styles)]
					a := answer(mail)
					a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[i%len(languages)], uint64(n)
					l := desk.LetterOf(reply(t, s, a))
					if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
						t.Errorf("after %d of %d events, quoted by %s: %v, %s", (i+1)*len(log) / *positions, len(log), s.Name, l.Commands, l.Note)
					}
				}
			})
		}
	}
}

// mailed is the mail about a position to the first player who is asked, or nil
// where the game cannot stop there or nobody is asked.
func mailed(ti *title.Title, log []engine.Event) []byte {
	game := engine.Open(ti.Rules, log)
	if game.Frozen() != nil || len(game.Pending()) == 0 {
		return nil
	}
	page := sheet.Write(sheet.Mail{
		Title: ti, Game: "g12", Name: "Shoreline", Reader: game.Pending()[0].By, State: game.State(), Pending: game.Pending(),
		Deadline: time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC), Zone: time.UTC, Position: len(log), First: true, Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test",
	})
	return golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML))
}

// No fact about a player or a company is taken for a command where it stands
// alone in its cell, as a player's short shares do who holds nothing else.
func TestQuotedFacts(t *testing.T) {
	styles := Styles()
	facts := factsOf(t)
	if len(facts) < 50 {
		t.Fatalf("only %d facts were found: %q", len(facts), facts)
	}
	for i, fact := range facts {
		text, page := "Subject: Re: [Shoreline] SR 3\n\n-- write your commands above this line (game g12, position 7) --\n\nPlayers\n\n  Amy    $41\n  "+fact+"\n",
			"<html><body><div>-- write your commands above this line (game g12, position 7) --</div><h3>Players</h3><table><tr><td>Amy</td><td>$41</td></tr><tr><td>"+html.EscapeString(fact)+"</td></tr></table></body></html>"
		for n := range testsize.Of(1, 3, len(styles)) {
			s := styles[(i+n*5)%len(styles)]
			a := answer(golden([]byte(text), []byte(page)))
			a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[0], uint64(n)
			l := desk.LetterOf(reply(t, s, a))
			if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
				t.Errorf("%q quoted by %s: %v, %s", fact, s.Name, l.Commands, l.Note)
				break
			}
		}
	}
}

// factsOf returns facts about players and companies in stored games of all
// titles, one of each kind: those that differ in numbers only are of a kind.
func factsOf(t *testing.T) (out []string) {
	seen := map[string]bool{}
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
			for i := range *positions {
				game := engine.Open(ti.Rules, log[:(i+1)*len(log) / *positions])
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
		}
	}
	return out
}

var digits = regexp.MustCompile(`[0-9]+`)
