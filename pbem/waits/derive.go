package waits

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// Habits are the means that players use, one after the other.
type Habits int

// The habits. Each includes those before it, except First: one pass at a time, for the round or the auction,
// whatever happens, and only where it turned out right. Conditions and several plans at once come later.
const (
	Nothing  Habits = iota
	First           // the first orders, used carefully
	Passes          // a pass unless it concerns me
	Maxima          // maximum bids
	AtOnce          // bidders, and those who deal, answer when all are asked
	Merging         // what to do in the merger round
	Stocks          // the next stock turn
	Operates        // the next turn of a company
	Rounds          // plans with the first mail of a round
	Several         // plans for several turns
)

var habitNames = []string{
	"no orders", "the first orders, used with care", "+ a pass unless it concerns me", "+ maxima for bids", "+ all bidders and dealers asked at once",
	"+ plans for the merger round", "+ the next stock turn planned", "+ the next operating turn planned", "+ plans at a round's first mail",
	"+ plans for several turns",
}

func (h Habits) String() string { return habitNames[h] }

// A Mail is one mail of a player.
type Mail struct {
	By    string
	Lines []string
	Asked bool // the game waited for it
	At    int  // commands before it
	Says  int  // commands in it, besides plans
}

// Derive returns the mails with which players of some habits would have played
// a game.
func Derive(r *Record, h Habits) ([]Mail, error) {
	d := &deriver{Record: r, habits: h, asked: map[int]bool{}, read: r.lengths[0]}
	d.table = d.sit()
	for d.at() < len(r.Said) {
		if err := d.step(); err != nil {
			return nil, fmt.Errorf("before command %d: %w", d.at(), err)
		}
	}
	return d.mails, nil
}

// A deriver replays a recorded game with plans.
type deriver struct {
	*Record
	habits Habits
	table  *table.Table
	said   int // commands in the log of the table
	read   int // events of that log that were counted
	mails  []Mail
	round  string
	asked  map[int]bool // steps, by where they began, in which all were asked at once

	of       *engine.Game // the game for which plans were read
	readings map[string]reading
}

// sit returns the table before the first command.
func (d *deriver) sit() *table.Table {
	t := &table.Table{ID: "g1", Title: d.Title}
	for _, name := range d.games[0].State().Game.Players {
		t.Record.Seats = append(t.Record.Seats, table.Seat{Name: name})
	}
	return t.With(d.games[0], d.Log[:d.lengths[0]])
}

// at returns how many commands were said.
func (d *deriver) at() int {
	for ; d.read < len(d.table.Log); d.read++ {
		if _, ok := d.table.Log[d.read].(engine.Said); ok {
			d.said++
		}
	}
	return d.said
}

// step derives the mails at one position: of those who are asked at the same time, and of the player whom the
// game waits for.
func (d *deriver) step() error {
	k := d.at()
	by := d.Said[k].By
	if d.habits >= Rounds && d.rounds[k] != d.round {
		d.round = d.rounds[k]
		return d.beside(d.table.Game.State().Players(), by)
	}
	if entered := d.table.Entered(); d.habits >= AtOnce && !d.asked[entered] {
		if all := d.table.Scene(by).Together(); len(all) > 1 {
			d.asked[entered] = true
			return d.beside(all, by)
		}
	}
	return d.turn(k)
}

// beside lets players make plans for whom the game does not wait.
func (d *deriver) beside(players []string, but string) error {
	for _, p := range players {
		if p == but {
			continue
		}
		lines := d.plans(p)
		if len(lines) > 0 {
			d.mails = append(d.mails, Mail{By: p, Lines: lines, At: d.at()})
		}
	}
	return d.obey()
}

// turn derives the mail of the player whom the game waits for.
func (d *deriver) turn(k int) error {
	by, end := d.Said[k].By, d.run(k)
	m := Mail{By: by, Asked: true, At: k, Says: end - k}
	for _, c := range d.Said[k:end] {
		g, events, err := d.table.Game.Decide(c)
		if err != nil {
			return err
		}
		d.table = d.table.With(g, events)
		m.Lines = append(m.Lines, c.String())
	}
	m.Lines = append(m.Lines, d.plans(by)...)
	d.mails = append(d.mails, m)
	return d.obey()
}

// obey plays the plans. The result must be what was recorded. If the record ends before the game does, plans
// may go on, and nobody knows whether that is right.
func (d *deriver) obey() error {
	d.table = table.Obey(d.table)
	k := d.at()
	n := d.lengths[min(k, len(d.Said))]
	if len(d.table.Log) < n || k <= len(d.Said) && len(d.table.Log) > n {
		return fmt.Errorf("the log has %d events, %d were recorded", len(d.table.Log), n)
	}
	return nil
}

