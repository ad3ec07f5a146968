package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// mostAsked bounds how often all players are supposed to pass.
const mostAsked = 60

// auction returns the step of an auction of several things, in which the player chooses what to bid for. It
// is "" if there is none. Auctions in a stock turn do not count: there it is one move among others.
func (s Scene) auction() string {
	stack := s.state().Stack
	if len(stack) == 0 || s.around(title.StockTurn) || s.position().Operating || !slices.ContainsFunc(s.Game.Pending(), s.lotAsked) {
		return ""
	}
	leaf := stack[len(stack)-1].Step
	if len(stack) > 1 {
		if turns := stack[len(stack)-2].Step; slices.Equal(s.Title.Rules.Flow[turns].Steps(), []string{leaf}) {
			return turns
		}
	}
	return leaf
}

// lotAsked reports whether the player chooses what to bid for.
func (s Scene) lotAsked(c engine.Choice) bool {
	return s.Bids(c.Verb) && slices.ContainsFunc(c.List(), func(o engine.Option) bool { return o.Range != nil && len(o.Args) > 0 })
}

// Lots reports whether somebody chooses now what to bid for.
func (s Scene) Lots() bool { return slices.ContainsFunc(s.Game.Pending(), s.lotAsked) }

// Stands reports whether a bid that the player has said in the scene, and what came of it, has not sold what it is for:
// others may bid more for it on their turns.
func (s Scene) Stands(events []engine.Event) bool {
	lot := ""
	for _, e := range events {
		switch e := e.(type) {
		case engine.Said:
			if lot == "" && e.By == s.Player && s.Bids(e.Verb) && len(e.Args) > 1 {
				lot = e.Args[0]
			}
		case engine.Moved:
			if lot != "" && strings.HasSuffix(e.Piece, ":"+lot) {
				return false
			}
		}
	}
	return lot != "" && s.Lots()
}

// SaysOnce reports whether the player is asked for a bid in an auction in which
// everybody names their maximum once, without raising.
func (s Scene) SaysOnce() bool {
	return slices.ContainsFunc(s.mine(), func(ch engine.Choice) bool {
		return s.bidAsked(ch) && slices.Contains(s.Title.Sealed, ch.Question)
	})
}

// sum matches the amount at the end of a bid.
var sum = regexp.MustCompile(`[^\s\d]?\d+$`)

// AtOnce returns the bid for such an auction: "bid 20" with a maximum of 100 is "bid
// 100".
func AtOnce(bid string, most int) (string, error) {
	said := sum.FindString(bid)
	if said == "" {
		return fmt.Sprintf("%s %d", bid, most), nil
	}
	if n, err := strconv.Atoi(strings.TrimLeftFunc(said, func(r rune) bool { return r < '0' || r > '9' })); err != nil || n > most {
		return "", engine.Refuse("%q and a maximum of %d say two different things. Here everybody bids once, the most they will pay: give that one sum alone.", grammar.Brief(bid), most)
	}
	return sum.ReplaceAllString(bid, strconv.Itoa(most)), nil
}

// Opening returns the least bid for what a line names without a sum: "bid BA" is "bid BA 155". It refuses a maximum below it.
// Where the bidding for that has begun, it is the verb alone. Any other line stays as it is.
func (s Scene) Opening(bid string, most int) (string, error) {
	verb, lot, _ := strings.Cut(bid, " ")
	if _, err := s.Match(bid); err == nil || lot == "" || sum.MatchString(bid) {
		return bid, nil
	}
	if asked, ok := s.WhenAsked(); ok && slices.ContainsFunc(asked.mine(), func(ch engine.Choice) bool {
		return s.Bids(ch.Verb) && strings.EqualFold(ch.Help, ch.Verb+" for "+lot)
	}) {
		return verb, nil
	}
	for _, ch := range s.mine() {
		for _, o := range ch.List() {
			if !s.Bids(ch.Verb) || o.Range == nil || len(o.Args) == 0 {
				continue
			}
			least := strconv.Itoa(o.Range.Min)
			c, err := s.Match(bid + " " + least)
			switch {
			case err != nil || !slices.Equal(c.Args, append(slices.Clone(o.Args), least)):
				continue
			case o.Range.Min > most:
				return "", engine.Refuse("The least bid is %d, which is more than %d, the most you want to pay.", o.Range.Min, most)
			}
			return c.String(), nil
		}
	}
	return bid, nil
}

