package sheet

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/grammar"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
	"pbem/titles/title/sample"
)

func one(t *title.Title) []*title.Title { return []*title.Title{t} }

// Words are found in any case, in the plural and misspelt.
func TestMeaning(t *testing.T) {
	for said, want := range map[string]string{
		"par": "started", "PAR": "started", "Dividends": "shareholders", "priority deal": "next stock round", "off-board": "edge of the map", "offboard": "edge of the map",
		"companies": "railway", "2x2": "Two trains of two", "3×4": "Four trains of three", "3/5x2": "Two trains of 3/5", "2 x 2": "Two trains of two", "x2": "Two of the same", "certs": "may have", "auction": "bids most", "sides": "north", "exit": "north", "blocked": "pass through",
	} {
		if got := Meaning(nil, said); len(got) != 1 || !strings.Contains(got[0].Text, want) {
			t.Errorf("%q: %v", said, got)
		}
	}
	for said, want := range map[string]string{"devidend": "shareholders", "presidant": "decides", "tresury": "itself owns"} {
		if got := NearMeaning(nil, said); len(got) != 1 || !strings.Contains(got[0].Text, want) || len(Meaning(nil, said)) > 0 {
			t.Errorf("%q: %v", said, got)
		}
	}
	// A title whose rules say director is explained with that word.
	for _, ti := range titles.All() {
		of := ti.Facts.Officer()
		for _, said := range []string{"director", "president", "presidency"} {
			if got := Meaning(one(ti), said); len(got) != 1 || got[0].Name != of {
				t.Errorf("%s: %q: %v, want %s", ti.Facts.Name, said, got, of)
			}
		}
		if got := Meaning(one(ti), "end"); len(got) == 0 || got[0].Text != ti.Lesson.End {
			t.Errorf("%s: %v, want when it ends", ti.Facts.Name, got)
		}
		if got := Meaning(one(ti), "company"); len(got) != 1 || !strings.Contains(got[0].Text, "Its "+of+" decides") {
			t.Errorf("%s: %v, want that the %s decides", ti.Facts.Name, got, of)
		}
	}
	for _, said := range []string{"", "xyzzy", "!", strings.Repeat("x", 1<<16)} {
		if got := append(Meaning(titles.All(), said), NearMeaning(titles.All(), said)...); len(got) > 0 {
			t.Errorf("%.20q: %v", said, got)
		}
	}
}

// A term is a line or two, and a word has one meaning in a title.
func TestTermsAreShort(t *testing.T) {
	all := append(one(sample.Title), titles.All()...)
	lists := map[string][]title.Term{"": terms}
	for _, ti := range all {
		lists[ti.Facts.Name] = ti.Lesson.Terms
	}
	for name, list := range lists {
		seen := map[string]string{}
		for _, term := range list {
			if n := utf8.RuneCountInString(term.Text); n < 15 || n > 240 || !strings.HasSuffix(term.Text, ".") {
				t.Errorf("%s, %s: %d characters: %s", name, term.Word, n, term.Text)
			}
			for _, w := range append(term.Also, term.Word) {
				if seen[wordKey(w)] != "" && seen[wordKey(w)] != term.Word {
					t.Errorf("%s: %q is %s and %s", name, w, term.Word, seen[wordKey(w)])
				}
				seen[wordKey(w)] = term.Word
			}
		}
	}
}

// Every heading of a table can be asked for, and in HTML it is a link that does.
func TestHeadingsAreExplained(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range append(one(sample.Title), titles.All()...) {
		walked := 0
		for _, m := range positions(t, ti) {
			m.Answer, m.Kind = "pbem+x@play.example", Status
			v := look(m)
			d := v.paper()
			v.position(d)
			v.outside(d)
			v.hexes(d)
			v.companiesThat(d, "Your companies", func(title.Company) bool { return true })
			v.supply(d)
			v.papers(d)
			v.stations(d)
			for _, b := range d.blocks {
				checkTopic(t, d, ti, b)
				if b.Table == nil {
					continue
				}
				walked++
				for _, c := range b.Table.Columns {
					checkHeading(t, d, ti, c)
				}
			}
			for _, label := range labels(v.pos) {
				if !explainedLabel(ti, label) {
					t.Errorf("%s: no entry for the label %q", ti.Facts.Name, label)
				}
			}
		}
		if walked < 4 {
			t.Errorf("%s: %d tables", ti.Facts.Name, walked)
		}
	}
}

