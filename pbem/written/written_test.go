package written_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/pbem/written"
	"pbem/titles"
	"pbem/titles/title"
)

func readGame(t *testing.T, text string) *written.Game {
	t.Helper()
	g, err := written.Read(strings.NewReader(text), written.All)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// names are those of the players at a table.
var names = []string{"Amy", "Brian", "Crystal"}

// played returns a game of some decisions at random, and what it comes to when it is written down: the players in the
// order in which they sit, each move behind a name.
func played(t *testing.T, ti *title.Title, decisions int) (g *engine.Game, text string) {
	t.Helper()
	setup, err := ti.Setup(engine.Started{Title: ti.Facts.Slug, Seed: 5, Players: names, Options: ti.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	w := walk.Walk{Rules: ti.Rules, Setup: setup, Seed: 5, Manner: walk.Prudent, Habits: ti.Habits, Limit: decisions}
	if err := w.Run(); !errors.Is(err, walk.ErrLimit) {
		t.Fatal(err)
	}
	s := w.Game.State()
	var seats []string
	for _, p := range ti.Table(engine.Fold(setup)).Order() {
		seats = append(seats, s.PlayerName(p))
	}
	lines := append([]string{"title " + ti.Facts.Slug, "players " + strings.Join(seats, ", ")}, drawn(ti, setup)...)
	for _, c := range w.Commands {
		said := c.String()
		for _, p := range s.Players() {
			said = strings.ReplaceAll(" "+said+" ", " "+p+" ", " "+s.PlayerName(p)+" ")
		}
		lines = append(lines, s.PlayerName(c.By)+": "+strings.TrimSpace(said))
	}
	return w.Game, strings.Join(lines, "\n")
}

// drawn says what chance has brought into a game: private companies, or the companies of the first question.
func drawn(ti *title.Title, setup []engine.Event) []string {
	g, _ := engine.Start(ti.Rules, setup)
	gone := ti.Facts.PrivateSyms(func(sym string) bool { return g.State().Where(step.Private(sym)) == step.Out })
	kinds := map[string]bool{}
	for _, sym := range gone {
		kinds[ti.Facts.Private(sym).Kind] = true
	}
	var in []string
	for _, e := range setup { // in the order in which they lie
		m, ok := e.(engine.Moved)
		if p := ti.Facts.Private(step.Label(m.Piece)); ok && p != nil && m.Piece == step.Private(p.Sym) && kinds[p.Kind] && !slices.Contains(gone, p.Sym) {
			in = append(in, p.Sym)
		}
	}
	for _, ch := range g.Pending() {
		for _, o := range ch.List() {
			if len(o.Args) == 1 && ti.Facts.Company(o.Args[0]) != nil {
				in = append(in, o.Args[0])
			}
		}
	}
	if len(in) == 0 {
		return nil
	}
	return []string{"drawn " + strings.Join(in, " ")}
}

// stands tells what everybody has.
func stands(ti *title.Title, s *engine.State) []string {
	pos := ti.Position(s)
	out := []string{pos.Round, pos.Phase}
	for _, p := range pos.Players {
		out = append(out, fmt.Sprint(s.PlayerName(p.ID), p.Cash, p.Worth, p.Certs))
	}
	for _, c := range pos.Companies {
		out = append(out, fmt.Sprint(c.Sym, c.Cash, c.Price, c.Trains))
	}
	slices.Sort(out)
	return out
}

// A game of each title that was written down comes to where it was.
func TestWrittenGames(t *testing.T) {
	for _, ti := range titles.All() {
		want, text := played(t, ti, 250)
		got := readGame(t, text)
		if a, b := stands(ti, want.State()), stands(ti, got.Game.State()); !slices.Equal(a, b) {
			t.Errorf("%s stands otherwise:\n%v\n%v", ti.Facts.Name, a, b)
		}
		if got.Lines != strings.Count(text, "\n")+1 {
			t.Errorf("%d lines were read", got.Lines)
		}
		if !engine.Open(ti.Rules, got.Log).State().SameTable(got.Game.State()) {
			t.Errorf("the log of %s folds to another position", ti.Facts.Name)
		}
	}
}

// Remarks, empty lines and the marks of other systems do not count; case and filler words do not either. Who is asked
// need not be named, and what somebody cannot but pass need not be written.
func TestHowItIsWritten(t *testing.T) {
	text := "\ufeff# our game\r\nTitle: 18NewEngland\r\nplayers Dora Amy Brian\r\nseed 110\r\n\r\n# the draft\r\nReserve GR, please\r\nAMY: reserve NLN\r\nb: reserve CR; reserve PE\r\n"
	if !written.Begins([]byte(text)) || written.Begins([]byte(`{"title": "1843"}`)) || written.Begins([]byte("# only\n")) {
		t.Error("a written game is not told from another file")
	}
	g := readGame(t, text)
	if got := g.Title.Position(g.Game.State()).Reservations; got["p1"][0] != "GR" || got["p2"][0] != "NLN" || !slices.Equal(got["p3"], []string{"CR", "PE"}) {
		t.Errorf("reserved are %v", got)
	}
	for last, want := range map[int]int{0: 0, 6: 0, 7: 1, 8: 2, written.All: 4} {
		g, err := written.Read(strings.NewReader(text), last)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, of := range g.Title.Position(g.Game.State()).Reservations {
			n += len(of)
		}
		if n != want {
			t.Errorf("after line %d %d are reserved, want %d", last, n, want)
		}
	}
}

// The columns of a spreadsheet come with tabs.
func TestSpreadsheet(t *testing.T) {
	text := "title\t18NewEngland\t\t\nplayers\tDora\tAmy B\tBrian\nseed\t110\n\nDora\treserve GR\t\n\treserve NLN\nBrian:\treserve CR\treserve PE\t\n"
	if !written.Begins([]byte(text)) {
		t.Error("it is not told from another file")
	}
	g := readGame(t, text)
	if got := g.Title.Position(g.Game.State()).Reservations; got["p1"][0] != "GR" || got["p2"][0] != "NLN" || !slices.Equal(got["p3"], []string{"CR", "PE"}) || g.Game.State().PlayerName("p2") != "Amy B" {
		t.Errorf("reserved are %v", got)
	}
}

// What is wrong is told with its line, and with what could be said instead.
func TestWrongLines(t *testing.T) {
	const two = "title 1843\nplayers Amy, Brian\n"
	for text, want := range map[string]string{
		"":                                    "say first what is played, such as: title 1817",
		"title 1899":                          `line 1: "1899" is not a title; titles: 1817, `,
		"title 1843\nplayers":                 `line 2: there is nothing after "players"`,
		"title 1843\nAmy: pass":               "say first who plays, in the order of their seats",
		"title 1843\nplayers Amy, Brian, amy": "line 2: two players are called amy",
		"title 1843\nplayers Amy":             "1843 is for ",
		two + "seed seven":                    `line 3: the seed is a number, not "seven"`,
		two + "seed 1":                        "seed 1 deals the players",
		two + "options fast":                  `1843 has no option "fast"`,
		"title 1817\nplayers Amy, Brian, Crystal\noptions Short-Squeeze, fast": `1817 has no option "fast"; its variants: increased shorts, more players`,
		two + "drawn XYZ":                   "XYZ is no company of 1843",
		two + "drawn PSG, PLM":              "say either private companies or companies",
		two + "drawn PSG":                   "no game of 1843 with 2 players begins with PSG drawn: name all",
		two + "# one\nAmy: pass\nAmy: pass": `line 5: "pass" (Auction): Amy is not asked: Brian is to move`,
		two + "pass\nBrian: bid PSG":        `line 4: "bid PSG" (Auction, Brian is asked): `,
		two + "fly to the moon":             `line 3: "fly to the moon" (Auction, Amy is asked): "fly to the moon" is not a command.`,
		two + "Carl: pass":                  `line 3: "Carl: pass" (Auction, Amy is asked): `,
		"title 1820\nplayers A, B, C\nA: pass\nB: pass\nC: pass\npass": "begin the line with a name and a colon",
		two + strings.Repeat("x", 100_000):                             "line 3: ",
	} {
		_, err := written.Read(strings.NewReader(text), written.All)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

// What chance has laid in a row lies in the order in which it is written, and variants may be written as people do.
func TestDrawnInARow(t *testing.T) {
	for _, row := range []string{"GT-P CPR-P OS&H-P MC-P", "CPR-P GT-P MC-P OS&H-P", "os&h-p, mc-p, cpr-p, gt-p"} {
		g := readGame(t, "title 1828\nplayers Amy, Brian, Crystal\noptions Good-Privates\ndrawn "+row)
		var lies []string
		for _, p := range g.Title.Position(g.Game.State()).Privates {
			if f := g.Title.Facts.Private(p.Sym); f.Value == 250 && !p.Gone {
				lies = append(lies, p.Sym)
			}
		}
		if got, want := strings.Join(lies, " "), strings.ToUpper(strings.ReplaceAll(row, ",", "")); got != want {
			t.Errorf("%s lies in the row, not %s", got, want)
		}
		if g.Game.State().Option("good privates") != "yes" {
			t.Error("the variant is not played")
		}
	}
	_, err := written.Read(strings.NewReader("title 1828\nplayers Amy, Brian, Crystal\ndrawn GT-P CPR-P MC-P"), written.All)
	if err == nil || !strings.Contains(err.Error(), "in that order: name all that are in it, as they lie in their row") {
		t.Error(err)
	}
}
