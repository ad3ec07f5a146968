package plan

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// A plan may be for several turns of a player or a company. When it is read, each turn is supposed after those before
// it. When it is played, each is played whole or not at all, and compared with the position after the one before;
// only track beside what is built counts from the time when the plan was given.

// MostTurns is how many turns a plan may name, and how often a turn with a goal is supposed.
const MostTurns = 8

// The words for several turns: "next: buy NYC; next: buy ERIE", "buy NYC until I have 5, then pass".
var (
	turnForm = regexp.MustCompile(`(?i)(?:^|[\s;,.]+)(?:and\s+)?(?:then\s+)?(?:(?:in|on)\s+)?(?:(?:the|my|its)\s+)?(next(?:\s+(?:stock\s+)?turn)?|(?:every|each)\s+turn(?:\s+after)?)\s*:\s*`)
	goalForm = regexp.MustCompile(`(?i)^(.+?)[\s,]+until\s+(?:i|we|you)\s+(?:have|own|hold)\s+(?:got\s+)?(\d+)\s*(%|percent\b)?(?:\s*or\s+more\b)?(?:\s*(?:shares?|certificates?)\b)?(?:\s*(?:of|in)\b)?\s*([^\d\s].*)?$`)
)

// The values of Plan.Set.
const (
	setComes = "comes" // the set has not begun
	setIsOn  = "on"
)

// A turnText is what a player writes for one turn.
type turnText struct {
	lines []string
	again bool // and for every turn after it
}

// inTurns splits what follows the colon of a plan into turns, none if one of them is empty. again says that the plan is
// for every turn.
func inTurns(text string, again bool) (turns []turnText, err error) {
	for {
		part, next := text, false
		at := turnForm.FindStringSubmatchIndex(text)
		if at != nil {
			next = strings.HasPrefix(strings.ToLower(text[at[2]:]), "e")
			part, text = text[:at[0]], text[at[1]:]
		}
		said := atGoals(part, again)
		turns = append(turns, said...)
		switch {
		case len(said) == 0:
			return nil, nil
		case len(turns) > MostTurns:
			return nil, engine.Refuse("A plan is for %d turns at most.", MostTurns)
		case at == nil && commandsOf(turns) > MostLines:
			return nil, tooMany(commandsOf(turns))
		case at == nil:
			return turns, nil
		case again:
			return nil, engine.Refuse("A turn that is said every turn comes last in a plan: nothing can follow it.")
		}
		again = next
	}
}

// commandsOf returns how many commands turns have.
func commandsOf(turns []turnText) (n int) {
	for _, t := range turns {
		n += len(t.lines)
	}
	return n
}

// atGoals splits the text of a turn into its lines. What follows a line with a goal is for a later turn.
func atGoals(text string, again bool) (turns []turnText) {
	now := turnText{again: again}
	for _, line := range split(text) {
		now.lines = append(now.lines, line)
		if goalForm.MatchString(line) {
			turns, now = append(turns, turnText{lines: now.lines}), turnText{again: again}
		}
	}
	if len(now.lines) > 0 {
		turns = append(turns, now)
	}
	return turns
}

// scripts reads the turns of a plan; s is the first of them, supposed. The last result tells which lines of all turns
// could be said.
func (s Scene) scripts(p Plan, turns []turnText) (all Plan, read []bool, err error) {
	if len(turns) == 0 {
		return p, nil, engine.Refuse("Say after the colon what is to be done, such as \"%s\".", s.example(p))
	}
	at := s
	for i, t := range turns {
		one := p
		one.Again, one.later = t.again, i > 0
		one, after, said, err := at.script(one, t.lines)
		if err != nil {
			return p, nil, err
		}
		read = append(read, said...)
		if i == 0 {
			all = one
		} else {
			all.Turns = append(all.Turns, one.Turn)
			all.work, all.seen = all.work+one.work, append(all.seen, one.seen...)
		}
		if i == len(turns)-1 {
			break
		}
		if i == len(turns)-2 && p.Kind == Stock && s.passesOn(turns[i+1]) {
			all.Turns = append(all.Turns, Turn{})
			break
		}
		if at, err = after.supposeNext(one); err != nil {
			return p, nil, err
		}
	}
	if len(turns) > 1 {
		all.Given = len(s.Log)
	}
	return all, read, nil
}

// supposeNext supposes the turn after one that a plan has just played; one with a goal is first said until it is
// reached, or cannot be said any more.
func (s Scene) supposeNext(p Plan) (Scene, error) {
	s, ok := s.settled(p)
	for n := 0; ; n++ {
		next, err := s.suppose(p.Kind, p.actor(s.Player))
		switch {
		case !ok || err != nil || !next.asked() || next.turn().actor != p.actor(s.Player):
			return s, engine.Refuse("After that %s: there is nothing to plan.", p.idle())
		case p.Goal == nil || p.Goal.reached(next) || n == MostTurns:
			return next, nil
		}
		after, why := p.play(next)
		if why != "" {
			return next, nil
		}
		s = after
	}
}

// settled returns the scene after the auction that a turn has begun, if the player wins it.
func (s Scene) settled(p Plan) (at Scene, ok bool) {
	at = s
	for range mostAsked {
		if !at.Bidding() {
			break
		}
		if at, ok = at.everybodyPasses(); !ok {
			return s, false
		}
	}
	if at.Bidding() {
		return s, false
	}
	if p.Max == 0 {
		return at, true
	}
	at, _, err := at.all(p.After)
	return at, err == nil
}

