package program

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/titles"
)

// An answer that quotes a digest by any program says what was written above it and nothing else, whatever the games are
// called.
func TestQuotedDigests(t *testing.T) {
	styles := Styles()
	for i, name := range []string{"Shoreline", "Pass", "Sell 2 NYC", "Lay H6 8 W-SE", "game g1", "press Hello", "[Bid 100]", "Run auto", "undo", "Help", "Amy", "B&A buy train 2", "Monday, or what"} {
		mail := digestOf(t, name, "Granite", name+" again")
		for n := range len(styles) {
			s := styles[(i*5+n)%len(styles)]
			a := answer(mail)
			a.Text, a.Place, a.Language, a.Seed = "game g2\npress Well done", Above, Languages()[(i+n)%len(languages)], uint64(n)
			l := desk.LetterOf(reply(t, s, a))
			if l.Note != "" || len(l.Commands) != 2 || !strings.EqualFold(l.Commands[0].Text, "game g2") || !strings.EqualFold(l.Commands[1].Text, "press Well done") {
				t.Errorf("%q quoted by %s: %v, %s", name, s.Name, l.Commands, l.Note)
			}
		}
	}
}

// digestOf makes a digest of new games in which it is the other's move. They are called by some names.
func digestOf(t *testing.T, names ...string) []byte {
	t.Helper()
	ti := titles.All()[0]
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"Amy", "Brian", "Cleo"}})
	if err != nil {
		t.Fatal(err)
	}
	var pieces []sheet.Piece
	for i, name := range names {
		m := sheet.Mail{Title: ti, Game: "g" + string(rune('1'+i)), Name: name, Reader: "p3", State: g.State(), Pending: g.Pending(), Position: len(log),
			Since:  []engine.Event{engine.Noted{By: "p1", Text: "passed"}, engine.Hosted{By: "p2", Act: sheet.Press, Text: "Hello all"}},
			Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test"}
		one, brief := sheet.WriteNews(m)
		p, ok := sheet.PieceOf(one, m.Answer, brief)
		if !ok {
			t.Fatalf("%q cannot be read back", name)
		}
		pieces = append(pieces, p)
	}
	page := sheet.Digest(pieces)
	return golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML))
}
