package plan

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// A Suggestion is a line that would save a wait, and what it does.
type Suggestion struct{ Line, Gloss string }

// mostSuggested is how many suggestions a mail may hold.
const mostSuggested = 2

// Suggestions returns what the player could say in advance now: one or two
// lines, and nothing they have said already.
func (s Scene) Suggestions(has []Plan) []Suggestion {
	if s.state().Result != nil || s.Game.Frozen() != nil || s.state().Seat(s.Player) < 0 {
		return nil
	}
	var out []Suggestion
	for _, find := range []func([]Plan) (Suggestion, bool){s.suggestBid, s.suggestNothing, s.suggestTurn, s.suggestPass} {
		if one, ok := find(has); ok && len(out) < mostSuggested {
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
	return Suggestion{fmt.Sprintf("%s up to %d", ch.Verb, n), "or more: the service bids no more than it takes, and does not ask you again"}, true
}

// suggestNothing suggests to pass a merger round.
func (s Scene) suggestNothing(has []Plan) (Suggestion, bool) {
	if !s.runs(s.Title.Mergers) || hasKind(has, Mergers, PassRound, PassUntil) {
		return Suggestion{}, false
	}
	if s.passEnds() {
		return Suggestion{}, false
	}
	return Suggestion{"merger round: nothing", "all of it is passed for you, unless that would end something of yours"}, true
}

// passEnds reports whether a pass now would end something of the player's.
func (s Scene) passEnds() bool {
	c, ok := s.pass(true)
	return ok && s.asked() && s.means(c) != ""
}

// suggestTurn suggests a plan for a company of the player's that has not operated in this round yet.
func (s Scene) suggestTurn(has []Plan) (Suggestion, bool) {
	if !s.around(title.OperatingTurn) {
		return Suggestion{}, false
	}
	for _, sym := range s.own() {
		planned := slices.ContainsFunc(has, func(p Plan) bool { return p.Kind == Operate && p.For == sym })
		if planned || s.turn().actor == sym || slices.Contains(s.operated(), sym) {
			continue
		}
		if lines := s.usual(sym); lines != "" {
			return Suggestion{fmt.Sprintf("plan %s: %s", sym, lines), "played when it is the turn of " + sym + ", unless something changes for it; \"plan " + sym + " this set: ...\" does so in each of its turns until the stock round"}, true
		}
	}
	return Suggestion{}, false
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

// usual returns lines for a turn in which a company only runs its trains and answers what it must. It is ""
// if that is not enough.
func (s Scene) usual(sym string) string {
	at, err := s.turnOf(sym)
	if err != nil {
		return ""
	}
	var lines []string
	for on := at.turn(); at.turn() == on && at.asked(); {
		c, must := at.plainest()
		next, err := at.decide(c)
		if err != nil || len(lines) > MostSteps || !must && at.means(c) != "" {
			return ""
		}
		if must {
			lines = append(lines, c.Verb+strings.TrimRight(" "+strings.Join(c.Args, " "), " "))
		}
		at = next
	}
	return strings.Join(lines, "; ")
}

// plainest returns the simplest command: run, pass, or the first verb without arguments. must is false for a
// pass.
func (s Scene) plainest() (c engine.Command, must bool) {
	for _, ch := range s.mine() {
		if ch.Free != nil && ch.Usage != "" && ch.For != "" && !ch.Unawaited {
			return engine.Command{By: s.Player, Verb: ch.Verb, Args: []string{"auto"}}, true
		}
	}
	if c, ok := s.pass(true); ok {
		return c, false
	}
	for _, ch := range s.mine() {
		if ch.Options == nil && ch.Free == nil && !ch.Unawaited {
			return engine.Command{By: s.Player, Verb: ch.Verb}, true
		}
	}
	return c, true
}

// suggestPass suggests to pass for the rest of a stock round.
func (s Scene) suggestPass(has []Plan) (Suggestion, bool) {
	if !s.around(title.StockTurn) || s.Bidding() || hasKind(has, PassRound, PassUntil, Stock) || s.passEnds() {
		return Suggestion{}, false
	}
	return Suggestion{"pass unless it concerns me", `for the rest of the round; "next: ...; next: ..." plans your next turns`}, true
}
