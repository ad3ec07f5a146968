package batch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// reclaimed records that a player has written: they play their seat again. If the
// caretaker or robots had stopped because they had played alone for too long, they go on.
// If the mail does nothing else, the others learn of it from their next mails.
func (p *Speaker) reclaimed() {
	p.attended()
	if p.Gone || !p.Table.Kept(p.Player) || p.Table.Seat(p.Player).Open {
		return
	}
	p.Aside = p.Aside || len(p.Table.Log) == len(p.Before.Log)
	by := p.Table.Keeper(p.Player).Itself()
	p.Table = p.Table.Untended(p.Player)
	p.Add("You play on", "  "+step.Capital(by)+" has stopped. \"history\" shows what it has said for you; \"undo\" takes back the last of it.")
}

// attended records that a person has said something: the caretaker and robots may play on.
func (p *Speaker) attended() {
	if p.Table.Alone() || p.applied > 0 && p.Table.Record.Tended > 0 {
		p.Recorded = true
		p.Table = p.Table.With(p.Table.Game, nil)
		p.Table.Record.Tended = 0
	}
}

// reclaimedBy does the same for a mail that is refused. It returns the sender with the
// changed table.
func reclaimedBy(d *desk.Draft, who desk.Sender, r *sheet.Refusal) (desk.Sender, error) {
	if who.Table == nil || who.Table.IsSandbox() || !who.Table.Kept(who.Player) || who.Table.Seat(who.Player).Open {
		return who, nil
	}
	before := who.Table
	who.Table = before.Untended(who.Player)
	r.Reason += fmt.Sprintf(" You play on yourself from now on: %s has stopped.", before.Keeper(who.Player).Itself())
	var c store.Commit
	return who, errors.Join(timing.Record(d, &c, before, who.Table), d.Take(c, desk.Change{Before: before, Next: who.Table}))
}

// finish commits the result of a batch and answers its sender.
func (b *Batch) finish() (outcome string, err error) {
	if b.Preview {
		return b.show()
	}
	if err := b.unsealed(); err != nil {
		return b.refuse(senders.Texts(b.Letter), -1, err)
	}
	for _, p := range b.Drafts {
		if p.Table.IsSandbox() {
			p.attended()
			p.turn()
			continue
		}
		p.reclaimed()
		p.Table = table.ObeySince(p.Before, p.elapsed())
	}
	outcome = desk.OutcomeAnswered
	changed, err := b.conclude()
	if err = cmp.Or(err, b.stand()); err != nil {
		return b.refuse(senders.Texts(b.Letter), -1, err)
	}
	if changed || len(b.Deleted) > 0 {
		outcome = desk.OutcomeApplied
	}
	b.cutAnswers()
	answered := false
	for _, p := range b.Drafts {
		changed, err := b.draft(p, &answered)
		if err != nil {
			return "", err
		}
		if changed {
			outcome = desk.OutcomeApplied
		}
	}
	if b.moved {
		b.Draft.KeepMember(b.Commit.Marks, b.Who.Member)
	}
	if !answered {
		if err := b.lastly(); err != nil {
			return "", err
		}
	}
	b.Commit.Outcome = outcome
	return outcome, b.Draft.Take(b.Commit, b.changes()...)
}

// conclude runs the Conclusions and reports whether they have changed anything.
func (b *Batch) conclude() (changed bool, err error) {
	for _, do := range Conclusions {
		did, err := do(b)
		if err != nil {
			return false, err
		}
		changed = changed || did
	}
	return changed, nil
}

