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

// An errand is what one mail sets out to do. Its lines are carried out one
// after the other on copies; then everything is committed at once, or nothing.
type errand struct {
	d     *draft
	began point // to which the draft goes back when the mail is refused
	key   string
	l     letter.Letter
	who   sender

	drafts []*speaker // the games that lines were for, in order
	at     *speaker   // the one the next line is for; nil for none
	visits []*visit   // the games that wait for players, which lines were for
	visit  *visit     // the one the next line is for; nil for none

	head     string          // of the answer to what was asked of no game
	answers  []sheet.Section // to it
	settings bool            // it shows what the sender has set
	c        store.Commit    // marks, mails, deadlines beside the games'
	moved    bool            // the member has changed
	work     ledger          // what its lines cost
	preview  bool            // nothing is to be kept
	anyway   bool            // the position may be an old one
}

// run carries out the lines of a believed mail and commits them.
func (d *draft) run(key string, l letter.Letter, who sender) (outcome string, err error) {
	e := &errand{d: d, key: key, l: l, who: who, began: d.point()}
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

// foresee takes out the words that are about the whole mail.
func (e *errand) foresee(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		verb, rest, ok := grammar.Service(line)
		if !ok || rest != "" || words[verb].mail == nil {
			return false
		}
		words[verb].mail(e)
		return true
	})
}

// sit makes a game the one the next lines are for.
func (e *errand) sit(t *table.Table, player string) {
	e.visit = nil
	for _, d := range e.drafts {
		if d.table.ID == t.ID {
			e.at = d
			return
		}
	}
	e.at = &speaker{before: t, table: t, player: player, errand: e}
	e.drafts = append(e.drafts, e.at)
}

// line carries out one line. What a player writes to others is taken whole;
// other lines may hold several commands.
func (e *errand) line(line string) error {
	if verb, rest, ok := grammar.Service(line); ok && words[verb].whole {
		if err := e.work.begin(words[verb].costs()); err != nil {
			return err
		}
		_, err := words[verb].do(e, rest)
		return err
	}
	if plan.Whole(line) {
		return e.part(line)
	}
	for _, part := range grammar.Split(line) {
		if err := e.part(part); err != nil {
			return err
		}
	}
	return nil
}

func (e *errand) part(part string) error {
	verb, rest, ok := grammar.Service(part)
	if ok && !e.offered(verb, part) && !plan.Gives(part) {
		done, err := e.word(words[verb], rest, part)
		if done || err != nil {
			return err
		}
	}
	switch {
	case e.visit != nil:
		return e.visit.notYet(part)
	case e.at == nil:
		return engine.Refuse("For which game is %q? Say it first, with a line such as \"game g12\". %s", part, e.whichGames())
	case !e.at.table.Plays(e.at.player):
		return engine.Refuse("You are a guest of this game: %q is for its players.", part)
	case e.at.table.Record.Paused != nil:
		return engine.Refuse("%s", e.at.table.Record.Paused.Sentence())
	}
	if err := e.at.costs(moveWork); err != nil {
		return err
	}
	e.at.parts = append(e.at.parts, part)
	return e.at.line(part)
}

// word does what one word of the service says in a part of a line; it reports
// false where that is nothing here.
func (e *errand) word(w word, rest, part string) (done bool, err error) {
	if !w.asks {
		err = e.work.begin(w.costs())
	}
	if e.at != nil && !w.plain {
		e.at.beyond = true
	}
	switch {
	case err != nil:
		return true, err
	case w.asks && e.full():
		return true, nil // cutAnswers tells
	case w.asks && !e.work.ask(w.costs(), part):
		return true, nil // left tells
	case w.position != nil && e.at != nil: // guests may ask too, also in a pause
		w.position(e.at, rest)
		return true, nil
	case w.do != nil:
		return w.do(e, rest)
	}
	return false, nil
}

// offered reports whether the rules of the game offer the verb to the player
// now, and the line begins with it as it is.
func (e *errand) offered(verb, line string) bool {
	switch {
	case e.at == nil, aboutRequest(verb, line):
		return false
	case !strings.HasPrefix(strings.ToLower(line), verb):
		return verb == "decline" && e.at.mayPass(line) // "no" is both
	}
	return slices.Contains(grammar.Offered(e.at.table.Game.Pending(), e.at.player), verb)
}

// refuse tells the sender which line was wrong. The error stays one when it is
// ours.
func (e *errand) refuse(lines []string, i int, err error) (string, error) {
	r := &sheet.Refusal{Lines: lines, Fault: i}
	if !why(r, err) {
		return "", err
	}
	var old *outdated
	if errors.As(err, &old) {
		r.Since = old.since
	}
	e.d.back(e.began) // nothing of what was set counts
	if !e.understood(err) && e.d.noise(e.key, e.l, r) {
		return outcomeIgnored, e.d.close(e.key, outcomeIgnored)
	}
	learnt, err := e.remember(lines, i)
	if err != nil {
		return "", err
	}
	r.Reason = strings.TrimSpace(e.belongs(lines, i, r.Reason) + " " + learnt)
	who := e.who
	if e.moved {
		if who.member, err = e.d.member(who.member.Address); err != nil {
			return "", err
		}
	}
	if e.at != nil && !e.at.arrived {
		who.table, who.player = e.at.before, e.at.player
	}
	if who, err = e.d.reclaimedBy(who, r); err != nil {
		return "", err
	}
	about := []any{texts(e.l)}
	if who.table != nil {
		about = append(about, len(who.table.Log))
	}
	return e.d.refuseTyped(e.key, e.l, who, r, about...)
}

// why fills in the reason of a player's error; it reports false for ours.
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

// add answers something that was asked of no game.
func (e *errand) add(head string, lines ...string) {
	e.answers = append(e.answers, sheet.Section{Head: head, Lines: lines})
}

// post queues a mail with what the mail does.
func (e *errand) post(m store.Mail) { e.c.Mails = append(e.c.Mails, m) }

// me changes the member whose mail it is.
func (e *errand) me(change func(*people.Member)) error {
	if err := e.d.enrol(&e.who.member); err != nil {
		return err
	}
	change(&e.who.member)
	e.moved = true
	return e.d.suppose(e.who.member)
}

// whichGames names the games of the sender, and those they are invited to, for
// a refusal.
func (e *errand) whichGames() string { return e.ownTables() + e.invitations() }

// invitations say how to follow them.
func (e *errand) invitations() string {
	list, err := e.shown()
	if err != nil {
		return ""
	}
	text := ""
	for _, g := range list {
		if slices.Contains(g.Expected(), e.who.member.ID) {
			text += fmt.Sprintf(" To be in %s, to which you are invited, say \"join %s\".", g.Name, g.ID)
		}
	}
	return text
}

// ownTables names the games in which the sender has a seat.
func (e *errand) ownTables() string {
	var out []string
	for _, w := range e.d.seatsOf(e.who.address()) {
		out = append(out, fmt.Sprintf("%s (%s)", w.table.ID, w.table.Record.Name))
	}
	if len(out) == 0 {
		return "You are in no game that is on."
	}
	return "Yours: " + strings.Join(out, ", ") + "."
}