// plans gives a player the plans that work now, and returns their lines.
func (d *deriver) plans(player string) []string {
	var lines []string
	if d.table.Game.State().Result != nil {
		return nil
	}
	for _, ways := range d.candidates(player) {
		for _, line := range ways {
			good, fresh := d.give(player, line)
			if fresh {
				lines = append(lines, line)
			}
			if good {
				break
			}
		}
	}
	return lines
}

// give gives a player the plan of a line if it will do what was recorded. fresh is false if they have it
// already.
func (d *deriver) give(player, line string) (good, fresh bool) {
	k := d.at()
	if d.habits == First && len(d.table.Seat(player).Orders) > 0 {
		return false, false // one at a time
	}
	p, err := d.planOf(player, line)
	if err != nil {
		return false, false
	}
	if d.has(player, p) {
		return true, false
	}
	p = p.Remembering(d.table.Scene(player))
	orders, _ := plan.Added(d.table.Seat(player).Orders, p)
	if good, used := d.keeps(orders, player, k); !good || used == 0 {
		return false, false
	}
	d.table = d.table.With(d.table.Game, nil)
	d.table.Seat(player).Orders = orders
	return true, true
}

// has reports whether a player already has the same plan.
func (d *deriver) has(player string, p plan.Plan) bool {
	return slices.ContainsFunc(d.table.Seat(player).Orders, func(q plan.Plan) bool { return q.Same(p) && q.String() == p.String() })
}

// planOf reads a line as the service does, once for each game.
func (d *deriver) planOf(player, line string) (plan.Plan, error) {
	if d.of != d.table.Game {
		d.of, d.readings = d.table.Game, map[string]reading{}
	}
	r, ok := d.readings[player+" "+line]
	if !ok {
		r.plan, r.err = d.readPlan(player, line)
		d.readings[player+" "+line] = r
	}
	return r.plan, r.err
}

// A reading is what came of reading a plan.
type reading struct {
	plan plan.Plan
	err  error
}

func (d *deriver) readPlan(player, line string) (plan.Plan, error) {
	s := d.table.Scene(player)
	if plans, ok, err := s.Plans(line); ok {
		if err != nil {
			return plan.Plan{}, err
		}
		return plans[0], nil
	}
	bid, rest, _ := strings.Cut(line, ";")
	if _, most, ok, err := plan.Maximum(bid); ok && err == nil {
		p := plan.Plan{Kind: plan.BidUpTo, Turn: plan.Turn{Max: most}, Entered: s.Entered(), Since: len(s.Log)}
		for _, after := range strings.Split(rest, ";") {
			if after = strings.TrimSpace(after); after != "" {
				if p, err = s.AfterBid(p, after); err != nil {
					return p, err
				}
			}
		}
		return p, nil
	}
	return s.Ahead(line)
}

// keeps follows the plans of a player through the recorded game from position k. They are good if everything they say
// was said: a new plan may answer where an older one would have been put aside, which then goes on. used counts how
// often the last of them speaks.
func (d *deriver) keeps(orders []plan.Plan, player string, k int) (good bool, used int) {
	ours := map[int]bool{orders[len(orders)-1].N: true} // and the plans that it leaves behind
	for round := ""; k < len(d.Said); k++ {
		waits := slices.Contains(d.awaited(k), player)
		if !waits && d.rounds[k] == round {
			continue
		}
		round = d.rounds[k]
		s := d.scene(k, player)
		if orders = inForce(orders, s); len(orders) == 0 {
			return true, used
		}
		if !waits {
			continue
		}
		p, a, left := answer(orders, s)
		if orders = left; !a.Says {
			continue
		}
		said := commandsIn(a.At.Log[len(s.Log):])
		if !d.wasSaid(k, said) {
			return false, used
		}
		if ours[p.N] {
			used++
		}
		before := orders
		orders = p.Answered(orders, a)
		if ours[p.N] {
			for _, q := range orders {
				ours[q.N] = ours[q.N] || !slices.ContainsFunc(before, func(old plan.Plan) bool { return old.N == q.N })
			}
		}
		k += len(said) - 1
	}
	return true, used
}

// inForce returns the plans that are not over in a scene.
func inForce(orders []plan.Plan, s plan.Scene) (out []plan.Plan) {
	for _, p := range orders {
		if p, over := p.Over(s); over == "" {
			out = append(out, p)
		}
	}
	return out
}

// answer returns the first plan that answers in a scene, and all plans without those that were put aside before it.
func answer(orders []plan.Plan, s plan.Scene) (p plan.Plan, a plan.Answer, left []plan.Plan) {
	left = orders
	for _, p := range plan.InOrder(orders) {
		switch a := p.Answer(s); {
		case a.Aside != "":
			left = slices.DeleteFunc(slices.Clone(left), func(q plan.Plan) bool { return q.N == p.N })
		case a.Says:
			return p, a, left
		}
	}
	return p, a, left
}

