package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"
)

// Commit is all that follows from one inbound mail, one tick of the clock or one word of the host. It may concern any
// number of games, even none.
type Commit struct {
	At        time.Time      // when it was decided; required
	Cause     string         // what it settles: an inbound mail's key or another name used once; "" for nothing
	Outcome   string         // the result ("applied", "rejected", ...); required with a cause
	Also      []Settling     // other causes that it settles, such as a mail that was decided again
	Changes   []Change       // to games, in order
	Ended     []Ending       // mails that are sent no more, before Drop; one that is not there is passed over
	Drop      []string       // topics: queued mails on them are superseded, before Mails are queued
	Mails     []Mail         // to be sent; one whose ID was ever queued is skipped
	Deadlines []Deadline     // to be set, or cleared where At is zero
	Marks     Marks          // to be set or cleared
	Expect    map[string]Rev // revisions that marks must have, whether this commit sets them or not; 0 for a mark that must not exist
	Add       map[string]int // to add to counters

	// Seen is like Expect for marks that many commits look at and hardly any changes: such commits do not wait for each
	// other. A commit that is written at the same moment as a change of the mark counts as written before it.
	Seen map[string]Rev
}

// Settling is how a cause ends.
type Settling struct{ Cause, Outcome string }

// Change is what a commit does to one game.
type Change struct {
	Game   string            // id
	Expect Version           // the version on which this was decided; zero for a new game
	Record json.RawMessage   // replaces the game's record; nil leaves it as it is; a new game needs one
	Events []json.RawMessage // appended to the game's log
	Keys   []string          // by which the game is found from now on; only with a Record; nil leaves them as they are

	// Away removes the log from the store, because the caller keeps it in another form. The game stays, at its version, with
	// the new Record. Back brings the whole log back, as Load gave it. Neither goes with new Events.
	Away bool
	Back []Event

	// Reworded replaces events of the log, by number: the same facts in other words, without somebody's name. It goes with a
	// Record, so that the game is at another version.
	Reworded map[int]json.RawMessage

	// Gone deletes the game for good: its log, record, keys and deadlines. It goes with nothing else but Expect.
	Gone bool
}

type commitHead struct {
	At      time.Time    `json:"at"`
	Cause   string       `json:"cause,omitempty"`
	Also    []string     `json:"also,omitempty"` // causes
	Outcome string       `json:"outcome,omitempty"`
	Changes []changeHead `json:"changes,omitempty"`
	Queued  []string     `json:"queued,omitempty"`
	Dropped []string     `json:"dropped,omitempty"`
	Was     string       `json:"was,omitempty"` // the cause of events that were brought back; it settles nothing
}

type changeHead struct {
	Game     string `json:"game"`
	From     int    `json:"from"`          // index of the first event
	N        int    `json:"n,omitempty"`   // number of events
	Revision int    `json:"rev,omitempty"` // of the record, if it was replaced
}

// Commit writes c whole or not at all. It returns ErrSettled if the cause is settled already. Else it returns
// ErrConflict if a game's version or a mark's revision is not as expected, ErrInvalid if c is malformed, or the error
// of the disk.
func (db *DB) Commit(c Commit) error {
	if err := c.Check(); err != nil {
		return err
	}
	return db.update(func(t tx) error {
		dropped, err := t.commit(c)
		t.OnCommit(func() { db.superseded.Add(int64(dropped)) })
		return err
	})
}

// Check returns ErrInvalid if c is malformed.
func (c Commit) Check() error {
	if c.At.IsZero() {
		return fmt.Errorf("%w: commit without a time", ErrInvalid)
	}
	if (c.Cause == "") != (c.Outcome == "") {
		return fmt.Errorf("%w: a cause needs an outcome and an outcome a cause", ErrInvalid)
	}
	for _, s := range c.Also {
		if s.Cause == "" || s.Outcome == "" {
			return fmt.Errorf("%w: a cause needs an outcome and an outcome a cause", ErrInvalid)
		}
	}
	for _, ch := range c.Changes {
		if err := ch.check(); err != nil {
			return err
		}
	}
	return c.checkNames()
}

func (c Commit) checkNames() error {
	for _, e := range c.Ended {
		if err := e.Check(); err != nil {
			return err
		}
		if e.To == Queued {
			return fmt.Errorf("%w: mail %q ends, and is to be tried again", ErrInvalid, e.ID)
		}
	}
	for _, topic := range c.Drop {
		if err := CheckName("topic", topic); err != nil {
			return err
		}
	}
	for _, m := range c.Mails {
		if err := m.check(); err != nil {
			return err
		}
	}
	for _, d := range c.Deadlines {
		if err := d.check(); err != nil {
			return err
		}
	}
	if err := c.Marks.Check(); err != nil {
		return err
	}
	for _, expected := range []map[string]Rev{c.Expect, c.Seen} {
		for name := range expected {
			if err := CheckName("mark", name); err != nil {
				return err
			}
		}
	}
	for name := range c.Add {
		if err := CheckName("counter", name); err != nil {
			return err
		}
	}
	return nil
}

