package notices

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// newsFor returns how often a seat gets mails that ask nothing of it: as its reader has
// set, or else as its table has.
func newsFor(d *desk.Draft, t *table.Table, id string) string {
	return cmp.Or(account.Reader(d, t, id).News, t.Record.News, people.AllNews)
}

// Holds reports whether a player gets no mail now, because their next mail will tell what
// happened. This is so if they want mails only on their turn and at the end of a round,
// nothing is asked of them, and nothing must be told at once. from is the first event
// that they have not been told.
func Holds(d *desk.Draft, t *table.Table, id string, from int, m sheet.Mail, re Reply) bool {
	seat := t.Seat(id)
	switch {
	case newsFor(d, t, id) != people.TurnNews || account.Reader(d, t, id).Daily != "":
		return false
	case m.First || id == re.Player || re.Whole || re.Turned || from != seat.Told: // from != seat.Told: the last mail was not sent, and this one replaces it
		return false
	case t.Waits(id) || len(m.Wanted) > 0 || len(seat.Since(from)) > 0 || m.State.Result != nil:
		return false
	}
	return !slices.ContainsFunc(m.Since, forEverybody)
}

// forEverybody reports whether everybody is told about an event at once, as they are
// about what was said beside the game or undone.
func forEverybody(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Hosted:
		return e.Act != sheet.Notice
	case engine.Seated, engine.Undone, engine.Ended:
		return true
	}
	return false
}

// TurnsRound reports whether a change of the table began a new round.
func TurnsRound(before, next *table.Table) bool {
	if before.Game == nil || len(before.Log) == 0 {
		return true
	}
	return before.RoundAt(len(before.Log)) != next.RoundAt(len(next.Log))
}
