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

// newsFor tells how often a seat gets mails that ask nothing of it: as its
// reader has set, else as its table has.
func newsFor(d *desk.Draft, t *table.Table, id string) string {
	return cmp.Or(account.Reader(d, t, id).News, t.Record.News, people.AllNews)
}

// Holds reports whether a player gets no mail now: they want mails only on
// their turn and at the end of a round, nothing is asked of them, and nothing
// must be told at once. Their next mail tells what happened. from is the first
// event that they have not been told.
func Holds(d *desk.Draft, t *table.Table, id string, from int, m sheet.Mail, re Reply) bool {
	seat := t.Seat(id)
	switch {
	case newsFor(d, t, id) != people.TurnNews || account.Reader(d, t, id).Daily != "":
		return false
	case m.First || id == re.Player || re.Whole || re.Turned || from != seat.Told: // a mail that was not sent is replaced
		return false
	case t.Waits(id) || len(m.Wanted) > 0 || len(seat.Since(from)) > 0 || m.State.Result != nil:
		return false
	}
	return !slices.ContainsFunc(m.Since, forEverybody)
}

// forEverybody reports whether an event is told to all at once: what is said
// beside the table, and what was taken back.
func forEverybody(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Hosted:
		return e.Act != sheet.Notice
	case engine.Seated, engine.Undone, engine.Ended:
		return true
	}
	return false
}

// TurnsRound reports whether another round is on than before.
func TurnsRound(before, next *table.Table) bool {
	if before.Game == nil || len(before.Log) == 0 {
		return true
	}
	return before.RoundAt(len(before.Log)) != next.RoundAt(len(next.Log))
}
