package senders

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/timing"
	"pbem/store"
)

// ConfirmDue ends a question that was not answered in a week, and tells whoever asked for
// it. For a change of address it tells them once, not for each of the two questions. A
// stranger who has never confirmed anything gets no more mail.
func ConfirmDue(d *desk.Draft, due store.Deadline) error {
	c := store.Commit{
		Cause: fmt.Sprintf("clock:%s/%s/%s", due.Game, due.Key, due.At.Format(time.RFC3339Nano)), Outcome: "expired",
		Marks: store.Marks{}, Deadlines: []store.Deadline{{Game: due.Game, Key: due.Key}},
	}
	code := strings.TrimPrefix(due.Key, desk.ConfirmKey)
	q, ok, err := account.Question(d, code)
	if err != nil || !ok {
		return account.QueueIf(d, err, c)
	}
	if end := timing.Ends(d, q.At, CodeLife); end.After(d.Now()) {
		return timing.Later(d, due, end)
	}
	desk.Confirms.Clear(c.Marks, code)
	if q.Peer != "" {
		desk.Confirms.Clear(c.Marks, q.Peer)
	}
	who, known, err := Asked(d, q)
	if err != nil {
		return err
	}
	if known && !stranger(q) {
		if err := tellUnanswered(d, &c, code, q, who); err != nil {
			return err
		}
	}
	d.Log.Info("confirm.expired", "game", due.Game, "to", q.To)
	return d.Queue(c)
}

// tellUnanswered adds the mail that says that nothing came of a question.
func tellUnanswered(d *desk.Draft, c *store.Commit, code string, q desk.Question, who desk.Sender) error {
	to := who.Member
	note, err := sheet.Page{}, error(nil)
	switch {
	case q.Held != "" && !strings.EqualFold(q.To, who.Address()), q.Held == "" && !strings.EqualFold(q.Old, who.Address()):
		return nil // the seat or address belongs to somebody else now
	case q.Held != "":
		note, err = heldInVain(d, q, to)
	default:
		note, err = account.MovedInVain(d, q)
	}
	if err != nil {
		return err
	}
	id := d.Office.ID("unanswered", d.Office.Secret("unanswered", code))
	if who.Table != nil { // a reply to this mail goes to the game
		c.Mails = append(c.Mails, notices.WritePage(d, who.Table, who.Player, note, id))
		return nil
	}
	c.Mails = append(c.Mails, d.WriteNote(to, id, note, ""))
	return nil
}

// heldInVain makes the page about a held mail that nobody has confirmed.
func heldInVain(d *desk.Draft, q desk.Question, to people.Member) (sheet.Page, error) {
	in, err := d.DB.Inbound(MailKey(q.Held))
	if err != nil && !errors.Is(err, store.ErrNotFound) { // the text may have been pruned
		return sheet.Page{}, err
	}
	l := Passages(desk.LetterOf(in.Raw))
	text := fmt.Sprintf("A mail in your name, from %s, came on %s. You did not confirm it within a week, so none of it was carried out. If it was yours, send its lines again.",
		desk.OrUnread(l.From), account.When(d, to, q.At))
	var lines []string
	for i, line := range Texts(l) {
		if i == account.MostShown {
			lines = append(lines, "    ...")
			break
		}
		lines = append(lines, "  > "+sheet.OneLine(line))
	}
	if len(lines) == 0 {
		return sheet.Note("A mail was not carried out", text), nil
	}
	return sheet.Note("A mail was not carried out", text, sheet.Section{Head: "What it said", Lines: sheet.Fit(lines...)}), nil
}
