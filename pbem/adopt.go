package pbem

import (
	"pbem/engine"
	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
)

// Adopt takes over a game that was begun elsewhere, with its log, and writes to
// its players. The game goes on by mail from there. Adopt returns the game's
// id. If a log cannot be continued, it returns the reason and stores nothing.
func (s *Service) Adopt(n table.NewGame, log []engine.Event) (string, error) {
	if err := n.Talkable(); err != nil {
		return "", err
	}
	seats, err := s.draft().housed(n.Seats)
	if err != nil {
		return "", err
	}
	number, err := s.store.NextID()
	if err != nil {
		return "", err
	}
	before := &table.Table{ID: gameID(number), Title: n.Title}
	before.Record = table.Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: seats, Created: s.now().UTC(), Pace: n.Pace, Talk: n.Talk}
	var next *table.Table
	err = guard.Do(func() (err error) {
		next, err = before.Adopt(log)
		return err
	})
	if err != nil {
		return "", err
	}
	return before.ID, s.unit(nil, func(d *draft) error { return d.put(before, next, store.Commit{}, reply{whole: true}) })
}
