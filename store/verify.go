package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Verify checks the whole database and calls report for each fault, in words for the operator. First it checks the
// pages of the file, then that every row is as it was written and none is missing, then what rows say of each other:
// numbers are dense, every index entry has its row and every row its index entry. It reports nothing for a sound
// database, and returns an error only if it could not look. Commits wait meanwhile, so verify a large database in a
// backup.
func (db *DB) Verify(report func(problem string)) error {
	if !db.bolt.IsReadOnly() {
		release, err := db.hold() // the file is read without bbolt
		if err != nil {
			return err
		}
		defer release() // an error is of damage that was reported
	}
	return db.view(func(t tx) error {
		r := newRows(report)
		visit := r.visit
		if t.old {
			visit = nil
		}
		err := examine(db.path, true, visit, report)
		if errors.Is(err, ErrDamaged) {
			report(err.Error())
			return nil
		}
		if err == nil && !t.old {
			err = r.compare(t)
		}
		if err == nil {
			t.tell = func(damage) {} // damaged rows were reported by the walk
			checker{t, report}.all()
		}
		return err
	})
}

type checker struct {
	tx
	report func(string)
}

func (c checker) all() {
	parts := []func(){c.commits, c.games, c.events, c.inbox, c.settled, c.mails, c.queues, c.deadlines, c.counters}
	if !c.old {
		parts = append(parts, c.versions)
	}
	if c.format() > 1 {
		parts = append(parts, c.marks, c.keyed, c.sizes)
	}
	if c.format() >= arrivedFormat {
		parts = append(parts, c.arrived)
	}
	for _, part := range parts {
		c.part(part)
	}
}

// part runs one check. It stops at a damaged row, which is reported already.
func (c checker) part(look func()) {
	defer func() {
		switch r := recover().(type) {
		case nil, damage:
		default:
			c.faultf("the check broke off: %v", r)
		}
	}()
	look()
}

func (c checker) faultf(format string, args ...any) { c.report(fmt.Sprintf(format, args...)) }

// each visits all rows of a bucket.
func (c checker) each(bucket string, visit func(k, v []byte)) {
	_ = c.scan(bucket, nil, func(k, v []byte) error { visit(k, v); return nil })
}

// head decodes a value and reports one that cannot be decoded.
func (c checker) head(bucket string, k, v []byte, head any) (body []byte, ok bool) {
	body, err := unseal(v, head)
	if err != nil {
		c.faultf("%s %q: %v", bucket, k, err)
	}
	return body, err == nil
}

// commits checks that commits are dense from 1, and that the events they name exist and are theirs.
func (c checker) commits() {
	want, events, pruned := uint64(0), 0, c.pruned()
	c.each(bCommits, func(k, v []byte) {
		want++
		var h commitHead
		if _, ok := c.head(bCommits, k, v, &h); !ok {
			return
		}
		if want <= pruned { // some of them are pruned
			want = min(number(k), pruned+1)
		}
		if number(k) != want {
			c.faultf("commit %d is missing", want)
			want = number(k)
		}
		for _, cause := range append([]string{h.Cause}, h.Also...) {
			c.cause(number(k), cause)
		}
		for _, ch := range h.Changes {
			events += ch.N
			c.change(number(k), ch)
		}
		for _, id := range h.Queued { // those that it superseded may be pruned with the commits that queued them
			if !c.has(bMails, []byte(id)) {
				c.faultf("commit %d names mail %q, which is not there", number(k), id)
			}
		}
	})
	if have := c.count(bEvents); have != events {
		c.faultf("there are %d events, the commits brought %d", have, events)
	}
	if last, _ := c.given(bCommits); last != max(want, pruned) {
		c.faultf("the last commit is %d, it should be %d", want, last)
	}
}

func (c checker) cause(commit uint64, cause string) {
	var h settledHead
	if cause == "" || commit <= c.pruned() && !c.has(bSettled, []byte(cause)) {
		return
	}
	_, _, err := c.row(bSettled, []byte(cause), &h)
	if err == nil && commit <= c.pruned() && h.Commit > commit {
		return // the mail was forgotten, and came again
	}
	if err != nil || h.Commit != commit {
		c.faultf("commit %d settled %q, which is not marked so", commit, cause)
	}
}

