package pbem

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// finish commits the result of a batch and answers its sender.
func (b *batch) finish() (outcome string, err error) {
	if b.preview {
		return b.show()
	}
	if err := b.unsealed(); err != nil {
		return b.refuse(texts(b.l), -1, err)
	}
	for _, d := range b.drafts {
		d.reclaimed()
		d.table = table.ObeySince(d.before, d.elapsed())
	}
	outcome = outcomeAnswered
	changed, err := b.conclude()
	if err != nil {
		return b.refuse(texts(b.l), -1, err)
	}
	if changed {
		outcome = outcomeApplied
	}
	b.cutAnswers()
	answered := false
	for _, d := range b.drafts {
		changed, err := b.draft(d, &answered)
		if err != nil {
			return "", err
		}
		if changed {
			outcome = outcomeApplied
		}
	}
	if b.moved {
		b.d.keepMember(b.c.Marks, b.who.member)
	}
	if !answered {
		if err := b.lastly(); err != nil {
			return "", err
		}
	}
	b.c.Outcome = outcome
	return outcome, b.d.take(b.c, b.changes()...)
}

// conclude does what comes after the last line, and reports whether it has changed anything.
func (b *batch) conclude() (changed bool, err error) {
	for _, do := range conclusions {
		did, err := do(b)
		if err != nil {
			return false, err
		}
		changed = changed || did
	}
	return changed, nil
}

// draft adds the batch's changes to one game. It reports whether the game's log
// grows. It sets answered if the sender gets an answer with it.
func (b *batch) draft(d *speaker, answered *bool) (changed bool, err error) {
	if d.gone && d.aside {
		b.c.Drop = append(b.c.Drop, moveTopic(d.table.ID, d.player))
		return true, b.d.record(&b.c, d.before, d.table)
	}
	if d.gone { // the sender gets no more mail about it
		return true, b.d.advance(&b.c, d.before, d.table, reply{})
	}
	re := reply{player: d.player, to: b.l.MessageID, answers: d.answers, note: b.l.Note, status: d.status || d.arrived, chart: d.chart}
	if !*answered {
		re.answers = append(re.answers[:len(re.answers):len(re.answers)], b.answers...)
	}
	switch {
	case len(d.table.Log) > len(d.before.Log)+d.quiet && !d.aside:
		*answered = true
		return true, b.d.advance(&b.c, d.before, d.table, re)
	case d.recorded || d.aside || d.quiet > 0:
		if err := b.d.record(&b.c, d.before, d.table); err != nil {
			return false, err
		}
	case len(d.answers) == 0 && (len(b.drafts) > 1 || len(b.answers) > 0 || *answered):
		return false, nil // the mail named this game and did nothing in it
	}
	*answered = true
	if asks := len(re.answers) > 0; asks && !d.recorded && !d.aside && d.quiet == 0 && !d.status {
		return false, b.answer(d, sheet.Mail{Kind: sheet.Answer, Board: d.chart}, re)
	}
	return d.aside || d.quiet > 0, b.answer(d, sheet.Mail{Kind: sheet.Status}, re)
}

// answer mails the position of a game to the sender.
func (b *batch) answer(d *speaker, m sheet.Mail, re reply) error {
	kind, board := m.Kind, m.Board
	m = b.d.sheetOf(d.table, d.player)
	m.Kind, m.Board, m.Extra = kind, board, re.sections()
	if d.beyond && kind == sheet.Answer {
		m.Extra = append(slices.Clip(m.Extra), b.d.standing(d.table, d.player)...)
	}
	mail := b.d.write(d.table, d.player, m, "answer."+b.short(), b.l.MessageID)
	b.post(mail)
	return nil
}

// short returns enough of the mail's key to tell its answers apart.
func (b *batch) short() string { return b.key[len(b.key)-12:] }

// lastly answers a mail that no game has answered: it answers what was asked
// about no game, or shows the position of the game named last.
func (b *batch) lastly() error {
	if len(b.answers) == 0 && b.at != nil && !b.at.gone {
		return b.answer(b.at, sheet.Mail{Kind: sheet.Status}, reply{player: b.at.player, to: b.l.MessageID, note: b.l.Note})
	}
	return b.note()
}

