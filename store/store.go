package store

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"pbem/wholefile"
)

// Format is the version of the file format that this package writes. It reads all from 1 up to it.
const Format = 4

// A bbolt writer that outgrows the memory map waits for all readers, and new readers wait for it. So the map is large
// from the start (it takes only addresses) and the file grows in steps. Both are in bytes.
const (
	mapSize = 1 << 30
	growth  = 1 << 20
)

// Options says how to open a database. The zero value is right for a service.
type Options struct {
	ReadOnly bool          // open only to read; the file must exist
	Timeout  time.Duration // how long to wait for another process to close the file; 0 means one second
	NoSync   bool          // do not wait for the disk: a power cut may then ruin the file. For tests only

	// Report is called with damage that does not keep the database from being used, in words for the operator: once for
	// each, when the database is opened or when a list comes upon it. It may be called from several goroutines.
	Report func(damage string)
}

// DB is an open database.
type DB struct {
	bolt *bolt.DB
	path string

	superseded atomic.Int64 // mails, since Open
	writer     writer
	readers    reading
	passed     passed
	asleep     asleep
	forgotten  atomic.Uint64 // the last mail that ForgetKeys has deleted or passed over
	life       string        // random, from Open to Close
	writing    sync.Mutex    // held by whoever writes to the file, or keeps others from it
	stuck      bool          // a transaction could not be rolled back, see rolledBack
	old        bool          // the file has a format without checksums and was opened for reading

	report func(damage string)
	told   sync.Map // damage that was reported already
}

// Open opens the database at path. If there is none, it creates one that only its owner can read. It refuses a file of
// another kind or of a newer format and does not change it. A database can be open in one process for writing, or in
// any number only for reading.
func Open(path string, o Options) (*DB, error) {
	if o.Timeout == 0 {
		o.Timeout = time.Second
	}
	db, err := openDB(path, o)
	if err != nil {
		return nil, openError(path, err)
	}
	return db, nil
}

func openDB(path string, o Options) (db *DB, err error) {
	blank, err := inspect(path, o)
	if errors.Is(err, fs.ErrNotExist) && !o.ReadOnly {
		err = establish(path, o)
	}
	if err != nil {
		return nil, err
	}
	if db, err = openBolt(path, o); err != nil {
		return nil, err
	}
	if err := db.begin(blank); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// openBolt opens a file that inspect has accepted.
func openBolt(path string, o Options) (db *DB, err error) {
	defer faultsAsPanics()()
	defer guarded(&err)
	bo := o.bolt()
	bo.InitialMmapSize = mapSize
	b, err := bolt.Open(path, 0o600, bo)
	if err != nil {
		return nil, err
	}
	b.AllocSize = growth
	return &DB{bolt: b, path: path, life: rand.Text(), report: o.Report}, nil
}

// bolt makes bbolt use the first run of free pages that is long enough. With its other freelist type, which takes any
// run, a year of games put away left two fifths of the file free, in pieces too short for a mail; this leaves one in
// thirteen.
func (o Options) bolt() *bolt.Options {
	return &bolt.Options{
		ReadOnly: o.ReadOnly, Timeout: o.Timeout, NoSync: o.NoSync, NoGrowSync: o.NoSync,
		FreelistType: bolt.FreelistArrayType, NoStatistics: true,
	}
}

// Close waits for running transactions and closes the file. Later calls return an error. A file that is so damaged that a
// transaction could not be rolled back stays open as long as the process lives.
func (db *DB) Close() error {
	db.writing.Lock()
	defer db.writing.Unlock()
	if db.stuck {
		return errStuck
	}
	return db.bolt.Close()
}

// inspect checks the file without changing it: opening a foreign bbolt file for writing may already change it. blank
// means that the file has still to be filled.
func inspect(path string, o Options) (blank bool, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if info.Mode().IsRegular() && info.Size() == 0 && !o.ReadOnly {
		return true, nil
	}
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return false, ErrForeign
	}
	o.ReadOnly = true
	b, err := bolt.Open(path, 0, o.bolt())
	if err != nil {
		return false, readError(err)
	}
	blank, err = look(b, o.Report)
	return blank, errors.Join(err, b.Close())
}

// look checks the structure of the locked file and its format. Up to wholeUpTo bytes it also checks every row.
func look(b *bolt.DB, report func(string)) (blank bool, err error) {
	defer faultsAsPanics()()
	defer guarded(&err)
	if report == nil {
		report = func(string) {}
	}
	if err := examine(b.Path(), false, nil, report); err != nil {
		return false, err
	}
	old := false
	err = b.View(func(t *bolt.Tx) error {
		blank, err = checkFormat(tx{Tx: t})
		old = err == nil && !blank && tx{Tx: t}.format() < sumsFormat
		return err
	})
	if info, bad := os.Stat(b.Path()); err != nil || blank || bad != nil || info.Size() > wholeUpTo {
		return blank, err
	}
	if old {
		return false, examine(b.Path(), true, nil, func(string) {})
	}
	rows := newRows(report)
	err = examine(b.Path(), true, rows.visit, func(string) {})
	if err == nil {
		err = b.View(func(t *bolt.Tx) error { return rows.compare(tx{Tx: t}) })
	}
	return false, err
}

