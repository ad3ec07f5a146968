package pbem

import (
	"context"
	"time"

	"pbem/pbem/desk"
)

// keptPause is the rest after each file that is looked at.
const keptPause = 20 * time.Millisecond

// takeKept puts the games into the store that an older program put away into files of this machine, one at a time. It
// reads all files after each start: an older program may have run in between.
func takeKept(ctx context.Context, s *Service) {
	games, err := s.Keeper.Files()
	if err != nil {
		s.Log.Error("archive.unlisted", "error", err)
	}
	for _, game := range games {
		switch taken, err := desk.TakeKept(s.Desk, game); {
		case err != nil && ctx.Err() == nil:
			s.Log.Warn("archive.not-taken", "game", game, "error", err)
		case taken:
			s.Log.Info("archive.taken", "game", game)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(keptPause):
		}
	}
}
