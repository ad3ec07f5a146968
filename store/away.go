package store

import (
	"fmt"
	"slices"
)

// moveLog takes a game's log, of so many events, out of the store, or puts it back.
func (t tx) moveLog(ch Change, h gameHead, events int) (gameHead, error) {
	switch {
	case ch.Away && events > 0:
		h.Away = events
		return h, t.putAway(ch.Game, events)
	case ch.Back != nil:
		if len(ch.Back) != h.Away {
			return h, fmt.Errorf("%w: %d events of game %q come back, and %d were put away", ErrInvalid, len(ch.Back), ch.Game, h.Away)
		}
		h.Away = 0
		return h, t.bringBack(ch)
	}
	return h, nil
}

// putAway deletes a game's events. Of the commits that brought them it deletes what only these events needed.
func (t tx) putAway(id string, events int) error {
	var last uint64
	for i := range events {
		key := join(id, num(uint64(i)))
		var h eventHead
		if _, found, err := t.row(bEvents, key, &h); err != nil {
			return err
		} else if found && h.Commit != last {
			last = h.Commit
			if err := t.unbrought(last, id); err != nil {
				return err
			}
		}
		if err := t.del(bEvents, key); err != nil {
			return err
		}
	}
	return nil
}

// unbrought removes a game from the games that a commit brought events to.
func (t tx) unbrought(commit uint64, id string) error {
	var h commitHead
	_, found, err := t.row(bCommits, num(commit), &h)
	if err != nil || !found {
		return err
	}
	h.Changes = slices.DeleteFunc(h.Changes, func(ch changeHead) bool { return ch.Game == id })
	if commit <= t.pruned() {
		return t.leaveCommit(commit, h)
	}
	return t.setRow(bCommits, num(commit), h, nil)
}

// leaveCommit reduces a pruned commit to what its events need: when and why they came.
func (t tx) leaveCommit(n uint64, h commitHead) error {
	h.Queued, h.Dropped = nil, nil
	h.Changes = slices.DeleteFunc(h.Changes, func(ch changeHead) bool { return ch.N == 0 })
	if len(h.Changes) == 0 {
		return t.del(bCommits, num(n))
	}
	return t.setRow(bCommits, num(n), h, nil)
}

// bringBack writes a game's log again. For each commit that had brought some of its events, it writes a new one with
// the time and cause.
func (t tx) bringBack(ch Change) error {
	for i := 0; i < len(ch.Back); {
		e, n := ch.Back[i], 1
		for i+n < len(ch.Back) && ch.Back[i+n].Commit == e.Commit {
			n++
		}
		number, err := t.next(bCommits)
		if err != nil {
			return err
		}
		h := commitHead{At: e.At.UTC(), Was: e.Cause, Changes: []changeHead{{Game: ch.Game, From: i, N: n}}}
		if err := t.setRow(bCommits, num(number), h, nil); err != nil {
			return err
		}
		for ; n > 0; n-- {
			if err := t.setRow(bEvents, join(ch.Game, num(uint64(i))), eventHead{Commit: number}, ch.Back[i].Data); err != nil {
				return err
			}
			i++
		}
	}
	return nil
}
