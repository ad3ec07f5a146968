package desk

import (
	"errors"
	"slices"

	"pbem/engine"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// Sandboxes returns a member's sandboxes, the oldest first.
func (d *Draft) Sandboxes(m people.Member) []*table.Table {
	var ids []string
	for _, a := range m.Addresses() {
		some, err := d.Find(keySandbox + people.Lower(a))
		if err != nil {
			d.Log.Error("game.list-failed", "error", err)
		}
		ids = append(ids, some...)
	}
	slices.SortFunc(ids, func(a, b string) int { return lobby.Number(a) - lobby.Number(b) })
	var out []*table.Table
	for _, id := range slices.Compact(ids) {
		if !table.IsSandboxID(id) { // without an index all games are listed
			continue
		}
		t, err := d.Table(id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			d.Log.Error("game.unreadable", "game", id, "error", err)
		}
		if err == nil && t.IsSandbox() && m.Owns(t.Record.Seats[0].Address) {
			out = append(out, t)
		}
	}
	return out
}

// SandboxesOf is Sandboxes for an address.
func (d *Draft) SandboxesOf(address string) []*table.Table {
	m, err := d.Member(address)
	if err != nil {
		d.Log.Error("member.unreadable", "address", address, "error", err)
		return nil
	}
	return d.Sandboxes(m)
}

// BeginSandbox sets up a sandbox as s says. n has its title, name and seats. With a log it
// begins at the position of the log, else as a new game.
func (d *Draft) BeginSandbox(n table.NewGame, s table.Sandbox, log []engine.Event) (before, next *table.Table, err error) {
	number, err := d.DB.NextID()
	if err != nil {
		return nil, nil, err
	}
	n.ID = table.SandboxID(GameID(number))
	s.Until = d.Now().UTC().Add(table.SandboxLife)
	if log == nil {
		if before, next, err = d.Begin(n); err != nil {
			return nil, nil, err
		}
		next.Record.Sandbox = &s
		return before, next, nil
	}
	before = &table.Table{ID: n.ID, Title: n.Title}
	before.Record = table.Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: n.Seats, Created: d.Now().UTC(), Sandbox: &s}
	next = before.With(engine.Open(n.Title.Rules, log), log)
	for i := range next.Record.Seats { // what came before is no news
		next.Record.Seats[i].Told, next.Record.Seats[i].From = len(log), len(log)
	}
	return before, next, nil
}

// EndSandbox deletes a sandbox with a commit, and drops its mails that wait.
func EndSandbox(c *store.Commit, t *table.Table) {
	if t.Version != (store.Version{}) {
		c.Changes = append(c.Changes, store.Change{Game: t.ID, Expect: t.Version, Gone: true})
	}
}
