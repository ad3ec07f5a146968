package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"pbem/store/dump"
)

// A Move says where everything that was in a store is now.
type Move struct {
	To string    `json:"to"` // in words for the host
	At time.Time `json:"at"`
}

// movedKey is there once everything was moved elsewhere; in meta.
var movedKey = []byte("moved")

// Moved returns where everything was moved to; found is false for a store in use.
func (db *DB) Moved() (m Move, found bool, err error) {
	err = db.view(func(t tx) error {
		m, found, err = t.movedTo()
		return err
	})
	return m, found, err
}

func (t tx) movedTo() (m Move, found bool, err error) {
	v := t.get(bMeta, movedKey)
	if v == nil {
		return Move{}, false, nil
	}
	if err := json.Unmarshal(v, &m); err != nil {
		return Move{}, true, fmt.Errorf("%w: it does not say where its games were moved to", ErrDamaged)
	}
	return m, true, nil
}

// Leave gives everything to do, and notes where that says it is now. From then on the store opens only for reading. No
// service can begin to work on it meanwhile. If do fails, nothing is noted.
func (db *DB) Leave(do func(dump.Source) (Move, error)) error {
	m, err := do(db.Dump)
	if err != nil {
		return err
	}
	v, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return db.update(func(t tx) error { return t.put(bMeta, movedKey, v) })
}

// Err is the error of who wants to go on with a store that was moved.
func (m Move) Err() error {
	return fmt.Errorf("%w to %s, on %s; name that in the configuration", ErrMoved, m.To, m.At.UTC().Format("2 January 2006 at 15:04 MST"))
}

// Dump gives everything that the database holds, as of one moment. It is a [dump.Source]. A damaged row is an error.
func (db *DB) Dump(emit func(dump.Item) error) error {
	return db.view(func(t tx) error {
		if t.old {
			return errors.New("the database has an older format; open it for writing first")
		}
		var bad error
		t.tell = func(d damage) { bad = errors.Join(bad, d) }
		d := dumper{t, emit}
		for _, part := range []func() error{d.numbers, d.games, d.mails, d.commits, d.inbox, d.causes, d.deadlines, d.marks, d.counters} {
			if err := errors.Join(part(), bad); err != nil {
				return err
			}
		}
		return nil
	})
}

type dumper struct {
	tx
	emit func(dump.Item) error
}

func (d dumper) numbers() error {
	all, err := d.readTallies()
	if err != nil || all == nil {
		return err
	}
	n := dump.Numbers{IDs: all.of(bMeta).Last, Games: all.of(bOrder).Last}
	for _, bucket := range []string{bCommits, bMarks, bInbox, bQueue} {
		n.Rest = max(n.Rest, all.of(bucket).Last)
	}
	return d.emit(n)
}

func (d dumper) games() error {
	return d.scan(bOrder, nil, func(_, id []byte) error {
		h, body, v, err := d.standing(string(id))
		if err != nil {
			return err
		}
		return d.emit(dump.Game{
			ID: string(id), N: h.N, Created: h.Created, Events: v.Events, Record: v.Record, Away: h.Away, Body: bytes.Clone(body), Keys: h.Keys,
		})
	})
}

func (d dumper) mails() error {
	return d.scan(bMails, nil, func(id, v []byte) error {
		var h mailHead
		if _, err := unseal(v, &h); err != nil {
			return fmt.Errorf("mail %q: %w", id, err)
		}
		return d.emit(dump.Mail{
			ID: string(id), To: h.To, Topic: h.Topic, N: h.N, State: string(h.State), Queued: h.Queued, Next: h.Next, Tries: h.Tries,
			Error: h.LastError, Done: h.Done, Answers: h.Answers, Unless: h.Unless, Raw: bytes.Clone(d.get(bOutRaw, id)),
		})
	})
}

