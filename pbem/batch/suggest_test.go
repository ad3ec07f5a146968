package batch

import (
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

// Where advice is allowed, mails suggest what a robot would plan, with its reasons: a plan that can be given as it is, and
// that is suggested no more after a no. Elsewhere no robot is asked.
func TestByRobot(t *testing.T) {
	found := 0
	for _, ti := range titles.All() {
		for _, g := range replaytest.StoredIn(t, ti, "../../titles/"+ti.Facts.Slug) {
			if strings.HasPrefix(filepath.Base(g.Name), "walk") {
				continue
			}
			cuts := testsize.More(2, 4, 12)
			for i := range cuts {
				tb := tableAt(g, (i+1)*len(g.Log)/(cuts+1))
				for _, id := range tb.Game.State().Players() {
					if robotSuggests(t, tb, id) {
						found++
					}
				}
			}
		}
	}
	if found < testsize.More(3, 5, 5) {
		t.Errorf("only %d plans of robots", found)
	}
}

// robotSuggests checks what a robot suggests to a player, if anything.
func robotSuggests(t *testing.T, tb *table.Table, id string) bool {
	d := &desk.Draft{}
	if plain := suggestions(d, tb, id); said(plain, "as a robot would") {
		t.Errorf("%s: %v is suggested where no advice is allowed", tb.Title.Facts.Slug, plain)
	}
	tb.Record.Advice = true
	defer func() { tb.Record.Advice = false }()
	s, ok := byRobot(d, tb, id)
	if !ok {
		return false
	}
	if !strings.HasPrefix(s.Gloss, "as a robot would: ") || len(s.Gloss) < 20 {
		t.Errorf("%q has no reasons: %q", s.Line, s.Gloss)
	}
	if _, read, err := tb.Scene(id).Plans(s.Line); !read || err != nil {
		t.Errorf("%q cannot be planned: %v", s.Line, err)
	}
	declined, read := tb.Scene(id).Declining(nil, s.Line)
	tb.Seat(id).Declined = declined
	if again, ok := byRobot(d, tb, id); !read || ok && again.Line == s.Line {
		t.Errorf("%q is suggested again after a no", s.Line)
	}
	return true
}

func said(list []sheet.Saying, words string) bool {
	for _, s := range list {
		if strings.Contains(s.Gloss, words) {
			return true
		}
	}
	return false
}

// tableAt returns the table of a stored game before the first command from event n on.
func tableAt(g replaytest.Stored, n int) *table.Table {
	for _, ok := g.Log[n].(engine.Said); !ok && n < len(g.Log)-1; _, ok = g.Log[n].(engine.Said) {
		n++
	}
	log := g.Log[:n:n]
	tb := &table.Table{ID: "g1", Title: g.Title}
	open := engine.Open(g.Title.Rules, log)
	for _, name := range open.State().Game.Players {
		tb.Record.Seats = append(tb.Record.Seats, table.Seat{Name: name})
	}
	return tb.With(open, log)
}
