package pbem

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
)

// calls is a store that counts its calls. Each may be a round trip to another machine.
type calls struct {
	desk.Store
	mu   sync.Mutex
	seen []string
}

func (c *calls) note(what string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen = append(c.seen, fmt.Sprint(append([]any{what, " "}, args...)...))
}

// new returns the calls since the last time.
func (c *calls) new() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.seen
	c.seen = nil
	return out
}

func (c *calls) Commit(w store.Commit) error { c.note("Commit"); return c.Store.Commit(w) }
func (c *calls) Find(key, after string, limit int) ([]string, error) {
	c.note("Find", key)
	return c.Store.Find(key, after, limit)
}
func (c *calls) FindCount(key string) (int, error) {
	c.note("FindCount", key)
	return c.Store.FindCount(key)
}
func (c *calls) Records(key, after string, limit int) ([]store.Game, error) {
	c.note("Records", key)
	return c.Store.Records(key, after, limit)
}
func (c *calls) Game(id string) (store.Game, error) { c.note("Game", id); return c.Store.Game(id) }
func (c *calls) Read(q store.Query) (store.Bundle, error) {
	c.note("Read", q)
	return c.Store.Read(q)
}
func (c *calls) Load(id string, from int) (store.Game, []store.Event, error) {
	c.note("Load", id)
	return c.Store.Load(id, from)
}
func (c *calls) Keep(in store.Inbound, k store.Claim, q store.Query) (store.Kept, store.Bundle, error) {
	c.note("Keep", q)
	return c.Store.Keep(in, k, q)
}
func (c *calls) Inbound(key string) (store.Inbound, error) {
	c.note("Inbound", key)
	return c.Store.Inbound(key)
}
func (c *calls) Settled(cause string) (string, bool, error) {
	c.note("Settled", cause)
	return c.Store.Settled(cause)
}
func (c *calls) TakeMails(k store.Claim, fresh bool, limit int) ([]store.Mail, error) {
	c.note("TakeMails", fresh)
	return c.Store.TakeMails(k, fresh, limit)
}
func (c *calls) Renew(k store.Claim, ids []string) ([]store.Mail, error) {
	c.note("Renew", len(ids))
	return c.Store.Renew(k, ids)
}
func (c *calls) Noted(endings []store.Ending) error {
	c.note("Noted", len(endings))
	return c.Store.Noted(endings)
}
func (c *calls) MarkAt(name string) (store.Mark, error) {
	c.note("MarkAt", name)
	return c.Store.MarkAt(name)
}
func (c *calls) MarkPage(prefix, after string, limit int) ([]store.Mark, error) {
	c.note("MarkPage", prefix)
	return c.Store.MarkPage(prefix, after, limit)
}
func (c *calls) Mail(id string) (store.Mail, error) { c.note("Mail", id); return c.Store.Mail(id) }
func (c *calls) Counter(name string) (int, error) {
	c.note("Counter", name)
	return c.Store.Counter(name)
}
func (c *calls) SetMarks(m store.Marks) error { c.note("SetMarks"); return c.Store.SetMarks(m) }
func (c *calls) NextID() (uint64, error)      { c.note("NextID"); return c.Store.NextID() }
func (c *calls) Unsettled() ([]string, error) { c.note("Unsettled"); return c.Store.Unsettled() }

// decided returns how many calls of some are made before a mail is settled, and how many
// after that, to send the answers.
func decided(seen []string) (before, after int) {
	n := slices.IndexFunc(seen, func(s string) bool { return strings.HasPrefix(s, "Commit") }) + 1
	return n, len(seen) - n
}

// A mail costs few calls of the store, however many players and games there are: what is
// needed is read with the call that keeps the mail, and the answers are taken and noted
// together. The first mail of a game, after a start, also reads the game.
func TestFewCallsForAMail(t *testing.T) {
	d := newTestService(t)
	for range 3 {
		d.three()
	}
	for _, who := range []string{"amy@example.org Amy", "brian@example.org Brian", "crystal@example.org Crystal"} {
		d.says("admit " + who)
	}
	c := &calls{Store: d.db}
	d.restart(c)
	d.flush()
	turns := []struct {
		line    string
		outcome string
		before  int
	}{
		{"reserve NLN", desk.OutcomeApplied, 20}, // reads the game, and who plays it
		{"status", desk.OutcomeAnswered, 10},     // reads the other games
		{"press hello", desk.OutcomeApplied, 2},
		{"status", desk.OutcomeAnswered, 3},
		{"press more", desk.OutcomeApplied, 2},
		{"choices", desk.OutcomeAnswered, 2},
	}
	for i, turn := range turns {
		raw := d.from("p1", fmt.Sprintf("%d@example.org", i), turn.line)
		c.new()
		(mailroom{d.service}).Sort(raw)
		if outcome, err := d.receiveWork(raw); err != nil {
			t.Fatal(outcome, err)
		}
		d.flush()
		seen := c.new()
		if before, after := decided(seen); before > turn.before || after > 2 {
			t.Errorf("%q takes %d calls, at most %d are allowed, and %d more to send the answers, at most 2:\n\t%s",
				turn.line, before, turn.before, after, strings.Join(seen, "\n\t"))
		}
		if outcome, _, err := d.db.Settled(intake.Key(raw)); outcome != turn.outcome || err != nil {
			t.Errorf("%q ended %q, %v", turn.line, outcome, err)
		}
	}
}
