package pbem

import (
	"cmp"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// newsFor tells how often a seat gets mails that ask nothing of it: as its
// reader has set, else as its table has.
func (d *draft) newsFor(t *table.Table, id string) string {
	return cmp.Or(d.reader(t, id).News, t.Record.News, people.AllNews)
}

// holds reports whether a player gets no mail now: they want mails only on
// their turn and at the end of a round, nothing is asked of them, and nothing
// must be told at once. Their next mail tells what happened. from is the first
// event that they have not been told.
func (d *draft) holds(t *table.Table, id string, from int, m sheet.Mail, re reply) bool {
	seat := t.Seat(id)
	switch {
	case d.newsFor(t, id) != people.TurnNews || d.reader(t, id).Daily != "":
		return false
	case m.First || id == re.player || re.whole || re.turned || from != seat.Told: // a mail that was not sent is replaced
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

// turnsRound reports whether another round is on than before.
func turnsRound(before, next *table.Table) bool {
	if before.Game == nil || len(before.Log) == 0 {
		return true
	}
	return before.RoundAt(len(before.Log)) != next.RoundAt(len(next.Log))
}

// news says how often the mails of a table come to those who have not set it.
func (h *hosting) news(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	how := map[string]string{people.AllNews: "after every move", people.TurnNews: "when it is a player's turn, and when a round ends"}
	now := cmp.Or(d.next.Record.News, people.AllNews)
	switch word := strings.ToLower(strings.Trim(rest, " .:")); {
	case word == "":
		return "Mails of " + d.next.Called() + " come " + how[now] + ", but to those who have set it otherwise.", nil
	case how[word] == "":
		return "", engine.Refuse("Mails come after every move or on the turn: host mails %s all, host mails %s turn", d.next.ID, d.next.ID)
	case word == now:
		return "Mails of " + d.next.Called() + " come " + how[now] + " already.", nil
	default:
		d.said("mails", "mails of this game come "+how[word]+". Your own word goes before that: \"set mail all\", \"set mail turn\" or \"set mail daily 18:00\"")
		d.next.Record.News = word
		return "Mails of " + d.next.Called() + " come " + how[word] + ", but to those who have set it otherwise.", nil
	}
}
