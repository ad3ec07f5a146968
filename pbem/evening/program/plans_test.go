package program

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// kept are plans of every form, as players have given them.
func kept() []plan.Plan {
	lines := func(says ...string) (out []plan.Line) {
		for _, s := range says {
			out = append(out, plan.Line{Say: s})
		}
		return out
	}
	turn := func(says ...string) plan.Turn { return plan.Turn{Lines: lines(says...)} }
	again := plan.Turn{Lines: lines("run auto", "pay"), Again: true}
	until := plan.Turn{Lines: lines("buy B&M from ipo"), Goal: &plan.Goal{Of: "B&M", N: 50, Percent: true}}
	limit := plan.Turn{Lines: lines("buy NYC from treasury", "pass"), Above: []plan.Condition{{Kind: "price above", Of: "NYC", N: 80}}}
	auction := plan.Turn{Lines: lines("start A&S in B5 for 200"), Max: 240, After: lines("size 5", "contribute MINC")}
	all := []plan.Condition{
		{Kind: "price below", Of: "NYC", N: 60}, {Kind: "bought", Of: "B&M"}, {Kind: "sold", Of: "B&M"}, {Kind: "shorted", Of: "B&M"}, {Kind: "started", Of: "B&M"},
		{Kind: "level"}, {Kind: "fell"}, {Kind: "phase"}, {Kind: "train"}, {Kind: "train sold", Of: "4"}, {Kind: "train sold"}, {Kind: "train of", Of: "B&M"}, {Kind: "president", Of: "B&M"},
		{Kind: "merged", Of: "B&M"}, {Kind: "merged"}, {Kind: "converted", Of: "B&M"}, {Kind: "converted"}, {Kind: "loan taken", Of: "B&M"}, {Kind: "loan taken"}, {Kind: "interest over", N: 30},
		{Kind: "less cash"}, {Kind: "lower price"}, {Kind: "revenue under", N: 120}, {Kind: "track in", Of: "H6"}, {Kind: "track beside"}, {Kind: "track in reach"},
	}
	list := []plan.Plan{
		{Kind: plan.PassRound, Round: "SR 3", Careful: true}, {Kind: plan.PassUntil, Round: "SR 3"}, {Kind: plan.PassAuction}, {Kind: plan.BidLimit, Round: "SR 3", Turn: plan.Turn{Max: 150}},
		{Kind: plan.BidUpTo, Turn: plan.Turn{Max: 160, After: lines("size 5")}}, {Kind: plan.Deal, Turn: turn("buy UR from treasury"), Careful: true},
		{Kind: plan.Stock, Turn: turn("buy B&M from ipo"), Careful: true, Round: "SR 3"}, {Kind: plan.Stock, Turn: limit, Careful: true}, {Kind: plan.Stock, Turn: auction, Careful: true},
		{Kind: plan.Stock, Turn: until, Turns: []plan.Turn{turn("sell 2 NYC", "pass"), limit, {}}, Careful: true, Round: "SR 3"},
		{Kind: plan.Stock, Turn: turn("pass"), Turns: []plan.Turn{turn("pass"), auction, again}, Careful: true},
		{Kind: plan.Operate, For: "B&M", Turn: turn("lay H6 8 W-SE", "token H6", "run auto", "withhold", "buy train 3 from bank"), Turns: []plan.Turn{turn("run auto", "pay"), again}, Careful: true},
		{Kind: plan.Operate, For: "NYC", Turn: again, Set: "on", Careful: true, Day: "Wed 4 Mar"}, {Kind: plan.Operate, For: "ERIE", Turn: turn("pass"), Careful: true},
		{Kind: plan.Mergers, Round: "MR 2.1", Careful: true}, {Kind: plan.Mergers, Turn: plan.Turn{Lines: []plan.Line{{For: "UR", Say: "convert"}, {For: "UR", Say: "loan 1"}}}, Careful: true},
	}
	for i := range all { // each condition comes first in a line, and after others
		list = append(list, plan.Plan{Kind: plan.PassRound, Round: "SR 3", Careful: i%2 == 0, Unless: all[i:min(i+1+i%4, len(all))]})
	}
	return list
}

