package plan

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// A Suggestion is a line that would save a wait, and what it does. Kind and For are those of its plan.
type Suggestion struct{ Kind, For, Line, Gloss string }

// MostSuggested is how many suggestions a mail may hold.
const MostSuggested = 2

// Suggestions returns what the player could say in advance now: one or two lines, most of them from what they did
// before, nothing they have said already, and nothing they have declined. // decision 35
func (s Scene) Suggestions(has []Plan, declined []string) []Suggestion {
	turn := func(has []Plan) (Suggestion, bool) { return s.suggestTurn(has, declined) }
	return s.suggest(has, declined, s.suggestBid, s.suggestNoBid, s.suggestDeal, s.suggestNothing, turn, s.suggestAgain, s.suggestPass)
}

// Next returns what a player who has just moved could say for the turn after that.
func (s Scene) Next(has []Plan, declined []string) []Suggestion {
	if last, ok := s.lastStock(has); ok && len(s.did(last)) == 0 {
		return s.suggest(has, declined, s.suggestPass)
	}
	return s.suggest(has, declined, s.suggestAgain)
}

func (s Scene) suggest(has []Plan, declined []string, ways ...func([]Plan) (Suggestion, bool)) (out []Suggestion) {
	if s.state().Result != nil || s.Game.Frozen() != nil || s.state().Seat(s.Player) < 0 {
		return nil
	}
	for _, find := range ways {
		if one, ok := find(has); ok && !one.Declined(declined) && len(out) < MostSuggested {
			out = append(out, one)
		}
	}
	return out
}

// AskedAtOnce reports whether the player is asked together with others, before
// it is their turn.
func (s Scene) AskedAtOnce() bool {
	return !s.asked() && slices.Contains(s.Together(), s.Player)
}

func hasKind(has []Plan, kinds ...string) bool {
	return slices.ContainsFunc(has, func(p Plan) bool { return slices.Contains(kinds, p.Kind) })
}

// suggestBid suggests a maximum to a player who is asked for a bid, now or soon.
func (s Scene) suggestBid(has []Plan) (Suggestion, bool) {
	if !s.Bidding() || hasKind(has, BidUpTo, PassAuction) || !slices.Contains(s.Together(), s.Player) {
		return Suggestion{}, false
	}
	at, ok := s.WhenAsked()
	if !ok || at.SaysOnce() {
		return Suggestion{}, false
	}
	n, ch, ok := at.leastBid()
	if !ok || len(ch.List()) == 0 {
		return Suggestion{}, false
	}
	if !slices.ContainsFunc(ch.List(), func(o engine.Option) bool { return o.Range != nil && o.Range.Max > n }) {
		return Suggestion{}, false // there is no more to bid than the least
	}
	return Suggestion{Kind: BidUpTo, Line: fmt.Sprintf("%s up to %d", ch.Verb, n), Gloss: "or more: the service bids no more than it takes, and does not ask you again"}, true
}

// suggestNoBid suggests to pass a bidding before the player is asked.
func (s Scene) suggestNoBid(has []Plan) (Suggestion, bool) {
	if !s.Bidding() || hasKind(has, BidUpTo, PassAuction) || !s.AskedAtOnce() {
		return Suggestion{}, false
	}
	return Suggestion{Kind: PassAuction, Line: "pass for the auction", Gloss: "you are not asked for a bid"}, true
}

// suggestDeal suggests to pass a question that others are asked as well.
func (s Scene) suggestDeal(has []Plan) (Suggestion, bool) {
	if s.Bidding() || s.secret() || hasKind(has, Deal) || !s.AskedAtOnce() {
		return Suggestion{}, false
	}
	at, ok := s.WhenAsked()
	if !ok {
		return Suggestion{}, false
	}
	c, ok := at.pass(true)
	if !ok || at.means(c) != "" {
		return Suggestion{}, false
	}
	return Suggestion{Kind: Deal, Line: c.Verb, Gloss: "you are asked nothing more about it"}, true
}

