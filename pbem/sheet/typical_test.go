package sheet

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// A typical mail goes to a player who is about to answer a question in a stored game of a title: the n-th
// answer to it, from 1, with the given verb if there is one.
type typical struct {
	name     string
	game     string
	question string
	n        int
	verb     string
}

// typicals are such mails by title. Their texts lie in testdata/SLUG.
var typicals = map[string][]typical{
	"1820": {
		{"cousin", "walk-variants", "cousin", 1, ""},
		{"cry", "walk-variants", "open cry", 2, ""},
		{"stock", "walk-variants", "stock turn", 80, ""},
		{"float", "walk-variants", "float", 2, ""},
		{"station", "walk-variants", "float station", 3, ""},
		{"shares", "walk-variants", "shares", 5, ""},
		{"maintenance", "walk-variants", "maintenance", 2, ""},
		{"interest", "walk-variants", "interest", 2, ""},
		{"offer", "walk-variants", "offer", 2, ""},
		{"issues", "walk-variants", "issues", 2, ""},
	},
	"1828": {
		{"auction", "walk-variants", "auction", 12, "bid"},
		{"par", "walk-variants", "par", 2, "start"},
		{"stock", "walk-variants", "stock turn", 40, "buy"},
		{"merger", "walk-variants", "single share", 1, "trade"},
		{"cobourg", "walk-variants", "C&P", 2, "lay"},
		{"track", "walk-variants", "track", 60, "lay"},
		{"station", "walk-variants", "station", 8, "token"},
		{"run", "walk-variants", "run", 40, "run"},
		{"dividend", "walk-variants", "dividend", 30, "pay"},
		{"shells", "walk-variants", "trains", 2, "move"},
	},
	"1843": {
		{"auction", "walk-variants", "auction", 8, ""},
		{"bid", "walk-variants", "bid", 1, ""},
		{"par", "walk-variants", "par of PLM", 1, ""},
		{"stock", "walk-variants", "stock turn", 60, ""},
		{"home", "walk-variants", "home", 1, ""},
		{"track", "walk-variants", "track", 40, ""},
		{"city", "walk-variants", "city", 1, ""},
		{"station", "walk-variants", "station", 3, ""},
		{"run", "walk-variants", "run", 80, ""},
		{"dividend", "walk-variants", "dividend", 30, ""},
		{"trains", "walk-variants", "trains", 60, ""},
		{"emergency", "walk-variants", "emergency", 12, ""},
		{"money", "walk-variants", "raise money", 6, ""},
		{"consent", "walk-variants", "consent", 20, ""},
		{"ports", "walk-variants", "ports", 9, ""},
	},
}

// The mails of typical situations are the same as when they were reviewed.
func TestTypicalMails(t *testing.T) {
	for slug, list := range typicals {
		for _, c := range list {
			t.Run(slug+"/"+c.name, func(t *testing.T) { typicalMail(t, slug, c) })
		}
	}
}

func typicalMail(t *testing.T, slug string, c typical) {
	log, err := replaytest.ReadLog(filepath.Join("../../titles", slug, "testdata/v1", c.game+".log.gz"))
	if err != nil {
		t.Fatal(err)
	}
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("no such title")
	}
	left := c.n
	for i, e := range log {
		said, ok := e.(engine.Said)
		if !ok || said.Question != c.question || c.verb != "" && said.Verb != c.verb {
			continue
		}
		if left--; left > 0 {
			continue
		}
		game := engine.Open(ti.Rules, log[:i])
		g := &testGame{ti, game, log[:i]}
		m := Mail{
			Title: ti, Game: "g12", Name: "Shoreline", Reader: said.By, State: game.State(), Pending: game.Pending(),
			Since: g.sinceLast(said.By), Deadline: time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC), Zone: time.FixedZone("CET", 3600),
		}
		if at := lastSaid(log[:i], said.By); at > 0 {
			if was := engine.Fold(log[:at]); ti.Round(was) == ti.Round(m.State) {
				m.Was, m.WasAt = was, at
			}
		}
		m.Around = reached(m)
		if !slices.ContainsFunc(m.Pending, func(c engine.Choice) bool { return c.By == said.By && c.Question == said.Question }) {
			t.Fatalf("today's rules do not ask %q here: take another position", said.Question)
		}
		if *update {
			if err := os.MkdirAll(filepath.Join("testdata", slug), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		compare(t, filepath.Join(slug, c.name+".txt"), "Subject: "+Subject(m)+"\n\n"+Text(m))
		return
	}
	t.Fatalf("%q was not answered %d times", c.question, c.n)
}

// lastSaid returns the position at which a player last said something, 0 for none.
func lastSaid(log []engine.Event, by string) int {
	for i, e := range slices.Backward(log) {
		if said, ok := e.(engine.Said); ok && said.By == by {
			return i
		}
	}
	return 0
}

// reached returns the hexes within reach of the companies that the reader moves for, as the service names those near them.
func reached(m Mail) (out []string) {
	t := m.Title.Table(m.State)
	b := t.Board()
	near := map[string]bool{}
	for _, ch := range engine.Of(m.Pending, m.Reader) {
		if m.Title.Facts.Company(ch.For) == nil {
			continue
		}
		for _, at := range t.Reach(b, ch.For).Hexes() {
			near[at] = true
		}
	}
	for i := range b.Hexes {
		if near[b.Hexes[i].At] {
			out = append(out, b.Hexes[i].At)
		}
	}
	return out
}
