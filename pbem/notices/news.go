package notices

import (
	"cmp"
	"reflect"
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
// happened. This is so if others have answered a question that was put to several at once
// (see AnswersSome), or if they want mails only on their turn and at the end of a round
// and nothing is asked of them; never if something must be told at once. from is the
// first event that they have not been told.
func Holds(d *desk.Draft, t *table.Table, id string, from int, m sheet.Mail, re Reply) bool {
	seat := t.Seat(id)
	switch {
	case m.First || id == re.Player || re.Whole || re.Turned || from != seat.Told: // from != seat.Told: the last mail was not sent, and this one replaces it
		return false
	case len(m.Wanted) > 0 || slices.ContainsFunc(seat.Since(from), func(e table.EndedOrder) bool { return !e.Unasked }) || m.State.Result != nil || slices.ContainsFunc(m.Since, forEverybody):
		return false
	case slices.Contains(re.Knows, id):
		return true
	}
	return !t.Waits(id) && newsFor(d, t, id) == people.TurnNews && account.Reader(d, t, id).Daily == ""
}

// AnswersSome returns who need not hear of a change of the table now, because all that
// happened is that some of several players who were asked at once have answered: the
// others were mailed the question before, and everybody hears how it ends. A player whose
// choices have changed by it is not among them.
func AnswersSome(before, next *table.Table) []string {
	if !same(before, next) || slices.ContainsFunc(next.Log[len(before.Log):], func(e engine.Event) bool { return !answers(e) }) {
		return nil
	}
	return slices.DeleteFunc(next.Everybody(), func(id string) bool {
		return !slices.EqualFunc(engine.Of(before.Game.Pending(), id), engine.Of(next.Game.Pending(), id), alike) && next.Waits(id)
	})
}

// same reports whether a question that waited for several players now waits for some of
// them only.
func same(before, next *table.Table) bool {
	if before.Game == nil || len(before.Log) == 0 || before.Entered() != next.Entered() {
		return false
	}
	was, now := before.Actors(), next.Actors()
	return len(now) > 0 && len(now) < len(was) && !slices.ContainsFunc(now, func(id string) bool { return !slices.Contains(was, id) })
}

// answers reports whether an event is no more than an answer, with what is noted of it:
// nothing on the table has changed.
func answers(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Said, engine.Noted:
		return true
	case engine.Hosted:
		return sheet.Marks(e.Act)
	}
	return false
}

// alike reports whether two choices offer the same.
func alike(a, b engine.Choice) bool {
	if a.Question != b.Question || a.For != b.For || a.Verb != b.Verb || a.Help != b.Help || a.Usage != b.Usage || a.Unawaited != b.Unawaited {
		return false
	}
	return reflect.DeepEqual(a.List(), b.List())
}

// forEverybody reports whether everybody is told about an event at once, as they are
// about what was said beside the game or undone.
func forEverybody(e engine.Event) bool {
	switch e := e.(type) {
	case engine.Hosted:
		return e.Act != sheet.Notice && !sheet.Marks(e.Act)
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