// suggestNothing suggests to pass a merger round.
func (s Scene) suggestNothing(has []Plan) (Suggestion, bool) {
	if !s.runs(s.Title.Mergers) || hasKind(has, Mergers, PassRound, PassUntil) {
		return Suggestion{}, false
	}
	if s.passEnds() {
		return Suggestion{}, false
	}
	return Suggestion{Kind: Mergers, Line: "merger round: nothing", Gloss: "all of it is passed for you, unless that would end something of yours"}, true
}

// passEnds reports whether a pass now would end something of the player's.
func (s Scene) passEnds() bool {
	c, ok := s.pass(true)
	return ok && s.asked() && s.means(c) != ""
}

// suggestTurn suggests a plan for a company of the player's that has not operated in this round yet.
func (s Scene) suggestTurn(has []Plan, declined []string) (Suggestion, bool) {
	for _, sym := range s.toOperate(has, declined) {
		if lines := s.usual(sym); lines != "" {
			g := Unplanned{kind: Operate, actor: sym}.Suggested(lines)
			g.Gloss = "as in its last turn, unless something changes for it; \"plan " + sym + " this set: ...\" does so in each of its turns until the stock round"
			return g, true
		}
	}
	return Suggestion{}, false
}

// toOperate returns the companies of the player that have not operated in this operating round and have no plan. It
// leaves out those for which none is wanted, and those that have no turn because they have not floated.
func (s Scene) toOperate(has []Plan, declined []string) (out []string) {
	if !s.around(title.OperatingTurn) {
		return nil
	}
	operated := append(slices.Clone(s.operated()), s.turn().actor)
	for _, sym := range s.own() {
		planned := slices.ContainsFunc(has, func(p Plan) bool { return p.Kind == Operate && p.For == sym })
		unwanted := Suggestion{Kind: Operate, For: sym}.Declined(declined)
		if !planned && !unwanted && !slices.Contains(operated, sym) && !s.unfloated(sym) {
			out = append(out, sym)
		}
	}
	return out
}

// An Unplanned is a turn to come that has no plan, as it would be now. It is only looked at.
type Unplanned struct {
	Scene
	kind, actor string
}

// Unplanned returns the next turn of a company of the player's that could be planned, else the player's next stock
// turn. ok is false if there is none, or none for which suggestions are wanted.
func (s Scene) Unplanned(has []Plan, declined []string) (u Unplanned, ok bool) {
	if s.secret() || slices.Contains(declined, Everything) {
		return u, false
	}
	for _, sym := range s.toOperate(has, declined) {
		if at, err := s.turnOf(sym); err == nil {
			return Unplanned{at, Operate, sym}, true
		}
	}
	if !s.around(title.StockTurn) || s.turn().actor == s.Player || s.Bidding() || hasKind(has, PassRound, PassUntil, Stock) {
		return u, false
	}
	at, err := s.suppose(title.StockTurn, s.Player)
	return Unplanned{at, Stock, s.Player}, err == nil && at.asked()
}

// Lines writes commands at the beginning of the turn as lines of a plan, with what must be said after them. ok is false
// if they do not fit into a line or if that is not all.
func (u Unplanned) Lines(list []engine.Command) (line string, ok bool) {
	at := u.Scene
	for _, c := range list {
		next, err := at.decide(c)
		if err != nil {
			return "", false
		}
		at = next
	}
	if at.turn() == u.turn() {
		must, ok := at.musts(nil)
		if !ok {
			return "", false
		}
		list = slices.Concat(list, must)
	}
	line, n := u.InWords(list)
	return line, n == len(list)
}

// Hint says that the turn can be planned.
func (u Unplanned) Hint() string {
	if u.kind == Stock {
		return `"next: ..." plays your next stock turn when it comes, so that nobody waits for you; "help next:" tells how.`
	}
	return `"plan ` + u.actor + `: ..." plays the turn of ` + u.actor + ` when it comes, so that nobody waits for you; "help plan" tells how.`
}

// Suggested returns the suggestion of these lines for the turn.
func (u Unplanned) Suggested(lines string) Suggestion {
	if u.kind == Stock {
		return Suggestion{Kind: Stock, Line: "next: " + lines}
	}
	return Suggestion{Kind: Operate, For: u.actor, Line: "plan " + u.actor + ": " + lines}
}

