package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/play"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// newcomer returns a batch of somebody who plays a new game of a title.
func newcomer(t testing.TB, d *testService, ti *title.Title) *batch.Batch {
	t.Helper()
	var list []table.Seat
	for i := range ti.Facts.Seats[0].Players {
		list = append(list, table.Seat{Name: string(rune('A' + i)), Address: string(rune('a'+i)) + "@example.org"})
	}
	d.title = ti.Facts.Slug
	at := d.table(d.start("First "+ti.Facts.Name, list...))
	return &batch.Batch{Draft: d.service.Draft(), At: &batch.Speaker{Table: at, Before: at, Player: "p1"}}
}

// helpText returns sections as a mail shows them.
func helpText(sections []sheet.Section) string { return sheet.Note("Help", "", sections...).Text }

// "help NAME" explains every company, private company, train and tile of every title,
// inside and outside of a game, by symbol and by full name, in any spelling. No line is
// too wide.
func TestHelpForEveryName(t *testing.T) {
	d := newTestService(t)
	for _, ti := range titles.All() {
		b := newcomer(t, d, ti)
		outside := &batch.Batch{Draft: b.Draft}
		for _, thing := range grammar.Things(ti.Facts) {
			head := sheet.Explain(ti, nil, thing).Head
			for _, said := range waysToSay(thing) {
				for _, list := range [][]sheet.Section{play.Explained(b, said), play.ThingsOf(outside, []*title.Title{ti}, said)} {
					text := helpText(list)
					if !strings.Contains(text, strings.ToUpper(head)) && !strings.Contains(text, head) {
						t.Errorf("%s: help %s does not tell of %s:\n%s", ti.Facts.Name, said, head, text)
					}
					narrow(t, text)
				}
			}
		}
	}
}

func narrow(t *testing.T, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(line) > sheet.Columns {
			t.Errorf("too wide: %s", line)
		}
	}
}

// waysToSay returns some spellings of a thing.
func waysToSay(t grammar.Thing) []string {
	out := []string{t.ID, strings.ToLower(t.ID), strings.ToUpper(t.ID), "the " + string(t.Kind) + " " + t.ID}
	switch t.Kind {
	case grammar.TrainThing:
		return append(out[:3], "train "+t.ID, t.ID+" train", t.ID+"-train")
	case grammar.TileThing:
		return append(out[:3], "tile "+t.ID)
	}
	out = out[:3]
	if strings.Contains(t.ID, "&") {
		out = append(out, strings.ReplaceAll(t.ID, "&", ""), strings.ReplaceAll(t.ID, "&", " and "), strings.ReplaceAll(t.ID, "&", " & "))
	}
	return append(out, t.Name, strings.ToLower(t.Name), strings.ReplaceAll(t.Name, "&", "and"))
}

// An explanation says what matters: what a company is; what a private company costs, does
// and where one gets it; what a train costs, runs and does to others; what a tile shows
// and becomes.
func TestHelpTellsWhatMatters(t *testing.T) {
	want := map[grammar.ThingKind][]string{
		grammar.CompanyThing: {"Is"}, grammar.PrivateThing: {"Price", "Does", "Got, used"},
		grammar.TrainThing: {"Price", "Runs", "Goes"}, grammar.TileThing: {"Colour", "Becomes", "Number"},
	}
	d := newTestService(t)
	for _, ti := range titles.All() {
		s := newcomer(t, d, ti).At.Table.Game.State()
		for _, thing := range grammar.Things(ti.Facts) {
			found := map[string]string{}
			for _, f := range sheet.Explain(ti, s, thing).Facts {
				found[f.Name] = f.Text
			}
			for _, name := range want[thing.Kind] {
				if strings.Trim(found[name], " .") == "" {
					t.Errorf("%s: of the %s %s it is not told: %s", ti.Facts.Name, thing.Kind, thing.ID, name)
				}
			}
			if thing.Kind == grammar.CompanyThing && len(found["Is"]) < 60 {
				t.Errorf("%s: of %s it is only told %q", ti.Facts.Name, thing.ID, found["Is"])
			}
		}
	}
}

