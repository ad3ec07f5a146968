package pbem

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// confirmDue ends a question to which no answer came in its week, and tells who
// waited for it, once for the two of a change of address. A stranger who never
// said a word that is believed is not written to again.
func (d *draft) confirmDue(due store.Deadline) error {
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", due.Game, due.Key, due.At.Format(time.RFC3339Nano)), Outcome: "expired",
		Marks: store.Marks{}, Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}},
	}
	code := strings.TrimPrefix(due.Key, confirmKey)
	q, ok, err := d.question(code)
	if err != nil || !ok {
		return d.queueIf(err, c)
	}
	confirms.Clear(c.Marks, code)
	if q.Peer != "" {
		confirms.Clear(c.Marks, q.Peer)
	}
	who, known, err := d.asked(q)
	if err != nil {
		return err
	}
	if known && !q.stranger() {
		if err := d.tellUnanswered(&c, code, q, who); err != nil {
			return err
		}
	}
	d.log.Info("confirm.expired", "game", due.Game, "to", q.To)
	return d.queue(c)
}

// queueIf queues a commit unless something failed before.
func (d *draft) queueIf(err error, c store.Commit) error {
	if err != nil {
		return err
	}
	return d.queue(c)
}

// question reads one that is open; ok is false when it is settled, or not over.
func (d *draft) question(code string) (q question, ok bool, err error) {
	r, err := confirms.Get(d.db, code)
	if errors.Is(err, store.ErrUnread) { // it was good for nothing
		return question{}, false, nil
	}
	if err != nil || !r.Found() {
		return question{}, false, err
	}
	return r.Value, !r.Value.Until.After(d.now()), nil
}

// tellUnanswered adds the mail that tells the asker of a question that nothing
// came of it.
func (d *draft) tellUnanswered(c *store.Commit, code string, q question, who sender) error {
	to := who.member
	note, err := sheet.Page{}, error(nil)
	switch {
	case q.Held != "" && !strings.EqualFold(q.To, who.address()), q.Held == "" && !strings.EqualFold(q.Old, who.address()):
		return nil // it is nobody's any more
	case q.Held != "":
		note, err = d.heldInVain(q, to)
	default:
		note, err = d.movedInVain(q)
	}
	if err != nil {
		return err
	}
	id := d.office.ID("unanswered", d.office.Secret("unanswered", code))
	if who.table != nil { // so that it can be answered
		c.Mails = append(c.Mails, d.writePage(who.table, who.player, note, id))
		return nil
	}
	c.Mails = append(c.Mails, d.writeNote(to, id, note, ""))
	return nil
}

// mostShown is how many lines of a mail that was held are shown.
const mostShown = 10

// heldInVain tells of a mail that was held and that nobody said was theirs.
func (d *draft) heldInVain(q question, to people.Member) (sheet.Page, error) {
	in, err := d.db.Inbound(mailKey(q.Held))
	if err != nil && !errors.Is(err, store.ErrNotFound) { // its text may have been pruned
		return sheet.Page{}, err
	}
	l := passages(letterOf(in.Raw))
	text := fmt.Sprintf("A mail in your name, from %s, waited for your word since %s. None came within a week, so nothing of it was carried out. If it was yours, send its lines again.",
		orUnread(l.From), d.when(to, q.At))
	var lines []string
	for i, line := range texts(l) {
		if i == mostShown {
			lines = append(lines, "    ...")
			break
		}
		lines = append(lines, "    "+sheet.OneLine(line))
	}
	if len(lines) == 0 {
		return sheet.Note("A mail was not carried out", text), nil
	}
	return sheet.Note("A mail was not carried out", text, sheet.Section{Head: "What it said", Lines: sheet.Fit(lines...)}), nil
}

// movedInVain tells that an address does not change.
func (d *draft) movedInVain(q question) (sheet.Page, error) {
	silent := []string{q.To}
	peer, err := confirms.Get(d.db, q.Peer)
	switch {
	case err != nil && !errors.Is(err, store.ErrUnread):
		return sheet.Page{}, err
	case q.Said:
		silent = []string{peer.Value.To}
	case peer.Found() && !peer.Value.Said:
		silent = []string{q.Old, q.New}
	}
	what, again := fmt.Sprintf("Your address stays %s", q.Old), "set address "+q.New
	if q.Also {
		what, again = fmt.Sprintf("%s is not your second address", q.New), "set address also "+q.New
	}
	said := fmt.Sprintf("%s: in a week no code came back from %s.", what, strings.Join(silent, " or "))
	return sheet.Note("Nothing was changed", said, sheet.Section{Head: "To try again", Say: []sheet.Saying{{Line: again}}}), nil
}