func commandsIn(log []engine.Event) []engine.Command {
	var out []engine.Command
	for _, e := range log {
		if said, ok := e.(engine.Said); ok {
			out = append(out, said.Command)
		}
	}
	return out
}

// wasSaid reports whether the commands are those recorded from position k.
func (d *deriver) wasSaid(k int, said []engine.Command) bool {
	for i, c := range said {
		if k+i >= len(d.Said) || d.Said[k+i].By != c.By || d.Said[k+i].String() != c.String() {
			return false
		}
	}
	return true
}

// candidates returns lines that a player may plan now, derived from what they did later. Of each group the
// first that works is used.
func (d *deriver) candidates(player string) [][]string {
	var out [][]string
	if d.habits >= Maxima {
		out = append(out, d.auction(player)...)
	}
	if d.habits >= AtOnce {
		out = append(out, d.deal(player)...)
	}
	if d.habits >= Stocks {
		out = append(out, d.stock(player)...)
	}
	if d.habits >= Operates {
		out = append(out, d.operate(player)...)
	}
	if d.habits >= Merging {
		out = append(out, d.merge(player)...)
	}
	if d.habits == First {
		out = append(out, []string{"pass whatever happens"}, []string{"pass for the auction"})
	}
	if d.habits >= Passes {
		out = append(out, []string{"pass unless it concerns me"}, []string{"pass for the auction"})
	}
	return out
}

// next returns the next position from k on at which the player speaks and holds is true, within a limit of
// commands; -1 if there is none.
func (d *deriver) next(k int, player string, holds func(k int) bool) int {
	for ; k < len(d.Said); k++ {
		if d.Said[k].By == player && holds(k) {
			return k
		}
	}
	return -1
}

// inStep reports whether position k is in the step that began at entered.
func (d *deriver) inStep(k, entered int) bool { return d.scene(k, "").Entered() == entered }

// auction returns the maximum bid, or the pass, of a player in the present auction.
func (d *deriver) auction(player string) [][]string {
	s := d.table.Scene(player)
	if !s.Bidding() || s.SaysOnce() {
		return nil
	}
	bids := d.bids(d.at(), player, s.Entered())
	if bids.most == 0 {
		return nil
	}
	return [][]string{{fmt.Sprintf("%s up to %d%s", bids.verb, bids.most, bids.after())}}
}

// A bidder is what a player did in one auction.
type bidder struct {
	verb string
	most int
	said []string // after winning it
}

func (b bidder) after() string {
	text := ""
	for _, l := range b.said {
		text += "; " + l
	}
	return text
}

// bids returns what a player does from position k on, in the auction that began at entered.
func (d *deriver) bids(k int, player string, entered int) bidder {
	var b bidder
	for ; k < len(d.Said) && d.inStep(k, entered); k++ {
		c := d.Said[k]
		switch s := d.scene(k, player); {
		case c.By != player:
		case s.Bids(c.Verb):
			b.verb, b.most = c.Verb, number(c)
		case !s.Passes(c.Verb) && !s.Bidding():
			b.said = append(b.said, c.String())
		}
	}
	return b
}

func number(c engine.Command) int {
	n, err := strconv.Atoi(c.Arg(len(c.Args) - 1))
	if err != nil {
		return 0
	}
	return n
}

// deal returns what a player answers to a question that all are asked at once.
func (d *deriver) deal(player string) [][]string {
	s := d.table.Scene(player)
	if s.Bidding() || !slices.Contains(s.Together(), player) || slices.Contains(engine.Awaited(d.table.Game.Pending()), player) {
		return nil
	}
	k := d.next(d.at(), player, func(k int) bool { return d.inStep(k, s.Entered()) })
	if k < 0 {
		return nil
	}
	return [][]string{{d.Said[k].String()}}
}

// turnLines returns the commands of one turn of a player, from position k, and the maximum bid in an auction
// that they begin.
func (d *deriver) turnLines(k int, player string) string {
	var lines []string
	began := d.scene(k, player)
	for end := d.run(k); k < end; k++ {
		s := d.scene(k, player)
		if !s.SameTurn(began) {
			break
		}
		lines = append(lines, d.Said[k].String())
	}
	if s := d.scene(k, player); s.Bidding() && s.Entered() == began.Entered() {
		opened := number(d.Said[k-1])
		b := d.bids(k, player, s.Entered())
		lines[len(lines)-1] += fmt.Sprintf(" max %d%s", max(opened, b.most), b.after())
	}
	return strings.Join(lines, "; ")
}