// operated returns the companies that have had their turn in this operating round, as far as the flow knows.
func (s Scene) operated() []string {
	for _, f := range s.state().Stack {
		if slices.Contains(s.Title.Rules.Flow[f.Step].Steps(), title.OperatingTurn) {
			return f.Done
		}
	}
	return nil
}

// usual returns lines for a turn of a company in which it does what it did in its last one: it runs its trains and
// answers what it must. It is "" if the company did more than that, or if these lines are not enough.
func (s Scene) usual(sym string) string {
	last, ok := s.lastTurn(title.OperatingTurn, sym)
	if !ok {
		return ""
	}
	at, err := s.turnOf(sym)
	if err != nil {
		return ""
	}
	did := verbsOf(s.did(last))
	must, ok := at.musts(did)
	if !ok || !slices.Equal(verbsOf(must), did) {
		return ""
	}
	return said(must)
}

func verbsOf(list []engine.Command) (verbs []string) {
	for _, c := range list {
		verbs = append(verbs, c.Verb)
	}
	return verbs
}

func said(list []engine.Command) string {
	var lines []string
	for _, c := range list {
		lines = append(lines, c.String())
	}
	return strings.Join(lines, "; ")
}

// musts returns what must be said until the present turn is over, where all that can be passed is passed. ok is false if
// something else would have to be decided.
func (s Scene) musts(before []string) (must []engine.Command, ok bool) {
	for at, on := s, s.turn(); at.turn() == on && at.asked(); {
		c, said := at.plainest(before)
		next, err := at.decide(c)
		if err != nil || len(must) > MostSteps || !said && at.means(c) != "" {
			return nil, false
		}
		if said {
			must = append(must, c)
		}
		at = next
	}
	return must, true
}

// plainest returns the simplest command: run, pass, or a verb without arguments, one of those used before if there is
// one. must is false for a pass.
func (s Scene) plainest(before []string) (c engine.Command, must bool) {
	for _, ch := range s.mine() {
		if ch.Free != nil && ch.Usage != "" && ch.For != "" && !ch.Unawaited {
			return engine.Command{By: s.Player, Verb: ch.Verb, Args: []string{"auto"}}, true
		}
	}
	if c, ok := s.pass(true); ok {
		return c, false
	}
	for _, ch := range s.mine() {
		if ch.Options == nil && ch.Free == nil && !ch.Unawaited && (c.Verb == "" || slices.Contains(before, ch.Verb) && !slices.Contains(before, c.Verb)) {
			c = engine.Command{By: s.Player, Verb: ch.Verb}
		}
	}
	return c, true
}

// suggestAgain suggests to do in the next stock turn what the player did in the last one of this round.
func (s Scene) suggestAgain(has []Plan) (Suggestion, bool) {
	last, ok := s.lastStock(has)
	did := s.did(last)
	if !ok || len(did) == 0 {
		return Suggestion{}, false
	}
	line := "next: " + said(did)
	if _, ok, err := s.Plans(line); !ok || err != nil {
		return Suggestion{}, false
	}
	return Suggestion{Kind: Stock, Line: line, Gloss: "what you did in your last turn"}, true
}

// suggestPass suggests to pass for the rest of a stock round to a player who has had a turn in it.
func (s Scene) suggestPass(has []Plan) (Suggestion, bool) {
	if _, ok := s.lastStock(has); !ok || s.passEnds() {
		return Suggestion{}, false
	}
	return Suggestion{Kind: PassRound, Line: "pass unless it concerns me", Gloss: "for the rest of the round"}, true
}

// lastStock returns what the player did in their last stock turn, if that was in the present round and they have said
// nothing about the next one.
func (s Scene) lastStock(has []Plan) (past, bool) {
	if !s.around(title.StockTurn) || s.Bidding() || hasKind(has, PassRound, PassUntil, Stock) {
		return past{}, false
	}
	last, ok := s.lastTurn(title.StockTurn, s.Player)
	return last, ok && last.round == roundOf(s.state().Stack)
}
