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

// finish commits what an errand has come to, and answers its sender.
func (e *errand) finish() (outcome string, err error) {
	if e.preview {
		return e.show()
	}
	if err := e.unsealed(); err != nil {
		return e.refuse(texts(e.l), -1, err)
	}
	for _, d := range e.drafts {
		d.reclaimed()
		d.table = table.ObeySince(d.before, d.elapsed())
	}
	outcome = outcomeAnswered
	gathered, err := e.gather()
	if err != nil {
		return e.refuse(texts(e.l), -1, err)
	}
	if gathered {
		outcome = outcomeApplied
	}
	e.cutAnswers()
	answered := false
	for _, d := range e.drafts {
		changed, err := e.draft(d, &answered)
		if err != nil {
			return "", err
		}
		if changed {
			outcome = outcomeApplied
		}
	}
	if e.moved {
		e.d.keepMember(e.c.Marks, e.who.member)
	}
	if !answered {
		if err := e.lastly(); err != nil {
			return "", err
		}
	}
	e.c.Outcome = outcome
	return outcome, e.d.take(e.c, e.changes()...)
}

// draft adds what an errand does to one game, and reports whether its log goes
// on. Answered is set when the sender gets an answer with it.
func (e *errand) draft(d *speaker, answered *bool) (changed bool, err error) {
	if d.gone && d.aside {
		e.c.Drop = append(e.c.Drop, moveTopic(d.table.ID, d.player))
		return true, e.d.record(&e.c, d.before, d.table)
	}
	if d.gone { // the sender gets no more mail of it
		return true, e.d.advance(&e.c, d.before, d.table, reply{})
	}
	re := reply{player: d.player, to: e.l.MessageID, answers: d.answers, note: e.l.Note, status: d.status || d.arrived, chart: d.chart}
	if !*answered {
		re.answers = append(re.answers[:len(re.answers):len(re.answers)], e.answers...)
	}
	switch {
	case len(d.table.Log) > len(d.before.Log)+d.quiet && !d.aside:
		*answered = true
		return true, e.d.advance(&e.c, d.before, d.table, re)
	case d.recorded || d.aside || d.quiet > 0:
		if err := e.d.record(&e.c, d.before, d.table); err != nil {
			return false, err
		}
	case len(d.answers) == 0 && (len(e.drafts) > 1 || len(e.answers) > 0 || *answered):
		return false, nil // the mail only passed through this game
	}
	*answered = true
	if asks := len(re.answers) > 0; asks && !d.recorded && !d.aside && d.quiet == 0 && !d.status {
		return false, e.answer(d, sheet.Mail{Kind: sheet.Answer, Board: d.chart}, re)
	}
	return d.aside || d.quiet > 0, e.answer(d, sheet.Mail{Kind: sheet.Status}, re)
}

// answer mails the position of a game to the sender.
func (e *errand) answer(d *speaker, m sheet.Mail, re reply) error {
	kind, board := m.Kind, m.Board
	m = e.d.sheetOf(d.table, d.player)
	m.Kind, m.Board, m.Extra = kind, board, re.sections()
	if d.beyond && kind == sheet.Answer {
		m.Extra = append(slices.Clip(m.Extra), e.d.standing(d.table, d.player)...)
	}
	mail := e.d.write(d.table, d.player, m, "answer."+e.short(), e.l.MessageID)
	e.post(mail)
	return nil
}

// short is enough of the mail's key to tell its answers apart.
func (e *errand) short() string { return e.key[len(e.key)-12:] }

// lastly answers a mail that no game has answered: what was asked of none, or the
// position of the game that was named last where nothing was.
func (e *errand) lastly() error {
	if len(e.answers) == 0 && e.at != nil && !e.at.gone {
		return e.answer(e.at, sheet.Mail{Kind: sheet.Status}, reply{player: e.at.player, to: e.l.MessageID, note: e.l.Note})
	}
	return e.note()
}

// note answers what was asked of no game, in a mail of its own.
func (e *errand) note() error {
	if len(e.answers) == 0 {
		return nil
	}
	if err := e.d.enrol(&e.who.member); err != nil {
		return err
	}
	e.d.keepMember(e.c.Marks, e.who.member)
	page := sheet.Note(cmp.Or(e.head, e.answers[0].Head), "", e.answers...)
	mail := e.d.writeNote(e.who.member, e.noteID(), page, e.l.MessageID)
	e.post(mail)
	return nil
}

// show answers a preview: the games as they would be, and nothing kept.
func (e *errand) show() (string, error) {
	switch {
	case len(e.visits) > 0:
		return e.refuse(texts(e.l), -1, engine.Refuse(`"preview" shows what lines for a game that is on would do; games that wait for players cannot be tried. Leave the line "preview" out.`))
	case len(e.drafts) == 0:
		return e.refuse(texts(e.l), -1, engine.Refuse(`"preview" is for a game; there is nothing to show of these lines.`))
	}
	if err := e.showSet(); err != nil {
		return "", err
	}
	e.cutAnswers()
	e.c = store.Commit{Cause: e.key, Outcome: outcomeAnswered, Marks: e.who.marks}
	for i, d := range e.drafts {
		re := reply{answers: d.answers, note: e.l.Note}
		if i == 0 {
			re.answers = append(e.answers, d.answers...)
		}
		if err := e.previewed(d, re); err != nil {
			return "", err
		}
	}
	e.d.back(e.began)
	return outcomeAnswered, e.d.queue(e.c)
}

func (e *errand) previewed(d *speaker, re reply) error {
	d.table = table.Foreseen(d.before, d.table.OrderedBy(d.player)).Lapsed()
	m := e.d.sheetOf(d.table, d.player)
	m.Kind, m.Past, m.Since, m.Extra = sheet.Preview, d.before.Log, d.table.Log[len(d.before.Log):], append(d.takenDown(), re.sections()...)
	m.Deadline = e.d.due(d.before, d.player)
	m.Position = len(d.before.Log) // an answer to it is one to what was there before
	mail := e.d.writeAs(d.table, d.player, m, e.d.office.ID("preview."+e.short(), d.table.ID, m.Position, d.player), e.l.MessageID)
	e.post(mail)
	return nil
}

// changes are the games an errand has changed, for what follows a commit.
func (e *errand) changes() []change {
	var out []change
	for _, d := range e.drafts {
		if len(d.table.Log) > len(d.before.Log) || d.recorded {
			out = append(out, change{before: d.before, next: d.table})
		}
	}
	return out
}

// advance adds to a commit that a game's log goes on, with the mails that tell
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

// record adds to a commit that a game's record has changed, or that its log has
// something more of which the next mails tell.
func (d *draft) record(c *store.Commit, before, next *table.Table) error {
	stored, err := before.Change(next)
	if err != nil {
		return err
	}
	c.Changes = append(c.Changes, stored)
	c.Deadlines = append(c.Deadlines, d.deadlines(next)...)
	return nil
}

// unlessForeign takes the Message-ID from a mail that is not from an address
// on file: they may never have seen it, so no answer refers to it.
func unlessForeign(l letter.Letter, who sender) letter.Letter {
	if !who.speaks(l.From) {
		l.MessageID = ""
	}
	return l
}