// draft adds the batch's changes of one game to the commit. It reports whether something
// has happened in the game. It sets answered if the sender gets a mail about it.
func (b *Batch) draft(p *Speaker, answered *bool) (changed bool, err error) {
	if p.Gone && p.Aside {
		b.Commit.Drop = append(b.Commit.Drop, notices.MoveTopic(p.Table.ID, p.Player))
		return true, timing.Record(b.Draft, &b.Commit, p.Before, p.Table)
	}
	if p.Gone { // the sender gets no more mail about this game
		return true, Advance(b.Draft, &b.Commit, p.Before, p.Table, notices.Reply{})
	}
	re := notices.Reply{Player: p.Player, To: b.Letter.MessageID, Answers: p.Answers, Note: b.Letter.Note, Status: p.status || p.Arrived, Chart: p.chart}
	if !*answered {
		re.Answers = append(re.Answers[:len(re.Answers):len(re.Answers)], b.Answers...)
	}
	recorded := p.Recorded || p.Aside || p.Quiet > 0
	switch {
	case len(p.Table.Log) > len(p.Before.Log)+p.Quiet && !p.Aside:
		*answered = true
		return true, Advance(b.Draft, &b.Commit, p.Before, p.Table, re)
	case recorded:
	case len(p.Answers) == 0 && (len(b.Drafts) > 1 || len(b.Answers) > 0 || *answered):
		return false, nil // the mail named this game and did nothing in it
	}
	*answered = true
	if asks := len(re.Answers) > 0; asks && !recorded && !p.status {
		return false, b.answer(p, sheet.Mail{Kind: sheet.Answer, Board: p.chart}, re)
	}
	if err := b.answer(p, sheet.Mail{Kind: sheet.Status}, re); err != nil {
		return false, err
	}
	p.Recorded = true // what the mail shows
	return p.Aside || p.Quiet > 0, timing.Record(b.Draft, &b.Commit, p.Before, p.Table)
}

// answer mails the position of a game to the sender, and notes in the table what the mail shows.
func (b *Batch) answer(p *Speaker, m sheet.Mail, re notices.Reply) error {
	kind, board := m.Kind, m.Board
	m = notices.SheetOf(b.Draft, p.Table, p.Player)
	m.Kind, m.Board, m.Extra = kind, board, re.Sections()
	if kind == sheet.Answer {
		m.Then, m.Runs = p.past, p.runs
	}
	if p.beyond && kind == sheet.Answer {
		m.Extra = append(slices.Clip(m.Extra), notices.Standing(b.Draft, p.Table, p.Player)...)
	}
	if kind == sheet.Status && slices.Contains(p.Table.Actors(), p.Player) {
		m.Turn = wholeTurn(p.Scene())
	}
	mail := notices.Write(b.Draft, p.Table, p.Player, m, "answer."+b.Short(), b.Letter.MessageID)
	b.Post(mail)
	if kind != sheet.Status || !p.Table.Plays(p.Player) {
		return nil
	}
	p.Table = p.Table.With(p.Table.Game, nil)
	notices.Shows(b.Draft, p.Table, p.Player, m, mail)
	seat := p.Table.Seat(p.Player)
	seat.Had = seat.Has // no later mail replaces this one
	p.Table.Level(p.Player)
	return nil
}

// Short returns enough of the mail's key to tell its answers apart.
func (b *Batch) Short() string { return b.key[len(b.key)-12:] }

// lastly answers a mail if no mail about a game answers it: with the answer about no
// game, or with the position of the game named last.
func (b *Batch) lastly() error {
	if len(b.Answers) == 0 && b.At != nil && !b.At.Gone {
		return b.answer(b.At, sheet.Mail{Kind: sheet.Status}, notices.Reply{Player: b.At.Player, To: b.Letter.MessageID, Note: b.Letter.Note})
	}
	return b.note()
}

// note mails the answer about no game.
func (b *Batch) note() error {
	if len(b.Answers) == 0 {
		return nil
	}
	if err := b.Draft.Enrol(&b.Who.Member); err != nil {
		return err
	}
	b.Draft.KeepMember(b.Commit.Marks, b.Who.Member)
	page := sheet.Note(cmp.Or(b.Head, b.Answers[0].Head), "", b.Answers...)
	mail := b.Draft.WriteNote(b.Who.Member, b.noteID(), page, b.Letter.MessageID)
	b.Post(mail)
	return nil
}

