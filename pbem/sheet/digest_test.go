package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
)

// newsMails returns mails with news of three games, as their readers get them. The names
// of two of the games are commands.
func newsMails(t *testing.T) (mails []Mail) {
	t.Helper()
	mails = make([]Mail, 3)
	replayScript(t, func(g *testGame) bool {
		for i, want := range []struct {
			fits       func(*testGame) bool
			game, name string
		}{
			{asked("reserve", "Draft", 200), "g3", "Pass"},
			{asked("buy", "SR", 0), "g20", "Buy NYC and sell 1 share of it at once"},
			{asked("lay", "OR 3.2", 0), "g12", "Shoreline"},
		} {
			if m := &mails[i]; m.Game == "" && want.fits(g) {
				*m = mailOf(g)
				m.Reader = other(m.Reader)
				m.Game, m.Name, m.Position, m.Answer = want.game, want.name, len(g.log), "pbem+"+want.game+".p1.k7w2q3mxa5bzt6ud@play.example"
			}
		}
		return !slices.ContainsFunc(mails, func(m Mail) bool { return m.Game == "" })
	})
	mails[0].Since = append(mails[0].Since, engine.Hosted{By: "p2", Act: Press, Text: "Hello all,\n\nplease hurry."})
	return mails
}

func pieceOf(t *testing.T, m Mail) Piece {
	t.Helper()
	page, brief := WriteNews(m)
	if page != Write(m) {
		t.Error("news are written otherwise")
	}
	p, ok := PieceOf(page, m.Answer, brief)
	if !ok {
		t.Fatalf("%s is no piece", Subject(m))
	}
	return p
}

// A digest lists the games, and then has their mails whole, but for the line above which a player writes.
func TestDigest(t *testing.T) {
	mails := newsMails(t)
	var pieces []Piece
	for _, m := range mails {
		pieces = append(pieces, pieceOf(t, m))
	}
	page := Digest(pieces)
	compare(t, "digest.txt", "Subject: "+page.Subject+"\n\n"+page.Text)
	compare(t, "digest.html", page.HTML)
	if n := strings.Count(page.Text, "write your commands above"); n != 1 {
		t.Errorf("the text has %d lines above which one writes", n)
	}
	for _, l := range strings.Split(page.Text, "\n") {
		if columns(l) > Columns {
			t.Errorf("too wide: %s", l)
		}
	}
	for _, m := range mails {
		one := Write(m)
		_, text, _ := strings.Cut(one.Text, "\n\n  ") // below the headline
		_, html, _ := strings.Cut(one.HTML, "</p>")
		if html, _, _ = strings.Cut(html, "</div></body>"); !strings.Contains(page.HTML, html) {
			t.Errorf("the HTML of %s is not there", m.Game)
		}
		if _, text, _ = strings.Cut(text, "\n\n"); !strings.Contains(page.Text, text) {
			t.Errorf("the text of %s is not there", m.Game)
		}
		link := "mailto:" + mailtoPart(m.Answer) + "?subject=" + mailtoPart("Re: "+one.Subject) + "&amp;body=" + mailtoPart(" \r\n\r\n"+CutLine(m.Game, m.Position))
		if !strings.Contains(page.HTML, `<a href="`+link+`"`) {
			t.Errorf("there is no link that answers for %s: %s", m.Game, link)
		}
	}
}

// What is no mail with news is no piece: its subject, text or HTML has another form.
func TestNoPiece(t *testing.T) {
	good := Page{"[Shoreline] OR 2.1 - Amy to move: B&M   (g12)", "-- write your commands above this line --\n\nAmy is to move\n", ""}
	if p, ok := PieceOf(good, "a@b", "Amy moved"); !ok || p.Game != "g12" || p.Name != "Shoreline" || p.Now != "OR 2.1 - Amy to move: B&M" || p.New != "Amy moved" || p.HTML() {
		t.Errorf("%+v, %v", p, ok)
	}
	whole := Note("Hello", "you").HTML
	for what, change := range map[string]func(*Page){
		"no game in the subject": func(p *Page) { p.Subject = "Your settings" },
		"no name in the subject": func(p *Page) { p.Subject = "Hello   (g12)" },
		"no cut line":            func(p *Page) { p.Text = "Amy is to move\n\nNews\n" },
		"no text":                func(p *Page) { p.Text = "-- write your commands above this line --\n\n" },
		"other HTML":             func(p *Page) { p.HTML = "<p>-- write your commands above this line --</p><p>x</p>" },
		"HTML that is cut short": func(p *Page) { p.HTML = strings.TrimSuffix(whole, "</html>") },
		"HTML with other styles": func(p *Page) { p.HTML = strings.Replace(whole, "padding:8px", "padding:9px", 1) },
		"HTML without cut line":  func(p *Page) { p.HTML = strings.Replace(whole, "write your", "write no", 1) },
	} {
		bad := good
		change(&bad)
		if _, ok := PieceOf(bad, "a@b", ""); ok {
			t.Errorf("%s: it is a piece", what)
		}
	}
	good.HTML = whole
	if _, ok := PieceOf(good, "a@b", ""); !ok {
		t.Error("the whole HTML is no piece")
	}
}

// The few words about a mail name who moved and who wrote.
func TestBrief(t *testing.T) {
	m := newsMails(t)[2] // several companies have run
	brief := func() string {
		_, text := WriteNews(m)
		return text
	}
	if got := brief(); got != "Amy, Cleo and Dan O'Neill moved" {
		t.Error(got)
	}
	if m.Since = nil; brief() != "" {
		t.Error("without news:", brief())
	}
	for _, by := range []string{"", "p2", "p2"} {
		m.Since = append(m.Since, engine.Hosted{By: by, Act: Press, Text: "Hello"})
	}
	if got := brief(); got != "the host and Brian wrote" {
		t.Error(got)
	}
	m.Since = append(m.Since, engine.Hosted{By: "p1", Act: Press, Text: "Hello"}, engine.Hosted{By: "p3", Act: Press, Text: "Hello"})
	if got := brief(); got != "4 players wrote" {
		t.Error(got)
	}
	m.Since = []engine.Event{engine.Hosted{Act: "mails", Text: "mails of this game come often"}}
	if got := brief(); got != "news" {
		t.Error(got)
	}
}

// The subject of a digest stays short enough for a list of mails.
func TestDigestSubject(t *testing.T) {
	var pieces []Piece
	for i := range 20 {
		pieces = append(pieces, Piece{Game: fmt.Sprintf("g%d", i), Name: "Shoreline"})
	}
	if got := digestSubject(pieces); got != "20 games: Shoreline (g0), Shoreline (g1), Shoreline (g2), Shoreline (g3), Shoreline (g4), 15 more" {
		t.Error(got)
	}
	if got := digestSubject(pieces[:2]); got != "2 games: Shoreline (g0), Shoreline (g1)" {
		t.Error(got)
	}
}
