package desk

import (
	"maps"
	"slices"
	"strings"

	"pbem/store"
)

// A View is the store as a draft sees it: what was read, with the draft's own changes on
// top. It records which marks were read, so that the commit can check that they are
// unchanged.
type View struct {
	Store
	c       store.Commit
	wanted  bool // the draft has something to commit
	revs    map[string]store.Rev
	scanned []string // prefixes under which all marks were read
	watched []string // marks that the draft does not write and that must be as it has read them
	expects map[string]store.Version
	ahead   store.Bundle // what was read of the store
}

// newView returns a view of a store of which something has been read already.
func newView(s Store, ahead store.Bundle) *View {
	if ahead.Marks == nil {
		ahead = store.NewBundle()
	}
	return &View{Store: s, ahead: ahead, revs: map[string]store.Rev{}, expects: map[string]store.Version{},
		c: store.Commit{Marks: store.Marks{}, Add: map[string]int{}}}
}

// copy returns a view that continues from here independently.
func (v *View) copy() *View {
	w := *v
	w.revs, w.expects, w.scanned, w.watched = maps.Clone(v.revs), maps.Clone(v.expects), slices.Clone(v.scanned), slices.Clone(v.watched)
	w.c.Marks, w.c.Add = maps.Clone(v.c.Marks), maps.Clone(v.c.Add)
	w.c.Changes, w.c.Also = slices.Clone(v.c.Changes), slices.Clone(v.c.Also)
	w.c.Mails, w.c.Drop, w.c.Deadlines, w.c.Ended = slices.Clip(v.c.Mails), slices.Clip(v.c.Drop), slices.Clip(v.c.Deadlines), slices.Clip(v.c.Ended)
	return &w
}

// Add adds a commit to the draft's changes.
func (v *View) Add(c store.Commit) error {
	v.wanted = true
	switch {
	case v.c.Cause == "":
		v.c.Cause, v.c.Outcome = c.Cause, c.Outcome
		if c.Cause == "" {
			v.c.Outcome = ""
		}
	case c.Cause != "":
		v.c.Also = append(v.c.Also, store.Settling{Cause: v.c.Cause, Outcome: v.c.Outcome})
		v.c.Cause, v.c.Outcome = c.Cause, c.Outcome
	}
	for _, ch := range c.Changes {
		v.change(ch)
	}
	v.c.Ended = append(v.c.Ended, c.Ended...)
	v.c.Drop = append(v.c.Drop, c.Drop...)
	v.c.Mails = append(v.c.Mails, c.Mails...)
	v.c.Deadlines = append(v.c.Deadlines, c.Deadlines...)
	maps.Copy(v.c.Marks, c.Marks)
	for name, n := range c.Add {
		v.c.Add[name] += n
	}
	return nil
}

// change adds a change to a game. The store gets only one change for each game.
func (v *View) change(ch store.Change) {
	i := slices.IndexFunc(v.c.Changes, func(o store.Change) bool { return o.Game == ch.Game })
	if i < 0 {
		v.expects[ch.Game] = ch.Expect
		v.c.Changes = append(v.c.Changes, ch)
		return
	}
	o := v.c.Changes[i]
	o.Events = slices.Concat(o.Events, ch.Events)
	if ch.Record != nil {
		o.Record = ch.Record
	}
	v.c.Changes[i] = o
}

// expected returns the version of a game before its first change.
func (v *View) expected(game string) store.Version { return v.expects[game] }

// pending returns the changes as one commit; idle is true if there are none.
func (v *View) pending() (c store.Commit, idle bool) {
	c = v.c
	c.Expect = map[string]store.Rev{}
	for name := range c.Marks {
		if rev, read := v.revs[name]; read {
			c.Expect[name] = rev
		} else if slices.ContainsFunc(v.scanned, func(p string) bool { return strings.HasPrefix(name, p) }) {
			c.Expect[name] = 0
		}
	}
	c.Seen = map[string]store.Rev{}
	for _, name := range v.watched {
		rev, read := v.revs[name]
		if _, set := c.Marks[name]; read && !set {
			c.Seen[name] = rev
		}
	}
	return c, !v.wanted
}

// watch has the commit refused if a mark changes before it, though the draft does not write the mark. It is for marks that
// hardly ever change.
func (v *View) watch(name string) {
	if name != "" && !slices.Contains(v.watched, name) {
		v.watched = append(v.watched, name)
	}
}

// MarkAt returns a mark as the draft has changed it.
func (v *View) MarkAt(name string) (store.Mark, error) {
	if s, ok := v.c.Marks[name]; ok {
		return Written(name, s), nil
	}
	m, known := v.ahead.Marks[name]
	if !known {
		var err error
		if m, err = v.Store.MarkAt(name); err != nil {
			return store.Mark{}, err
		}
		v.ahead.Marks[name] = m
	}
	v.note(m)
	return m, nil
}

