// Package titles lists the games that can be played.
package titles

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	t1817 "pbem/titles/1817"
	t1820 "pbem/titles/1820"
	t1828 "pbem/titles/1828"
	t1843 "pbem/titles/1843"
	t18newengland "pbem/titles/18newengland"
	"pbem/titles/title"
)

// all holds every title. The titles are checked when the program starts.
var all = checked(t1817.Title, t1820.Title, t1828.Title, t1843.Title, t18newengland.Title)

// Add appends a title that is kept in another module. The program's main calls it once
// for each title, before anything else: nobody may read the list while it changes. The
// error says what is wrong with the title, or that its slug or name is taken.
func Add(t *title.Title) error {
	if t == nil || t.Facts == nil {
		return errors.New("a title without facts")
	}
	if err := t.Check(); err != nil {
		return fmt.Errorf("the rules of %s: %w", t.Facts.Slug, err)
	}
	for _, name := range []string{t.Facts.Slug, t.Facts.Name} {
		if other, ok := Find(name); ok {
			return fmt.Errorf("%q is the title %s already", name, other.Facts.Slug)
		}
	}
	all = append(all, t)
	return nil
}

// Only keeps the titles with some slugs in the list until restore is called, for tests of
// what lists all titles. As with Add, nobody may read the list while it changes. Only
// panics if a slug is unknown.
func Only(slugs ...string) (restore func()) {
	before, left := all, []*title.Title{}
	for _, slug := range slugs {
		t, ok := Find(slug)
		if !ok {
			panic(fmt.Sprintf("no title %q", slug))
		}
		left = append(left, t)
	}
	all = left
	return func() { all = before }
}

// checked returns titles after checking their rules. If they are wrong it ends the program.
func checked(list ...*title.Title) []*title.Title {
	for _, t := range list {
		if err := t.Check(); err != nil {
			title.Stop(fmt.Errorf("the rules of %s: %w", t.Facts.Slug, err))
		}
	}
	return list
}

// All returns every title: those of this module by slug, then those that Add appended.
func All() []*title.Title { return slices.Clone(all) }

// Find returns the title with a slug or name, in any case.
func Find(name string) (t *title.Title, ok bool) {
	i := slices.IndexFunc(All(), func(t *title.Title) bool {
		return strings.EqualFold(t.Facts.Slug, name) || strings.EqualFold(t.Facts.Name, name)
	})
	if i < 0 {
		return nil, false
	}
	return All()[i], true
}

// Start begins a game of a title.
func Start(t *title.Title, start engine.Started) (*engine.Game, []engine.Event, error) {
	start.Title = t.Facts.Slug
	setup, err := t.Setup(start)
	if err != nil {
		return nil, nil, err
	}
	g, log := engine.Start(t.Rules, setup)
	return g, log, nil
}
