package archive

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"time"

	"pbem/store"
)

// versionsAtOnce is for how many games the store is asked at a time.
const versionsAtOnce = 500

// Missing makes the albums that are not in the folder, or not of the game as it ended, and makes those anew whose games
// go on. It makes one at a time, which takes seconds for a long game, and rests as long after each. Games that end
// meanwhile come first. After an error of the disk it stops. Only one goroutine may call it at a time.
func (k *Keeper) Missing(ctx context.Context) {
	ids, err := k.desk.Ended()
	if err != nil {
		k.log.Error("game.list-failed", "error", err)
		return
	}
	if k.seen == nil {
		k.tidy()
		k.seen, k.later = k.shelved(), map[string]time.Time{}
		k.listAnew()
	}
	for part := range slices.Chunk(ids, versionsAtOnce) {
		versions, err := k.desk.Versions(part)
		if err != nil {
			k.log.Error("game.list-failed", "error", err)
			return
		}
		for _, id := range part {
			if events, there := versions[id]; there && k.seen[id] != events && !k.look(ctx, id, events, false) {
				return
			}
		}
	}
	ended := map[string]bool{}
	for _, id := range ids {
		ended[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(k.seen)) {
		if !ended[id] && !k.look(ctx, id, 0, true) {
			return
		}
	}
}

// shelved returns the games with an album that says that they are over, and how long their logs were.
func (k *Keeper) shelved() map[string]int {
	out := map[string]int{}
	entries, _ := os.ReadDir(k.root) // what is wrong with the folder is told when an album is made
	for _, e := range entries {
		if sum, ok := summaryOf(k.Dir(e.Name())); ok && sum.Over && sum.Game == e.Name() {
			out[sum.Game] = sum.Events
		}
	}
	return out
}

// failedRest is how long a game is left alone whose album could not be made.
const failedRest = time.Hour

// look makes the album of a game, if that is needed. unended is set for a game that had ended and may go on. It returns
// false if no more can be made at present.
func (k *Keeper) look(ctx context.Context, id string, events int, unended bool) bool {
	k.all(ctx)
	if ctx.Err() != nil {
		return false
	}
	began := time.Now()
	if began.Before(k.later[id]) {
		return true
	}
	err := k.update(ctx, id, unended)
	switch {
	case isDisk(err), ctx.Err() != nil:
		return false
	case err != nil:
		k.later[id] = began.Add(failedRest)
	case unended:
		delete(k.seen, id)
	default:
		k.seen[id] = events
	}
	k.indexAtRest()
	wait(ctx, min(time.Since(began), pagesRest))
	return true
}

// update makes the album of a game that has ended, or of one that had and goes on.
func (k *Keeper) update(ctx context.Context, id string, unended bool) error {
	t, err := k.desk.Opened(id)
	switch {
	case unended && errors.Is(err, store.ErrNotFound):
		return nil // it is gone for good, or of another store
	case err != nil:
		k.log.Error("game.unreadable", "game", id, "error", err)
		return err
	case unended && t.Game.State().Result != nil:
		return nil // it has ended meanwhile
	}
	return k.finish(ctx, t, unended)
}

// listAnew has the page of all games written, whatever has changed since it was.
func (k *Keeper) listAnew() {
	k.making.Lock()
	defer k.making.Unlock()
	k.changed()
}
