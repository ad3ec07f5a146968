package sheet

import (
	"regexp"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

// firstMails are the first mails of a new game of a title, one for each player.
func firstMails(t *testing.T, ti *title.Title, options map[string]string) []Mail {
	t.Helper()
	names := []string{"Amy", "Brian", "Cleo"}
	g, log, err := titles.Start(ti, engine.Started{Seed: 3, Players: names, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	var out []Mail
	for i := range names {
		out = append(out, Mail{Title: ti, Game: "g12", Name: "Shoreline", Reader: engine.PlayerID(i), State: g.State(), Pending: g.Pending(), First: true, Since: log})
	}
	return out
}

// The first mail of a game tells everybody about all its private companies: what each costs, pays and does,
// and how they are bought and used, in 76 columns.
func TestFirstMailShowsAllPrivates(t *testing.T) {
	for _, ti := range titles.All() {
		for _, m := range firstMails(t, ti, nil) {
			text := Text(m)
			narrow(t, ti.Facts.Slug, text)
			flat := strings.Join(strings.Fields(text), " ")
			for _, p := range ti.Position(m.State).Privates {
				if f := ti.Facts.Private(p.Sym); !p.Gone {
					row := regexp.MustCompile(regexp.QuoteMeta(p.Sym) + ` +` + regexp.QuoteMeta(ti.Facts.Money(f.Value)) + ` (on sale|\w+) ` + regexp.QuoteMeta(strings.Join(strings.Fields(f.Name+": "+ti.Lesson.Power(p.Sym)), " ")))
					if !row.MatchString(flat) {
						t.Errorf("%s: %s is not told of in\n%s", ti.Facts.Slug, p.Sym, text)
					}
					if f.Income > 0 && !strings.Contains(ti.Lesson.Power(p.Sym), ti.Facts.Money(f.Income)) && p.Sym != "C&P" {
						t.Errorf("%s: it is not told that %s pays %s", ti.Facts.Slug, p.Sym, ti.Facts.Money(f.Income))
					}
				}
			}
			if !strings.Contains(flat, strings.Join(strings.Fields(ti.Lesson.Privates), " ")) {
				t.Errorf("%s: it is not told how private companies are got", ti.Facts.Slug)
			}
			m.First = false
			if later := Text(m); ti.Lesson.Privates != "" && strings.Contains(strings.Join(strings.Fields(later), " "), strings.Join(strings.Fields(ti.Lesson.Privates), " ")) {
				t.Errorf("%s: a later mail says again how private companies are got", ti.Facts.Slug)
			}
		}
	}
}

// The first mail names the variants in force, and no others.
func TestFirstMailNamesVariants(t *testing.T) {
	for _, ti := range titles.All() {
		for _, on := range ti.Variants {
			if on.Key == "more players" { // for eight or more
				continue
			}
			text := strings.Join(strings.Fields(Text(firstMails(t, ti, map[string]string{on.Key: "yes"})[0])), " ")
			for _, v := range ti.Variants {
				if told := strings.Contains(text, v.Key+": "+v.Text); told != (v.Key == on.Key) {
					t.Errorf("%s with %q: %q is told of: %v", ti.Facts.Slug, on.Key, v.Key, told)
				}
			}
		}
	}
}

// In an operating round, companies that nobody can start now take one line. The hexes come last, even if a
// picture shows the map.
func TestWhatCannotMatterIsLeftOut(t *testing.T) {
	some := false
	for _, ti := range titles.All() {
		seenOR := false
		seen(t, ti.Facts.Slug, "walk-plain", 40, func(m Mail) {
			pos := ti.Position(m.State)
			if seenOR || !pos.Operating || len(pos.Available) == 0 {
				return
			}
			seenOR = true
			m.Whole = true
			text := Text(m)
			if n := strings.Count(text, "Not started: "); n != 1 || strings.Contains(text, "\nAVAILABLE") {
				t.Errorf("%s: companies not started take more than a line:\n%s", ti.Facts.Slug, text)
			}
			m.Picture = "cid:map"
			html := HTML(m)
			if picture, hexes, values := strings.Index(html, "cid:map"), strings.Index(html, ">Hexes"), strings.Index(html, ">Values by phase"); picture < 0 || values < 0 || hexes < picture || hexes < values || strings.Contains(html[hexes+8:], "<h3") {
				t.Errorf("%s: the hexes are not last: picture at %d, hexes at %d, values at %d", ti.Facts.Slug, picture, hexes, values)
			}
		})
		some = some || seenOR // in some titles every company is started early
	}
	if !some {
		t.Error("no title has such a position")
	}
}

// An answer to a question has neither the position nor the choices.
func TestAnswersAreShort(t *testing.T) {
	for _, ti := range titles.All() {
		for _, m := range firstMails(t, ti, nil) {
			m.First, m.Since, m.Kind, m.Extra = false, nil, Answer, []Section{{Head: "Help pass", Lines: []string{"  It does nothing."}}}
			text := Text(m)
			if n := strings.Count(text, "\n"); n > 14 || strings.Contains(text, "PLAYERS") || strings.Contains(text, "YOU MAY NOW SAY") || !strings.Contains(text, `"status"`) {
				t.Errorf("%s: an answer of %d lines:\n%s", ti.Facts.Slug, n, text)
			}
			m.Extra = append(m.Extra, Section{Head: "Map", Lines: strings.Split(Map(m), "\n"), Chart: true})
			if !strings.Contains(Text(m), "\nHEXES") {
				t.Errorf("%s: no map in an answer to \"map\"", ti.Facts.Slug)
			}
		}
	}
}
