package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
)

// An Answer is a plan's answer to its player's question.
type Answer struct {
	// Says reports whether the plan answers; At is the scene after that.
	Says bool
	At   Scene
	// Done reports that the plan has done what it was for.
	Done bool
	// Aside is why the plan is put aside and the player asked, as the end of a
	// sentence; "" if it is not.
	Aside string
	// Leaves are the plans that this one leaves behind: itself with what is still to be
	// said, which has its number, and the maximum of an auction that it has begun.
	Leaves []Plan
}

// Answer returns what a plan says now. A plan that is not for this question says
// nothing, and stays.
func (p Plan) Answer(s Scene) Answer {
	if !s.asked() {
		return Answer{}
	}
	switch p.Kind {
	case Stock, Operate:
		return p.inTurn(s)
	case Mergers:
		return p.merging(s)
	case Deal, BidUpTo:
		return p.together(s)
	case PassAuction, PassRound, PassUntil, BidLimit:
		return p.passing(s)
	}
	return Answer{} // AskMe, and a plan of a later version
}

// inTurn plays the whole turn, or nothing of it.
func (p Plan) inTurn(s Scene) Answer {
	now := s.turn()
	if now.step != p.Kind || now.actor != p.actor(s.Player) || !s.Untouched() {
		return Answer{}
	}
	if p, _ = p.present(s); p.Kind == PassRound {
		a := p.passing(s)
		a.Leaves = []Plan{p}
		return a
	}
	if why := s.aside(p); why != "" {
		return Answer{Aside: why}
	}
	at, why := p.play(s)
	if why != "" {
		return Answer{Aside: why}
	}
	left := p.leaves(s, at)
	return Answer{Says: true, At: at, Leaves: left, Done: !slices.ContainsFunc(left, func(q Plan) bool { return q.N == p.N })}
}

// actor returns the player or company whose turn the plan is for.
func (p Plan) actor(player string) string {
	if p.Kind == Stock {
		return player
	}
	return p.For
}

// play says the lines of a turn and passes the steps that are left. why is "" if the whole turn could be
// played, otherwise the end of a sentence.
func (p Plan) play(s Scene) (at Scene, why string) {
	on := s.turn()
	at = s
	for _, l := range p.Lines {
		if at.turn() != on {
			if s.justPasses(l) {
				break
			}
			return s, fmt.Sprintf("the turn is over before %q", l.Say)
		}
		said, next, err := at.exact(l)
		switch {
		case err != nil && p.Loose:
			continue
		case err != nil:
			return s, fmt.Sprintf("%q is not possible: %s", l.Say, sentence(err))
		}
		if why := cmp.Or(p.earns(said, l), p.passesAway(said, l)); why != "" {
			return s, why
		}
		at = next
	}
	return at.rest(on)
}

// justPasses reports whether a line does nothing but pass.
func (s Scene) justPasses(l Line) bool {
	verb, args := fields(l.Say)
	return len(args) == 0 && s.Passes(verb)
}

// passesAway says why a pass in the plan is not said: it would end something.
func (p Plan) passesAway(at Scene, l Line) (why string) {
	if !p.Careful || !at.justPasses(l) {
		return ""
	}
	return at.means(commandOf(at.Player, l.Say))
}

// rest passes the steps that are left of a turn, but stops before a pass that ends something.
func (s Scene) rest(on turn) (at Scene, why string) { return s.toEnd(on, Scene.means) }

// toEnd passes the steps that are left of a turn. stops returns why a pass must not be said, "" if it may.
func (s Scene) toEnd(on turn, stops func(Scene, engine.Command) string) (at Scene, why string) {
	at = s
	for range MostSteps {
		if at.turn() != on || !at.asked() {
			return at, ""
		}
		c, ok := at.pass(true)
		if !ok {
			return s, fmt.Sprintf("it does not say what to do about %s", at.question())
		}
		if why := stops(at, c); why != "" {
			return s, why
		}
		next, err := at.decide(c)
		if err != nil {
			return s, sentence(err)
		}
		at = next
	}
	return at, ""
}

// pass returns a pass that the player may say now without deciding anything else. With companies it may also
// be one for a company.
func (s Scene) pass(companies bool) (c engine.Command, ok bool) {
	for _, ch := range s.mine() {
		if s.Passes(ch.Verb) && (companies || ch.For == "") && ch.Options == nil && ch.Free == nil && !slices.Contains(s.Title.Deliberate, ch.Question) {
			return engine.Command{By: ch.By, Verb: ch.Verb}, true
		}
	}
	return c, false
}

