package pbem

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A batch holds the lines of one mail. It carries them out one after the other
// on copies. Then everything is committed at once, or nothing.
type batch struct {
	d     *draft
	began point // the draft goes back to it if the mail is refused
	key   string
	l     letter.Letter
	who   sender

	drafts []*speaker // the games of its lines, in order
	at     *speaker   // the game of the next line; nil for none
	visits []*visit   // the games that wait for players, of its lines
	visit  *visit     // the one of the next line; nil for none

	head     string          // of the answer about no game
	answers  []sheet.Section // of that answer
	settings bool            // the answer shows the sender's settings
	c        store.Commit    // marks, mails, deadlines besides the games'
	moved    bool            // the member has changed
	work     budget          // what its lines cost
	preview  bool            // nothing will be kept
	anyway   bool            // the position may be an old one
}

// run carries out the lines of a believed mail and commits them.
func (d *draft) run(key string, l letter.Letter, who sender) (outcome string, err error) {
	e := &batch{d: d, key: key, l: l, who: who, began: d.point()}
	e.c = store.Commit{Cause: key, Marks: store.Marks{}}
	for name, value := range who.marks {
		e.c.Marks[name] = value
	}
	if who.table != nil {
		e.sit(who.table, who.player)
	}
	said, err := e.unsigned(texts(l))
	if err != nil {
		return "", err
	}
	lines := e.foresee(said)
	for i, line := range lines {
		if err := e.line(line); err != nil {
			return e.refuse(lines, i, err)
		}
	}
	for _, one := range e.drafts {
		if err := one.sameThen(); err != nil {
			e.at = one
			return e.refuse(lines, -1, err)
		}
	}
	return e.finish()
}

// foresee takes out the words that apply to the whole mail.
func (b *batch) foresee(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		verb, rest, ok := grammar.Service(line)
		if !ok || rest != "" || words[verb].mail == nil {
			return false
		}
		words[verb].mail(b)
		return true
	})
}

// sit makes a game the one for the next lines.
func (b *batch) sit(t *table.Table, player string) {
	b.visit = nil
	for _, d := range b.drafts {
		if d.table.ID == t.ID {
			b.at = d
			return
		}
	}
	b.at = &speaker{before: t, table: t, player: player, batch: b}
	b.drafts = append(b.drafts, b.at)
}

