package pbem

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/titles"
)

// Players pass a step by saying what they do not do, and say the next command after it. Such a line is about
// the game, not an answer to a request, if nobody asks for anything.
func TestPassesInPlayersWords(t *testing.T) {
	testsize.SkipRace(t)
	for _, c := range []struct{ step, line, outcome, want string }{
		{"lay", "no track", desk.OutcomeApplied, ""},
		{"lay", "no track. run auto", desk.OutcomeApplied, ""},
		{"lay", "No track! Then run.", desk.OutcomeApplied, ""},
		{"lay", "no tile; run auto, pay", desk.OutcomeApplied, ""},
		{"lay", "no train", desk.OutcomeRejected, `"train" is for another step than this one`},
		{"lay", "no track. Buy 5", desk.OutcomeRejected, `Of "Buy 5": First NYC runs its trains (11.5). You may say run or redeem.`},
		{"run", "no track", desk.OutcomeRejected, `"no track" cannot be said now: what is asked here needs another answer. You may say run or redeem.`},
		{"run", "no track. run auto", desk.OutcomeRejected, `Of "no track": "no track" cannot be said now: what is asked here needs another answer.`},
		{"run", "no train", desk.OutcomeRejected, `"no train" is for a later step of NYC's turn: first say "run auto; pay"`},
		{"run", "no", desk.OutcomeRejected, "There is nothing to decline: nobody is asking for anything now."},
		{"run", "no undo", desk.OutcomeRejected, "Nobody is asking for the undo now."},
		{"run", "disagree now", desk.OutcomeRejected, "There is nothing to decline"},
	} {
		d, id := begunLate(t, "18newengland", "73885", 1500, c.step)
		g := d.table(id)
		by := g.Game.Pending()[0].By
		d.receive(d.mail(g.Seat(by).Address, id+"."+by, "<1@example.org>", c.line), c.outcome)
		said := ""
		for _, m := range d.flush() {
			said += strings.Join(strings.Fields(text(t, m)), " ")
		}
		if !strings.Contains(said, c.want) {
			_, why, _ := strings.Cut(said, " WHY ")
			t.Errorf("%s, %q: %.300s\nwant %s", c.step, c.line, why, c.want)
		}
	}
}

// A company without a train has nothing to run: who lays nothing may go on to the purchase at once.
func TestPassAndPurchase(t *testing.T) {
	testsize.SkipRace(t)
	log := storedGame(t, "../titles/1828/testdata/v1/23366.log.gz")
	ti, _ := titles.Find("1828")
	bought := 0
	for _, i := range turnsOf(ti, log) {
		said := log[i].(engine.Said)
		if said.Question != "track" {
			continue
		}
		game := engine.Open(ti.Rules, log[:i])
		at := slices.IndexFunc(game.Pending(), func(ch engine.Choice) bool { return ch.By == said.By && ch.Verb == "lay" })
		if at < 0 {
			continue
		}
		sym, pos := game.Pending()[at].For, ti.Position(game.State())
		c, train := pos.Company(sym), ti.Facts.Train(pos.Supply[0].Name)
		if len(c.Trains) > 0 || c.Cash < train.Price || strings.Trim(train.Name, "0123456789") != "" {
			continue
		}
		d := newTestService(t)
		var who []table.Seat
		for _, p := range game.State().Players() {
			who = append(who, table.Seat{Name: "Player " + p, Address: p + "@example.org"})
		}
		d.seatAt(ti, "g1", log[:i], who)
		d.receive(d.mail(said.By+"@example.org", "g1."+said.By, "1@x", "no track. Buy "+train.Name), desk.OutcomeApplied)
		now := ti.Position(d.table("g1").Game.State())
		if got := now.Company(sym); !slices.Equal(got.Trains, []string{train.Name}) || got.Cash != c.Cash-train.Price {
			t.Errorf("after %d events %s has %q and %d", i, sym, got.Trains, got.Cash)
		}
		if bought++; bought == 5 {
			return
		}
	}
	t.Errorf("only %d companies could buy", bought)
}

// While somebody asks for something, "no track" may be meant for that: the player is told how to say it, and
// nothing is passed.
func TestPassesWhileSomebodyAsks(t *testing.T) {
	d, id := begunLate(t, "18newengland", "73885", 1500, "lay")
	g := d.table(id)
	by := g.Game.Pending()[0].By
	other := "p2"
	if by == other {
		other = "p1"
	}
	d.receive(d.mail(g.Seat(other).Address, id+"."+other, "<1@example.org>", "end game"), desk.OutcomeApplied)
	d.flush()
	d.receive(d.mail(g.Seat(by).Address, id+"."+by, "<2@example.org>", "no track"), desk.OutcomeRejected)
	if said := strings.Join(strings.Fields(text(t, d.flush()[0])), " "); !strings.Contains(said, `Say "decline end".`) {
		t.Errorf("it is answered\n%s", said)
	}
	if is := d.table(id); len(is.Record.Requests) != 1 || is.Game.Pending()[0].By != by {
		t.Errorf("the requests are %v", is.Record.Requests)
	}
}
