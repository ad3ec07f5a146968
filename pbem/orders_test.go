package pbem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/titles"
)

// seated returns a table without a service.
func seated(t *testing.T, slug string, players int) *table.Table {
	t.Helper()
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal("no title ", slug)
	}
	start := engine.Started{Seed: 1}
	tb := &table.Table{ID: "g1", Title: ti}
	for i := range players {
		start.Players = append(start.Players, string(rune('A'+i)))
		tb.Record.Seats = append(tb.Record.Seats, table.Seat{Name: start.Players[i]})
	}
	g, log, err := titles.Start(ti, start)
	if err != nil {
		t.Fatal(err)
	}
	return tb.With(g, log)
}

// say plays lines, which must not be refused.
func say(t *testing.T, tb *table.Table, player string, lines ...string) *table.Table {
	t.Helper()
	r := try(t, tb, player, lines...)
	if r.refused != nil {
		t.Fatalf("%s %q: %s", player, lines, r.refused.Reason)
	}
	return r.next
}

func try(t *testing.T, tb *table.Table, player string, lines ...string) result {
	t.Helper()
	var in []letter.Line
	for _, l := range lines {
		in = append(in, letter.Line{Text: l})
	}
	r, err := saidAlone(tb, player, in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asked lists who may do what now, without choices that are only shown with a reason
// against them.
func asked(tb *table.Table) string {
	var out []string
	for _, c := range tb.Game.Pending() {
		out = append(out, c.By+" "+c.Verb)
	}
	return strings.Join(out, ", ")
}

func TestBidsWithMaximumEndAsIfCalledInTurn(t *testing.T) {
	called := seated(t, "1817", 3)
	called = say(t, called, "p1", "bid MINC 0")
	for _, m := range []struct{ by, bid string }{
		{"p2", "bid 5"}, {"p3", "bid 10"}, {"p1", "pass"}, {"p2", "bid 15"}, {"p3", "bid 20"}, {"p2", "bid 25"}, {"p3", "pass"},
	} {
		called = say(t, called, m.by, m.bid)
	}
	ahead := seated(t, "1817", 3)
	ahead = say(t, ahead, "p1", "bid MINC 0 max 5")
	ahead = say(t, ahead, "p2", "bid 5 max 30")
	ahead = say(t, ahead, "p3", "bid up to 20")
	wantAt, wantCash := holder(called)
	if at, cash := holder(ahead); at != "p2" || at != wantAt || cash != wantCash {
		t.Errorf("with maxima the company is with %s (%d), called in turn with %s (%d); asked: %s", at, cash, wantAt, wantCash, asked(ahead))
	}
	for i, s := range ahead.Record.Seats {
		if len(s.Orders) > 0 {
			t.Errorf("order %v of seat %d outlives the auction", s.Orders, i)
		}
	}
}

// holder returns who has the private company that was auctioned, and their cash.
func holder(tb *table.Table) (string, int) {
	place := tb.Game.State().Where("private:MINC")
	return place, tb.Game.State().Cash(place)
}

func TestPassForTheAuctionIsNotAskedAgain(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p1", "bid MINC 0")
	tb = say(t, tb, "p2", "bid 5")
	if got := asked(tb); !strings.Contains(got, "p3 bid") {
		t.Fatalf("asked: %s", got)
	}
	tb = say(t, tb, "p1", "pass for the rest of the auction") // not asked now
	tb = say(t, tb, "p3", "pass")
	if place, _ := holder(tb); place != "p2" {
		t.Errorf("the company is at %q, want p2; asked: %s", place, asked(tb))
	}
}

// People say in many ways that they pass for an auction.
func TestPassForTheAuctionInWords(t *testing.T) {
	for _, line := range []string{"pass for the auction", "pass until the auction is over", "pass until the end of the auction", "pass on everything until the auction is over", "pass everything for the auction", "Pass till the auction ends."} {
		tb := seated(t, "1817", 3)
		tb = say(t, tb, "p1", "bid MINC 0")
		tb = say(t, tb, "p2", "bid 5")
		tb = say(t, tb, "p1", line)
		tb = say(t, tb, "p3", "pass")
		if place, _ := holder(tb); place != "p2" {
			t.Errorf("%q: the company is at %q, want p2; asked: %s", line, place, asked(tb))
		}
	}
}

// "Then pass" adds nothing to a bid with a maximum.
func TestBidsUpToAndThenPass(t *testing.T) {
	for _, line := range []string{"bid up to 20", "bid up to 20, then pass", "Bid up to 20 on MINC, pass after that.", "bid 10 max 20; ", "bid 10 on MINC max 20 and pass afterwards"} {
		tb := seated(t, "1817", 3)
		tb = say(t, tb, "p1", "bid MINC 0")
		tb = say(t, tb, "p2", "bid 5")
		tb = say(t, tb, "p3", line)
		tb = say(t, tb, "p1", "pass")
		tb = say(t, tb, "p2", "bid 15")
		if got := asked(tb); !strings.HasPrefix(got, "p2 ") {
			t.Fatalf("%q: the bid of 15 was not outbid: %s", line, got)
		}
		tb = say(t, tb, "p2", "bid 25")
		if place, _ := holder(tb); place != "p2" {
			t.Errorf("%q: the company is at %q, want p2; asked: %s", line, place, asked(tb))
		}
	}
}

func TestPassUntilSomebodyActs(t *testing.T) {
	tb := seated(t, "1817", 3)
	tb = say(t, tb, "p2", "pass until somebody acts")
	tb = say(t, tb, "p1", "pass")
	if got := asked(tb); !strings.HasPrefix(got, "p3 ") {
		t.Fatalf("p2 passed ahead, but asked is %s", got)
	}
	tb = say(t, tb, "p3", "bid MINC 0")
	tb = say(t, tb, "p1", "pass")
	if got := asked(tb); !strings.HasPrefix(got, "p2 ") {
		t.Errorf("somebody acted, but p2 is not asked: %s", got)
	}
}

// "pass for the auction" works in every auction, even while nothing is put up. It passes
// in that auction and in nothing that follows.
func TestPassForTheAuctionInEveryAuction(t *testing.T) {
	for _, c := range []struct {
		name, title string
		before      []string // by the players a, b, c in the order in which they are asked
		order       string   // who gives it
		after       []string
		asked       string // after that
		ended       bool   // whether the order ends
	}{
		{"1828", "1828", nil, "b", []string{"a pass"}, "c", false},
		{"1828, a bid", "1828", []string{"a bid D&H 85"}, "c", []string{"b bid D&H 90"}, "a", false},
		{"1828, all pass", "1828", nil, "b", []string{"a pass", "c pass", "a pass"}, "c", false},
		{"1843", "1843", nil, "b", []string{"a pass"}, "c", false},
		{"1817, nothing put up", "1817", nil, "b", []string{"a pass"}, "c", false},
		{"1817, nothing put up, then a lot", "1817", nil, "b", []string{"a bid MINC 0", "c pass"}, "c", false},
		{"1817, a lot", "1817", []string{"a bid MINC 0"}, "b", []string{"c pass"}, "b", true},
		{"1820, cousins", "1820", nil, "b", []string{"a pass"}, "c", false},
		{"1820, cousins, all pass", "1820", nil, "b", []string{"a pass", "c pass"}, "a b c", true},
		{"1820, future trains", "1820", []string{"a pass", "b pass", "c pass"}, "b", nil, "a c", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := seated(t, c.title, 3)
			var order []string
			for at := tb; len(order) < 3; at = say(t, at, at.Actors()[0], "pass") {
				order = append(order, at.Actors()[0])
			}
			id := func(letter string) string { return order[letter[0]-'a'] }
			all := func(lines []string) {
				for _, line := range lines {
					by, text, _ := strings.Cut(line, " ")
					tb = say(t, tb, id(by), text)
				}
			}
			all(c.before)
			tb = say(t, tb, id(c.order), "pass for the auction")
			all(c.after)
			var asked []string
			for _, p := range tb.Actors() {
				asked = append(asked, string(rune('a'+slices.Index(order, p))))
			}
			slices.Sort(asked)
			if got := strings.Join(asked, " "); got != c.asked {
				t.Errorf("asked is %s, want %s", got, c.asked)
			}
			if ended := len(tb.Seat(id(c.order)).Orders) == 0; ended != c.ended {
				t.Errorf("the order is over: %v; %v", ended, tb.Seat(id(c.order)).Ended)
			}
		})
	}
}

func TestOrdersAreCancelledAndRefused(t *testing.T) {
	tb := seated(t, "18newengland", 2)
	if r := try(t, tb, "p2", "pass for the auction"); r.refused == nil || !strings.Contains(r.refused.Reason, "no auction") {
		t.Errorf("an order for no auction: %+v", r.refused)
	}
	tb = say(t, tb, "p2", "pass for the round")
	if r := try(t, tb, "p2", "cancel orders"); r.refused != nil || len(r.next.Seat("p2").Orders) != 0 || !r.ordered {
		t.Errorf("cancel leaves %v", r.next.Seat("p2").Orders)
	}
	if len(tb.Seat("p2").Orders) != 1 {
		t.Error("cancelling on a copy changed the table")
	}
}

// Orders that earlier versions stored keep their meaning: in an operating round they are
// for one step, and they are for no auction that has not begun.
func TestOrdersOfEarlierVersions(t *testing.T) {
	tb := seated(t, "1817", 3)
	stored := plan.Plan{Kind: plan.PassAuction, Entered: tb.Entered(), Since: len(tb.Log)}
	tb.Seat("p2").Orders = []plan.Plan{stored}
	tb = say(t, tb, "p1", "pass")
	if got := asked(tb); !strings.HasPrefix(got, "p2 ") || len(tb.Seat("p2").Orders) > 0 || len(tb.Seat("p2").Ended) != 1 {
		t.Errorf("asked: %s; of p2 %v and %v", got, tb.Seat("p2").Orders, tb.Seat("p2").Ended)
	}
	for _, line := range []string{"pass", "pass", "start A&S in B5 for 200", "pass", "pass", "pass", "pass", "pass"} {
		tb = say(t, tb, engine.Actors(tb.Game.Pending())[0], line)
	}
	round := tb.Title.Round(tb.Game.State())
	for step, want := range map[string]bool{"": false, "tiles": true, "trains": false} {
		o := plan.Plan{Kind: plan.PassRound, Round: round, Step: step}
		if ok := o.Answer(tb.Scene("p1")).Says; ok != want || round != "OR 1.1" {
			t.Errorf("in %s, of step %q: passes is %v", round, step, ok)
		}
	}
}

// An undo also removes the orders given since, and their players are told.
func TestUndoTellsOfOrders(t *testing.T) {
	d := newTestService(t)
	d.title = "1817"
	d.three()
	d.receive(d.from("p1", "1@example.org", "bid MINC 0"), desk.OutcomeApplied)
	d.receive(d.from("p3", "2@example.org", "bid up to 20"), desk.OutcomeAnswered)
	d.flush()
	d.receive(d.from("p1", "3@example.org", "undo"), desk.OutcomeApplied)
	if told := d.toldOfOrders(); len(told) != 1 || told[0] != "crystal@example.org" {
		t.Errorf("told are %v", told)
	}
	d.receive(d.from("p1", "4@example.org", "bid MINC 5"), desk.OutcomeApplied)
	if told := d.toldOfOrders(); len(told) > 0 {
		t.Errorf("told again are %v", told)
	}
}

// toldOfOrders sends the due mails and returns who is told about orders that have ended.
func (d *testService) toldOfOrders() (to []string) {
	for _, m := range d.flush() {
		if strings.Contains(text(d.t, m), "STANDING ORDERS THAT ARE OVER") {
			to = append(to, m.to)
		}
	}
	return to
}

// A player is always asked about what follows from their own act, whatever they have said
// in advance: to pass there means to pay in cash.
func TestOrdersDoNotPayForCompanies(t *testing.T) {
	d := newTestService(t)
	d.title = "1817"
	d.three()
	d.receive(d.from("p1", "1@example.org", "bid MINC 0"), desk.OutcomeApplied)
	for _, line := range []string{"p2 pass", "p3 pass", "p2 pass", "p3 pass", "p1 pass", "p2 pass", "p3 pass"} {
		d.say("g1", line)
	}
	d.receive(d.from("p1", "2@example.org", "start A&S in B5 for 200", "pass for the round"), desk.OutcomeApplied)
	d.receive(d.from("p2", "3@example.org", "pass"), desk.OutcomeApplied)
	d.receive(d.from("p3", "4@example.org", "pass"), desk.OutcomeApplied)
	if asked := d.table("g1").Game.Pending(); len(asked) == 0 || asked[0].By != "p1" || asked[0].Question != "contribution" {
		t.Fatalf("asked is %v", asked)
	}
}

// An order in an answer to an old position may be meant for another auction.
func TestOrdersToAnOldPosition(t *testing.T) {
	d := newTestService(t)
	d.title = "1817"
	d.three()
	d.receive(d.from("p1", "1@example.org", "bid MINC 0"), desk.OutcomeApplied)
	d.flush()
	old := d.service.Office.ID("move", "g1", d.version("g1"), "p2")
	for i, line := range []string{"p2 pass", "p3 pass", "p2 bid MAJM 0", "p3 bid 5", "p1 pass"} {
		by, said, _ := strings.Cut(line, " ")
		d.receive(d.from(by, fmt.Sprintf("a%d@example.org", i), said), desk.OutcomeApplied)
		d.flush()
	}
	raw := bytes.Replace(d.from("p2", "2@example.org", "pass for the auction"), []byte("Message-ID:"), []byte("In-Reply-To: "+old+"\r\nMessage-ID:"), 1)
	d.receive(raw, desk.OutcomeRejected)
	if n := len(d.table("g1").Seat("p2").Orders); n > 0 {
		t.Errorf("%d orders are kept", n)
	}
}

// If nobody is asked again before somebody acts, an order to pass until then would never
// pass. It is not stored, and its player is told what would work.
func TestPassUntilAfterAPass(t *testing.T) {
	tb := seated(t, "1817", 3)
	r := try(t, tb, "p1", "pass", "pass until somebody acts")
	if r.refused != nil || len(r.next.Seat("p1").Orders) > 0 || len(r.answers) != 1 || !strings.Contains(r.answers[0].Lines[0], "pass unless it concerns me") {
		t.Errorf("refused %v, kept %v, answered %v", r.refused, r.next.Seat("p1").Orders, r.answers)
	}
}

// A plan for a stock turn is played as soon as its player is asked. An unconditional pass
// has no conditions.
func TestPlanIsPlayedWhenAsked(t *testing.T) {
	tb := seated(t, "1817", 3)
	for _, line := range []string{"pass", "pass", "pass"} {
		tb = say(t, tb, engine.Actors(tb.Game.Pending())[0], line)
	}
	tb = say(t, tb, "p2", "next: start A&S in B5 for 200")
	r := try(t, tb, "p1", "pass")
	if got := r.next.Game.Pending(); len(r.next.Seat("p2").Orders) > 0 || len(got) == 0 || got[0].By != "p3" {
		t.Fatalf("Brian's plan was not played: %s", asked(r.next))
	}
	tb = say(t, tb, "p1", "pass whatever happens")
	if tb.Seat("p1").Orders[0].Careful {
		t.Error("a pass whatever happens is put aside by something")
	}
}

// Nobody else sees what a player has planned: not in mails, not in answers to questions,
// and not in the log.
func TestPlansShowToNobodyElse(t *testing.T) {
	d := newTestService(t)
	d.title = "1817"
	d.three()
	for _, line := range []string{"p1 pass", "p2 pass", "p3 pass"} {
		d.say("g1", line)
	}
	d.flush()
	log := d.version("g1")
	d.receive(d.from("p2", "1@example.org", "next: start A&S in B5 for 200 max 240 unless somebody starts H", "no bids over 135 this round"), desk.OutcomeAnswered)
	if n := d.version("g1"); n != log {
		t.Fatalf("the log has %d events, it had %d", n, log)
	}
	d.receive(d.from("p1", "2@example.org", "status", "orders", "history", "choices"), desk.OutcomeAnswered)
	d.receive(d.from("p3", "3@example.org", "status", "orders"), desk.OutcomeAnswered)
	d.receive(d.from("p1", "4@example.org", "pass", "preview"), desk.OutcomeAnswered)
	seen := 0
	for _, m := range d.flush() {
		text := text(t, m)
		if m.to == "brian@example.org" {
			seen += strings.Count(text, "more than 135 is bid")
			continue
		}
		for _, hidden := range []string{"in B5 for 200", "max 240", "over 135", "than 135", "standing order"} {
			if strings.Contains(text, hidden) {
				t.Errorf("a mail to %s has %q", m.to, hidden)
			}
		}
	}
	if seen == 0 {
		t.Error("Brian is not shown his own")
	}
	d.receive(d.from("p1", "5@example.org", "pass"), desk.OutcomeApplied)
	for _, m := range d.flush() {
		if strings.Contains(text(t, m), "max 240") && m.to != "brian@example.org" {
			t.Errorf("a mail to %s tells of the maximum", m.to)
		}
	}
}