// line carries out one line. A message to other players is taken whole; other
// lines may hold several commands.
func (b *batch) line(line string) error {
	if verb, rest, ok := grammar.Service(line); ok && ownsRest[verb] {
		if err := b.work.begin(words[verb].costs()); err != nil {
			return err
		}
		_, err := words[verb].do(b, rest)
		return err
	}
	if plan.Whole(line) {
		return b.part(line)
	}
	for _, part := range grammar.Split(line) {
		if err := b.part(part); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) part(part string) error {
	verb, rest, ok := grammar.Service(part)
	if ok && !b.offered(verb, part) && !plan.Gives(part) {
		done, err := b.word(words[verb], rest, part)
		if done || err != nil {
			return err
		}
	}
	switch {
	case b.visit != nil:
		return b.visit.notYet(part)
	case b.at == nil:
		return engine.Refuse("For which game is %q? Say it first, with a line such as \"game g12\". %s", part, b.whichGames())
	case !b.at.table.Plays(b.at.player):
		return engine.Refuse("You are a guest of this game: %q is for its players.", part)
	case b.at.table.Record.Paused != nil:
		return engine.Refuse("%s", b.at.table.Record.Paused.Sentence())
	}
	if err := b.at.costs(moveWork); err != nil {
		return err
	}
	b.at.parts = append(b.at.parts, part)
	return b.at.line(part)
}

// word carries out a word of the service in a part of a line. It reports false
// if the word means nothing here.
func (b *batch) word(w word, rest, part string) (done bool, err error) {
	if !w.asks {
		err = b.work.begin(w.costs())
	}
	if b.at != nil && !w.plain {
		b.at.beyond = true
	}
	switch {
	case err != nil:
		return true, err
	case w.asks && b.full():
		return true, nil // cutAnswers tells the sender
	case w.asks && !b.work.ask(w.costs(), part):
		return true, nil // left tells the sender
	case w.position != nil && b.at != nil: // guests may ask too, and also in a pause
		w.position(b.at, rest)
		return true, nil
	case w.do != nil:
		return w.do(b, rest)
	}
	return false, nil
}

// offered reports whether the rules of the game offer the verb to the player
// now. The line must begin with the verb in full.
func (b *batch) offered(verb, line string) bool {
	switch {
	case b.at == nil, aboutRequest(verb, line):
		return false
	case !strings.HasPrefix(strings.ToLower(line), verb):
		return verb == "decline" && b.at.mayPass(line) // "no" is both
	}
	return slices.Contains(grammar.Offered(b.at.table.Game.Pending(), b.at.player), verb)
}

// refuse tells the sender which line was wrong. It returns an error that is
// ours.
func (b *batch) refuse(lines []string, i int, err error) (string, error) {
	r := &sheet.Refusal{Lines: lines, Fault: i}
	if !why(r, err) {
		return "", err
	}
	var old *outdated
	if errors.As(err, &old) {
		r.Since = old.since
	}
	b.d.back(b.began) // drops everything the lines have set
	if !b.understood(err) && b.d.noise(b.key, b.l, r) {
		return outcomeIgnored, b.d.close(b.key, outcomeIgnored)
	}
	learnt, err := b.remember(lines, i)
	if err != nil {
		return "", err
	}
	r.Reason = strings.TrimSpace(b.belongs(lines, i, r.Reason) + " " + learnt)
	who := b.who
	if b.moved {
		if who.member, err = b.d.member(who.member.Address); err != nil {
			return "", err
		}
	}
	if b.at != nil && !b.at.arrived {
		who.table, who.player = b.at.before, b.at.player
	}
	if who, err = b.d.reclaimedBy(who, r); err != nil {
		return "", err
	}
	about := []any{texts(b.l)}
	if who.table != nil {
		about = append(about, len(who.table.Log))
	}
	return b.d.refuseTyped(b.key, b.l, who, r, about...)
}

// why fills in the reason of a player's error. It reports false for an error of
// ours.
func why(r *sheet.Refusal, err error) bool {
	var no *grammar.Refusal
	var refused *engine.Refusal
	switch {
	case errors.As(err, &no):
		r.Reason, r.Closest = no.Sentence, append(no.Readings, no.Closest...)
	case errors.As(err, &refused):
		r.Reason = refused.Sentence
	default:
		return false
	}
	return true
}

// add adds a section to the answer about no game.
func (b *batch) add(head string, lines ...string) {
	b.answers = append(b.answers, sheet.Section{Head: head, Lines: lines})
}

// post queues a mail in the same commit.
func (b *batch) post(m store.Mail) { b.c.Mails = append(b.c.Mails, m) }

// me changes the sender's member.
func (b *batch) me(change func(*people.Member)) error {
	if err := b.d.enrol(&b.who.member); err != nil {
		return err
	}
	change(&b.who.member)
	b.moved = true
	return b.d.suppose(b.who.member)
}

// whichGames names for a refusal the games of the sender, and those they are
// invited to.
func (b *batch) whichGames() string { return b.ownTables() + b.invitations() }

// invitations tells how to join those games.
func (b *batch) invitations() string {
	list, err := b.shown()
	if err != nil {
		return ""
	}
	text := ""
	for _, g := range list {
		if slices.Contains(g.Expected(), b.who.member.ID) {
			text += fmt.Sprintf(" To be in %s, to which you are invited, say \"join %s\".", g.Name, g.ID)
		}
	}
	return text
}

// ownTables names the games in which the sender has a seat.
func (b *batch) ownTables() string {
	var out []string
	for _, w := range b.d.seatsOf(b.who.address()) {
		out = append(out, fmt.Sprintf("%s (%s)", w.table.ID, w.table.Record.Name))
	}
	if len(out) == 0 {
		return "You are in no game that is on."
	}
	return "Yours: " + strings.Join(out, ", ") + "."
}