// once bids the maximum of the plan, or the highest bid allowed below it.
func (p Plan) once(s Scene) Answer {
	for _, ch := range s.mine() {
		if !s.bidAsked(ch) {
			continue
		}
		for _, o := range ch.List() {
			if o.Range == nil || len(o.Args) > 0 || p.Max < o.Range.Min {
				continue
			}
			n := min(p.Max, o.Range.Max)
			n -= (n - o.Range.Min) % max(1, o.Range.Step)
			at, err := s.decide(engine.Command{By: s.Player, Verb: ch.Verb, Args: []string{strconv.Itoa(n)}})
			if err != nil {
				return Answer{Aside: sentence(err)}
			}
			return Answer{Says: true, At: at, Done: true}
		}
	}
	return Answer{Aside: fmt.Sprintf("the least bid is more than %d", p.Max)}
}

// Together returns the players who are asked the question of the present step, or
// would be asked it if all players passed: the bidders of an auction, or those who may
// deal after a conversion. They may all be asked at once. The game waits for the
// first. It returns nobody if only one player is asked.
func (s Scene) Together() []string {
	first := engine.Awaited(s.Game.Pending())
	if len(first) != 1 || !s.shared(first[0]) {
		return first
	}
	out, entered, question := first, s.Entered(), s.asks(first[0])
	at := s
	for range mostAsked {
		next, ok := at.everybodyPasses()
		if !ok || next.Entered() != entered {
			break
		}
		at = next
		for _, p := range engine.Awaited(at.Game.Pending()) {
			if !slices.Contains(out, p) && at.asks(p) == question {
				out = append(out, p)
			}
		}
	}
	return out
}

// shared reports whether others may be asked the same question: it can be passed, and the pass decides
// nothing else.
func (s Scene) shared(player string) bool {
	s.Player = player
	_, ok := s.pass(true)
	return ok
}

// asks returns the question that a player is asked, "" if none.
func (s Scene) asks(player string) string {
	for _, ch := range s.Game.Pending() {
		if ch.By == player && !ch.Unawaited {
			return ch.Question
		}
	}
	return ""
}

// everybodyPasses returns the scene after the player who is asked has passed. ok is false if the question is
// secret: what follows the last pass would show what the others have answered.
func (s Scene) everybodyPasses() (next Scene, ok bool) {
	if s.secret() {
		return s, false
	}
	player := s.Player
	for _, p := range engine.Awaited(s.Game.Pending()) {
		s.Player = p
		if c, ok := s.pass(true); ok {
			next, err := s.decide(c)
			next.Player = player
			return next, err == nil
		}
	}
	s.Player = player
	return s, false
}

// WhenAsked returns the scene in which the player is asked in the present step if all
// others pass until then.
func (s Scene) WhenAsked() (at Scene, ok bool) {
	entered := s.Entered()
	at = s
	for range mostAsked {
		if at.Entered() != entered {
			return s, false
		}
		if at.asked() {
			return at, true
		}
		if at, ok = at.everybodyPasses(); !ok {
			return s, false
		}
	}
	return s, false
}

// AskedAgain reports whether the player is asked again in this round if everybody only
// passes.
func (s Scene) AskedAgain() bool {
	round := s.round()
	at := s
	for range mostAsked {
		next, ok := at.everybodyPasses()
		if !ok || next.round() != round {
			return false
		}
		if at = next; at.asked() {
			return true
		}
	}
	return false
}
