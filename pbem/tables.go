package pbem

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

// table returns an open game from memory, else from the store.
func (d *draft) table(id string) (*table.Table, error) {
	if t, ok := d.tables[id]; ok {
		return t, nil
	}
	t, err := d.fetch(id)
	if err == nil {
		d.room(bytesOf(t))
		d.tables[id] = t
	}
	return t, err
}

// room makes room for a game that a draft opens. Once the draft's games take as
// much memory as the cache may, it drops those it has only read; they are
// opened again when needed.
func (d *draft) room(bytes int) {
	if d.held += bytes; d.held <= d.cache.most {
		return
	}
	d.held = bytes
	for id := range d.tables {
		if d.changed[id] == nil {
			delete(d.tables, id)
		}
	}
}

// fetch returns a game as it was committed. It uses the cached one if that is
// still current, because another service may have changed the game.
func (s *Desk) fetch(id string) (*table.Table, error) {
	if t, ok := s.cache.get(id); ok {
		g, err := s.store.Game(id)
		if err != nil {
			s.damagedGame(id, err)
			return nil, err
		}
		if g.Version == t.Version {
			return t, nil
		}
		s.cache.forget(id)
	}
	t, err := s.open(id)
	if err == nil {
		s.cache.put(id, t)
	}
	return t, err
}

// open reads a game from the store and notes whether it stands still.
func (s *Desk) open(id string) (*table.Table, error) {
	var t *table.Table
	err := guard.Do(func() (err error) {
		t, err = table.Load(s.store, id)
		return err
	})
	if err != nil {
		s.roster.stands(id, !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrAway))
		s.damagedGame(id, err)
		return nil, s.away(id, err)
	}
	why := t.Game.Frozen()
	if s.roster.stands(id, why != nil); why != nil {
		s.log.Error("game.frozen", "game", id, "why", why, "where", trace(why))
	}
	return t, nil
}

// tablesAt returns the running games in which one of the addresses plays or
// watches, in order of creation. It leaves out games that cannot be opened;
// those are for the operator.
func (d *draft) tablesAt(addresses ...string) []*table.Table {
	return d.on(d.gamesAt(addresses...))
}

// gamesAt returns the ids of these games without opening them.
func (d *draft) gamesAt(addresses ...string) []string {
	var all []string
	for _, a := range addresses {
		ids, err := d.find(keyAt + people.Lower(a))
		if err != nil {
			d.log.Error("game.list-failed", "error", err)
		}
		all = append(all, ids...)
	}
	slices.SortFunc(all, func(a, b string) int { return lobby.Number(a) - lobby.Number(b) })
	return slices.Compact(all)
}

// on returns the running ones of some games.
func (d *draft) on(ids []string) []*table.Table {
	var out []*table.Table
	for _, id := range ids {
		t, err := d.table(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			d.log.Error("game.unreadable", "game", id, "error", err)
		case t.Game.State().Result == nil:
			out = append(out, t)
		}
	}
	return out
}

// trace returns where in the program the fault was that froze a game, "" for
// none.
func trace(why error) string {
	var f *engine.Freeze
	if errors.As(why, &f) {
		return f.Trace
	}
	return ""
}
