package plan

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/titles/title"
)

// A Plan is what a player said in advance. Only its player sees it. The names of its
// fields are stored.
type Plan struct {
	Kind string `json:"kind"`
	// N tells the plans of a player apart, from 1.
	N int `json:"n,omitempty"`
	// For is the company whose turn it is for.
	For string `json:"for,omitempty"`
	// Turn is what is said: in the next turn, in the merger round, or once.
	Turn
	// Turns are the turns after that one, in order.
	Turns []Turn `json:"turns,omitempty"`
	// Loose skips lines that are not asked for: "plan all".
	Loose bool `json:"loose,omitempty"`
	// Set ends a plan for a company with the present set of operating rounds, or if that
	// has not begun, with the one to come.
	Set string `json:"set,omitempty"`
	// Unless are the conditions that put the plan aside. Careful are those that hold
	// without being said: see condition.go. Plans of earlier versions have none.
	Unless  []Condition `json:"unless,omitempty"`
	Careful bool        `json:"careful,omitempty"`
	// Entered is where the plan's auction or step began.
	Entered int `json:"entered,omitempty"`
	// Step is the only step in which the plan passes for a company. Earlier versions
	// had orders for operating rounds, which have one.
	Step string `json:"step,omitempty"`
	// Lots is the step of an auction that sells several things in turn while nothing is
	// put up; "" for the bidding that began at Entered.
	Lots  string `json:"lots,omitempty"`
	Round string `json:"round,omitempty"` // the round it is for; "" if that has not begun
	Since int    `json:"since,omitempty"` // length of the log when it was made, or when it last spoke
	// Given is the length of the log when a plan for several turns was made.
	Given int `json:"given,omitempty"`
	// Until is the end date of the plan, the zero time for none; Day is that date in
	// its player's words. The caller compares it with a clock: this package has none.
	Until time.Time `json:"until,omitzero"`
	Day   string    `json:"day,omitempty"`

	then  *engine.State // the position then, if known; see Remembering
	seen  []Ahead       // how its turn, or those of its companies, looked when it was read
	work  int           // search steps that this took
	poor  string        // why its run earned less than it must, "" if it did not
	later bool          // what is read comes after other turns of the plan
}

// A Turn is what a plan says in one turn.
type Turn struct {
	// Lines are said in order.
	Lines []Line `json:"lines,omitempty"`
	// Again keeps the turn for those that follow.
	Again bool `json:"again,omitempty"`
	// Goal ends a turn that is said again and again; nil if it is said once or for ever.
	Goal *Goal `json:"goal,omitempty"`
	// Above are the prices at which it still buys, as conditions.
	Above []Condition `json:"above,omitempty"`
	// Revenue is what its run earned when the plan was given.
	Revenue int `json:"revenue,omitempty"`
	// Max is the highest bid.
	Max int `json:"max,omitempty"`
	// After are said once the auction is won.
	After []Line `json:"after,omitempty"`
}

// A Goal is how many shares of a company a player wants to have: N shares, or N percent.
type Goal struct {
	Of      string `json:"of"`
	N       int    `json:"n"`
	Percent bool   `json:"percent,omitempty"`
}

// String says a goal as its player may write it.
func (g Goal) String() string {
	percent := ""
	if g.Percent {
		percent = "%"
	}
	return fmt.Sprintf("you have %d%s of %s", g.N, percent, g.Of)
}

// Work returns what reading the plan took, in steps of a search for routes.
func (p Plan) Work() int { return p.work }

// Remembering returns the plan with the position of its scene kept. Otherwise that is
// folded from the log when needed.
func (p Plan) Remembering(s Scene) Plan {
	if p.Since == len(s.Log) {
		p.then = s.state()
	}
	return p
}

// A Line is one thing to say, for a company, or with "" for whoever is asked.
type Line struct {
	For string `json:"for,omitempty"`
	Say string `json:"say"`
}

// The kinds of plan. The values are stored.
const (
	PassAuction = "pass auction"
	PassRound   = "pass round"
	PassUntil   = "pass until somebody acts"
	BidUpTo     = "bid up to"
	BidLimit    = "no bids over" // for one round
	Deal        = "deal"         // the answer to a question that several players are asked
	Stock       = title.StockTurn
	Operate     = title.OperatingTurn
	Mergers     = "merger round"
	AskMe       = "ask me" // even where there is nothing to decide; says nothing itself
)

// ranks are the kinds in the order in which they are tried.
var ranks = []string{Deal, BidUpTo, PassAuction, BidLimit, Stock, Operate, Mergers, PassUntil, PassRound, AskMe}

// InOrder returns plans in the order in which they apply: a plan for one turn comes
// before one for a round.
func InOrder(list []Plan) []Plan {
	return slices.SortedStableFunc(slices.Values(list), func(p, q Plan) int {
		return slices.Index(ranks, p.Kind) - slices.Index(ranks, q.Kind)
	})
}

