package pbem

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/table"
)

// A misspelt command of the service after a move is named. The refusal does not say that
// it comes too late.
func TestMisspeltBehindMove(t *testing.T) {
	d := newTestService(t)
	d.three()
	if _, err := d.service.Receive(t.Context(), d.from("p1", "1@example.org", "reserve NLN", "vacaton 2026-12-20 to 2027-01-05")); err != nil {
		t.Fatal(err)
	}
	said := false
	for _, m := range d.flush() {
		said = said || strings.Contains(strings.ReplaceAll(string(m.raw), "=\r\n", ""), `did you mean`)
	}
	if !said {
		t.Error("the answer does not say which word was meant")
	}
}

// Who tells a company without a train to run is told so, and not what may be said in its present step.
func TestRunWithoutTrain(t *testing.T) {
	for _, c := range []struct {
		slug, name, line, want string
		at                     int
	}{
		{"1820", "walk-plain", "run auto", "CNR has no train, so nothing is run or paid", 332},
		{"1820", "walk-plain", "withhold", "CNR has no train, so nothing is run or paid", 340},
		{"1828", "23366", "pay", "IC has no train, so nothing is run or paid", 848},
		{"1843", "walk-plain", "PLM: run auto", "PLM has no train, so nothing is run or paid", 493},
		{"1843", "walk-plain", "token A1", "no hex or tile A1", 493},
		{"1817", "15528", "run auto", "A&S has no train, so nothing is run or paid", 1475},
	} {
		tb := storedTable(t, c.slug, c.name, c.at)
		r := try(t, tb, tb.Game.Pending()[0].By, c.line)
		if r.refused == nil || !strings.Contains(r.refused.Reason, c.want) {
			t.Errorf("%s, %q: %+v", c.slug, c.line, r.refused)
		}
	}
}

// Who has offered something is told that other lines wait for the answer.
func TestLinesBehindAnOffer(t *testing.T) {
	for _, c := range []struct {
		slug, name, line, who string
		at                    int
	}{
		{"1820", "walk-plain", "pass", "C", 212}, {"1820", "walk-variants", "run auto", "B or C", 427}, {"1843", "walk-plain", "pass", "B", 571}, {"1843", "walk-variants", "accept", "A", 739},
	} {
		tb := storedTable(t, c.slug, c.name, c.at)
		pending := tb.Game.Pending()
		i := slices.IndexFunc(pending, func(ch engine.Choice) bool { return ch.Verb == "withdraw" })
		r := try(t, tb, pending[i].By, c.line)
		if r.refused == nil || !strings.Contains(r.refused.Reason, "has to wait for the answer to your offer, which is up to "+c.who+":") {
			t.Errorf("%s, %q: %+v", c.slug, c.line, r.refused)
		}
		if r := try(t, tb, pending[i].By, "withdraw"); r.refused != nil {
			t.Errorf("%s: the offer is not taken back: %+v", c.slug, r.refused)
		}
	}
}

// storedTable is a table at which a stored game was played up to an event.
func storedTable(t *testing.T, slug, name string, at int) *table.Table {
	t.Helper()
	ti := titleOf(t, slug)
	log := storedGame(t, "../titles/"+slug+"/testdata/v1/"+name+".log.gz")[:at]
	game := engine.Open(ti.Rules, log)
	tb := &table.Table{ID: "g1", Title: ti}
	for _, p := range game.State().Players() {
		tb.Record.Seats = append(tb.Record.Seats, table.Seat{Name: game.State().PlayerName(p)})
	}
	return tb.With(game, log)
}
