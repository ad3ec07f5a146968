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
)

// since2 are the buckets that format 1 did not have.
var since2 = []string{bKeyed, bSizes}

// bucketsOf are those of a format.
func bucketsOf(format int) []string {
	if format == 1 {
		return buckets[:len(buckets)-len(since2)]
	}
	return buckets
}

var buckets = []string{
	bMeta, bCommits, bGames, bOrder, bEvents, bInbox, bInRaw, bAliases, bUnsettled, bSettled,
	bMails, bOutRaw, bQueue, bFailed, bTopics, bDeadlines, bDue, bMarks, bCounters, bKeyed, bSizes,
}

// tx is a transaction with the few accesses this package needs. Bytes it returns are valid only within it.
type tx struct{ *bolt.Tx }

func (t tx) in(bucket string) *bolt.Bucket { return t.Bucket([]byte(bucket)) }

func (t tx) get(bucket string, key []byte) []byte { return t.in(bucket).Get(key) }

func (t tx) has(bucket string, key []byte) bool { return t.get(bucket, key) != nil }

func (t tx) put(bucket string, key, value []byte) error { return t.in(bucket).Put(key, value) }

func (t tx) del(bucket string, key []byte) error { return t.in(bucket).Delete(key) }

// next gives the bucket's next number, from 1.
func (t tx) next(bucket string) (uint64, error) { return t.in(bucket).NextSequence() }

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
	c := t.in(bucket).Cursor()
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := visit(k, v); err != nil {
			return err
		}
	}
	return nil
}

// last is the greatest number among a bucket's number keys, 0 if it is empty.
func (t tx) last(bucket string) uint64 {
	k, _ := t.in(bucket).Cursor().Last()
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