// The powers of a private company or train are explained with the words of their rule.
func TestHelpTellsOfPowers(t *testing.T) {
	for slug, things := range map[string]map[string]string{
		"1817": {"MINC": "1 coal mine", "CM": "2 coal mines", "MAJC": "3 coal mines", "OBC": "1 bridge in H3, G6, H9", "UBC": "2 bridges in H3, G6, H9",
			"MTE": "$20 for each yellow tile", "PSM": "tile X00 in Pittsburgh F13", "TS": "one more station marker", "MINM": "$10 before each operating round", "MAIL": "$15", "MAJM": "$20"},
		"1820":         {"GWS": "a port at both ends", "SAS": "an off-board counts twice", "BED": "one more upgrade of a city", "LOC": "half the price of terrain", "HOL": "just before trains run", "VUL": "one city more", "FLOOD": "no route", "BR": "Queen Victoria"},
		"1828":         {"D&H": "F20 for $120", "M&H": "exchange it for a share", "C&A": "a share of PRR", "StCT": "pays a company $10", "CPR-P": "30% of CPR", "3+D": "double the money", "8E": "only cities and red areas count", "NYH": "one more yellow tile for $40", "IC": "IC-P"},
		"1843":         {"TB": "for 20fr", "LH": "C14 for 80fr", "BA": "C18 for 120fr", "LM": "director's certificate of PLM", "VDL": "run once more", "PSG": "E14 at any time", "CEI": "no power", "3/5x2": "the best 3 stops count", "EST": "two yellow tiles", "MID": "brown tile at once"},
		"18newengland": {"5E": "5 stops of it count", "2": "with the first 4-train", "NYW": "New York", "B&A": "formed in a merger round"},
	} {
		ti := titleNamed(t, slug)
		for name, want := range things {
			exact, _, _ := grammar.Meant(ti.Facts, name)
			var list []sheet.Section
			for _, thing := range exact {
				list = append(list, sheet.Explain(ti, nil, thing))
			}
			if text := strings.Join(strings.Fields(helpText(list)), " "); !strings.Contains(text, want) {
				t.Errorf("%s: help %s does not say %q:\n%s", slug, name, want, helpText(list))
			}
		}
	}
}

// A text that names nothing gets one clear sentence. A misspelt name is answered with
// similar names.
func TestHelpForWhatIsNoName(t *testing.T) {
	d := newTestService(t)
	for _, ti := range titles.All() {
		b := newcomer(t, d, ti)
		for _, said := range []string{
			"xyzzy", strings.Repeat("x", 5000), strings.Repeat("word ", 2000), "<script>alert(1)</script>", "&", "- -", "\x00\xff", "مرحبا", "٣", "999999999999999999999", "the", "train 99", "\u202e\u0000reversed", "tile 9999",
		} {
			text := helpText(play.Explained(b, strings.Trim(said, " .?!\"'")))
			if len(text) > 1500 || strings.Count(text, "is not a command") != 1 {
				t.Errorf("%s: help %.40q is answered with\n%.1500s", ti.Facts.Name, said, text)
			}
			narrow(t, text)
		}
	}
	b := newcomer(t, d, titleNamed(t, "1828"))
	narrow(t, helpText(play.Explained(b, "lay "+strings.Repeat("x", 5000)+strings.Repeat(" y", 500))))
	for said, want := range map[string]string{
		"Baltimor": "B&O: BALTIMORE & OHIO", "Balt Ohio": "B&O: BALTIMORE & OHIO", "pensylvania": "PRR: PENNSYLVANIA", "saint clair": "StCT", "canadian": "may mean several",
		"9X": "Nearest", "1828 NYC": "NYC: NEW YORK CENTRAL", "1817 mail": "MAIL: MAIL CONTRACT",
	} {
		text := helpText(play.Explained(b, said))
		if t2, of, ok := play.TitleIn(said); ok {
			text = helpText(play.ThingsOf(b, []*title.Title{t2}, of))
		}
		if !strings.Contains(strings.ToUpper(text), strings.ToUpper(want)) {
			t.Errorf("help %s:\n%s", said, text)
		}
	}
}

func titleNamed(t *testing.T, slug string) *title.Title {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("no title " + slug)
	}
	return ti
}

// "help TITLE" fits on a screen: goal, course, what is special, variants, and where the
// rulebook is.
func TestHelpForATitleIsAScreenful(t *testing.T) {
	for _, ti := range titles.All() {
		text := helpText(play.TitleHelp(ti, nil))
		narrow(t, text)
		if n := strings.Count(text, "\n"); n > 52 {
			t.Errorf("help %s has %d lines:\n%s", ti.Facts.Slug, n, text)
		}
		for _, want := range append([]string{"Goal", "A game", "Special", "Rulebook", ti.Facts.Rules[:8], ti.Facts.Designer}, keysOf(ti)...) {
			if !strings.Contains(text, want) {
				t.Errorf("help %s says nothing of %q:\n%s", ti.Facts.Slug, want, text)
			}
		}
		if testing.Verbose() {
			t.Log(text)
		}
	}
}

