package timing

import (
	"context"
	"errors"

	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/store"
)

// SetAnew sets the deadlines of all running games again, for instance because the host has changed the pace. Each call
// handles at most so many portions of games and continues where the last one stopped: with many games the whole takes
// hours. Meanwhile deadlines are acted on. One that is too early is set again when it is due; one that should be earlier
// is late until SetAnew reaches its game. A faulty game does not stop the others.
//
// If the service stops in the middle, it begins again after its next start: the pace is noted when all games are done.
func SetAnew(ctx context.Context, s *desk.Desk, most int) error {
	walk, err := s.Polls.Walk(func() (store.Rev, error) {
		was, err := desk.Paced.Get(s.Store)
		if err != nil && was.Rev == 0 {
			return 0, err
		}
		return was.Rev, nil
	})
	if err != nil {
		return err
	}
	for range most {
		if err := ctx.Err(); err != nil {
			return err
		}
		ids, err := s.Store.Find(desk.KeyOn, walk.After, setAtOnce)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return notePace(s, walk.Paced)
		}
		if err := setPortion(s, ids); err != nil {
			return err
		}
		walk.After = ids[len(ids)-1]
		s.Polls.Walked(walk.After)
	}
	return nil
}

// notePace notes that the deadlines of all games are set by the pace of this service. was is the mark as it was when that
// began.
func notePace(s *desk.Desk, was store.Rev) error {
	c := store.Commit{At: s.Now(), Marks: store.Marks{}, Expect: map[string]store.Rev{desk.Paced.Name(): was}}
	desk.Paced.Set(c.Marks, s.Config.Paced())
	err := s.Store.Commit(c)
	if errors.Is(err, store.ErrConflict) {
		err = pacedElsewhere(s)
	}
	if err == nil {
		s.Polls.EndWalk()
	}
	return err
}

// pacedElsewhere is called when another service has set all deadlines at the same time.
// With the same pace both have set the same. With another one neither gives way here, or
// the two would set all deadlines in turn.
func pacedElsewhere(s *desk.Desk) error {
	now, err := desk.Paced.Get(s.Store)
	if err == nil && now.Value != s.Config.Paced() {
		s.Log.Warn("clock.other-pace", "here", s.Config.Paced(), "elsewhere", now.Value)
	}
	return err
}

// setAtOnce is for how many games one commit sets deadlines.
const setAtOnce = 20

// setPortion sets the deadlines of some games in one commit. Times of theirs that a clock wrote which was ahead become the
// present.
func setPortion(s *desk.Desk, ids []string) error {
	return s.Unit(nil, func(d *desk.Draft) error {
		var c store.Commit
		var mended []desk.Change
		for _, t := range d.On(ids) {
			err := guard.Do(func() error {
				one := Anew(d, t)
				if next, late := t.Timely(d.Now()); late {
					stored, err := t.Change(next)
					if err != nil {
						return err
					}
					one = store.Commit{Changes: []store.Change{stored}, Deadlines: Deadlines(d, next)}
					mended = append(mended, desk.Change{Before: t, Next: next})
				}
				c.Changes, c.Deadlines = append(c.Changes, one.Changes...), append(c.Deadlines, one.Deadlines...)
				return nil
			})
			if err != nil {
				s.Log.Error("clock.game-failed", "game", t.ID, "error", err)
			}
		}
		if len(c.Deadlines) == 0 {
			return nil
		}
		return d.Take(c, mended...)
	})
}