// Added returns a list with one more plan. It replaces those that are for the same
// thing, which are returned as replaced.
func Added(list []Plan, p Plan) (next, replaced []Plan) {
	for _, old := range list {
		if old.Same(p) {
			replaced = append(replaced, old)
			continue
		}
		next = append(next, old)
	}
	p.N = 1
	for slices.ContainsFunc(next, func(q Plan) bool { return q.N >= p.N }) {
		p.N++
	}
	return append(next, p), replaced
}

// Answered returns a list after an answer of the plan, which is in it: without the plan if
// that is done, and with what it leaves behind.
func (p Plan) Answered(list []Plan, a Answer) []Plan {
	next := slices.Clone(list)
	if a.Done {
		next = slices.DeleteFunc(next, func(q Plan) bool { return q.N == p.N })
	}
	for _, left := range a.Leaves {
		i := slices.IndexFunc(next, func(q Plan) bool { return q.N == p.N })
		if left.N == p.N && i >= 0 {
			next[i] = left
			continue
		}
		next, _ = Added(next, left)
	}
	return next
}

// Numbered returns a list in which every plan has a number; plans of earlier versions
// had none.
func Numbered(list []Plan) []Plan {
	var out []Plan
	for _, p := range list {
		if p.N == 0 {
			p.N = len(out) + 1
		}
		out = append(out, p)
	}
	return out
}

// Same reports whether two plans are for the same thing, so that one replaces the
// other.
func (p Plan) Same(q Plan) bool {
	passes := func(k string) bool { return k == PassRound || k == PassUntil }
	auction := func(k string) bool { return k == PassAuction || k == BidUpTo }
	return p.For == q.For && (p.Kind == q.Kind || passes(p.Kind) && passes(q.Kind) || auction(p.Kind) && auction(q.Kind))
}

// String tells a plan to its player.
func (p Plan) String() string {
	text := p.what()
	if unless := p.unless(); len(unless) > 0 {
		text += ", unless " + Either(unless)
	}
	return text + p.dated()
}

// unless returns the conditions that the player has written for the whole plan.
func (p Plan) unless() []Condition {
	if len(p.Turns) > 0 { // each turn tells the prices at which it buys
		return p.Unless
	}
	return slices.Concat(p.Unless, p.Above)
}

// dated tells the end date of the plan, "" if it has none.
func (p Plan) dated() string {
	if p.Day == "" {
		return ""
	}
	return ", until " + p.Day
}

// Does tells what a plan says, without the conditions that put it aside: see Stops.
func (p Plan) Does() string { return p.what() + p.dated() }

// Stops tells what puts a plan aside: the conditions that the player has written, and those that hold by default. It
// is "" if nothing does.
func (p Plan) Stops(t *title.Title) string {
	var out []string
	for _, c := range p.unless() {
		out = append(out, c.String())
	}
	builds := func(q Turn) bool { return len(q.hexes(t)) > 0 }
	switch {
	case !p.Careful:
	case p.Kind == Operate:
		out = append(out, "new phase or train", "less cash, price or revenue")
		if builds(p.Turn) || slices.ContainsFunc(p.Turns, builds) {
			out = append(out, "track beside")
		}
	default:
		out = append(out, "somebody level with you", "a share of yours lower")
	}
	return strings.Join(out, "; ")
}

func (p Plan) what() string {
	switch p.Kind {
	case BidUpTo:
		return fmt.Sprintf("bid no more than it takes, up to %d, in this auction%s", p.Max, afterwards(p.After))
	case BidLimit:
		return fmt.Sprintf("no more than %d is bid for you in this round (%s)", p.Max, p.Round)
	case PassAuction:
		if p.Lots != "" {
			return "pass whenever you are asked in this auction (" + p.Round + "), until all have passed and it is your turn again"
		}
		return "pass for the rest of this auction"
	case Deal:
		return "when you are asked with the others: " + joined(p.Lines)
	case Stock, Operate:
		return p.turns()
	case Mergers:
		if len(p.Lines) == 0 {
			return "pass whatever you are asked in the merger round" + p.when()
		}
		return "in the merger round: " + joined(p.Lines) + ", else pass" + p.when()
	}
	if p.Kind == AskMe {
		return "you are asked even where you can say but one thing, or only sell"
	}
	until := "for the rest of this round"
	if p.Kind == PassUntil {
		until = "until somebody else does something but pass, in this round"
	}
	text := "pass whenever you are asked and may pass, also for your companies, " + until + " (" + p.Round + ")"
	if p.Careful {
		text += ", unless it concerns you"
	}
	return text + "; what your own acts lead to is asked all the same"
}

// when says for which round the plan is, if that has begun.
func (p Plan) when() string {
	if p.Round == "" {
		return ""
	}
	return " (" + p.Round + ")"
}

func afterwards(lines []Line) string {
	if len(lines) == 0 {
		return ""
	}
	return ", and then " + joined(lines)
}

func joined(lines []Line) string {
	var out []string
	for _, l := range lines {
		if l.For != "" {
			out = append(out, l.For+": "+l.Say)
			continue
		}
		out = append(out, l.Say)
	}
	return strings.Join(out, "; ")
}
