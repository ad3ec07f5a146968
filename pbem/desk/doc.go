// Package desk is the base of everything that decides: drafts of what a mail, the clock or
// the host changes, the store as a draft sees it, and the game cache.
//
// A [Desk] begins a [Draft]. The draft reads the store with its own changes on top (its
// view). It is written in one commit or dropped. Uncommitted changes are nowhere else:
// the cache holds games only as they were committed (gamecache.go), up to a size. A game is
// read again when the store has a newer version.
//
//	unit := func(d *desk.Draft) error {
//		t, err := d.Table("g12")
//		...
//		return d.Take(commit, desk.Change{Before: t, Next: next})
//	}
//	err := s.Unit([]string{"game g12"}, unit)
//
// Unit promises:
//
//   - It commits everything that the unit does at once, or nothing.
//   - It holds the locks of its keys while the unit decides. The commit names the versions
//     of games and marks that the unit has read. If one of them has changed, for instance
//     by another service on the same store, the unit runs again. So a unit must change
//     nothing except through its draft.
//   - It calls the functions given to Finally after the decision and before the commit,
//     and those given to Later after the commit.
//   - It writes mails and paints maps after the decision, without holding the locks.
//   - If a unit panics, Unit returns that as an error. Nothing else stops.
//
// The rest is what several packages above this one need: members and seats by address
// (members.go, sender.go), marks (kinds.go), the index of games (roster.go), the mails in
// flight (inflight.go), letters to one person (questions.go). The tests check which
// package may import which (cmd/cli/imports_test.go).
package desk