// untold are headings that say themselves what is below them.
var untold = regexp.MustCompile(`^(Map|The map near .*|Changed on the table)$`)

// checkTopic checks that the heading of a section is a link to an entry.
func checkTopic(t *testing.T, d *doc, ti *title.Title, b block) {
	t.Helper()
	if b.Head == "" || untold.MatchString(b.Head) {
		return
	}
	if b.Asks == "" || len(Meaning(one(ti), b.Asks)) == 0 || !strings.Contains(written(d.letterBlock(b), 100), "body=help%20") {
		t.Errorf("%s: the heading %q asks for %q, which has no entry or no link", ti.Facts.Name, b.Head, b.Asks)
	}
}

// The words below the market and beside what has changed have entries too.
func TestSmallWordsAreExplained(t *testing.T) {
	for _, ti := range append(one(sample.Title), titles.All()...) {
		for _, zone := range ti.Facts.Zones {
			said := strings.ReplaceAll(zone, "_", " ")
			if ti.Lesson.Zones[zone] == "" && !explainedLabel(ti, said) {
				t.Errorf("%s: no entry for the zone %q", ti.Facts.Name, said)
			}
		}
	}
	for _, word := range []string{"Phase", "Tiles", "Stations", "Marks", "Prices", "Presidents", "Trains", "Privates"} {
		if len(Meaning(nil, word)) == 0 {
			t.Errorf("no entry for %q", word)
		}
	}
}

func checkHeading(t *testing.T, d *doc, ti *title.Title, c column) {
	t.Helper()
	for _, w := range []string{c.Head, c.Below} {
		if w != "" && len(Meaning(one(ti), c.word(w))) == 0 {
			t.Errorf("%s: no entry for the heading %q", ti.Facts.Name, w)
		}
	}
	if c.Head != "" && !strings.Contains(written(d.letterHead(c), 100), "body=help%20") {
		t.Errorf("%s: the heading %q is no link", ti.Facts.Name, c.Head)
	}
}

// labels returns the labels of the facts of a position.
func labels(p title.Position) []string {
	var out []string
	add := func(list []title.Fact) {
		for _, f := range list {
			out = append(out, fact(f))
		}
	}
	add(p.Facts)
	for _, pl := range p.Players {
		add(pl.Facts)
	}
	for _, c := range p.Companies {
		add(c.Facts)
	}
	return out
}

var wordsOf = regexp.MustCompile(`\S+`)

// explainedLabel reports whether a label or a run of its words has an entry.
func explainedLabel(ti *title.Title, label string) bool {
	words := wordsOf.FindAllString(label, 4) // "in liquidation"
	if exact, _, _ := grammar.Meant(ti.Facts, strings.TrimSuffix(strings.Fields(label + " -")[0], "*")); len(exact) > 0 {
		return true // "LH 70fr": help tells of it by its name
	}
	for i := range words {
		for j := len(words); j > i; j-- {
			if len(Meaning(one(ti), strings.Join(words[i:j], " "))) > 0 {
				return true
			}
		}
	}
	return len(words) == 0
}

// positions returns mails in several positions of the stored games of a title.
func positions(t *testing.T, ti *title.Title) []Mail {
	t.Helper()
	folders := []string{"../../titles/" + ti.Facts.Slug + "/testdata/v1", "../../titles/title/sample/testdata/v1"}
	if ti == sample.Title {
		folders = folders[1:]
	} else {
		folders = folders[:1]
	}
	var out []Mail
	for _, folder := range folders {
		for _, name := range []string{"walk-plain", "walk-variants"} {
			log, err := replaytest.ReadLog(filepath.Join(folder, name+".log.gz"))
			if err != nil {
				continue
			}
			for at := range 12 {
				part := log[:setupOf(log)+at*(len(log)-setupOf(log))/12]
				out = append(out, Mail{Title: ti, Game: "g1", Name: "Shoreline", Reader: "p1", State: engine.Fold(part)})
			}
		}
	}
	return out
}

// setupOf returns how many events of a log are the setup.
func setupOf(log []engine.Event) int {
	return 1 + slices.IndexFunc(log, func(e engine.Event) bool { _, ok := e.(engine.Flowed); return ok })
}
