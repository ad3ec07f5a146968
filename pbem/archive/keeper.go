package archive

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"pbem/pbem/guard"
	"pbem/pbem/table"
)

// A Desk is what a Keeper asks of the service.
type Desk interface {
	Source
	// Ended lists the games that have ended.
	Ended() ([]string, error)
	// Versions returns how long the logs of games are.
	Versions(ids []string) (map[string]int, error)
	// Opened returns a game as it stands, also one that was put away.
	Opened(id string) (*table.Table, error)
	// ArchiveFailed tells the host why the folder cannot be written.
	ArchiveFailed(err error)
}

// A Keeper archives games. The log of a game is in the store, and its album is a copy for readers, of which each machine
// has its own. So a Keeper makes what is missing in its folder, whichever service has ended the game. It makes one album at a time and holds no lock meanwhile. A
// running service does that beside its mails; otherwise it is done at the end of the
// mail, tick or word of the host.
type Keeper struct {
	root string // folder of all albums
	desk Desk
	log  *slog.Logger

	making sync.Mutex // held while an album is made

	// Of Missing alone: how long the logs of the games were that it has dealt with, nil before it has run; and until when
	// it leaves those alone whose albums could not be made.
	seen  map[string]int
	later map[string]time.Time

	mu   sync.Mutex // guards the fields below
	due  []due
	wake chan struct{} // nil if nobody runs the keeper

	index indexing // guarded by making
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
	k.ring()
}

// ring wakes Run and reports whether anybody runs the keeper. The caller holds mu.
func (k *Keeper) ring() (runs bool) {
	if k.wake == nil {
		return false
	}
	select {
	case k.wake <- struct{}{}:
	default:
	}
	return true
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

const (
	lookEvery = time.Minute // how often albums are looked for that are missing
	lookRest  = 30          // and for how many times as long as it took it is not done again
)

// Run archives games until the context ends: those that end, and those whose albums are missing or too old, because they
// ended while the service did not run, or another one has ended them.
func (k *Keeper) Run(ctx context.Context) {
	wake := make(chan struct{}, 1)
	k.mu.Lock()
	k.wake = wake
	k.mu.Unlock()
	for ctx.Err() == nil {
		began := time.Now()
		k.Missing(ctx)
		for next := time.After(max(lookEvery, lookRest*time.Since(began))); next != nil && ctx.Err() == nil; {
			k.all(ctx)
			again := k.indexAtRest()
			select {
			case <-ctx.Done():
			case <-wake:
			case <-again:
			case <-next:
				next = nil
			}
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
		_ = k.finish(ctx, d.t, d.again) // it was logged
	}
}

// finish archives a game that has ended, unless that is done already. If the context ends first, it is done
// after the next start: see Missing. The error is that of the album.
func (k *Keeper) finish(ctx context.Context, t *table.Table, again bool) error {
	if t.Game.State().Result == nil && !again {
		return nil
	}
	if sum, ok := summaryOf(k.Dir(t.ID)); ok && sum.Over && sum.Events == len(t.Log) && !again {
		return nil
	}
	dir, err := k.Make(ctx, t)
	switch {
	case err != nil && ctx.Err() != nil:
		k.log.Info("archive.later", "game", t.ID)
	case err != nil:
		k.log.Error("archive.failed", "game", t.ID, "error", err)
		if isDisk(err) {
			k.desk.ArchiveFailed(err)
		}
	default:
		k.log.Info("archive.made", "game", t.ID, "folder", dir)
	}
	return err
}

// Dir is the folder of an archived game.
func (k *Keeper) Dir(game string) string { return filepath.Join(k.root, game) }

// Make writes the album of a game as it stands, and has the page of all albums written. It returns
// the album's folder.
func (k *Keeper) Make(ctx context.Context, t *table.Table) (dir string, err error) {
	k.making.Lock()
	defer k.making.Unlock()
	dir = k.Dir(t.ID)
	return dir, guard.Do(func() error {
		if err := os.MkdirAll(k.root, 0o755); err != nil {
			return err
		}
		defer k.changed() // an album may be there although the one it replaces cannot be removed
		return Write(ctx, k.desk, t, dir, indexPage)
	})
}

// Album makes the album of a game as it stands, over or not.
func (k *Keeper) Album(ctx context.Context, id string) (dir string, err error) {
	t, err := k.desk.Opened(id)
	if err != nil {
		return "", err
	}
	return k.Make(ctx, t)
}

// changed writes the page of all finished games, or has Run write it later if it rests. The caller holds making.
func (k *Keeper) changed() {
	k.mu.Lock()
	runs := k.ring()
	k.mu.Unlock()
	if k.index.stale = true; !runs || !k.index.rests() {
		_ = k.writeIndex() // it stays stale
	}
}

// indexPage is the link from an album to the page of all finished games.
const indexPage = "../index.html"