// No plan that mails show, and nothing that puts it aside, is taken for a command where a program quotes it: one plan
// alone, or several with numbers, in text or in HTML.
func TestQuotedPlans(t *testing.T) {
	ti, _ := titles.Find("18newengland")
	g, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{"Amy", "Brian", "Cleo"}})
	if err != nil {
		t.Fatal(err)
	}
	styles := Styles()
	all := kept()
	for i := range all {
		for _, orders := range [][]plan.Plan{all[i : i+1], {all[i], all[(i+7)%len(all)], all[(i+13)%len(all)]}} {
			tb := (&table.Table{ID: "g12", Title: ti, Record: table.Record{Seats: []table.Seat{{Name: "Amy"}, {Name: "Brian"}, {Name: "Cleo"}}}}).With(g, log)
			tb.Seat("p1").Orders = orders
			page := sheet.Write(sheet.Mail{
				Title: ti, Game: "g12", Name: "Shoreline", Reader: "p1", State: g.State(), Pending: g.Pending(), Position: len(log), Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test",
				Extra: tb.OrdersSection("p1"),
			})
			if !strings.Contains(page.Text, "YOUR STANDING ORDERS") {
				t.Fatalf("there are no plans:\n%s", page.Text)
			}
			for n := range testsize.Of(2, 2, 4) {
				s := styles[(i*3+n)%len(styles)]
				a := answer(golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML)))
				a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[n%len(languages)], uint64(n)
				l := desk.LetterOf(reply(t, s, a))
				if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
					t.Errorf("%v quoted by %s: %v, %s", orders, s.Name, l.Commands, l.Note)
				}
			}
		}
	}
}

// Nor are the suggestions of plans, with what they say of themselves.
func TestQuotedSuggestions(t *testing.T) {
	styles := Styles()
	n := 0
	eachStored(t, func(ti *title.Title, log []engine.Event) {
		for i := range places() {
			to := nextSaid(log, (i+1)*len(log)/(places()+1))
			g := engine.Open(ti.Rules, log[:to])
			if g.Frozen() != nil || len(g.Pending()) == 0 {
				continue
			}
			for _, player := range g.State().Players() {
				scene := plan.Scene{Title: ti, Game: g, Log: log[:to], Player: player}
				section := sheet.Section{Head: "YOU CAN PLAN AHEAD NOW"}
				for _, s := range append(scene.Suggestions(nil, nil), scene.Next(nil, nil)...) {
					section.Say = append(section.Say, sheet.Saying{Line: s.Line, Gloss: s.Gloss})
				}
				if turn, ok := scene.Unplanned(nil, nil); ok {
					section.Lines = []string{"  " + turn.Hint()}
				} else if len(section.Say) == 0 {
					continue
				}
				section.Say = append(section.Say, sheet.Saying{Line: "no suggestion", Gloss: `ends these; "no suggestion LINE" only one`})
				n++
				page := sheet.Write(sheet.Mail{
					Title: ti, Game: "g12", Name: "Shoreline", Reader: player, State: g.State(), Pending: g.Pending(), Position: to, Answer: "pbem+g12.p1.j75teiqbxczmgsmj@play.test",
					Extra: []sheet.Section{section},
				})
				s := styles[n%len(styles)]
				a := answer(golden([]byte("Subject: "+page.Subject+"\n\n"+page.Text), []byte(page.HTML)))
				a.Text, a.Place, a.Language, a.Seed = "run auto", Above, Languages()[n%len(languages)], uint64(n)
				l := desk.LetterOf(reply(t, s, a))
				if l.Note != "" || len(l.Commands) != 1 || !strings.EqualFold(l.Commands[0].Text, "run auto") {
					t.Errorf("%v quoted by %s: %v, %s", section.Say, s.Name, l.Commands, l.Note)
				}
			}
		}
	})
	if n < 20 {
		t.Errorf("only %d mails suggest something", n)
	}
}

// nextSaid returns the position of the first command from event n on.
func nextSaid(log []engine.Event, n int) int {
	for ; n < len(log)-1; n++ {
		if _, ok := log[n].(engine.Said); ok {
			break
		}
	}
	return n
}
