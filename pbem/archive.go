package pbem

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"pbem/pbem/album"
	"pbem/pbem/archive"
	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
)

// Ended lists the games that have ended.
func (m mailroom) Ended() ([]string, error) { return m.find(keyEnded) }

// Opened returns a game as it stands.
func (m mailroom) Opened(id string) (*table.Table, error) { return m.opened(id) }

// Load reads a game from the store.
func (m mailroom) Load(id string, from int) (store.Game, []store.Event, error) {
	return m.store.Load(id, from)
}

// Remarks are what players of a game have published.
func (m mailroom) Remarks(t *table.Table) ([]album.Remark, error) { return papers(m.store, t) }

// Members returns the players' member ids, by seat.
func (m mailroom) Members(t *table.Table) []string {
	var out []string
	for _, seat := range t.Record.Seats {
		who, err := m.draft().member(seat.Address)
		if err != nil {
			m.log.Error("member.unreadable", "address", seat.Address, "error", err)
		}
		out = append(out, who.ID)
	}
	return out
}

// Zone is that of the host.
func (m mailroom) Zone() *time.Location { return m.cfg.Zone }

// opened is a game as it stands now.
func (s *Desk) opened(id string) (*table.Table, error) {
	return s.draft().table(id)
}

// ArchiveDir is the folder of an archived game.
func (s *Service) ArchiveDir(game string) string { return s.archive.Dir(game) }

// Archive archives a game again, even one that is still on, and returns the folder.
func (s *Service) Archive(game string) (dir string, err error) { return s.album(game) }

// album makes the album of a game and returns its folder.
func (s *Desk) album(game string) (dir string, err error) {
	t, err := s.opened(game)
	if err != nil {
		return "", unknownGame(game, err)
	}
	return s.archive.Make(context.Background(), t)
}

func unknownGame(game string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no game %q", game)
	}
	return err
}

// stored is a database whose service does not run, for albums.
type stored struct {
	Store
	zone *time.Location
}

// Members are not needed: a single album is in no index.
func (stored) Members(*table.Table) []string { return nil }

// Zone is that of the host.
func (s stored) Zone() *time.Location { return s.zone }

// Remarks are what players of a game have published.
func (s stored) Remarks(t *table.Table) ([]album.Remark, error) { return papers(s.Store, t) }

// Album writes the album of a game into a folder, which is new or has an older album of the game. Times in it
// are in zone.
func Album(db Store, game, dir string, zone *time.Location) error {
	return guard.Do(func() error {
		t, err := table.Load(db, game)
		if err != nil {
			return unknownGame(game, err)
		}
		return archive.Write(context.Background(), stored{db, zone}, t, filepath.Clean(dir), "")
	})
}

// checkPause is how long checkGames rests after each game.
const checkPause = 20 * time.Millisecond

// checkGames opens every running game once, while mails are worked on. So the host hears before the players of
// games that stand still under the rules of this version.
func (s *Desk) checkGames(ctx context.Context) {
	ids, err := s.find(keyOn)
	if err != nil {
		s.log.Error("game.list-failed", "error", err)
		return
	}
	for _, id := range ids {
		if s.roster.sound(id) {
			continue
		}
		if _, err := s.open(id); err != nil {
			s.log.Error("game.unreadable", "game", id, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkPause):
		}
	}
}
