package archive

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"pbem/pbem/album"
	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/wholefile"
)

// A Desk is what a Keeper asks of the service.
type Desk interface {
	Source
	// Ended lists the games that have ended.
	Ended() ([]string, error)
	// Opened returns a game as it stands.
	Opened(id string) (*table.Table, error)
}

// A Keeper archives games. It makes one album at a time and holds no lock meanwhile. A
// running service does that beside its mails; otherwise it is done at the end of the
// mail, tick or word of the host.
type Keeper struct {
	root string // folder of all albums
	desk Desk
	log  *slog.Logger

	making sync.Mutex // held while an album is made

	mu   sync.Mutex // guards the fields below
	due  []due
	wake chan struct{} // nil if nobody runs the keeper
}

// New is a keeper of the albums in a folder.
func New(root string, desk Desk, log *slog.Logger) *Keeper {
	return &Keeper{root: root, desk: desk, log: log}
}

// due is a game to be archived. again archives it even if that was done before.
type due struct {
	t     *table.Table
	again bool
}

// Add asks for the album of a game; again also if there is one already.
func (k *Keeper) Add(t *table.Table, again bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.due = append(k.due, due{t, again})
	if k.wake != nil {
		select {
		case k.wake <- struct{}{}:
		default:
		}
	}
}

// next takes one game from the queue. ok is false if it is empty.
func (k *Keeper) next() (d due, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.due) == 0 {
		return due{}, false
	}
	d, k.due = k.due[0], k.due[1:]
	return d, true
}

// Run archives games until the context ends: first those that were left over when the
// service last stopped, then those that end.
func (k *Keeper) Run(ctx context.Context) {
	wake := make(chan struct{}, 1)
	k.mu.Lock()
	k.wake = wake
	k.mu.Unlock()
	k.Missing(ctx)
	for ctx.Err() == nil {
		k.all(ctx)
		select {
		case <-ctx.Done():
		case <-wake:
		}
	}
}

// Done archives the games that a mail, a tick or the host has ended, unless Run does so.
func (k *Keeper) Done() {
	k.mu.Lock()
	kept := k.wake != nil
	k.mu.Unlock()
	if !kept {
		k.all(context.Background())
	}
}

func (k *Keeper) all(ctx context.Context) {
	for d, ok := k.next(); ok; d, ok = k.next() {
		k.finish(ctx, d.t, d.again)
	}
}

// finish archives a game that has ended, unless that is done already. If the context ends first, it is done
// after the next start: see Missing.
func (k *Keeper) finish(ctx context.Context, t *table.Table, again bool) {
	if t.Game.State().Result == nil && !again {
		return
	}
	if sum, ok := summaryOf(k.Dir(t.ID)); ok && sum.Over && sum.Events == len(t.Log) && !again {
		return
	}
	dir, err := k.Make(ctx, t)
	switch {
	case err != nil && ctx.Err() != nil:
		k.log.Info("archive.later", "game", t.ID)
	case err != nil:
		k.log.Error("archive.failed", "game", t.ID, "error", err)
	default:
		k.log.Info("archive.made", "game", t.ID, "folder", dir)
	}
}

// Missing archives the games that ended and were not archived before the service last
// stopped. The pages of a long game take seconds.
func (k *Keeper) Missing(ctx context.Context) {
	ids, err := k.desk.Ended()
	if err != nil {
		k.log.Error("game.list-failed", "error", err)
		return
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return
		}
		if sum, ok := summaryOf(k.Dir(id)); ok && sum.Over {
			continue
		}
		t, err := k.desk.Opened(id)
		if err != nil {
			k.log.Error("game.unreadable", "game", id, "error", err)
			continue
		}
		k.finish(ctx, t, false)
	}
	k.writeIndex()
}

// Dir is the folder of an archived game.
func (k *Keeper) Dir(game string) string { return filepath.Join(k.root, game) }

// Make writes the album of a game as it stands, and the page of all albums. It returns
// the album's folder.
func (k *Keeper) Make(ctx context.Context, t *table.Table) (dir string, err error) {
	k.making.Lock()
	defer k.making.Unlock()
	dir = k.Dir(t.ID)
	return dir, guard.Do(func() error {
		if err := os.MkdirAll(k.root, 0o755); err != nil {
			return err
		}
		if err := Write(ctx, k.desk, t, dir, indexPage); err != nil {
			return err
		}
		k.writeIndex()
		return nil
	})
}

// indexPage is the link from an album to the page of all finished games.
const indexPage = "../index.html"

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