func (d dumper) commits() error {
	pruned := d.pruned()
	return d.scan(bCommits, nil, func(k, v []byte) error {
		var h commitHead
		if _, err := unseal(v, &h); err != nil {
			return fmt.Errorf("commit %d: %w", number(k), err)
		}
		c := dump.Commit{N: number(k), At: h.At, Cause: h.Cause, Pruned: number(k) <= pruned}
		if h.Was != "" {
			c.Cause = h.Was
		}
		if !c.Pruned {
			c.Queued = h.Queued
			if h.Cause != "" {
				c.Settled = append(c.Settled, h.Cause)
			}
			c.Settled = append(c.Settled, h.Also...)
		}
		for _, ch := range h.Changes {
			p, err := d.part(ch)
			if err != nil {
				return err
			}
			if ch.N > 0 {
				c.Parts = append(c.Parts, p)
			}
		}
		return d.emit(c)
	})
}

// part reads the events that a commit brought to a game.
func (d dumper) part(ch changeHead) (dump.Part, error) {
	p := dump.Part{Game: ch.Game, First: ch.From}
	for i := range ch.N {
		v := d.get(bEvents, join(ch.Game, num(uint64(ch.From+i))))
		if v == nil {
			return p, fmt.Errorf("%w: event %d of game %q is missing", ErrDamaged, ch.From+i, ch.Game)
		}
		_, data, err := eventRow(v)
		if err != nil {
			return p, err
		}
		p.Events = append(p.Events, bytes.Clone(data))
	}
	return p, nil
}

// inbox gives the inbound mails.
func (d dumper) inbox() error {
	aliases := map[string][]string{}
	err := d.scan(bAliases, nil, func(k, main []byte) error {
		aliases[string(main)] = append(aliases[string(main)], string(k))
		return nil
	})
	if err != nil {
		return err
	}
	return d.scan(bInbox, nil, func(key, v []byte) error {
		var h inHead
		meta, err := unseal(v, &h)
		if err != nil {
			return fmt.Errorf("inbound mail %q: %w", key, err)
		}
		c, err := d.cause(key)
		c.Mail = &dump.Inbound{N: h.N, Kept: h.At, Faults: h.Faults, Meta: bytes.Clone(meta), Raw: bytes.Clone(d.get(bInRaw, key)), Aliases: aliases[string(key)]}
		if err != nil {
			return err
		}
		return d.emit(c)
	})
}

// cause returns how a cause was settled, if it was.
func (d dumper) cause(key []byte) (dump.Cause, error) {
	var h settledHead
	_, _, err := d.row(bSettled, key, &h)
	return dump.Cause{Key: string(key), Outcome: h.Outcome, Settled: h.At, Commit: h.Commit}, err
}

// causes gives the other causes.
func (d dumper) causes() error {
	return d.scan(bSettled, nil, func(key, _ []byte) error {
		if d.has(bInbox, key) {
			return nil
		}
		c, err := d.cause(key)
		if err != nil {
			return err
		}
		return d.emit(c)
	})
}

func (d dumper) deadlines() error {
	return d.scan(bDeadlines, nil, func(k, v []byte) error {
		var h deadlineHead
		game, key := cut(k)
		if _, err := unseal(v, &h); err != nil {
			return fmt.Errorf("deadline %q: %w", k, err)
		}
		return d.emit(dump.Deadline{Game: game, Key: string(key), At: h.At})
	})
}

func (d dumper) marks() error {
	return d.scan(bMarks, nil, func(k, v []byte) error {
		m, err := d.unmark(string(k), v)
		if err != nil {
			return err
		}
		return d.emit(dump.Mark{Name: m.Name, Value: m.Value, Rev: uint64(m.Rev)})
	})
}

func (d dumper) counters() error {
	return d.scan(bCounters, nil, func(k, _ []byte) error {
		n, err := d.counter(string(k))
		if err != nil {
			return err
		}
		return d.emit(dump.Counter{Name: string(k), N: n})
	})
}

// settledBy returns the head of a commit that settles causes and brings events with a cause.
func settledBy(c dump.Commit) commitHead {
	h := commitHead{At: c.At.UTC(), Queued: c.Queued}
	switch {
	case len(c.Settled) == 0:
		h.Was = c.Cause
	case len(c.Parts) == 0 || c.Settled[0] == c.Cause:
		h.Cause, h.Also = c.Settled[0], slices.Clone(c.Settled[1:])
	default:
		h.Was, h.Also = c.Cause, c.Settled
	}
	return h
}
