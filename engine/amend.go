package engine

import "slices"

// An Amendment corrects running games that were stored with wrong facts: a
// marker that was missing, a tile that should not lie there. It is made once in
// each game, after the unfinished step, and the players are told. Games that
// begin later never get it.
type Amendment struct {
	Name string // stored, so that the amendment is made only once; never changed
	Text string // told to the players of a game that the amendment changes
	// Do changes the table if the game needs it, else it does nothing. It asks
	// nothing and makes no money.
	Do func(*Turn)
}

// amendedKey is the counter that records an amendment.
func amendedKey(name string) string { return "amended:" + name }

// amended returns the events by which a new game counts as amended.
func (r Rules) amended() []Event {
	var out []Event
	for _, a := range r.Amendments {
		out = append(out, Set{amendedKey(a.Name), 1})
	}
	return out
}

// amend makes the amendments that a game has not had yet.
func (g *Game) amend(s *State) *State {
	if s.Result != nil {
		return s
	}
	for _, a := range g.rules.Amendments {
		if s.Get(amendedKey(a.Name)) == 0 {
			s = g.amendBy(s, a)
		}
	}
	return s
}

func (g *Game) amendBy(s *State, a Amendment) *State {
	t, choices, _ := g.rules.run(a.Do, s, "", nil)
	if choices != nil || t.Money() != s.Money() {
		panic("amendment " + a.Name + ": it asks, or makes money")
	}
	facts := []Event{Set{amendedKey(a.Name), 1}}
	if len(t.events) > 0 {
		facts = slices.Concat([]Event{Noted{Text: a.Text}}, t.events, facts)
	}
	g.log = g.log.and(facts...)
	return s.With(facts...)
}
