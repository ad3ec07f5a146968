package pbem

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"pbem/pbem/album"
	"pbem/pbem/archive"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
)

// Ended lists the games that have ended.
func (m mailroom) Ended() ([]string, error) { return m.Find(desk.KeyEnded) }

// Versions returns how long the logs of games are.
func (m mailroom) Versions(ids []string) (map[string]int, error) {
	b, err := m.Store.Read(store.Query{Versions: ids})
	out := map[string]int{}
	for id, v := range b.Versions {
		out[id] = v.Events
	}
	return out, err
}

// Opened returns a game as it stands, also one that was put away.
func (m mailroom) Opened(id string) (*table.Table, error) {
	t, err := m.OpenGame(id)
	if !errors.Is(err, store.ErrAway) {
		return t, err
	}
	db, err := desk.Whole(m.Store, m.Keeper, id)
	if err != nil {
		return nil, err
	}
	return table.Load(db, id)
}

// Load reads a game from the store, also one that was put away.
func (m mailroom) Load(id string, from int) (store.Game, []store.Event, error) {
	g, events, err := m.Store.Load(id, from)
	if !errors.Is(err, store.ErrAway) {
		return g, events, err
	}
	db, err := desk.Whole(m.Store, m.Keeper, id)
	if err != nil {
		return g, nil, err
	}
	return db.Load(id, from)
}

// Remarks returns what players of a game have published.
func (m mailroom) Remarks(t *table.Table) ([]album.Remark, error) {
	db, err := desk.Whole(m.Store, m.Keeper, t.ID)
	if err != nil {
		return nil, err
	}
	return batch.Papers(db, t)
}

// Members returns the players' member ids, by seat.
func (m mailroom) Members(t *table.Table) []string {
	var out []string
	for _, seat := range t.Record.Seats {
		who, err := m.Draft().Member(seat.Address)
		if err != nil {
			m.Log.Error("member.unreadable", "address", seat.Address, "error", err)
		}
		out = append(out, who.ID)
	}
	return out
}

// Zone returns the host's time zone.
func (m mailroom) Zone() *time.Location { return m.Config.Zone }

// ArchiveDir is the folder of an archived game.
func (s *Service) ArchiveDir(game string) string { return s.Keeper.Dir(game) }

// Archive makes the pages of a game again, even if it is still running, and returns their
// folder. Only a service that decides does so: the pages are made by its rules.
func (s *Service) Archive(game string) (dir string, err error) {
	if !desk.Decides(s.Desk) {
		return "", fmt.Errorf("%w: %s", desk.ErrStandby, desk.WhyNot(s.Desk))
	}
	return s.Album(game)
}

// stored reads a database for one album, without a service.
type stored struct {
	desk.Store
	zone *time.Location
}

// Members returns nothing: a single album is in no index.
func (stored) Members(*table.Table) []string { return nil }

// Zone returns the time zone for the album.
func (s stored) Zone() *time.Location { return s.zone }

// Remarks returns what players of a game have published.
func (s stored) Remarks(t *table.Table) ([]album.Remark, error) { return batch.Papers(s.Store, t) }

// Album writes the album of a game into a folder. The folder is new, or has an older
// album of the game. Times in it are in zone.
func Album(db desk.Store, game, dir string, zone *time.Location) error {
	return guard.Do(func() error {
		db, err := desk.Whole(db, nil, game)
		if err != nil {
			return desk.UnknownGame(game, err)
		}
		t, err := table.Load(db, game)
		if err != nil {
			return err
		}
		return archive.Write(context.Background(), stored{db, zone}, t, filepath.Clean(dir), "")
	})
}