func (ch Change) check() error {
	if err := CheckName("game id", ch.Game); err != nil {
		return err
	}
	if ch.Record != nil && !json.Valid(ch.Record) {
		return fmt.Errorf("%w: the record of game %q is not JSON", ErrInvalid, ch.Game)
	}
	if ch.Keys != nil && ch.Record == nil {
		return fmt.Errorf("%w: keys of game %q without a record", ErrInvalid, ch.Game)
	}
	if err := checkKeys(ch.Keys); err != nil {
		return err
	}
	if (ch.Away || ch.Back != nil) && (len(ch.Events) > 0 || ch.Record == nil || ch.Away && ch.Back != nil) {
		return fmt.Errorf("%w: the log of game %q goes away or comes back with a record and nothing else", ErrInvalid, ch.Game)
	}
	if ch.Gone && (ch.Record != nil || len(ch.Events) > 0 || ch.Away || ch.Back != nil || ch.Expect == Version{}) {
		return fmt.Errorf("%w: game %q, which goes, changes, or was never there", ErrInvalid, ch.Game)
	}
	if err := ch.checkReworded(); err != nil {
		return err
	}
	for i, e := range ch.Back {
		if !json.Valid(e.Data) || e.N != i || e.At.IsZero() {
			return fmt.Errorf("%w: event %d of game %q, which comes back, is not JSON or not in its place", ErrInvalid, i, ch.Game)
		}
	}
	for i, e := range ch.Events {
		if !json.Valid(e) {
			return fmt.Errorf("%w: new event %d of game %q is not JSON", ErrInvalid, i, ch.Game)
		}
	}
	return nil
}

// commit writes c and returns how many mails it dropped.
func (t tx) commit(c Commit) (dropped int, err error) {
	n, err := t.next(bCommits)
	if err != nil {
		return 0, err
	}
	h := commitHead{At: c.At.UTC(), Outcome: c.Outcome}
	if c.Cause != "" {
		if h.Cause, err = t.settle(Settling{c.Cause, c.Outcome}, h.At, n); err != nil {
			return 0, err
		}
	}
	for _, s := range c.Also {
		main, err := t.settle(s, h.At, n)
		if err != nil {
			return 0, err
		}
		h.Also = append(h.Also, main)
	}
	if err := cmp.Or(t.expected(c.Expect), t.expected(c.Seen)); err != nil {
		return 0, err
	}
	for _, ch := range c.Changes {
		done, err := t.change(ch, n, h.At)
		if err != nil {
			return 0, err
		}
		h.Changes = append(h.Changes, done)
	}
	if err := t.endAll(c.Ended); err != nil {
		return 0, err
	}
	if h.Dropped, err = t.drop(c.Drop, h.At); err != nil {
		return 0, err
	}
	if h.Queued, err = t.enqueue(c.Mails, h.At); err != nil {
		return 0, err
	}
	if err := t.aside(c); err != nil {
		return 0, err
	}
	return len(h.Dropped), t.setRow(bCommits, num(n), h, nil)
}

// aside writes what belongs to neither logs nor mails.
func (t tx) aside(c Commit) error {
	for _, d := range c.Deadlines {
		if err := t.setDeadline(d); err != nil {
			return err
		}
	}
	if err := t.setMarks(c.Marks); err != nil {
		return err
	}
	for name, delta := range c.Add {
		if _, err := t.add(name, delta); err != nil {
			return err
		}
	}
	return nil
}

// change appends to one game's log and replaces its record.
func (t tx) change(ch Change, commit uint64, at time.Time) (changeHead, error) {
	h, _, have, err := t.standing(ch.Game)
	if err != nil {
		return changeHead{}, err
	}
	if have != ch.Expect {
		return changeHead{}, fmt.Errorf("game %q is at %v, not at %v: %w", ch.Game, have, ch.Expect, ErrConflict)
	}
	if ch.Gone {
		return changeHead{Game: ch.Game, From: have.Events}, t.remove(ch.Game, h)
	}
	if have == (Version{}) && ch.Record == nil {
		return changeHead{}, fmt.Errorf("%w: new game %q has no record", ErrInvalid, ch.Game)
	}
	if h.Away > 0 != (ch.Back != nil) && (len(ch.Events)+len(ch.Reworded) > 0 || ch.Away || ch.Back != nil) {
		return changeHead{}, fmt.Errorf("game %q: %w, or it is not", ch.Game, ErrAway)
	}
	done := changeHead{Game: ch.Game, From: have.Events, N: len(ch.Events)}
	if h, err = t.moveLog(ch, h, have.Events); err != nil {
		return changeHead{}, err
	}
	if err := t.reword(ch); err != nil {
		return changeHead{}, err
	}
	if ch.Record != nil {
		done.Revision = have.Record + 1
		if err := t.setRecord(ch, h, at); err != nil {
			return changeHead{}, err
		}
	}
	for i, e := range ch.Events {
		key := join(ch.Game, num(uint64(have.Events+i)))
		if err := t.setRow(bEvents, key, eventHead{Commit: commit}, e); err != nil {
			return changeHead{}, err
		}
	}
	now := versionHead{have.Events + len(ch.Events), max(have.Record, done.Revision)}
	return done, t.setRow(bVersions, []byte(ch.Game), now, nil)
}

// setRecord replaces a game's record. h is the game's head so far, zero for a new game.
func (t tx) setRecord(ch Change, h gameHead, at time.Time) error {
	if h.Revision == 0 {
		n, err := t.next(bOrder)
		if err != nil {
			return err
		}
		if err := t.put(bOrder, num(n), []byte(ch.Game)); err != nil {
			return err
		}
		h.N, h.Created = n, at
	}
	h.Revision++
	if ch.Keys != nil {
		if err := t.setKeys(ch.Game, h.N, h.Keys, ch.Keys); err != nil {
			return err
		}
		h.Keys = ch.Keys
	}
	return t.setRow(bGames, []byte(ch.Game), h, ch.Record)
}