// In a game "help TITLE" says which of the variants are played, and so does its history.
func TestHelpForATitleSaysWhichVariantsArePlayed(t *testing.T) {
	ti := titleNamed(t, "1820")
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"A", "B", "C"}, Options: map[string]string{"cheap cousins": "yes"}})
	if err != nil {
		t.Fatal(err)
	}
	if text := helpText(play.TitleHelp(ti, g.State())); !strings.Contains(text, "Played    this game, with cheap cousins\n") {
		t.Error(text)
	}
	if text := sheet.Log(ti, log); !strings.Contains(text, "variant: cheap cousins\n") || strings.Contains(text, "certificates") {
		t.Errorf("%.300s", text)
	}
	b := newcomer(t, newTestService(t), ti)
	if text := helpText(play.TitleHelp(ti, b.At.Table.Game.State())); !strings.Contains(text, "Played    this game, without variants\n") {
		t.Error(text)
	}
}

func keysOf(ti *title.Title) []string {
	var out []string
	for _, v := range ti.Variants {
		out = append(out, v.Key)
	}
	return out
}

// Every name of a title is also explained by mail, many in one mail.
func TestHelpForEveryNameByMail(t *testing.T) {
	d := newTestService(t)
	for _, ti := range titles.All() {
		b := newcomer(t, d, ti)
		game, seat := b.At.Table.ID, b.At.Table.ID+".p1"
		d.flush()
		var lines []string
		for _, thing := range grammar.Things(ti.Facts) {
			lines = append(lines, "help "+thing.ID)
			if thing.Name != "" {
				lines = append(lines, "Help "+thing.Name+".")
			}
		}
		for n := 0; n < len(lines); n += 40 {
			some := lines[n:min(n+40, len(lines))]
			d.now = d.now.Add(time.Hour)
			d.receive(d.mail("a@example.org", seat, fmt.Sprintf("%s-%d@example.org", game, n), some...), desk.OutcomeAnswered)
			got := d.flush()
			if len(got) != 1 {
				t.Fatalf("%s: %d mails", ti.Facts.Slug, len(got))
			}
			text := readBack(t, got[0]).text
			flat := strings.ToUpper(strings.Join(strings.Fields(text), " "))
			for _, line := range some {
				said := strings.Trim(line[len("help "):], ".")
				if strings.Contains(text, "is not a command") || strings.Contains(text, "may mean") || !strings.Contains(flat, strings.ToUpper(said)) {
					t.Errorf("%s: %s is not answered:\n%.900s", ti.Facts.Slug, line, text)
				}
			}
			narrow(t, text)
		}
	}
}

// A player who asks for the map also gets it as a picture, with the list of hexes last.
// Other questions get neither.
func TestMapIsAnsweredWithAPicture(t *testing.T) {
	d := newTestService(t)
	d.cfg.NoPictures = false
	d.restart(d.db)
	d.three()
	for question, shown := range map[string]bool{"map": true, "choices": false, "routes": false, "help B&M": false, "status": true} {
		for _, seat := range []string{"p1", "p2"} {
			d.receive(d.from(seat, strings.ReplaceAll(question, " ", ".")+seat+"@example.org", question), desk.OutcomeAnswered)
			o := readBack(t, d.flush()[0])
			hexes := strings.Index(o.text, "\nHEXES")
			if (o.picture != nil) != shown || strings.Contains(o.html, "cid:map") != shown || (hexes > 0) != shown {
				t.Errorf("%s: %q has a picture: %v, hexes at %d", seat, question, o.picture != nil, hexes)
			}
			if shown && (strings.Index(o.html, ">Hexes") < strings.Index(o.html, "cid:map") || strings.Contains(o.text[hexes:], "VALUES BY PHASE")) {
				t.Errorf("%s: after %q the hexes do not come last", seat, question)
			}
			if question != "status" && strings.Contains(o.text, "\nPLAYERS") {
				t.Errorf("%s: %q brings the position", seat, question)
			}
		}
	}
}

// Who asks for a company that has not started reads for whom it is kept.
func TestHelpTellsWhoHasReserved(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.flush()
	d.receive(d.from("p2", "2@example.org", "who owns NLN"), desk.OutcomeAnswered)
	if told := text(t, d.flush()[0]); !strings.Contains(told, "not in play, reserved by Amy") {
		t.Errorf("it is not told who has reserved it:\n%s", told)
	}
}