// unwritten is the revision of a mark that the draft sets. The store gives it one with
// the commit.
const unwritten = ^store.Rev(0)

// Written returns a mark as the draft sets it.
func Written(name string, s store.Setting) store.Mark {
	if text, cleared := s.Text(); !cleared {
		return store.Mark{Name: name, Value: text, Rev: unwritten}
	}
	return store.Mark{Name: name}
}

// ReadAhead reads at once what the draft will ask for one by one, unless it is known.
func (v *View) ReadAhead(q store.Query) error {
	a := v.ahead
	q = store.Query{Versions: unread(q.Versions, a.Versions), Keys: unread(q.Keys, a.Keys), Marks: unread(q.Marks, a.Marks),
		Pages: unread(q.Pages, a.Pages), Counters: unread(q.Counters, a.Counters), Mails: unread(q.Mails, a.Mails)}
	if len(q.Versions)+len(q.Keys)+len(q.Marks)+len(q.Pages)+len(q.Counters)+len(q.Mails) == 0 {
		return nil
	}
	b, err := v.Store.Read(q)
	maps.Copy(a.Versions, b.Versions)
	maps.Copy(a.Keys, b.Keys)
	maps.Copy(a.Marks, b.Marks)
	maps.Copy(a.Pages, b.Pages)
	maps.Copy(a.Counters, b.Counters)
	maps.Copy(a.Mails, b.Mails)
	return err
}

// unread returns the names that are not known, each once.
func unread[T any](names []string, known map[string]T) (out []string) {
	for _, name := range names {
		if _, ok := known[name]; !ok && name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Find returns the ids of all games with a key, in order of creation.
func (v *View) Find(key, after string, limit int) ([]string, error) {
	if after != "" || limit != 0 || key == "" {
		return v.Store.Find(key, after, limit)
	}
	if ids, known := v.ahead.Keys[key]; known {
		return slices.Clone(ids), nil
	}
	ids, err := v.Store.Find(key, "", 0)
	if err == nil {
		v.ahead.Keys[key] = slices.Clone(ids)
	}
	return ids, err
}

// IsCurrent reports whether a game that this service knows at a version is there in that
// version, or was when the draft began. This service may know a newer one by now.
func (v *View) IsCurrent(id string, at store.Version) (bool, error) {
	stored, known := v.ahead.Versions[id]
	if !known || stored == (store.Version{}) {
		g, err := v.Store.Game(id)
		if err != nil {
			return false, err
		}
		stored, v.ahead.Versions[id] = g.Version, g.Version
	}
	return at.Events >= stored.Events && at.Record >= stored.Record, nil
}

// Mailed returns a queued or sent mail without its text, or store.ErrNotFound.
func (v *View) Mailed(id string) (store.Mail, error) {
	if m, ok := v.ahead.Mails[id]; ok {
		return m, nil
	}
	return v.Store.Mail(id)
}

// note records the revision of a mark when it is first read.
func (v *View) note(m store.Mark) {
	if _, known := v.revs[m.Name]; !known {
		v.revs[m.Name] = m.Rev
	}
}

// MarkPage returns the marks whose names begin with prefix, as the draft has changed
// them, in order of name.
func (v *View) MarkPage(prefix, after string, limit int) (marks []store.Mark, err error) {
	page, err := v.page(prefix, after)
	if err != nil {
		return nil, err
	}
	v.scanned = append(v.scanned, prefix)
	for _, m := range page {
		v.note(m)
		if _, set := v.c.Marks[m.Name]; !set {
			marks = append(marks, m)
		}
	}
	for name, s := range v.c.Marks {
		if m := Written(name, s); m.Rev != 0 && strings.HasPrefix(name, prefix) && name > after {
			marks = append(marks, m)
		}
	}
	slices.SortFunc(marks, func(a, b store.Mark) int { return strings.Compare(a.Name, b.Name) })
	if limit > 0 {
		marks = marks[:min(limit, len(marks))]
	}
	return marks, nil
}

// page returns the stored marks whose names begin with prefix and come after a name.
func (v *View) page(prefix, after string) ([]store.Mark, error) {
	page, known := v.ahead.Pages[prefix]
	if !known && after != "" {
		return v.Store.MarkPage(prefix, after, 0)
	}
	if !known {
		var err error
		if page, err = v.Store.MarkPage(prefix, "", 0); err != nil {
			return nil, err
		}
		v.ahead.Pages[prefix] = page
	}
	return slices.DeleteFunc(slices.Clone(page), func(m store.Mark) bool { return m.Name <= after }), nil
}

// Counter returns a counter as the draft has changed it.
func (v *View) Counter(name string) (n int, err error) {
	n, known := v.ahead.Counters[name]
	if !known {
		if n, err = v.Store.Counter(name); err != nil {
			return 0, err
		}
		v.ahead.Counters[name] = n
	}
	return n + v.c.Add[name], nil
}
