package pbem

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// A program opens every game once, not at each of its starts, and goes on where it was stopped. It opens again those that
// were frozen. Another program opens all, and so does one after a month, or one that does not say what is in it.
func TestGamesAreCheckedOnce(t *testing.T) {
	d := newTestService(t)
	for range 3 {
		d.three()
	}
	db := &calls{Store: d.db}
	opened := func(program string) (ids []string) {
		d.cfg.Program = program
		d.restart(db)
		db.new()
		d.service.CheckGames(context.Background())
		for _, call := range db.new() {
			if id, ok := strings.CutPrefix(call, "Load "); ok {
				ids = append(ids, id)
			}
		}
		for _, id := range []string{"g1", "g2", "g3"} {
			if !d.service.Roster.Sound(id) {
				t.Errorf("it is not known of %s that it can go on", id)
			}
		}
		return ids
	}
	all := []string{"g1", "g2", "g3"}
	note := func(v desk.Survey) {
		t.Helper()
		v.Rules, v.Began = d.service.Rules, d.now
		marks := store.Marks{}
		desk.Surveys.Set(marks, v)
		if err := d.db.SetMarks(marks); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name, program string
		before        func()
		want          []string
	}{
		{"first start", "v1.2.0", func() {}, all},
		{"second start", "v1.2.0", func() {}, nil},
		{"another program", "v1.2.1", func() {}, all},
		{"it was stopped", "v1.2.1", func() { note(desk.Survey{Program: "v1.2.1", After: "g1"}) }, []string{"g2", "g3"}},
		{"the last game is gone", "v1.2.1", func() { note(desk.Survey{Program: "v1.2.1", After: "g99"}) }, all},
		{"one was frozen", "v1.2.1", func() { note(desk.Survey{Program: "v1.2.1", Done: true, Frozen: []string{"g2"}}) }, []string{"g2"}},
		{"a month later", "v1.2.1", func() { d.now = d.now.Add(31 * 24 * time.Hour) }, all},
		{"no release", "not a release, changed", func() {}, all},
		{"no release, again", "not a release, changed", func() {}, all},
	} {
		step.before()
		if got := opened(step.program); !slices.Equal(got, step.want) {
			t.Errorf("%s: it opens %q, want %q", step.name, got, step.want)
		}
	}
}
