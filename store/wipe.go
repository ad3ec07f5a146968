package store

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// What is deleted from a bbolt file stays in pages that nothing uses, until a commit happens to need them. Wipe overwrites
// these pages. A page is overwritten when the last two states of the file both list it as free: a crash leaves one of them.
// Commits wait meanwhile. Reading transactions that began before may still read such a page, so Wipe waits for their end
// first.

// wipeAtOnce is how many bytes are overwritten while commits wait.
const wipeAtOnce = 32 << 20

// ErrBusy means that somebody has read the file for so long that Wipe gave up. Call it later.
var ErrBusy = errors.New("the database is being read, such as for a backup")

// reading lets Wipe wait for those who have begun to read, while others begin.
type reading struct {
	mu  sync.Mutex
	now *sync.WaitGroup
}

// begin notes that somebody reads. They call the result at the end.
func (r *reading) begin() (done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now == nil {
		r.now = new(sync.WaitGroup)
	}
	r.now.Add(1)
	return r.now.Done
}

// ended waits until all have ended who read now, and reports whether they have in that time.
func (r *reading) ended(patience time.Duration) bool {
	r.mu.Lock()
	before := r.now
	r.now = nil
	r.mu.Unlock()
	if before == nil {
		return true
	}
	over := make(chan struct{})
	go func() { before.Wait(); close(over) }()
	select {
	case <-over:
		return true
	case <-time.After(patience):
		r.mu.Lock()
		defer r.mu.Unlock()
		joined := r.now
		both := new(sync.WaitGroup) // the next Wipe waits for these too
		both.Add(1)
		go func() {
			<-over
			if joined != nil {
				joined.Wait()
			}
			both.Done()
		}()
		r.now = both
		return false
	}
}

// Wipe overwrites what was deleted before the call, so that nobody finds it in the file any more. It returns ErrBusy if
// others read all the time. Backups made before are as they are.
func (db *DB) Wipe() error {
	if db.bolt.IsReadOnly() || db.old {
		return nil
	}
	for range 2 { // then neither of the two states has what was deleted before
		if err := db.transact(func(t tx) error { t.sums.changed = true; return nil }); err != nil {
			return err
		}
	}
	for after, busy := uint64(0), 0; ; {
		next, err := db.wipe(after)
		switch {
		case errors.Is(err, ErrBusy) && busy < mostBusy:
			busy++
			time.Sleep(wipePause)
		case err != nil || next == 0:
			return err
		default:
			after = next
		}
	}
}

const (
	mostBusy     = 50
	wipePause    = 20 * time.Millisecond
	wipePatience = 100 * time.Millisecond // commits wait so long for those who read
)

// wipe overwrites some free pages behind one. It returns the last one, 0 if there are no more.
func (db *DB) wipe(after uint64) (last uint64, err error) {
	defer faultsAsPanics()()
	defer guarded(&err)
	release, err := db.hold()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, release()) }()
	if !db.readers.ended(wipePatience) {
		return 0, ErrBusy
	}
	f, err := os.OpenFile(db.path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	page := int64(db.bolt.Info().PageSize)
	free, err := freeInBoth(f, page)
	if err != nil {
		return 0, err
	}
	blank := make([]byte, page)
	for n := int64(0); len(free) > 0; free = free[1:] {
		if free[0] <= after {
			continue
		}
		if n >= wipeAtOnce {
			break
		}
		if _, err := f.WriteAt(blank, int64(free[0])*page); err != nil {
			return 0, err
		}
		last, n = free[0], n+page
	}
	if len(free) == 0 {
		last = 0
	}
	return last, f.Sync()
}

// freeInBoth lists the pages that both of the last two states of a locked file list as free.
func freeInBoth(f *os.File, page int64) (free []uint64, err error) {
	var lists [2][]uint64
	for id := range int64(2) {
		w := walk{file: f, page: page, note: func(string) {}}
		b := make([]byte, header+64)
		if err := w.read(b, id*page); err != nil {
			return nil, err
		}
		m, ok := readMeta(b[header:], page)
		if !ok {
			return nil, fmt.Errorf("%w: page %d is spoilt", ErrDamaged, id)
		}
		w.pageMeta = m
		for _, set := range []*bitmap{&w.marked, &w.heads, &w.free} {
			*set = make(bitmap, w.end/64+1)
		}
		if err := w.freelist(); err != nil {
			return nil, fmt.Errorf("%w (%w)", ErrDamaged, err)
		}
		lists[id] = w.listed
	}
	for other := lists[1]; len(lists[0]) > 0 && len(other) > 0; {
		switch a, b := lists[0][0], other[0]; {
		case a < b:
			lists[0] = lists[0][1:]
		case a > b:
			other = other[1:]
		default:
			free, lists[0], other = append(free, a), lists[0][1:], other[1:]
		}
	}
	return free, nil
}