// turnsOf returns the turns of a kind that a player or company has from now on, as lines: the next one, or with the
// habit of several turns those until the round, or the set of operating rounds, is over. The first result holds the
// same with automatic runs.
func (d *deriver) turnsOf(step, actor, player string) (auto, exact []string) {
	most := 1
	if d.habits >= Several {
		most = mostTurns
	}
	from := d.at()
	for len(exact) < most {
		k := d.next(from, player, func(k int) bool {
			s := d.scene(k, player)
			now, who := s.Turn()
			return now == step && who == actor && s.Untouched()
		})
		if k < 0 || len(exact) > 0 && d.parted(step, from, k) {
			break
		}
		lines := d.turnLines(k, player)
		auto, exact = append(auto, d.automatic(lines)), append(exact, lines)
		for from = k; from < len(d.Said) && d.scene(from, player).SameTurn(d.scene(k, player)); from++ {
		}
	}
	return auto, exact
}

// mostTurns is how many turns a plan is made for at most.
const mostTurns = 8

// parted reports whether a stock round ends, or a set of operating rounds is over, between two positions.
func (d *deriver) parted(step string, from, to int) bool {
	for k := from; k < to; k++ {
		now, _ := d.scene(k, "").Turn()
		if step == title.StockTurn && d.rounds[k] != d.rounds[to] || step == title.OperatingTurn && now == title.StockTurn {
			return true
		}
	}
	return false
}

// inOne writes turns as one plan.
func inOne(head string, turns []string) string { return head + strings.Join(turns, "; next: ") }

// longest returns plans for as many of the turns as can be planned now, the longest first.
func (d *deriver) longest(player, head string, turns []string) (ways []string) {
	for n := 1; n <= len(turns); n++ {
		line := inOne(head, turns[:n])
		if _, err := d.planOf(player, line); err != nil {
			break
		}
		ways = append(ways, line)
	}
	slices.Reverse(ways)
	return ways
}

// stock returns plans for the next stock turns.
func (d *deriver) stock(player string) [][]string {
	_, turns := d.turnsOf(title.StockTurn, player, player)
	return [][]string{d.longest(player, "next: ", turns)}
}

// operate returns plans for the next turns of the player's companies.
func (d *deriver) operate(player string) (out [][]string) {
	now := d.Title.Position(d.table.Game.State())
	for _, c := range now.Companies {
		if c.President != player {
			continue
		}
		auto, exact := d.turnsOf(title.OperatingTurn, c.Sym, player)
		head := "plan " + c.Sym + ": "
		ways := d.longest(player, head, auto)
		for _, line := range d.longest(player, head, exact) {
			if !slices.Contains(ways, line) {
				ways = append(ways, line)
			}
		}
		slices.SortStableFunc(ways, func(a, b string) int { return strings.Count(b, "; next: ") - strings.Count(a, "; next: ") })
		out = append(out, ways)
	}
	return out
}

// merge returns a plan for the merger round.
func (d *deriver) merge(player string) [][]string {
	if d.Title.Mergers == "" {
		return nil
	}
	ways := []string{"merger round: nothing"}
	if lines := d.mergerLines(player); len(lines) > 0 {
		ways = append(ways, "merger round: "+strings.Join(lines, "; ")+"; else nothing")
	}
	if d.habits >= Several {
		ways = append(ways, "merger round: nothing unless a company converts or a company merges")
	}
	return [][]string{ways}
}

// mergerLines returns what a player says for companies in the present or next merger round: the first command
// in the step of each.
func (d *deriver) mergerLines(player string) (lines []string) {
	k := d.at()
	for k < len(d.Said) && !d.merging(k) {
		k++
	}
	for ; k < len(d.Said) && d.merging(k); k++ {
		s := d.scene(k, player)
		if d.Said[k].By != player || s.Passes(d.Said[k].Verb) || s.Bids(d.Said[k].Verb) {
			continue
		}
		stack := d.games[k].State().Stack
		lines = append(lines, stack[len(stack)-1].Actor+": "+d.Said[k].String())
	}
	return lines
}

// merging reports whether position k is in a merger round.
func (d *deriver) merging(k int) bool {
	return slices.ContainsFunc(d.games[k].State().Stack, func(f engine.Frame) bool { return f.Step == d.Title.Mergers })
}

// automatic replaces the runs in lines with automatic ones.
func (d *deriver) automatic(lines string) string {
	said := strings.Split(lines, "; ")
	for i, line := range said {
		if verb, _, _ := strings.Cut(line, " "); strings.Contains(line, ": ") {
			said[i] = verb + " auto"
		}
	}
	return strings.Join(said, "; ")
}
