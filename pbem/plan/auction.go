package plan

import (
	"slices"

	"pbem/engine"
)

// mostAsked bounds how often everybody is supposed to pass.
const mostAsked = 60

// Together are the players who are, or would be, asked the question of the step
// that asks now, if everybody who is asked passed: the bidders of an auction, those
// who may deal after a conversion. They may all be asked at once. The first is
// waited for; nobody else when only one is asked.
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

// shared reports whether a question may be one that others are asked too: it can
// be passed, and to pass decides nothing more.
func (s Scene) shared(player string) bool {
	s.Player = player
	_, ok := s.pass(true)
	return ok
}

// asks is the question that a player is asked, "" for none.
func (s Scene) asks(player string) string {
	for _, ch := range s.Game.Pending() {
		if ch.By == player && !ch.Unawaited {
			return ch.Question
		}
	}
	return ""
}

// everybodyPasses is the scene once whoever is asked has passed. It is none where they
// are asked in secret: the last pass would tell what the others have said.
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

// WhenAsked is the scene in which the player is asked in the step that asks now,
// if all others passed until then.
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

// AskedAgain reports whether the player is asked again in this round if nobody does
// anything but pass.
func (s Scene) AskedAgain() bool {
	round := s.position().Round
	at := s
	for range mostAsked {
		next, ok := at.everybodyPasses()
		if !ok || next.position().Round != round {
			return false
		}
		if at = next; at.asked() {
			return true
		}
	}
	return false
}
