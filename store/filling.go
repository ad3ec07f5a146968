package store

import (
	"errors"
	"fmt"
	"os"

	"pbem/store/dump"
	"pbem/wholefile"
)

// Fill makes a new database file of everything that a store gives. The file gets its name once it is complete. If there
// is a file of that name, give decides what becomes of it.
func Fill(path string, from dump.Source, give wholefile.Give) error {
	return wholefile.Write(path, 0o600, give, func(f *os.File) error {
		o := Options{NoSync: true} // the file is synced when it is complete
		db, err := openBolt(f.Name(), o)
		if err != nil {
			return err
		}
		if err = db.transact(create); err == nil {
			err = db.fill(from)
		}
		return errors.Join(err, db.Close())
	})
}

// fillAtOnce is how many bytes are written in one transaction, about, and rowsAtOnce how many items: until a transaction
// ends bbolt keeps all that comes between two old rows in one list, and each row in the middle moves those behind it.
const (
	fillAtOnce = 16 << 20
	rowsAtOnce = 5000
)

// fill writes items in transactions of some megabytes.
func (db *DB) fill(from dump.Source) error {
	f := &filling{commits: map[uint64]uint64{}}
	var batch []dump.Item
	size := 0
	flush := func() error {
		err := db.transact(func(t tx) error {
			for _, it := range batch {
				if err := f.put(t, it); err != nil {
					return err
				}
			}
			return nil
		})
		batch, size = batch[:0], 0
		return err
	}
	err := from(func(it dump.Item) error {
		batch = append(batch, it)
		if size += weight(it); size < fillAtOnce && len(batch) < rowsAtOnce {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	return db.transact(f.end)
}

// weight returns about how many bytes an item takes.
func weight(it dump.Item) int {
	n := 200
	switch it := it.(type) {
	case dump.Game:
		n += len(it.Body)
	case dump.Mail:
		n += len(it.Raw)
	case dump.Cause:
		if it.Mail != nil {
			n += len(it.Mail.Raw)
		}
	case dump.Commit:
		for _, p := range it.Parts {
			for _, e := range p.Events {
				n += 100 + len(e)
			}
		}
	}
	return n
}

// filling is a database that is being filled.
type filling struct {
	numbers dump.Numbers
	commits map[uint64]uint64 // by the number of a commit that is not pruned, its number here
	pruned  uint64
}

func (f *filling) put(t tx, it dump.Item) error {
	switch it := it.(type) {
	case dump.Numbers:
		f.numbers = it
		return nil
	case dump.Game:
		return f.game(t, it)
	case dump.Mail:
		return f.mail(t, it)
	case dump.Commit:
		return f.commit(t, it)
	case dump.Cause:
		return f.cause(t, it)
	case dump.Deadline:
		return t.setDeadline(Deadline{Game: it.Game, Key: it.Key, At: it.At})
	case dump.Mark:
		return t.setRow(bMarks, []byte(it.Name), markHead{Rev(it.Rev)}, []byte(it.Value))
	case dump.Counter:
		_, err := t.add(it.Name, it.N)
		return err
	}
	return fmt.Errorf("%w: an item of a kind that this store does not know: %T", ErrInvalid, it)
}

func (f *filling) game(t tx, g dump.Game) error {
	id := []byte(g.ID)
	h := gameHead{N: g.N, Created: g.Created.UTC(), Revision: g.Record, Keys: g.Keys, Away: g.Away}
	if err := t.put(bOrder, num(g.N), id); err != nil {
		return err
	}
	if err := t.setKeys(g.ID, g.N, nil, g.Keys); err != nil {
		return err
	}
	if err := t.setRow(bGames, id, h, g.Body); err != nil {
		return err
	}
	return t.setRow(bVersions, id, versionHead{g.Events, g.Record}, nil)
}

func (f *filling) mail(t tx, m dump.Mail) error {
	id, n := []byte(m.ID), num(m.N)
	h := mailHead{N: m.N, To: m.To, Topic: m.Topic, State: State(m.State), Queued: m.Queued.UTC(), Next: m.Next.UTC(), Tries: m.Tries,
		LastError: m.Error, Done: m.Done.UTC(), Answers: m.Answers.UTC(), Unless: m.Unless}
	var err error
	switch h.State {
	case Queued:
		if m.Topic != "" {
			err = t.put(bTopics, join(m.Topic, n), id)
		}
		err = errors.Join(err, t.put(bQueue, n, id), t.resize(sizeQueue, 1), t.put(bOutRaw, id, m.Raw))
	case Failed:
		err = errors.Join(t.put(bFailed, n, id), t.put(bOutRaw, id, m.Raw))
	}
	return errors.Join(err, t.setRow(bMails, id, h, nil))
}

// commit writes a commit with its events. Commits are numbered anew: here no number may be missing. All that are pruned
// come first.
func (f *filling) commit(t tx, c dump.Commit) error {
	n, err := t.next(bCommits)
	if err != nil {
		return err
	}
	if c.Pruned {
		f.pruned = n
	} else {
		f.commits[c.N] = n
	}
	h := settledBy(c)
	for _, p := range c.Parts {
		h.Changes = append(h.Changes, changeHead{Game: p.Game, From: p.First, N: len(p.Events)})
		for i, e := range p.Events {
			if err := t.setRow(bEvents, join(p.Game, num(uint64(p.First+i))), eventHead{Commit: n}, e); err != nil {
				return err
			}
		}
	}
	return t.setRow(bCommits, num(n), h, nil)
}

func (f *filling) cause(t tx, c dump.Cause) error {
	key := []byte(c.Key)
	if c.Outcome != "" {
		h := settledHead{At: c.Settled.UTC(), Outcome: c.Outcome, Commit: f.commits[c.Commit]}
		if err := t.setRow(bSettled, key, h, nil); err != nil {
			return err
		}
	}
	m := c.Mail
	if m == nil {
		return nil
	}
	err := t.setRow(bInbox, key, inHead{N: m.N, At: m.Kept.UTC(), Faults: m.Faults}, m.Meta)
	if m.Raw != nil {
		err = errors.Join(err, t.put(bInRaw, key, m.Raw))
	}
	if c.Outcome == "" {
		err = errors.Join(err, t.put(bUnsettled, num(m.N), key))
	}
	for _, a := range m.Aliases {
		err = errors.Join(err, t.put(bAliases, []byte(a), key))
	}
	return errors.Join(err, t.arrive(m.N, key, m.Aliases...))
}

// end writes what is known once all items are there.
func (f *filling) end(t tx) error {
	t.sums.of(bMeta).Last = f.numbers.IDs
	t.sums.of(bOrder).Last = f.numbers.Games
	for _, bucket := range []string{bMarks, bInbox, bQueue} {
		t.sums.of(bucket).Last = f.numbers.Rest
	}
	t.sums.changed = true
	return t.notePruned(f.pruned, int(f.pruned), nil)
}
