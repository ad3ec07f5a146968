package pbem

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// converting finds a game of 1817 in which a company may convert. If its president does
// nothing more after that, the company is liquidated because of its station markers.
func converting(t *testing.T) (tb *table.Table, player, company string) {
	t.Helper()
	for seed := range uint64(40) {
		tb := dealt(t, "1817", 4)
		players := walk.NewThrifty(seed, tb.Title.Habits)
		for n := 0; tb.Game.State().Result == nil && n < 1500; n++ {
			for _, ch := range tb.Game.Pending() {
				if ch.Verb == "convert" && ruins(tb, ch) {
					return tb, ch.By, ch.For
				}
			}
			c, ok := players.Pick(tb.Game.Pending())
			if !ok {
				t.Fatal("nothing is offered")
			}
			g, events, err := tb.Game.Decide(c)
			if err != nil {
				t.Fatal(err)
			}
			tb = tb.With(g, events)
		}
	}
	t.Fatal("no such game")
	return nil, "", ""
}

// ruins reports whether a company that converts can take loans, and is liquidated if
// everybody passes.
func ruins(tb *table.Table, ch engine.Choice) bool {
	g, _, err := tb.Game.Decide(engine.Command{By: ch.By, Verb: ch.Verb})
	for n := 0; err == nil && n < 20 && len(g.Pending()) > 0; n++ {
		ask := g.Pending()[0]
		next, _, wrong := g.Decide(engine.Command{By: engine.Awaited(g.Pending())[0], Verb: "pass"})
		if wrong != nil || ask.Question == "merger" || ask.Question == "offer" || ask.Question == "bid" {
			return false
		}
		doom := tb.Title.Doom(tb.Game.State(), next.State(), ch.By)
		if doom != "" || ask.Question == "loans" {
			return ask.Question == "loans" && ask.For == ch.For && strings.HasPrefix(doom, ch.For+" ")
		}
		g = next
	}
	return false
}

// A plan for a merger round shows how the turn would look. It does not pass if that would
// ruin the company: then the president is asked, and told what a pass means.
func TestPlanForAMergerRoundRuinsNothing(t *testing.T) {
	tb, player, company := converting(t)
	doom := company + " goes into liquidation"
	for _, line := range []string{"merger round: convert " + company, "merger round: nothing"} {
		r := try(t, tb, player, line)
		if r.refused != nil {
			t.Fatalf("%s: %s", line, r.refused.Reason)
		}
		if line != "merger round: nothing" && !strings.Contains(strings.Join(sectionsOf(r.answers), " "), doom) {
			t.Errorf("%s: it is not shown how the turn would look: %v", line, r.answers)
		}
		at := r.next
		for n := 0; n < 20 && at.Actors()[0] != player; n++ { // the others trade shares of the company
			at = say(t, at, at.Actors()[0], "pass")
		}
		if tb.Title.Doom(tb.Game.State(), at.Game.State(), player) != "" {
			t.Errorf("%s: %s", line, doom)
		}
		if line == "merger round: nothing" {
			continue
		}
		if ask := at.Game.Pending()[0]; ask.Question != "loans" || ask.For != company || len(at.Seat(player).Orders) > 0 {
			t.Errorf("%s: asked is %s for %s, orders %v", line, ask.Question, ask.For, at.Seat(player).Orders)
		}
		ended := at.Seat(player).Ended
		if len(ended) != 1 || !strings.Contains(ended[0].Text, "to pass then means that "+doom) {
			t.Errorf("%s: told is %v", line, ended)
		}
		pass := slices.IndexFunc(at.Scene(player).Warned(), func(ch engine.Choice) bool { return ch.By == player && ch.Verb == "pass" })
		if help := at.Scene(player).Warned()[pass].Help; !strings.Contains(help, "is due then") || !strings.Contains(help, "then "+doom) {
			t.Errorf("a pass is offered as %q", help)
		}
		if after := say(t, at, player, "loan 1"); tb.Title.Doom(tb.Game.State(), after.Game.State(), player) != "" {
			t.Error("it is ruined though it has taken a loan")
		}
	}
}

// sectionsOf returns the lines of answers.
func sectionsOf(answers []sheet.Section) (lines []string) {
	for _, a := range answers {
		lines = append(lines, strings.Join(strings.Fields(strings.Join(a.Lines, " ")), " "))
	}
	return lines
}

// If a company's planned turn would end without a train, the plan is not carried out,
// because a pass would ruin the company.
func TestPlanForATurnRuinsNothing(t *testing.T) {
	for seed := range uint64(20) {
		tb := dealt(t, "1817", 4)
		players := walk.NewThrifty(seed, tb.Title.Habits)
		for n := 0; tb.Game.State().Result == nil && n < 800; n++ {
			step, sym := tb.Scene("").Turn()
			asked := tb.Actors()[0]
			if s := tb.Scene(asked); step == title.OperatingTurn && tb.Game.Pending()[0].Question == "trains" {
				if what, own := s.Ends(engine.Command{By: asked, Verb: "pass"}); own && strings.Contains(what, sym+" goes into liquidation") {
					told := table.Obey(withPlan(tb, asked, plan.Plan{Kind: plan.PassRound, Round: tb.Title.Round(tb.Game.State()), Step: "trains", Since: len(tb.Log)}))
					ended := told.Seat(asked).Ended
					if len(told.Log) != len(tb.Log) || len(ended) != 1 || !strings.Contains(ended[0].Text, what) {
						t.Errorf("%d events came of it, told is %v", len(told.Log)-len(tb.Log), ended)
					}
					return
				}
			}
			c, ok := players.Pick(tb.Game.Pending())
			if !ok {
				t.Fatal("nothing is offered")
			}
			g, events, err := tb.Game.Decide(c)
			if err != nil {
				t.Fatal(err)
			}
			tb = tb.With(g, events)
		}
	}
	t.Fatal("no such game")
}

func withPlan(tb *table.Table, player string, p plan.Plan) *table.Table {
	next := tb.With(tb.Game, nil)
	next.Seat(player).Orders = []plan.Plan{p}
	return next
}
