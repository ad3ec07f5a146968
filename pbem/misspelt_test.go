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

// A sum of a train of the bank is right if it is its price; any other gets the price in the reason. It is never taken for what the
// director adds. Who bids on something that is not for sale reads what is. Sums are also read in words, unless they are unclear.
func TestSumsAndNames(t *testing.T) {
	for _, c := range []struct {
		slug, name string
		at         int
		line, want string // what is said, or a part of the refusal after "no: "
	}{
		{"1820", "walk-plain", 788, "buy 3+ for £200", "buy train 3+ from bank"},
		{"1820", "walk-plain", 788, "buy 3+ 200", "buy train 3+ from bank"},
		{"1820", "walk-plain", 788, "buy 3+ for 77", "no: The bank sells a 3+-train for its face value of £200 and takes no offer: leave the price out (7.2.7)."},
		{"1820", "walk-plain", 788, "buy 3+ from bank for £500", "no: The bank sells a 3+-train for its face value of £200"},
		{"1820", "walk-plain", 788, "buy 3+ adding 77", "buy train 3+ from bank adding 77"},
		{"1820", "walk-plain", 788, "buy 2+ from LUR for 77 adding 50", "no: With money of yours a 2+-train of another company costs £70 at most (7.2.7)."},
		{"1843", "walk-plain", 953, "buy 4+1 300", "buy train 4+1 from bank"},
		{"1843", "walk-plain", 953, "buy 4+1 for 77", "no: The bank sells a 4+1-train for its face value of 300fr and takes no offer: leave the price out (8.8.1)."},
		{"1843", "walk-plain", 502, "buy 2x2 from bank for 500", "no: The bank sells a 2x2-train for its face value of 200fr"},
		{"1828", "23366", 712, "buy 2 80", "buy train 2 from bank"},
		{"1828", "23366", 712, "buy 2 for 77", "no: The bank sells a 2-train for its face value of $80 and takes no offer: leave the price out (8.3.5.1)."},

		{"1820", "walk-plain", 79, "bid CNR 100", `no: "bid" takes GWS, RSF, LOC or HOL now, not CNR.`},
		{"1828", "23366", 374, "bid NYC 100", `no: "bid" takes SVN, StCT, C&StL, D&H, C&P, M&H, E&K, C&A, CPR-P, GT-P, IC-P, MC-P or MP-P now, not NYC.`},
		{"1828", "23366", 374, "buy NYC", "no: Say which private company that is still for sale: SVN, StCT, C&StL"},

		{"1820", "walk-plain", 79, "bid a hundred and ten on GWS", "bid GWS 110"},
		{"1820", "walk-plain", 79, "bid GWS hundred ten", "bid GWS 110"},
		{"1820", "walk-plain", 79, "bid GWS two hundred and twenty pounds", "bid GWS 220"},
		{"1820", "walk-plain", 79, "bid 2 hundred for GWS", "bid GWS 200"},
		{"1820", "walk-plain", 79, "bid GWS one hundred", "bid GWS 100"},
		{"1820", "walk-plain", 79, "bid GWS fifty", "bid GWS 50"},
		{"1820", "walk-plain", 79, "bid GWS seven hundred and ninety-nine", "no: A bid must be at least £20 and a multiple of £10"},
		{"1820", "walk-plain", 79, "bid GWS one thousand two hundred", "no: Your bids together may not exceed your cash"},
		{"1820", "walk-plain", 79, "bid GWS two fifty", `no: The number in "bid GWS two fifty" is not clear: write it in digits.`},
		{"1820", "walk-plain", 79, "bid GWS twenty ten", `no: The number in "bid GWS twenty ten" is not clear`},
		{"1843", "walk-plain", 226, "bid CEI forty-five", "bid CEI 45"},
	} {
		tb := storedTable(t, c.slug, c.name, c.at)
		by := tb.Game.Pending()[0].By
		got := ""
		if cmd, err := tb.Scene(by).Match(c.line); err != nil {
			got = "no: " + err.Error()
		} else {
			got = strings.TrimPrefix(cmd.String(), by+" ")
		}
		if no := strings.HasPrefix(c.want, "no: "); !no && got != c.want || no && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %d, %q: %s", c.slug, c.at, c.line, got)
		}
	}
}

// Who may say something at any time, "propose" in 1828, and says a command of a turn reads whose move it is, and when the command
// can be said. Who is asked reads only that.
func TestTurnOfOthersWithAnytimeChoices(t *testing.T) {
	log := storedGame(t, "../titles/1828/testdata/v1/23366.log.gz")
	at := slices.IndexFunc(log, func(e engine.Event) bool { said, ok := e.(engine.Said); return ok && said.Question == "stock turn" })
	if at < 0 {
		t.Fatal("no stock turn")
	}
	tb := storedTable(t, "1828", "23366", at)
	mover := engine.Awaited(tb.Game.Pending())[0]
	for _, p := range tb.Game.State().Players() {
		turn := "It is not your move: " + tb.Name(mover) + " is to move. "
		r := try(t, tb, p, "withhold")
		switch {
		case r.refused == nil:
			t.Errorf("%s withholds", p)
		case p == mover && strings.Contains(r.refused.Reason, turn):
			t.Errorf("%s is asked and reads %q", p, r.refused.Reason)
		case p != mover && !strings.HasPrefix(r.refused.Reason, turn+"Dividends are paid or withheld in an operating round"):
			t.Errorf("%s reads %q", p, r.refused.Reason)
		}
	}
}
