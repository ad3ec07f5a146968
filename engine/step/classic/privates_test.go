package classic_test

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// privates are those of the toy. Companies buy them from phase counter 1 on, and never CA.
func privates(p classic.Play) classic.Privates {
	return classic.Privates{
		Play: p, Section: "5",
		Price: func(private string) (least, most int) {
			if private == "CA" {
				return 0, 0
			}
			n := p.F.Private(private).Value
			return n / 2, n * 2
		},
		NotNow: func() string {
			if p.Get("sale") == 0 {
				return "not before phase 3 (5)"
			}
			return ""
		},
	}
}

// own puts the private companies of the toy to places.
func own(mh, ca string) []engine.Event {
	return []engine.Event{engine.Moved{Piece: step.Private("MH"), To: mh}, engine.Moved{Piece: step.Private("CA"), To: ca}}
}

// A company buys a private company of a player who agrees, for a price within the limits, beside what else it does.
func TestPrivatesAreBought(t *testing.T) {
	turn := func(p classic.Play) {
		v, pr := p.Voice("NYC"), privates(p)
		a := step.Asks(p.Turn, "trains", func() []engine.Choice {
			train := v.Choice("buy", "a train", step.Fixed([]engine.Option{{Args: []string{"train", "2", "from", "bank"}}}))
			return pr.Join([]engine.Choice{train, v.Pass("nothing")}, v)
		}, func() []engine.Choice { return nil }, func(a engine.Command) bool { return pr.Act(a, v) })
		p.EndTurn(p.Actor, a.Verb == "buy")
	}
	table := slices.Concat(started("NYC", "p1", 5), own("p2", "p1"), []engine.Event{engine.Paid{From: engine.Bank, To: "NYC", Amount: 150}})
	say(t, playing(turn, table...), "p1 buy private MH for 50: not before phase 3 (5)")
	g := playing(turn, append(table, engine.Set{Key: "sale", Value: 1})...)
	g = say(t, g,
		"p1 buy private MH: say which private company, and for how much: private MH|CA for AMOUNT (5)", "p1 buy private CA for 20: CA is not for sale (5)",
		"p1 buy private MH for 49: MH is sold for $50 to $200 (5)", "p1 buy private MH for 151: NYC has $150 (5)",
		"p1 buy private MH for 120", "p2 decline", "p1 buy private MH for 150", "p2 accept", "p1 buy private MH for 60: no player owns MH (5)", "p1 buy train 2 from bank")
	if got := holds(g, "p2", "NYC"); got != "p2 450, 0 of NYC at 60" || g.State().Where(step.Private("MH")) != "NYC" {
		t.Errorf("%s, and MH is %s's", got, g.State().Where(step.Private("MH")))
	}
}

// Private companies pay players and companies, keep hexes free of tiles as long as a player owns them, and close.
func TestPrivatesPayAndClose(t *testing.T) {
	for _, c := range []struct {
		mh, ca  string
		paid    int
		notFree string
		closed  string
	}{
		{"p2", "NYC", 320, "B2 is kept free as long as a player owns MH (5)", "Closed: MH and CA"},
		{"NYC", "p2", 325, "", "Closed: MH and CA"},
		{step.Out, "p1", 300, "", "Closed: CA"},
		{step.Out, step.Out, 300, "", ""},
	} {
		var notFree, closed string
		g := playing(func(p classic.Play) {
			if p.Get("done") == 0 {
				p.Set("done", 1)
				privates(p).Incomes()
				notFree = privates(p).NotFree("B2")
				privates(p).Close()
			}
			p.Ask("wait", engine.Bare("p1", "wait", ""))
		}, own(c.mh, c.ca)...)
		for _, e := range g.Log() {
			if note, ok := e.(engine.Noted); ok && note.By == "" {
				closed = note.Text
			}
		}
		if paid := g.State().Cash("p2"); paid != c.paid || notFree != c.notFree || closed != c.closed || g.State().Where(step.Private("CA")) != step.Out {
			t.Errorf("%+v: %d, %q, %q", c, paid, notFree, closed)
		}
	}
}