// wholeUpTo is the size in bytes up to which every row is checked before a database is used. That takes a quarter of a
// second. In a larger one rows are checked as they are read.
const wholeUpTo = 64 << 20

// readError distinguishes a file that bbolt cannot read from a system error.
func readError(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) || errors.Is(err, berrors.ErrTimeout) {
		return err
	}
	return ErrForeign
}

// checkFormat reports whether the file is an empty bbolt file, or returns why it cannot be used.
func checkFormat(t tx) (blank bool, err error) {
	if k, _ := t.Cursor().First(); k == nil {
		return true, nil
	}
	meta := t.in(bMeta)
	if meta == nil || string(meta.Get(formatKey)) != "pbem" {
		return false, t.foreign()
	}
	v, err := strconv.Atoi(string(meta.Get(versionKey)))
	if err != nil || v < 1 {
		return false, fmt.Errorf("%w: it names no format version", ErrDamaged)
	}
	all, err := t.readTallies()
	if v > Format && (err != nil || all == nil || all.Format > Format) {
		return false, fmt.Errorf("%w (its format is %d, this program knows %d)", ErrNewer, v, Format)
	}
	if err != nil {
		return false, err
	}
	if all != nil && all.Format != v || all == nil && v >= sumsFormat {
		return false, fmt.Errorf("%w: it does not agree with itself on its format", ErrDamaged)
	}
	for _, name := range bucketsOf(v) {
		if t.in(name) == nil {
			return false, fmt.Errorf("%w: its part %q is missing", ErrDamaged, name)
		}
	}
	return false, nil
}

// foreign is the error for a file that does not say it is ours. If most of our buckets are there, it is a damaged one
// of ours.
func (t tx) foreign() error {
	ours := 0
	for _, name := range buckets {
		if t.in(name) != nil {
			ours++
		}
	}
	if ours > len(buckets)/2 {
		return fmt.Errorf("%w: it does not say any more what it is", ErrDamaged)
	}
	return ErrForeign
}

// establish makes a new database beside path and renames it when it is complete. So a full disk or a crash leaves
// nothing half made there. If another process was quicker, its database stays.
func establish(path string, o Options) error {
	err := wholefile.Write(path, 0o600, wholefile.Keep, func(f *os.File) error {
		b, err := bolt.Open(f.Name(), 0o600, o.bolt())
		if err != nil {
			return err
		}
		err = (&DB{bolt: b, path: path}).update(create)
		return errors.Join(err, b.Close())
	})
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// begin fills a blank file, or checks again what may have changed since inspect.
func (db *DB) begin(blank bool) error {
	if db.bolt.IsReadOnly() || !blank {
		err := db.view(func(t tx) error {
			blank, err := checkFormat(t)
			if blank {
				return ErrForeign
			}
			if err != nil {
				return err
			}
			if db.old = t.format() < sumsFormat; db.bolt.IsReadOnly() {
				return t.halfway()
			}
			if m, moved, err := t.movedTo(); err != nil || moved {
				return cmp.Or(err, m.Err())
			}
			return nil
		})
		if err != nil || db.bolt.IsReadOnly() {
			return err
		}
		return db.migrate()
	}
	// an empty bbolt file
	return db.update(func(t tx) error {
		if blank, err := checkFormat(t); err != nil || !blank {
			return err
		}
		return create(t)
	})
}

func create(t tx) error {
	for _, name := range buckets {
		if _, err := t.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	if err := t.put(bMeta, formatKey, []byte("pbem")); err != nil {
		return err
	}
	t.sums.changed = true
	return t.put(bMeta, versionKey, []byte(strconv.Itoa(Format)))
}

// openError makes one sentence of an error of Open.
func openError(path string, err error) error {
	var pathErr *fs.PathError
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		err = ErrLocked
	case errors.As(err, &pathErr):
		err = fmt.Errorf("the database cannot be opened: %w", pathErr.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// view runs read on a consistent snapshot.
func (db *DB) view(read func(tx) error) (err error) {
	defer faultsAsPanics()()
	defer guarded(&err)
	defer db.readers.begin()()
	err = db.bolt.View(func(t *bolt.Tx) error { return read(db.tx(t)) })
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return err
}

func (db *DB) tx(t *bolt.Tx) tx {
	return tx{Tx: t, old: db.old, tell: db.tell, life: db.life, wake: db.asleep.wake}
}

// tell reports damage, each once.
func (db *DB) tell(d damage) {
	if _, known := db.told.LoadOrStore(d.Error(), true); !known && db.report != nil {
		db.report(d.what())
	}
}