// question returns the name of the question, for a sentence.
func (s Scene) question() string {
	for _, ch := range s.mine() {
		return fmt.Sprintf("%q", ch.Question)
	}
	return "what is asked"
}

// sentence turns a refusal into the end of a sentence.
func sentence(err error) string {
	var no *engine.Refusal
	if errors.As(err, &no) {
		return no.Sentence
	}
	return "the rules cannot go on like that"
}

// earns compares what a run would earn with what it earned when the plan was made, and with the least that
// the plan asks for. The search for routes is slow, so it runs only if there is something to compare.
func (p Plan) earns(at Scene, l Line) (why string) {
	if p.leastRevenue() == 0 || !at.runsTrains(l) {
		return ""
	}
	now, _ := at.best(p.For)
	return p.earnsLess(at, now)
}

func (p Plan) earnsLess(at Scene, now int) (why string) {
	if least := p.leastRevenue(); now < least {
		return fmt.Sprintf("the revenue is %s, not %s", at.Title.Facts.Money(now), at.Title.Facts.Money(least))
	}
	return ""
}

// leastRevenue returns what a run has to earn.
func (p Plan) leastRevenue() int {
	least := 0
	if p.Careful && p.Kind == Operate {
		least = p.Revenue
	}
	for _, c := range p.Unless {
		if c.Kind == revenue {
			least = max(least, c.N)
		}
	}
	return least
}

// runsTrains reports whether the line answers a question that takes routes.
func (s Scene) runsTrains(l Line) bool {
	verb, _ := fields(l.Say)
	return slices.ContainsFunc(s.mine(), func(ch engine.Choice) bool { return ch.Verb == verb && ch.Free != nil && ch.Usage != "" })
}

// searched bounds the search for the best run, in steps.
const searched = 1_000_000

// best returns the most that the trains of a company can earn now, and how many steps the search took.
func (s Scene) best(company string) (revenue, work int) {
	list := s.Title.Best(s.state(), []string{company}, searched)
	return list[0].Best.Total, list[0].Best.Work
}

// merging answers in a merger round. It says the lines for the company whose turn it is, and passes
// everything else.
func (p Plan) merging(s Scene) Answer {
	if !s.runs(s.Title.Mergers) {
		return Answer{}
	}
	if why := s.aside(p); why != "" {
		return Answer{Aside: why}
	}
	if lines := p.linesFor(s); len(lines) > 0 {
		return p.merges(s, lines)
	}
	return s.passes(true)
}

// linesFor returns the lines for the company whose turn it is, none if the player has already said something
// else in this step.
func (p Plan) linesFor(s Scene) []Line {
	stack := s.state().Stack
	actor := stack[len(stack)-1].Actor
	if s.saidInStep() && p.Entered != s.Entered() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.Lines), func(l Line) bool { return l.For != actor })
}

// saidInStep reports whether the player has said something in the present step.
func (s Scene) saidInStep() bool {
	log := s.Game.Log()
	return slices.ContainsFunc(log[min(s.Entered(), len(log)):], func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && said.By == s.Player
	})
}

// merges says the lines for a company in its turn, as far as its player is asked. What is left waits until others have
// answered, for example for the loans after the shares that are sold at a conversion; what is asked before is passed.
func (p Plan) merges(s Scene, lines []Line) Answer {
	at, n := s, 0
	for n < len(lines) && at.asked() {
		_, next, err := at.exact(lines[n])
		if err != nil && n == 0 && p.Entered == s.Entered() {
			return s.passes(true)
		}
		if err != nil {
			return Answer{Aside: fmt.Sprintf("%q is not possible for %s: %s", lines[n].Say, lines[n].For, sentence(err))}
		}
		at, n = next, n+1
	}
	if why := s.doomed(at, lines[:n]); why != "" {
		return Answer{Aside: why}
	}
	left := p
	left.Since, left.then = len(at.Log), at.state() // what it has led to itself does not put it aside
	left.Entered, left.Lines = at.Entered(), slices.Clone(p.Lines)
	for range n {
		i := slices.IndexFunc(left.Lines, func(l Line) bool { return l.For == lines[0].For })
		left.Lines = slices.Delete(left.Lines, i, i+1)
	}
	return Answer{Says: true, At: at, Leaves: []Plan{left}}
}

