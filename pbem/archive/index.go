package archive

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pbem/pbem/album"
	"pbem/wholefile"
)

// An indexing says when the page of all finished games is written again. It names them all, so each time it takes longer;
// a hundredth of the time may go into that.
type indexing struct {
	stale bool      // a game was archived since it was written
	next  time.Time // it rests until then
}

// indexShare is how many times longer than the page took the next one waits.
const indexShare = 100

// write writes the page if it is stale, and says for how long the next one has to wait.
func (i *indexing) write(began time.Time, write func()) {
	if !i.stale {
		return
	}
	write()
	i.stale, i.next = false, time.Now().Add(indexShare*time.Since(began))
}

// indexAtRest writes the page unless it rests. The channel says when it is to be looked at again; it is nil for never.
func (k *Keeper) indexAtRest() <-chan time.Time {
	k.making.Lock()
	defer k.making.Unlock()
	now := time.Now()
	if k.index.stale && now.Before(k.index.next) {
		return time.After(k.index.next.Sub(now))
	}
	k.index.write(now, k.writeIndex)
	return nil
}

// writeIndex writes the page of all finished games from their albums.
func (k *Keeper) writeIndex() {
	root := k.root
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var games []album.Summary
	for _, e := range entries {
		if sum, ok := summaryOf(filepath.Join(root, e.Name())); ok && sum.Game == e.Name() {
			games = append(games, sum)
		}
	}
	if err == nil {
		err = wholefile.Bytes(filepath.Join(root, filepath.Base(indexPage)), 0o644, album.Index(games, k.desk.Zone()))
	}
	if err != nil {
		k.log.Error("archive.shelf-failed", "error", err)
	}
}
