// Package desk is what everything that decides works with: drafts of what a mail, the
// clock or the host changes, the store as a draft sees it, and the games in memory.
//
// A [Desk] begins a [Draft]. The draft reads the store with its own changes on top (its
// view). It is written in one commit or dropped. Uncommitted changes are nowhere else:
// memory caches games only as they were committed (gamecache.go), within a bound, and
// reads them again when the store has a newer version.
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
//   - All that the unit does is committed at once, or nothing.
//   - Nobody else decides on its keys meanwhile. A commit names the versions of games and
//     marks on which it was decided. If somebody else was quicker, maybe another service
//     on the same store, the unit runs again, so it must do nothing but through its draft.
//   - What it hands to Finally is called when everything is decided, before the commit;
//     what it hands to Later is called after the commit.
//   - Mails are written and maps are painted after the decision, while others may decide.
//   - A panic in a unit is its error and stops nothing else.
//
// The rest is what several of the packages above need: members and seats by address
// (members.go, sender.go), marks (kinds.go), the index of games (roster.go), the mails in
// flight (inflight.go), letters to one person (questions.go). Who may import whom is in
// cmd/cli/imports_test.go.
package desk