// note answers what was asked about no game, in a mail of its own.
func (b *batch) note() error {
	if len(b.answers) == 0 {
		return nil
	}
	if err := b.d.enrol(&b.who.member); err != nil {
		return err
	}
	b.d.keepMember(b.c.Marks, b.who.member)
	page := sheet.Note(cmp.Or(b.head, b.answers[0].Head), "", b.answers...)
	mail := b.d.writeNote(b.who.member, b.noteID(), page, b.l.MessageID)
	b.post(mail)
	return nil
}

// show answers a preview: it shows the games as they would be, and keeps
// nothing.
func (b *batch) show() (string, error) {
	switch {
	case len(b.visits) > 0:
		return b.refuse(texts(b.l), -1, engine.Refuse(`"preview" shows what lines for a game that is on would do; games that wait for players cannot be tried. Leave the line "preview" out.`))
	case len(b.drafts) == 0:
		return b.refuse(texts(b.l), -1, engine.Refuse(`"preview" is for a game; there is nothing to show of these lines.`))
	}
	if _, err := b.conclude(); err != nil {
		return "", err
	}
	b.cutAnswers()
	b.c = store.Commit{Cause: b.key, Outcome: outcomeAnswered, Marks: b.who.marks}
	for i, d := range b.drafts {
		re := reply{answers: d.answers, note: b.l.Note}
		if i == 0 {
			re.answers = append(b.answers, d.answers...)
		}
		if err := b.previewed(d, re); err != nil {
			return "", err
		}
	}
	b.d.back(b.began)
	return outcomeAnswered, b.d.queue(b.c)
}

func (b *batch) previewed(d *speaker, re reply) error {
	d.table = table.Foreseen(d.before, d.table.OrderedBy(d.player)).Lapsed()
	m := b.d.sheetOf(d.table, d.player)
	m.Kind, m.Past, m.Since, m.Extra = sheet.Preview, d.before.Log, d.table.Log[len(d.before.Log):], append(d.takenDown(), re.sections()...)
	m.Deadline = b.d.due(d.before, d.player)
	m.Position = len(d.before.Log) // an answer to a preview answers the position before it
	mail := b.d.writeAs(d.table, d.player, m, b.d.office.ID("preview."+b.short(), d.table.ID, m.Position, d.player), b.l.MessageID)
	b.post(mail)
	return nil
}

// changes returns the games that a batch has changed, for the work after the
// commit.
func (b *batch) changes() []change {
	var out []change
	for _, d := range b.drafts {
		if len(d.table.Log) > len(d.before.Log) || d.recorded {
			out = append(out, change{before: d.before, next: d.table})
		}
	}
	return out
}

// advance adds the growth of a game's log to a commit, with the mails that tell
// everybody.
func (d *draft) advance(c *store.Commit, before, next *table.Table, re reply) error {
	c.At = d.now()
	*next = *next.Lapsed()
	next.Ask(before, c.At)
	re.turned = turnsRound(before, next)
	mails, err := d.tell(next, re)
	if err != nil {
		return err
	}
	stored, err := before.Change(next)
	if err != nil {
		return err
	}
	c.Changes = append(c.Changes, stored)
	c.Drop = append(c.Drop, moveTopic(next.ID, ""))
	c.Mails = append(c.Mails, mails...)
	c.Deadlines = append(c.Deadlines, d.deadlines(next)...)
	return nil
}

// record adds to a commit a changed record, or events that the next mails will
// tell.
func (d *draft) record(c *store.Commit, before, next *table.Table) error {
	stored, err := before.Change(next)
	if err != nil {
		return err
	}
	c.Changes = append(c.Changes, stored)
	c.Deadlines = append(c.Deadlines, d.deadlines(next)...)
	return nil
}

// unlessForeign removes the Message-ID of a mail that is not from an address on
// file. The player may never have seen that mail, so no answer refers to it.
func unlessForeign(l letter.Letter, who sender) letter.Letter {
	if !who.speaks(l.From) {
		l.MessageID = ""
	}
	return l
}
