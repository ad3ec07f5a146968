package dump

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"slices"
	"strings"
	"time"
)

// Kinds are what a digest counts, in the order in which they are told.
var Kinds = []string{"games", "events", "commits", "inbound mails", "other causes", "outgoing mails", "deadlines", "marks", "counters"}

// A Digest says how many items of each kind there were, and sums them up. Two stores with the same digest hold the same,
// in whatever order they give it and however they number commits.
type Digest struct {
	parts map[string]*part
	hash  hasher
}

type part struct {
	n   int
	sum [sha256.Size]byte // the exclusive or of the checksums of the items
}

// New returns the digest of nothing.
func New() *Digest { return &Digest{parts: map[string]*part{}, hash: hasher{sha256.New(), nil}} }

// Of returns the digest of everything that a store gives.
func Of(from Source) (*Digest, error) {
	d := New()
	return d, from(func(it Item) error { d.Add(it); return nil })
}

// Through returns a source that adds everything to the digest on its way.
func (d *Digest) Through(from Source) Source {
	return func(emit func(Item) error) error {
		return from(func(it Item) error { d.Add(it); return emit(it) })
	}
}

// Add adds an item.
func (d *Digest) Add(it Item) {
	if c, ok := it.(Commit); ok {
		for _, p := range c.Parts {
			for i, e := range p.Events {
				d.count(event{p.Game, p.First + i, c.At, c.Cause, e})
			}
		}
	}
	d.count(it)
}

func (d *Digest) count(it Item) {
	d.hash.Reset()
	kind := it.sum(&d.hash)
	if kind == "" {
		return
	}
	p := d.parts[kind]
	if p == nil {
		p = &part{}
		d.parts[kind] = p
	}
	p.n++
	for i, b := range d.hash.Sum(nil) {
		p.sum[i] ^= b
	}
}

// Count returns how many items of a kind there were.
func (d *Digest) Count(kind string) int {
	if p := d.parts[kind]; p != nil {
		return p.n
	}
	return 0
}

// Sum returns the checksum of a kind, as a short text.
func (d *Digest) Sum(kind string) string {
	var p part
	if d.parts[kind] != nil {
		p = *d.parts[kind]
	}
	return hex.EncodeToString(p.sum[:8])
}

// Empty reports whether there was nothing.
func (d *Digest) Empty() bool { return len(d.parts) == 0 }

// Differences returns the kinds in which two digests differ.
func (d *Digest) Differences(from *Digest) (kinds []string) {
	for _, kind := range Kinds {
		var a, b part
		if p := d.parts[kind]; p != nil {
			a = *p
		}
		if p := from.parts[kind]; p != nil {
			b = *p
		}
		if a != b {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// A hasher sums up fields so that no two lists of fields are confused.
type hasher struct {
	hash.Hash
	buf []byte
}

func (h *hasher) text(all ...string) {
	for _, s := range all {
		h.number(len(s))
		h.buf = append(h.buf[:0], s...)
		h.Write(h.buf)
	}
}

func (h *hasher) bytes(b []byte) {
	h.number(len(b))
	h.Write(b)
}

func (h *hasher) number(all ...int) {
	for _, n := range all {
		h.buf = binary.BigEndian.AppendUint64(h.buf[:0], uint64(n))
		h.Write(h.buf)
	}
}

func (h *hasher) time(all ...time.Time) {
	for _, t := range all {
		if t.IsZero() {
			h.number(math.MinInt)
		} else {
			h.number(int(t.UnixNano()))
		}
	}
}

func (h *hasher) list(all []string) {
	h.number(len(all))
	h.text(all...)
}

// key sums up the key of a mail or a cause. PostgreSQL keeps a hash of one with a zero byte.
func (h *hasher) key(all ...string) {
	for _, k := range all {
		h.text(Key(k))
	}
}

// Key returns a key of a mail or cause as every store can keep it: one with a zero byte is hashed.
func Key(key string) string {
	if strings.IndexByte(key, 0) < 0 {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// An event is one event of a commit.
type event struct {
	game  string
	n     int
	at    time.Time
	cause string
	data  []byte
}

func (e event) sum(h *hasher) string {
	h.text(e.game)
	h.key(e.cause)
	h.number(e.n)
	h.time(e.at)
	h.bytes(e.data)
	return "events"
}

// Numbers may be greater in one store than in another.
func (Numbers) sum(*hasher) string { return "" }

func (g Game) sum(h *hasher) string {
	h.text(g.ID)
	h.number(int(g.N), g.Events, g.Record, g.Away)
	h.time(g.Created)
	h.bytes(g.Body)
	h.list(g.Keys)
	return "games"
}

func (m Mail) sum(h *hasher) string {
	h.text(m.ID, m.To, m.Topic, m.State, m.Error, m.Unless)
	h.number(int(m.N), m.Tries)
	h.time(m.Queued, m.Next, m.Done, m.Answers)
	h.bytes(m.Raw)
	return "outgoing mails"
}

// Only a commit that settled or queued something counts, besides its events: no store needs others.
func (c Commit) sum(h *hasher) string {
	if c.Pruned || len(c.Settled)+len(c.Queued) == 0 {
		return ""
	}
	h.time(c.At)
	h.number(len(c.Settled))
	h.key(c.Settled...)
	h.list(c.Queued)
	return "commits"
}

func (c Cause) sum(h *hasher) string {
	h.key(c.Key)
	h.text(c.Outcome)
	h.time(c.Settled)
	if c.Mail == nil {
		return "other causes"
	}
	m := c.Mail
	h.number(int(m.N), m.Faults)
	h.time(m.Kept)
	h.bytes(m.Meta)
	if m.Raw == nil {
		h.text("pruned")
	}
	h.bytes(m.Raw)
	aliases := slices.Clone(m.Aliases)
	for i, a := range aliases {
		aliases[i] = Key(a)
	}
	slices.Sort(aliases)
	h.list(aliases)
	return "inbound mails"
}

func (d Deadline) sum(h *hasher) string {
	h.text(d.Game, d.Key)
	h.time(d.At)
	return "deadlines"
}

func (m Mark) sum(h *hasher) string {
	h.text(m.Name, m.Value)
	h.number(int(m.Rev))
	return "marks"
}

func (c Counter) sum(h *hasher) string {
	h.text(c.Name)
	h.number(c.N)
	return "counters"
}