// holds reads the goal at the end of a line: "buy NYC until I have 5". It returns nil, and the line, if there is
// none.
func (s Scene) holds(text string) (rest string, g *Goal, err error) {
	m := goalForm.FindStringSubmatch(text)
	if m == nil {
		return text, nil, nil
	}
	g = &Goal{Percent: m[3] != ""}
	if g.N, err = strconv.Atoi(m[2]); err != nil || g.N == 0 {
		return text, nil, engine.Refuse("%s is not a number of shares.", grammar.Brief(m[2]))
	}
	if m[4] != "" {
		g.Of, err = s.company(m[4])
	}
	return m[1], g, err
}

// aimed completes the goal of a line with the company that its command names.
func (s Scene) aimed(g *Goal, c engine.Command, text string) error {
	g.Of = cmp.Or(g.Of, s.companyIn(c))
	switch {
	case g.reached(s):
		return engine.Refuse("%s already, or more", g)
	case g.Of == "":
		return engine.Refuse("%q names no company of which you could have shares: write it like \"until I have %d of NYC\".", grammar.Brief(text), g.N)
	}
	return nil
}

// reached reports whether the player has what the goal says.
func (g *Goal) reached(s Scene) bool {
	if g == nil {
		return false
	}
	now := s.position()
	co := now.Company(g.Of)
	return co != nil && g.met(held(co, s.Player), co.Size)
}

// met reports whether n of a company's shares, of which there are size, are as many as the goal says. N is typed, so it is
// part of no product.
func (g *Goal) met(n, size int) bool {
	if g.Percent {
		n = 100 * n / max(1, size)
	}
	return n >= g.N
}

// present returns the plan without the turns whose goal is reached. over is why none is left, "" if one is.
func (p Plan) present(s Scene) (next Plan, over string) {
	for p.Goal.reached(s) {
		why := "you have what it was for: " + p.Goal.String()
		if next, ok := p.following(s); ok {
			p = next
			continue
		}
		return p, why
	}
	return p, ""
}

// following returns the plan for the turns after the first. ok is false if there are none.
func (p Plan) following(s Scene) (next Plan, ok bool) {
	if len(p.Turns) == 0 {
		return p, false
	}
	p.Turn, p.Turns = p.Turns[0], p.Turns[1:]
	if p.Kind == Stock && len(p.Lines) == 0 {
		pass := Plan{Kind: PassRound, N: p.N, Round: s.round(), Since: len(s.Log), Unless: p.Unless, Careful: p.Careful, Until: p.Until, Day: p.Day}
		return pass, true
	}
	return p, true
}

// passesOn reports whether nothing but passes is said in the last of several stock turns. Then the plan passes until
// the round is over.
func (s Scene) passesOn(t turnText) bool {
	return !slices.ContainsFunc(t.lines, func(line string) bool { return !s.justPasses(Line{Say: strings.ToLower(line)}) })
}

// leaves returns what the plan leaves behind after its turn: the maximum of an auction that the turn has begun, and
// itself, with what is still to be said.
func (p Plan) leaves(before, after Scene) (left []Plan) {
	next, ok := p, p.Again || p.Goal != nil && !p.Goal.reached(after)
	if !ok {
		next, ok = p.following(after)
	}
	if ok {
		next.Since, next.then = len(after.Log), after.state() // it compares the next turn with this one
		left = append(left, next)
	}
	if p.Max > 0 && after.Bidding() && after.Entered() == before.Entered() {
		left = append(left, Plan{Kind: BidUpTo, Turn: Turn{Max: p.Max, After: p.After}, Entered: after.Entered(), Since: len(after.Log), Until: p.Until, Day: p.Day})
	}
	return left
}

// set says whether the set of operating rounds of a plan that is given now is on or comes.
func (s Scene) set() string {
	if s.position().Operating {
		return setIsOn
	}
	return setComes
}

// turns tells the turns of a plan.
func (p Plan) turns() string {
	text := ""
	for i, t := range append([]Turn{p.Turn}, p.Turns...) {
		if i > 0 {
			text += "; "
		}
		text += p.whose(t, i) + t.script(len(p.Turns) > 0)
	}
	if p.Set != "" {
		text += ", in one set of operating rounds"
	}
	return text + p.when()
}

// whose says which turn is meant, with a colon. i is its place in the plan.
func (p Plan) whose(t Turn, i int) string {
	turn := "stock turn"
	if p.Kind == Operate {
		turn = "turn of " + p.For
	}
	every := "every " + turn
	if t.Goal != nil {
		every += " until " + t.Goal.String()
	}
	switch {
	case i == 0 && (t.Again || t.Goal != nil):
		return every + ": "
	case i == 0 && p.Kind == Operate:
		return "the next " + turn + ": "
	case i == 0:
		return "your next " + turn + ": "
	case t.Again || t.Goal != nil:
		return "then " + every + ": "
	case p.Kind == Stock && i == len(p.Turns) && len(t.Lines) == 0:
		return "then pass until the round is over"
	}
	return "then in the turn after that: "
}

// script returns the lines of a turn, with the maximum of an auction that they begin. With limits it tells at which
// prices the turn still buys; otherwise its plan does.
func (q Turn) script(limits bool) string {
	text := joined(q.Lines)
	if q.Max > 0 {
		text += fmt.Sprintf(" max %d%s", q.Max, afterwards(q.After))
	}
	if limits && len(q.Above) > 0 {
		text += " unless " + Either(q.Above)
	}
	return text
}
