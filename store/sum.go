package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Every row ends in the checksum of its bucket, key and value: CRC-32C, big-endian.
const sumSize = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumsOf are the checksums of the bucket names. The checksums of rows continue them.
var sumsOf = func() map[string]uint32 {
	sums := map[string]uint32{}
	for _, bucket := range buckets {
		sums[bucket] = crc32.Checksum([]byte(bucket), castagnoli)
	}
	return sums
}()

func sumOf(bucket string, key, value []byte) uint32 {
	named, ours := sumsOf[bucket]
	if !ours {
		named = crc32.Checksum([]byte(bucket), castagnoli)
	}
	sum := ^named
	for _, b := range [...]byte{0, byte(len(key) >> 8), byte(len(key))} { // like crc32.Update, but without allocating on the heap
		sum = castagnoli[byte(sum)^b] ^ sum>>8
	}
	return crc32.Update(crc32.Update(^sum, castagnoli, key), castagnoli, value)
}

// summed returns a value as it is stored.
func summed(bucket string, key, value []byte) []byte {
	out := make([]byte, len(value), len(value)+sumSize)
	copy(out, value)
	return binary.BigEndian.AppendUint32(out, sumOf(bucket, key, value))
}

// unsum undoes summed; ok is false if the checksum is wrong for the row.
func unsum(bucket string, key, stored []byte) (value []byte, ok bool) {
	n := len(stored) - sumSize
	if n < 0 {
		return nil, false
	}
	return stored[:n:n], storedSum(stored) == sumOf(bucket, key, stored[:n])
}

// storedSum returns the checksum at the end of a stored value.
func storedSum(stored []byte) uint32 {
	if len(stored) < sumSize {
		return 0
	}
	return binary.BigEndian.Uint32(stored[len(stored)-sumSize:])
}

// A damage is a row that is not as it was written.
type damage struct {
	bucket string
	key    []byte
}

func (d damage) Error() string { return fmt.Sprintf("%v (%s)", ErrDamaged, d.what()) }
func (d damage) Unwrap() error { return ErrDamaged }

// guarded is deferred. It turns the panics that a damaged file causes into errors: a row that is not as it was
// written, a panic of bbolt, a fault of mapped memory.
func guarded(err *error) {
	switch r := recover().(type) {
	case nil:
	case damage:
		*err = r
	case runtime.Error:
		if _, fault := r.(interface{ Addr() uintptr }); !fault && strings.Contains(r.Error(), "nil pointer") {
			panic(r) // not caused by the file
		}
		*err = fmt.Errorf("%w (%v)", ErrDamaged, r)
	default:
		*err = fmt.Errorf("%w (%v)", ErrDamaged, r)
	}
}

// faultsAsPanics makes memory faults in this goroutine panics, which can be recovered, until end is called.
func faultsAsPanics() (end func()) {
	was := debug.SetPanicOnFault(true)
	return func() { debug.SetPanicOnFault(was) }
}

// A tally sums up a bucket, so that missing rows are noticed: the number of its rows, the exclusive or of their
// checksums, and the last number given. All tallies are one row, written with every commit.
type tally struct {
	Rows int    `json:"n,omitempty"`
	Sum  uint32 `json:"x,omitempty"`
	Last uint64 `json:"last,omitempty"`
}

// tallies are those of all buckets, by name, and the format of the file.
type tallies struct {
	Format  int               `json:"format"`
	Buckets map[string]*tally `json:"buckets"`

	changed bool
}

// The rows in meta without a checksum: a reader must know what the file is before it knows how to read it.
var (
	formatKey  = []byte("format")
	versionKey = []byte("version")
	talliesKey = []byte("tallies")
)

func plain(bucket string, key []byte) bool {
	return bucket == bMeta && (string(key) == string(formatKey) || string(key) == string(versionKey) || string(key) == string(summingKey) ||
		string(key) == string(listingKey))
}

// uncounted rows are in no tally.
func uncounted(bucket string, key []byte) bool {
	return plain(bucket, key) || bucket == bMeta && string(key) == string(talliesKey)
}

// readTallies reads the tallies, nil if the file has none.
func (t tx) readTallies() (*tallies, error) {
	meta := t.in(bMeta)
	if meta == nil || meta.Get(talliesKey) == nil {
		return nil, nil
	}
	out := tallies{Buckets: map[string]*tally{}}
	v, ok := unsum(bMeta, talliesKey, meta.Get(talliesKey))
	if !ok || json.Unmarshal(v, &out) != nil {
		return nil, damage{bMeta, talliesKey}
	}
	return &out, nil
}

// of returns the tally of a bucket.
func (s *tallies) of(bucket string) *tally {
	if s.Buckets[bucket] == nil {
		s.Buckets[bucket] = &tally{}
	}
	return s.Buckets[bucket]
}

// count records that a stored value has replaced another; nil for none.
func (s *tallies) count(bucket string, key, was, is []byte) {
	if uncounted(bucket, key) {
		return
	}
	of := s.of(bucket)
	if was != nil {
		of.Rows--
		of.Sum ^= storedSum(was)
	}
	if is != nil {
		of.Rows++
		of.Sum ^= storedSum(is)
	}
	s.changed = true
}

// writeTallies writes the tallies of a transaction.
func (t tx) writeTallies() error {
	if t.sums == nil || !t.sums.changed {
		return nil
	}
	v, err := json.Marshal(t.sums)
	if err != nil {
		return err
	}
	t.sums.changed = false
	return t.in(bMeta).Put(talliesKey, summed(bMeta, talliesKey, v))
}

// rows sums up the rows that a walk visits.
type rows struct {
	report func(fault string)
	found  map[string]*tally
	bad    map[string]bool // buckets with rows that were reported
}

func newRows(report func(string)) *rows { return &rows{report, map[string]*tally{}, map[string]bool{}} }

func (r *rows) visit(bucket string, key, stored []byte) {
	if plain(bucket, key) {
		return
	}
	if _, ok := unsum(bucket, key, stored); !ok {
		r.report(damage{bucket, key}.what())
		r.bad[bucket] = true
	}
	if uncounted(bucket, key) {
		return
	}
	if r.found[bucket] == nil {
		r.found[bucket] = &tally{}
	}
	r.found[bucket].Rows++
	r.found[bucket].Sum ^= storedSum(stored)
}

// compare reports the buckets whose rows are not those that were written.
func (r *rows) compare(t tx) error {
	want, err := t.readTallies()
	if err != nil || want == nil {
		return err
	}
	for _, name := range buckets {
		var have, should tally
		if r.found[name] != nil {
			have = *r.found[name]
		}
		if want.Buckets[name] != nil {
			should = *want.Buckets[name]
		}
		if have.Rows != should.Rows {
			r.report(fmt.Sprintf("%q has %d rows and should have %d", name, have.Rows, should.Rows))
		} else if have.Sum != should.Sum && !r.bad[name] {
			r.report(fmt.Sprintf("%q has not the rows that were written", name))
		}
	}
	return nil
}

// what describes the damage without its consequences.
func (d damage) what() string {
	return fmt.Sprintf("%s %q is not as it was written", d.bucket, d.key)
}

// examine walks a locked file. It reports faults with which the file can be used, and returns a fault with which it
// cannot.
func examine(path string, whole bool, row func(bucket string, key, stored []byte), report func(string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	page := pageSize(f)
	if page == 0 {
		return ErrForeign
	}
	w := &walk{file: f, page: page, whole: whole, row: row, note: report, leaves: map[string]int{}}
	if err := w.run(info.Size()); err != nil {
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return nil
}
