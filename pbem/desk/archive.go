package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pbem/pbem/table"
	"pbem/store"
)

// OpenGame returns a game as it was committed.
func (s *Desk) OpenGame(id string) (*table.Table, error) {
	return s.Draft().Table(id)
}

// Album makes the album of a game and returns its folder. Of a game that was put away it also writes the file.
func (s *Desk) Album(game string) (dir string, err error) {
	dir, err = s.Keeper.Album(context.Background(), game)
	if err != nil {
		return "", UnknownGame(game, err)
	}
	packed, err := Zipped.Get(s.Store, game)
	if err == nil && packed.Found() {
		err = s.Keeper.Export(game, packed.Value)
	}
	return dir, err
}

// UnknownGame turns the store's error for a missing game into a sentence, and leaves
// other errors as they are.
func UnknownGame(game string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no game %q", game)
	}
	return err
}

// checkPause is how long CheckGames waits after each game.
const checkPause = 20 * time.Millisecond

// CheckGames opens every running game once in the background. So the host hears before
// the players which games are frozen under the rules of this version.
func (s *Desk) CheckGames(ctx context.Context) {
	ids, err := s.Find(KeyOn)
	if err != nil {
		s.Log.Error("game.list-failed", "error", err)
		return
	}
	for _, id := range ids {
		if s.Roster.Sound(id) {
			continue
		}
		if _, err := s.Open(id); err != nil {
			s.Log.Error("game.unreadable", "game", id, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkPause):
		}
	}
}