// passes passes once, unless the pass ends something.
func (s Scene) passes(companies bool) Answer {
	c, ok := s.pass(companies)
	if !ok {
		return Answer{}
	}
	if why := s.means(c); why != "" {
		return Answer{Aside: why}
	}
	at, err := s.decide(c)
	if err != nil {
		return Answer{}
	}
	return Answer{Says: true, At: at}
}

// passesBid passes a bid. Only this plan also passes a bid that is asked for once, with all others at the
// same time.
func (s Scene) passesBid() Answer {
	for _, ch := range s.mine() {
		if !s.bidAsked(ch) {
			continue
		}
		for _, verb := range s.bare(ch.Question) {
			at, err := s.decide(engine.Command{By: s.Player, Verb: verb})
			if err == nil {
				return Answer{Says: true, At: at}
			}
		}
	}
	return Answer{}
}

// bare returns the verbs without arguments that pass a question to the player.
func (s Scene) bare(question string) (verbs []string) {
	for _, ch := range s.mine() {
		if ch.Question == question && s.Passes(ch.Verb) && ch.Options == nil && ch.Free == nil {
			verbs = append(verbs, ch.Verb)
		}
	}
	return verbs
}

// passing passes if the plan says so.
func (p Plan) passing(s Scene) Answer {
	if p.Kind == PassAuction && p.Lots == "" {
		return s.passesBid()
	}
	if p.Kind == BidLimit && !p.tooDear(s) {
		return Answer{}
	}
	if _, ok := s.pass(p.mayPassFor(s)); !ok {
		return Answer{}
	}
	if why := s.aside(p); why != "" {
		return Answer{Aside: why}
	}
	return s.passes(p.mayPassFor(s))
}

// mayPassFor reports whether the plan may pass for a company.
func (p Plan) mayPassFor(s Scene) bool {
	return p.Kind == PassAuction || p.Kind == BidLimit || !s.position().Operating || p.Step == s.step()
}

// tooDear reports whether the player is asked for a bid, and the lowest bid is above the maximum of the plan.
func (p Plan) tooDear(s Scene) bool {
	least, _, ok := s.leastBid()
	return ok && least > p.Max
}

// leastBid returns the lowest bid on the lot that was put up. ok is false if no bid is asked for. If no bid
// is possible, it is higher than any maximum.
func (s Scene) leastBid() (n int, by engine.Choice, ok bool) {
	for _, ch := range s.mine() {
		if !s.Bids(ch.Verb) {
			continue
		}
		for _, o := range ch.List() {
			if o.Range != nil && len(o.Args) == 0 {
				return o.Range.Min, ch, true
			}
		}
	}
	return 0, engine.Choice{}, false
}

// together answers a question that several players are asked at once: a bid (as low as possible), or the
// answer to a deal.
func (p Plan) together(s Scene) Answer {
	if p.Entered != s.Entered() {
		return Answer{}
	}
	if p.Kind == Deal {
		return p.deal(s)
	}
	if s.SaysOnce() {
		return p.once(s)
	}
	n, ch, ok := s.leastBid()
	switch {
	case ok && n <= p.Max:
		at, err := s.decide(engine.Command{By: s.Player, Verb: ch.Verb, Args: []string{strconv.Itoa(n)}})
		if err != nil {
			return Answer{Aside: sentence(err)}
		}
		return Answer{Says: true, At: at}
	case s.Bidding():
		return s.passesBid()
	case len(p.After) > 0:
		return p.won(s)
	}
	return Answer{}
}

// won says the lines that were planned for after the auction is won.
func (p Plan) won(s Scene) Answer { return s.says(p.After) }

// deal says the answer that was planned for a question that several players are asked one after another.
func (p Plan) deal(s Scene) Answer {
	if why := s.aside(p); why != "" {
		return Answer{Aside: why}
	}
	return s.says(p.Lines)
}

// says says lines. The plan is done after that.
func (s Scene) says(lines []Line) Answer {
	at, l, err := s.all(lines)
	if err != nil {
		return Answer{Aside: fmt.Sprintf("%q is not possible: %s", l.Say, sentence(err))}
	}
	return Answer{Says: true, At: at, Done: true}
}
