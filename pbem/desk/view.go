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
	expects map[string]store.Version
	ahead   store.Bundle // what ReadAhead has read
}

func newView(s Store) *View {
	return &View{Store: s, revs: map[string]store.Rev{}, expects: map[string]store.Version{},
		c: store.Commit{Marks: store.Marks{}, Add: map[string]int{}}}
}

// copy returns a view that continues from here independently.
func (v *View) copy() *View {
	w := *v
	w.revs, w.expects, w.scanned = maps.Clone(v.revs), maps.Clone(v.expects), slices.Clone(v.scanned)
	w.c.Marks, w.c.Add = maps.Clone(v.c.Marks), maps.Clone(v.c.Add)
	w.c.Changes, w.c.Also = slices.Clone(v.c.Changes), slices.Clone(v.c.Also)
	w.c.Mails, w.c.Drop, w.c.Deadlines = slices.Clip(v.c.Mails), slices.Clip(v.c.Drop), slices.Clip(v.c.Deadlines)
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
	return c, !v.wanted
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

// ReadAhead reads at once what the draft will ask for one by one.
func (v *View) ReadAhead(q store.Query) (err error) {
	v.ahead, err = v.Store.Read(q)
	return err
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
	page, err := v.Store.MarkPage(prefix, after, 0)
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

// Counter returns a counter as the draft has changed it.
func (v *View) Counter(name string) (int, error) {
	n, err := v.Store.Counter(name)
	return n + v.c.Add[name], err
}
