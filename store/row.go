package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// The buckets. Their names are a file format.
const (
	bMeta      = "meta"
	bCommits   = "commits"
	bGames     = "games"
	bOrder     = "order"
	bEvents    = "events"
	bInbox     = "inbox"
	bInRaw     = "inraw"
	bAliases   = "aliases"
	bUnsettled = "unsettled"
	bSettled   = "settled"
	bMails     = "mails"
	bOutRaw    = "outraw"
	bQueue     = "queue"
	bFailed    = "failed"
	bTopics    = "topics"
	bDeadlines = "deadlines"
	bDue       = "due"
	bMarks     = "marks"
	bCounters  = "counters"
	bKeyed     = "keyed"
	bSizes     = "sizes"
	bVersions  = "versions"
	bArrived   = "arrived"
)

// Buckets that earlier formats did not have.
var (
	since2 = []string{bKeyed, bSizes}
	since3 = []string{bVersions}
	since4 = []string{bArrived}
)

// bucketsOf returns the buckets of a format.
func bucketsOf(format int) []string {
	n := len(buckets)
	if format < 4 {
		n -= len(since4)
	}
	if format < 3 {
		n -= len(since3)
	}
	if format < 2 {
		n -= len(since2)
	}
	return buckets[:n]
}

var buckets = []string{
	bMeta, bCommits, bGames, bOrder, bEvents, bInbox, bInRaw, bAliases, bUnsettled, bSettled,
	bMails, bOutRaw, bQueue, bFailed, bTopics, bDeadlines, bDue, bMarks, bCounters, bKeyed, bSizes, bVersions, bArrived,
}

// tx is a transaction with the few kinds of access that this package needs. Bytes that it returns are valid
// only during the transaction. Reading a damaged row panics with a damage; listing rows reports a damaged row
// and skips it.
type tx struct {
	*bolt.Tx
	old  bool     // the file is of a format without checksums
	sums *tallies // only in a transaction that writes
	tell func(damage)
	life string // identifies the run of the database: see held
	wake func(place uint64)
}

func (t tx) in(bucket string) *bolt.Bucket { return t.Bucket([]byte(bucket)) }

func (t tx) get(bucket string, key []byte) []byte {
	v := t.in(bucket).Get(key)
	if v == nil || t.old || plain(bucket, key) {
		return v
	}
	v, ok := unsum(bucket, key, v)
	if !ok {
		panic(damage{bucket, bytes.Clone(key)})
	}
	return v
}

func (t tx) has(bucket string, key []byte) bool { return t.in(bucket).Get(key) != nil }

func (t tx) put(bucket string, key, value []byte) error {
	if t.sums != nil {
		t.sums.changed = true
	}
	if t.old || plain(bucket, key) {
		return t.in(bucket).Put(key, value)
	}
	b, v := t.in(bucket), summed(bucket, key, value)
	t.sums.count(bucket, key, b.Get(key), v)
	return b.Put(key, v)
}

func (t tx) del(bucket string, key []byte) error {
	b := t.in(bucket)
	if !t.old {
		t.sums.count(bucket, key, b.Get(key), nil)
	}
	return b.Delete(key)
}

// next returns the next number of the bucket, from 1.
func (t tx) next(bucket string) (uint64, error) {
	if t.old {
		return t.in(bucket).NextSequence()
	}
	of := t.sums.of(bucket)
	of.Last++
	t.sums.changed = true
	return of.Last, nil
}

// given returns the last number that was given in a bucket.
func (t tx) given(bucket string) (uint64, error) {
	if t.old {
		return t.in(bucket).Sequence(), nil
	}
	all, err := t.readTallies()
	if err != nil || all == nil {
		return 0, err
	}
	return all.of(bucket).Last, nil
}

// A cursor iterates over a bucket and skips damaged rows.
type cursor struct {
	*bolt.Cursor
	t      tx
	bucket string
}

func (t tx) cursor(bucket string) cursor { return cursor{t.in(bucket).Cursor(), t, bucket} }

func (c cursor) First() (k, v []byte)          { return c.sound(c.Cursor.Next)(c.Cursor.First()) }
func (c cursor) Next() (k, v []byte)           { return c.sound(c.Cursor.Next)(c.Cursor.Next()) }
func (c cursor) Seek(key []byte) (k, v []byte) { return c.sound(c.Cursor.Next)(c.Cursor.Seek(key)) }
func (c cursor) Last() (k, v []byte)           { return c.sound(c.Cursor.Prev)(c.Cursor.Last()) }

// sound returns a function that skips damaged rows with step.
func (c cursor) sound(step func() (k, v []byte)) func(k, v []byte) ([]byte, []byte) {
	return func(k, v []byte) ([]byte, []byte) {
		for ; k != nil; k, v = step() {
			if c.t.old || plain(c.bucket, k) {
				return k, v
			}
			value, ok := unsum(c.bucket, k, v)
			if ok {
				return k, value
			}
			c.t.tell(damage{c.bucket, bytes.Clone(k)})
		}
		return nil, nil
	}
}

// passOver calls do for one of many rows. If the row is damaged, it reports that and continues.
func (t tx) passOver(do func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case damage:
			t.tell(r)
		default:
			panic(r)
		}
	}()
	return do()
}

// sound calls do for one of many rows. If the row is damaged, it returns that as an error.
func (t tx) sound(do func() error) (err error) {
	defer guarded(&err)
	return do()
}

// row reads a head and returns the bytes that follow it; found is false if there is no such row.
func (t tx) row(bucket string, key []byte, head any) (body []byte, found bool, err error) {
	v := t.get(bucket, key)
	if v == nil {
		return nil, false, nil
	}
	body, err = unseal(v, head)
	if err != nil {
		err = fmt.Errorf("%s %q: %w", bucket, key, err)
	}
	return body, true, err
}

// setRow writes a head and the bytes that follow it.
func (t tx) setRow(bucket string, key []byte, head any, body []byte) error {
	v, err := seal(head, body)
	if err != nil {
		return err
	}
	return t.put(bucket, key, v)
}

// scan visits the keys that begin with prefix, in order.
func (t tx) scan(bucket string, prefix []byte, visit func(k, v []byte) error) error {
	c := t.cursor(bucket)
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := visit(k, v); err != nil {
			return err
		}
	}
	return nil
}

// last is the greatest number among a bucket's number keys, 0 if it is empty.
func (t tx) last(bucket string) uint64 {
	k, _ := t.cursor(bucket).Last()
	if len(k) < 8 {
		return 0
	}
	return number(k)
}

func seal(head any, body []byte) ([]byte, error) {
	h, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	return append(append(h, '\n'), body...), nil
}

func unseal(v []byte, head any) ([]byte, error) {
	h, body, ok := bytes.Cut(v, []byte{'\n'})
	if !ok {
		return nil, fmt.Errorf("%w: row without a head", ErrDamaged)
	}
	if err := json.Unmarshal(h, head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return body, nil
}

// num is the key form of n.
func num(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// number reads what num wrote from the first eight bytes.
func number(key []byte) uint64 { return binary.BigEndian.Uint64(key) }

// join puts a zero byte between name and rest, so that names of different length cannot be confused.
func join(name string, rest []byte) []byte {
	return append(append([]byte(name), 0), rest...)
}

// cut undoes join.
func cut(key []byte) (name string, rest []byte) {
	n, rest, _ := bytes.Cut(key, []byte{0})
	return string(n), rest
}
