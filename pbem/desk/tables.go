package desk

import (
	"errors"
	"slices"

	"pbem/engine"
	"pbem/pbem/guard"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// Table returns a game as the draft has changed it.
func (d *Draft) Table(id string) (*table.Table, error) {
	if t, ok := d.Tables[id]; ok {
		return t, nil
	}
	t, err := d.fetch(id)
	if err == nil {
		d.room(BytesOf(t))
		d.Tables[id] = t
	}
	return t, err
}

// room makes room for a game that a draft opens. Once the draft's games use as much
// memory as the cache may, it drops those that it has only read; they are opened again
// when needed.
func (d *Draft) room(bytes int) {
	if d.held += bytes; d.held <= d.Cache.Most {
		return
	}
	d.held = bytes
	for id := range d.Tables {
		if d.Changed[id] == nil {
			delete(d.Tables, id)
		}
	}
}

// fetch returns a game as it was committed. It uses the cache only if the game is still
// current there, because another service may have changed it.
func (d *Draft) fetch(id string) (*table.Table, error) {
	if t, ok := d.Cache.Get(id); ok {
		current, err := d.DB.IsCurrent(id, t.Version)
		if err != nil {
			d.DamagedGame(id, err)
			return nil, err
		}
		if current {
			return t, nil
		}
		d.Cache.Forget(id)
	}
	t, err := d.Open(id)
	if err == nil {
		d.Cache.Put(id, t)
	}
	return t, err
}

// Open reads a game from the store and records whether it is frozen.
func (s *Desk) Open(id string) (*table.Table, error) {
	var t *table.Table
	err := guard.Do(func() (err error) {
		if s.Behind() {
			if err := table.Whole(s.Store, id); err != nil {
				return err
			}
		}
		t, err = table.Load(s.Store, id)
		return err
	})
	if err != nil {
		s.Roster.stands(id, !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrAway))
		s.DamagedGame(id, err)
		s.newerGame(id, err)
		return nil, s.Away(id, err)
	}
	why := t.Game.Frozen()
	if t.IsSandbox() {
		return t, nil // its owner is told
	}
	if s.Roster.stands(id, why != nil); why != nil {
		s.Log.Error("game.frozen", "game", id, "why", why, "where", trace(why))
	}
	return t, nil
}

// TablesAt returns the running games in which one of the addresses plays or watches, in
// order of creation. It logs and leaves out games that cannot be opened.
func (d *Draft) TablesAt(addresses ...string) []*table.Table {
	return d.On(d.GamesAt(addresses...))
}

// GamesAt returns the ids of these games without opening them.
func (d *Draft) GamesAt(addresses ...string) []string { return gamesWith(d, KeyAt, addresses) }

func gamesWith(d *Draft, key string, addresses []string) []string {
	var all []string
	for _, a := range addresses {
		ids, err := d.Find(key + people.Lower(a))
		if err != nil {
			d.Log.Error("game.list-failed", "error", err)
		}
		all = append(all, ids...)
	}
	slices.SortFunc(all, func(a, b string) int { return lobby.Number(a) - lobby.Number(b) })
	return slices.Compact(all)
}

// GamesPlayed returns the ids of the games that have ended and in which one of the addresses played or watched then, in
// order of creation: none as long as the keys are not made.
func (d *Draft) GamesPlayed(addresses ...string) []string {
	if !d.Indexed.Load() {
		return nil
	}
	return gamesWith(d, KeyWas, addresses)
}

// On returns those of the games that are running.
func (d *Draft) On(ids []string) []*table.Table {
	var out []*table.Table
	for _, id := range ids {
		t, err := d.Table(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			d.Log.Error("game.unreadable", "game", id, "error", err)
		case t.Game.State().Result == nil:
			out = append(out, t)
		}
	}
	return out
}

// trace returns where in the program the error was that froze a game, or "".
func trace(why error) string {
	var f *engine.Freeze
	if errors.As(why, &f) {
		return f.Trace
	}
	return ""
}
