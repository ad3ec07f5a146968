package desk

import (
	"context"
	"errors"
	"fmt"

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
