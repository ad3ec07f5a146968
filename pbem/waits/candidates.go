package waits

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/titles/title"
)

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

// next returns the next position from k on at which the player speaks and holds is true; -1 if there is none.
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
		most = plan.MostTurns
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
