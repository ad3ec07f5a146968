package plan

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/titles/title"
)

// Over returns why a plan no longer applies, as the end of a sentence; "" if it still
// does. If its round has begun, next is the plan for that round.
func (p Plan) Over(s Scene) (next Plan, why string) {
	switch {
	case s.state().Result != nil:
		return p, "the game has ended"
	case s.undoneBefore(p.Since):
		return p, "what it was given for was taken back"
	}
	switch p.Kind {
	case Deal:
		if p.Entered != s.Entered() {
			return p, "you were not asked"
		}
		return p, ""
	case AskMe: // whatever its Round
		return p, ""
	case BidUpTo, PassAuction:
		return p, p.auctionOver(s)
	case Operate:
		p, why := p.setOver(s)
		_, reached := p.present(s)
		return p, cmp.Or(p.lostCompany(s), why, reached, p.overtaken(s))
	case Stock:
		if _, reached := p.present(s); reached != "" {
			return p, reached
		}
		if why := p.overtaken(s); why != "" {
			return p, why
		}
	case PassUntil:
		if by := s.actedSince(p.Since); by != "" {
			return p, s.name(by) + " has done something"
		}
	}
	return p.roundOver(s)
}

// undoneBefore reports whether something that was in force when the log was n long has been undone since.
func (s Scene) undoneBefore(n int) bool {
	n = min(n, len(s.Log))
	if !slices.ContainsFunc(s.Log[n:], undoes) {
		return false
	}
	before, _ := inForce(s.Log, n)
	return len(before) < len(engine.Effective(s.Log[:n]))
}

// overtaken says that the player has already played the turn of the plan, with lines of the same mail before
// the plan was due.
func (p Plan) overtaken(s Scene) string {
	before, since := inForce(s.Log, p.Since)
	given := turnAt(before)
	now := given
	for _, e := range since {
		switch e := e.(type) {
		case engine.Flowed:
			now = turnOf(e.Stack)
		case engine.Said:
			if e.By == s.Player && now != given && now.step == p.Kind && now.actor == p.actor(s.Player) {
				return "you have played that turn yourself"
			}
		}
	}
	return ""
}

// auctionOver says that the auction of the plan is over. Its winner may still have lines to say.
func (p Plan) auctionOver(s Scene) string {
	if p.Lots != "" {
		if s.runs(p.Lots) && s.round() == p.Round {
			return ""
		}
		return "the auction has ended"
	}
	if p.Entered != s.Entered() || !s.Bidding() && (len(p.After) == 0 || !s.asked()) {
		return "the auction has ended"
	}
	return ""
}

// lostCompany says that the player no longer directs the company of the plan.
func (p Plan) lostCompany(s Scene) string {
	now := s.position()
	switch c := now.Company(p.For); {
	case c == nil:
		return p.For + " is not in play any more"
	case c.President != s.Player:
		return p.For + " is not yours any more"
	}
	return ""
}

// actedSince returns another player who has done something other than pass since the log was n long, "" if nobody has.
func (s Scene) actedSince(n int) string {
	_, since := inForce(s.Log, n)
	for _, e := range since {
		if said, ok := e.(engine.Said); ok && said.By != s.Player && !s.Passes(said.Verb) {
			return said.By
		}
	}
	return ""
}

// roundOver says that the round of the plan has ended. A plan for a coming round is bound to the first that
// begins, until that is undone. The round may be over when somebody looks, because one mail may say all of it.
func (p Plan) roundOver(s Scene) (next Plan, why string) {
	round, during := s.round(), s.roundOf(p.Kind)
	if s.unbegun(p.Since, during) {
		p.Round = ""
	}
	if p.Round == "" {
		_, since := inForce(s.Log, p.Since)
		switch {
		case during(s.state().Stack):
			p.Round = round
		case flowed(since, during):
			return p, "that round has ended"
		}
		return p, ""
	}
	if p.Round != round {
		return p, p.Round + " has ended"
	}
	return p, ""
}

// roundOf returns a function that reports whether a stack is in a round for which plans of a kind are.
func (s Scene) roundOf(kind string) func(stack []engine.Frame) bool {
	switch kind {
	case Mergers:
		return func(stack []engine.Frame) bool {
			return slices.ContainsFunc(stack, func(f engine.Frame) bool { return f.Step == s.Title.Mergers })
		}
	case Stock:
		return func(stack []engine.Frame) bool { return s.roundFor(stack, title.StockTurn) }
	}
	return func([]engine.Frame) bool { return false }
}

// flowed reports whether a log came to a stack for which during is true.
func flowed(log []engine.Event, during func(stack []engine.Frame) bool) bool {
	return slices.ContainsFunc(log, func(e engine.Event) bool {
		f, ok := e.(engine.Flowed)
		return ok && during(f.Stack)
	})
}

// unbegun reports whether a round for which during is true has begun since the log was n long, and that was undone.
func (s Scene) unbegun(n int, during func(stack []engine.Frame) bool) bool {
	n = min(n, len(s.Log))
	before, since := inForce(s.Log, n)
	return !during(stackAt(before)) && flowed(s.Log[n:], during) && !flowed(since, during)
}

// setOver binds a plan for the coming set of operating rounds to the set when it begins, until that is undone. why says
// that the set is over.
func (p Plan) setOver(s Scene) (next Plan, why string) {
	stock := s.around(title.StockTurn)
	operating := func(stack []engine.Frame) bool { return s.roundFor(stack, title.OperatingTurn) }
	_, since := inForce(s.Log, p.Since)
	switch {
	case p.Set == setIsOn && stock && s.unbegun(p.Since, operating):
		p.Set = setComes
	case p.Set == setComes && !stock && s.position().Operating:
		p.Set = setIsOn
	case p.Set == setIsOn && stock, p.Set == setComes && stock && flowed(since, operating):
		return p, "the set of operating rounds is over"
	}
	return p, ""
}
