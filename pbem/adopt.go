package pbem

import (
	"errors"
	"fmt"

	"pbem/engine"
	"pbem/store"
)

// lately is how many commands of a game that is adopted its first mails tell.
const lately = 12

// Adopt takes over a game that was begun elsewhere, with its log so far, and
// writes to its players: the game goes on by mail from where it stands. It
// returns the game's id. A log that cannot be continued is refused with the
// reason, and nothing is kept.
func (s *Service) Adopt(n NewGame, log []engine.Event) (string, error) {
	if err := n.talkable(); err != nil {
		return "", err
	}
	number, err := s.store.NextID()
	if err != nil {
		return "", err
	}
	before := &table{id: gameID(number), title: n.Title}
	before.record = Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: n.Seats, Created: s.now().UTC(), Pace: n.Pace, Talk: n.Talk}
	next, err := before.adopt(log)
	if err != nil {
		return "", err
	}
	return before.id, s.unit(nil, func(d *draft) error { return d.put(before, next, store.Commit{}, reply{whole: true}) })
}

// adopt returns the table with a log from elsewhere, all but the last of which
// its players know.
func (t *table) adopt(log []engine.Event) (*table, error) {
	if len(log) == 0 {
		return nil, errors.New("there is nothing of the game to go on from")
	}
	err := guarded(func() error { return continues(t, engine.Open(t.title.Rules, log)) })
	if err != nil {
		return nil, fmt.Errorf("the game cannot go on: %w", err)
	}
	next := t.with(engine.Open(t.title.Rules, log), log)
	for i := range next.record.Seats {
		next.record.Seats[i].From = known(log)
	}
	return next.said("", "adopted", "This game was begun elsewhere. From here on it is played by mail."), nil
}

// continues finds what keeps a game from going on.
func continues(t *table, g *engine.Game) error {
	if why := g.Frozen(); why != nil {
		return why
	}
	if g.State().Result != nil {
		return errors.New("it has ended")
	}
	if err := audit(g); err != nil {
		return err
	}
	return t.with(g, nil).consistent()
}

// known is how many events lie before the last commands.
func known(log []engine.Event) int {
	left := lately
	for i := len(log) - 1; i >= 0; i-- {
		if _, ok := log[i].(engine.Said); ok {
			if left--; left == 0 {
				return i
			}
		}
	}
	return 0
}