func (c checker) change(commit uint64, ch changeHead) {
	for i := range ch.N {
		var h eventHead
		_, found, err := c.row(bEvents, join(ch.Game, num(uint64(ch.From+i))), &h)
		if err != nil || !found || h.Commit != commit {
			c.faultf("event %d of game %q is not that of commit %d", ch.From+i, ch.Game, commit)
		}
	}
}

// games checks that every game has its place in the order, and that the order has no others. Games that are gone
// have left gaps in it.
func (c checker) games() {
	given, _ := c.given(bOrder)
	c.each(bOrder, func(k, id []byte) {
		if n := number(k); n == 0 || n > given || !c.has(bGames, id) {
			c.faultf("game %q, number %d, is not there, or its number was never given", id, n)
		}
	})
	c.each(bGames, func(id, v []byte) {
		var h gameHead
		record, ok := c.head(bGames, id, v, &h)
		if ok && !bytes.Equal(c.get(bOrder, num(h.N)), id) {
			c.faultf("game %q is not in the list of games", id)
		}
		if ok && (!json.Valid(record) || h.Revision < 1) {
			c.faultf("the record of game %q is spoilt", id)
		}
		if _, _, _, err := c.standing(string(id)); ok && err != nil {
			c.faultf("%v", err)
		}
	})
}

// events checks that the events of a game are dense from 0. A row with a damaged key may be among the events
// of another game, which continue after it.
func (c checker) events() {
	next := map[string]uint64{}
	c.each(bEvents, func(k, v []byte) {
		id, i := cut(k)
		want, known := next[id]
		if !known && !c.has(bGames, []byte(id)) {
			c.faultf("there are events of game %q, but no such game", id)
		}
		if len(i) != 8 || number(i) != want {
			c.faultf("event %d of game %q is missing", want, id)
		}
		if len(i) == 8 {
			want = number(i) // continue from here
		}
		next[id] = want + 1
		var h eventHead
		if data, ok := c.head(bEvents, k, v, &h); ok && !json.Valid(data) {
			c.faultf("event %d of game %q is not JSON", want, id)
		}
	})
}

// inbox checks that mails have their text, and are either settled or listed as unsettled.
func (c checker) inbox() {
	c.each(bInbox, func(key, v []byte) {
		var h inHead
		if _, ok := c.head(bInbox, key, v, &h); !ok {
			return
		}
		if !c.has(bInRaw, key) && !c.forgotten(key) {
			c.faultf("the text of inbound mail %q is missing", key)
		}
		waiting := bytes.Equal(c.get(bUnsettled, num(h.N)), key)
		if waiting == c.has(bSettled, key) {
			c.faultf("inbound mail %q is both or neither of settled and unsettled", key)
		}
	})
	for _, b := range []string{bAliases, bUnsettled} {
		c.each(b, func(k, key []byte) {
			if !c.has(bInbox, key) {
				c.faultf("%s names inbound mail %q, which is not there", b, key)
			}
		})
	}
	c.each(bInRaw, func(key, _ []byte) {
		if !c.has(bInbox, key) {
			c.faultf("there is a text of inbound mail %q, which is not there", key)
		}
	})
}

// forgotten reports whether the text of an inbound mail was pruned.
func (c checker) forgotten(key []byte) bool {
	var h settledHead
	_, found, err := c.row(bSettled, key, &h)
	return err == nil && found && h.Commit <= c.pruned()
}

// settled checks that each settled cause is named by the commit that settled it.
func (c checker) settled() {
	c.each(bSettled, func(key, v []byte) {
		var h settledHead
		if _, ok := c.head(bSettled, key, v, &h); !ok {
			return
		}
		var by commitHead
		_, found, err := c.row(bCommits, num(h.Commit), &by)
		if err == nil && !found && h.Commit <= c.pruned() {
			return
		}
		if err != nil || !found || by.Cause != string(key) && !slices.Contains(by.Also, string(key)) {
			c.faultf("%q is settled, but not by commit %d", key, h.Commit)
		}
	})
}