// show answers a preview: it mails the games as they would be, and commits no changes to
// them.
func (b *Batch) show() (string, error) {
	switch {
	case len(b.Visits) > 0:
		return b.refuse(senders.Texts(b.Letter), -1, engine.Refuse(`"preview" shows what lines for a running game would do; games waiting for players cannot be tried. Leave the line "preview" out.`))
	case len(b.Drafts) == 0:
		return b.refuse(senders.Texts(b.Letter), -1, engine.Refuse(`"preview" is for a game; there is nothing to show of these lines.`))
	}
	if _, err := b.conclude(); err != nil {
		return "", err
	}
	for _, p := range b.Drafts {
		if p.Table.IsSandbox() {
			p.turn()
			continue
		}
		p.Table = table.Foreseen(p.Before, p.Table.OrderedBy(p.Player)).Lapsed()
	}
	if err := b.stand(); err != nil {
		return "", err
	}
	b.cutAnswers()
	b.Commit = store.Commit{Cause: b.key, Outcome: desk.OutcomeAnswered, Marks: b.Who.Marks}
	for i, p := range b.Drafts {
		re := notices.Reply{Answers: p.Answers, Note: b.Letter.Note}
		if i == 0 {
			re.Answers = append(b.Answers, p.Answers...)
		}
		if err := b.previewed(p, re); err != nil {
			return "", err
		}
	}
	b.Draft.Back(b.began)
	return desk.OutcomeAnswered, b.Draft.Queue(b.Commit)
}

func (b *Batch) previewed(p *Speaker, re notices.Reply) error {
	m := notices.SheetOf(b.Draft, p.Table, p.Player)
	m.Kind, m.Past, m.Since, m.Extra = sheet.Preview, p.Before.Log, p.Table.Log[len(p.Before.Log):], append(p.secretAnswerNote(), re.Sections()...)
	m.Runs = p.Table.Title.CoursesSince(p.Table.Log, len(p.Before.Log))
	m.Deadline = timing.Due(b.Draft, p.Before, p.Player)
	m.Was, m.WasAt = p.Before.Game.State(), len(p.Before.Log)
	m.Position = len(p.Before.Log) // an answer to the preview answers the position before it
	mail := notices.WriteAs(b.Draft, p.Table, p.Player, m, b.Draft.Office.ID("preview."+b.Short(), p.Table.ID, m.Position, p.Player), b.Letter.MessageID)
	b.Post(mail)
	return nil
}

// changes returns the games that a batch has changed, for the work after the commit.
func (b *Batch) changes() []desk.Change {
	var out []desk.Change
	for _, p := range b.Drafts {
		if len(p.Table.Log) > len(p.Before.Log) || p.Recorded {
			out = append(out, desk.Change{Before: p.Before, Next: p.Table})
		}
	}
	return out
}

// Advance adds the new events of a game to a commit, and the mails that tell everybody
// about them.
func Advance(d *desk.Draft, c *store.Commit, before, next *table.Table, re notices.Reply) error {
	c.At = d.Now()
	done, err := Fulfilled(d, next.Lapsed()) // the last one whose word was missing may be out of the game now
	if err != nil {
		return err
	}
	*next = *done
	next.Ask(before, c.At)
	re.Turned, re.Knows = notices.TurnsRound(before, next), notices.AnswersSome(before, next)
	mails, err := Tell(d, next, re)
	if err != nil {
		return err
	}
	stored, err := before.Change(next)
	if err != nil {
		return err
	}
	c.Changes = append(c.Changes, stored)
	if !next.IsSandbox() { // each of its mails answers one of its owner's
		c.Drop = append(c.Drop, notices.MoveTopic(next.ID, ""))
	}
	c.Mails = append(c.Mails, mails...)
	c.Deadlines = append(c.Deadlines, timing.Deadlines(d, next)...)
	return nil
}
