package pbem

import (
	"context"
	"testing"
	"time"

	"pbem/pbem/clock"
	"pbem/pbem/desk"
	"pbem/pbem/timing"
	"pbem/store"
)

// oneByOne finds one game at a time.
type oneByOne struct {
	*store.DB
	again bool // always the first
}

func (s *oneByOne) Find(key, after string, limit int) ([]string, error) {
	if s.again {
		after = ""
	}
	return s.DB.Find(key, after, min(limit, 1))
}

// After a new pace the deadlines are set in portions, each game once. When all are, the pace is noted. A change in the middle begins
// again.
func TestDeadlinesAreSetInPortions(t *testing.T) {
	d := newTestService(t)
	for range 3 {
		d.three()
	}
	games := []string{"g1", "g2", "g3"}
	stored := func(id string) string {
		t.Helper()
		all, err := d.db.Deadlines(id)
		if err != nil || len(all) == 0 {
			t.Fatal(all, err)
		}
		return all[0].At.String()
	}
	before := stored("g1")
	d.cfg.Pace.Move.Minutes = int(24 * time.Hour / time.Minute)
	db := &oneByOne{DB: d.db}
	d.restart(db)
	set := func(want int) {
		t.Helper()
		if err := timing.SetAnew(context.Background(), d.service.Desk, 1); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, id := range games {
			if stored(id) != before {
				n++
			}
		}
		paced, err := desk.Paced.Get(d.db)
		if all := paced.Value == d.service.Config.Paced(); n != want || err != nil || all || !d.service.Polls.Walks() {
			t.Fatalf("%d games have new deadlines, want %d; all: %t, %v", n, want, all, err)
		}
	}
	set(1)
	set(2)
	d.service.Polls.SetUnset(true) // from the first on
	set(2)
	set(2)
	set(3)
	if err := timing.SetAnew(context.Background(), d.service.Desk, 1); err != nil {
		t.Fatal(err)
	}
	if paced, err := desk.Paced.Get(d.db); err != nil || paced.Value != d.service.Config.Paced() || d.service.Polls.Walks() {
		t.Errorf("the pace is %q, %v", paced.Value, err)
	}
	db.again = true // more games than a tick can do
	mailroom{d.service}.Heard()
	d.service.Polls.SetUnset(true)
	if !clock.Ready(context.Background(), d.service.Desk) || !d.service.Polls.Walks() {
		t.Error("what is due has to wait until all deadlines are set")
	}
}