// mails checks that mails are in the indexes of their state, and have their text while it is needed.
func (c checker) mails() {
	c.each(bMails, func(id, v []byte) {
		var h mailHead
		if _, ok := c.head(bMails, id, v, &h); !ok {
			return
		}
		n := num(h.N)
		queued, failed := h.State == Queued, h.State == Failed
		if c.has(bOutRaw, id) != (queued || failed) {
			c.faultf("mail %q is %s, but its text is not kept accordingly", id, h.State)
		}
		topic := queued && h.Topic != ""
		if bytes.Equal(c.get(bQueue, n), id) != queued || bytes.Equal(c.get(bFailed, n), id) != failed ||
			bytes.Equal(c.get(bTopics, join(h.Topic, n)), id) != topic {
			c.faultf("mail %q is %s, but not listed so", id, h.State)
		}
	})
}

// queues checks that the queues name mails. Because each mail was checked too, a wrong count means an extra
// entry.
func (c checker) queues() {
	n := map[State]int{}
	topics := 0
	c.each(bMails, func(id, v []byte) {
		var h mailHead
		_, _ = unseal(v, &h)
		n[h.State]++
		if h.State == Queued && h.Topic != "" {
			topics++
		}
	})
	want := map[string]int{bQueue: n[Queued], bFailed: n[Failed], bTopics: topics, bOutRaw: n[Queued] + n[Failed]}
	for _, b := range []string{bQueue, bFailed, bTopics, bOutRaw} {
		if have := c.count(b); have != want[b] {
			c.faultf("%s has %d entries for %d mails", b, have, want[b])
		}
	}
}

// deadlines checks that each deadline is in the calendar, and that the calendar has no others.
func (c checker) deadlines() {
	n := 0
	c.each(bDeadlines, func(k, v []byte) {
		n++
		var h deadlineHead
		if _, ok := c.head(bDeadlines, k, v, &h); ok && !c.has(bDue, dueKey(h.At, k)) {
			c.faultf("deadline %q of %s is not in the calendar", k, h.At.Format(time.RFC3339))
		}
	})
	if have := c.count(bDue); have != n {
		c.faultf("the calendar has %d entries for %d deadlines", have, n)
	}
}

func (c checker) counters() {
	c.each(bCounters, func(k, _ []byte) {
		if _, err := c.counter(string(k)); err != nil {
			c.faultf("%v", err)
		}
	})
}

// marks checks that the revisions of marks have been given.
func (c checker) marks() {
	last, _ := c.given(bMarks)
	c.each(bMarks, func(k, v []byte) {
		var h markHead
		if _, ok := c.head(bMarks, k, v, &h); ok && (h.Rev == 0 || uint64(h.Rev) > last) {
			c.faultf("mark %q has revision %d, which was never given", k, h.Rev)
		}
	})
}

// versions checks that each version belongs to a game.
func (c checker) versions() {
	c.each(bVersions, func(id, _ []byte) {
		if !c.has(bGames, id) {
			c.faultf("there is a version of game %q, but no such game", id)
		}
	})
}

// keyed checks that games are found by their keys and by no others.
func (c checker) keyed() {
	n := 0
	c.each(bGames, func(id, v []byte) {
		var h gameHead
		if _, ok := c.head(bGames, id, v, &h); !ok {
			return
		}
		for _, key := range h.Keys {
			n++
			if !bytes.Equal(c.get(bKeyed, join(key, num(h.N))), id) {
				c.faultf("game %q is not found by its key %q", id, key)
			}
		}
	})
	if have := c.count(bKeyed); have != n {
		c.faultf("the keys have %d entries, the games %d", have, n)
	}
}

// sizes checks the running counts.
func (c checker) sizes() {
	want := map[string]int{sizeDue: c.count(bDue), sizeQueue: c.count(bQueue)}
	c.each(bKeyed, func(k, _ []byte) {
		key, _ := cut(k)
		want[key]++
	})
	for name, n := range want {
		if have := c.size(name); have != n {
			c.faultf("there are %d of %q, counted were %d", n, name, have)
		}
	}
	c.each(bSizes, func(k, _ []byte) {
		if want[string(k)] == 0 {
			c.faultf("%q is counted, but there is none", k)
		}
	})
}
