package waits

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/pbem/table"
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
func Derive(r *Record, h Habits) ([]Mail, error) { return newDeriver(r, h).derive() }

func newDeriver(r *Record, h Habits) *deriver {
	d := &deriver{Record: r, habits: h, asked: map[int]bool{}, read: r.lengths[0]}
	d.table = d.sit()
	return d
}

func (d *deriver) derive() ([]Mail, error) {
	for d.at() < len(d.Said) {
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

	// offered is set if players plan only what their mails suggest. It returns that; moved is for the mail that tells
	// a player what came of their moves. tried is told whether a line would have been right.
	offered func(player string, moved bool) [][]string
	tried   func(line string, right bool)

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
		lines := d.plans(p, d.suggested(p))
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
	read := d.suggested(by) // in the mail that asks
	for _, c := range d.Said[k:end] {
		g, events, err := d.table.Game.Decide(c)
		if err != nil {
			return err
		}
		d.table = d.table.With(g, events)
		m.Lines = append(m.Lines, c.String())
	}
	m.Lines = append(m.Lines, d.plans(by, read)...)
	d.mails = append(d.mails, m)
	if err := d.obey(); err != nil || d.offered == nil || d.at() >= len(d.Said) || d.Said[d.at()].By == by {
		return err
	}
	lines := d.plans(by, d.offered(by, true))
	if len(lines) > 0 {
		d.mails = append(d.mails, Mail{By: by, Lines: lines, At: d.at()})
	}
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

// suggested returns the plans that a mail suggests to a player, nil if players do not depend on that.
func (d *deriver) suggested(player string) [][]string {
	if d.offered == nil {
		return nil
	}
	return d.offered(player, false)
}

// plans gives a player the plans that work now, and returns their lines. read is what their mail suggested.
func (d *deriver) plans(player string, read [][]string) []string {
	var lines []string
	if d.table.Game.State().Result != nil {
		return nil
	}
	if d.offered == nil {
		read = d.candidates(player)
	}
	for _, ways := range read {
		for _, line := range ways {
			good, fresh := d.give(player, line)
			if d.tried != nil {
				d.tried(line, good)
			}
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

// readPlan reads a line that gives a plan, a maximum or an answer before it is asked.
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
