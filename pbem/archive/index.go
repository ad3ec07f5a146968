package archive

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pbem/pbem/album"
)

// An indexing says when a page that names many games is written again. The more games there are the longer that takes; a
// hundredth of the time may go into it.
type indexing struct {
	stale bool      // something has changed since it was written
	next  time.Time // it rests until then
}

// indexShare is how many times longer than the page took the next one waits, unless it took less than indexQuick.
const (
	indexShare = 100
	indexQuick = 20 * time.Millisecond
)

// indexAgain is how long the page rests at least that could not be written.
const indexAgain = time.Minute

// write writes the page if it is stale, and says for how long the next one has to wait. A page that could not be written stays
// stale. The clock is time.Now, but in tests.
func (i *indexing) write(clock func() time.Time, write func() error) error {
	if !i.stale {
		return nil
	}
	began := clock()
	err := write()
	now := clock()
	rest := now.Sub(began) * indexShare
	if rest < indexShare*indexQuick {
		rest = 0
	}
	if i.stale = err != nil; i.stale {
		rest = max(rest, indexAgain)
	}
	if rest > 0 {
		i.next = now.Add(rest)
	}
	return err
}

// rests reports whether the page has to wait.
func (i *indexing) rests() bool { return time.Now().Before(i.next) }

// indexAtRest writes the page unless it rests. The channel says when it is to be looked at again; it is nil for never.
func (k *Keeper) indexAtRest() <-chan time.Time {
	k.making.Lock()
	defer k.making.Unlock()
	if k.index.stale && k.index.rests() {
		return time.After(time.Until(k.index.next))
	}
	if k.writeIndex() != nil {
		return time.After(indexAgain)
	}
	return nil
}

// writeIndex writes the pages of all finished games from their albums, if they are stale. The caller holds making.
func (k *Keeper) writeIndex() error {
	err := k.index.write(time.Now, func() error { return writeIndex(k.root, k.desk.Zone()) })
	if err != nil {
		k.log.Error("archive.shelf-failed", "error", err)
		k.desk.ArchiveFailed(err)
	}
	return err
}

func writeIndex(root string, zone *time.Location) error {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var games []album.Summary
	for _, e := range entries {
		if sum, ok := summaryOf(filepath.Join(root, e.Name())); ok && sum.Game == e.Name() {
			games = append(games, sum)
		}
	}
	pages := map[string]bool{}
	for _, f := range album.Index(games, zone) {
		pages[f.Name] = true
		err = errors.Join(err, put(filepath.Join(root, f.Name), f.Data))
	}
	for _, e := range entries {
		if album.IsMonth(e.Name()) && !pages[e.Name()] {
			err = errors.Join(err, gone(filepath.Join(root, e.Name())))
		}
	}
	return err
}
