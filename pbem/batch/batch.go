package batch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/plan"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles/title"
)

// A Batch holds the lines of one mail. It carries them out one after the other, on copies
// of the games. Then it commits everything or nothing.
type Batch struct {
	Draft  *desk.Draft
	began  desk.Point // where the draft goes back to if the mail is refused
	key    string
	Letter letter.Letter
	Who    desk.Sender

	Drafts []*Speaker // the games that lines were for, in order
	At     *Speaker   // the game that the next line is for; nil for none
	Visits []*Visit   // the gatherings that lines were for, in order
	Visit  *Visit     // the gathering that the next line is for; nil for none

	Head     string          // the headline of the answer about no game
	Answers  []sheet.Section // the sections of that answer
	Settings bool            // the answer shows the sender's settings
	Commit   store.Commit    // marks, mails and deadlines that belong to no game
	moved    bool            // the member has changed
	hour     *string         // see HourBefore; nil if not found yet
	work     Budget          // what the lines have cost
	Asked    bool            // the word of the service that is carried out answers a plain question
	openText bool            // the next line may belong to a message above it: see mayGoOn
	standing bool            // a status was asked for
	Preview  bool            // the mail is a preview: nothing is kept
	Anyway   bool            // the sender allows an answer to an old position
	Deleted  []string        // the sandboxes that were deleted
}

// Run carries out the lines of a mail that is known to be the sender's, and commits the
// result.
func Run(d *desk.Draft, key string, l letter.Letter, who desk.Sender) (outcome string, err error) {
	b := &Batch{Draft: d, key: key, Letter: l, Who: who, began: d.Point()}
	b.Commit = store.Commit{Cause: key, Marks: store.Marks{}}
	for name, value := range who.Marks {
		b.Commit.Marks[name] = value
	}
	if who.Table != nil {
		b.Sit(who.Table, who.Player)
	}
	said, err := b.unsigned(senders.Texts(l))
	if err != nil {
		return "", err
	}
	lines := b.takeMailWords(said)
	for i, line := range lines {
		if err := b.line(line); err != nil {
			return b.refuse(lines, i, err)
		}
	}
	for _, p := range b.Drafts {
		if err := p.sameThen(); err != nil {
			b.At = p
			return b.refuse(lines, -1, err)
		}
	}
	return b.finish()
}

// takeMailWords carries out the commands that apply to the whole mail, and removes them from
// the lines.
func (b *Batch) takeMailWords(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		verb, rest, ok := grammar.Service(line)
		if !ok || rest != "" || Words[verb].Mail == nil {
			return false
		}
		Words[verb].Mail(b)
		return true
	})
}

// Sit makes a game the one that the next lines are for.
func (b *Batch) Sit(t *table.Table, player string) {
	b.Visit = nil
	for _, p := range b.Drafts {
		if p.Table.ID == t.ID {
			b.At = p
			return
		}
	}
	b.At = &Speaker{Before: t, Table: t, Player: player, Batch: b}
	b.Drafts = append(b.Drafts, b.At)
}

// line carries out one line. A message to other players is one command; other lines may
// hold several.
func (b *Batch) line(line string) error {
	verb, rest, ok := grammar.Service(line)
	b.openText = mayGoOn(verb, rest) || b.openText && !b.begins(line)
	if ok && senders.OwnsRest[verb] {
		if err := cmp.Or(b.alone(verb, rest), b.work.Begin(Words[verb].costs())); err != nil {
			return err
		}
		_, err := Words[verb].Do(b, rest)
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

func (b *Batch) part(part string) error {
	if b.At != nil {
		if part = withoutName(b.At, part); over(b.At, part) {
			return nil
		}
		b.At.turnFor(part)
	}
	if done, err := b.agree(part); done || err != nil {
		return err
	}
	if no := b.wished(part); no != nil {
		return no
	}
	verb, rest, ok := b.service(part)
	if ok && !b.offered(verb, part) {
		if err := b.alone(verb, rest); err != nil {
			return err
		}
	}
	if ok && !b.offered(verb, part) && !plan.Gives(part) {
		done, err := b.word(Words[verb], rest, part)
		if done || err != nil {
			return err
		}
	}
	switch {
	case askOut.MatchString(part):
		return b.waysOut()
	case b.Visit != nil:
		return b.Visit.notYet(part)
	case b.At == nil:
		return b.noGame(part)
	case !b.At.Table.Plays(b.At.Player):
		return engine.Refuse("You are a guest of this game: %q is for its players.", part)
	case b.At.Table.Record.Paused != nil:
		return engine.Refuse("%s", b.At.Table.Record.Paused.Sentence())
	}
	if err := b.At.costs(moveWork); err != nil {
		return err
	}
	b.At.parts = append(b.At.parts, part)
	return b.orAgree(part, b.At.Line(part))
}

// word carries out a command of the service. It returns false if the part of the line is
// not one here.
func (b *Batch) word(w Word, rest, part string) (done bool, err error) {
	if !w.Asks {
		err = b.work.Begin(w.costs())
	}
	if b.At != nil && !w.Plain {
		b.At.beyond = true
	}
	switch {
	case err != nil:
		return true, err
	case w.Asks && b.full():
		return true, nil // cutAnswers tells the sender
	case w.Asks && !b.work.Ask(w.costs(), part):
		return true, nil // left tells the sender
	case w.Position != nil && b.At != nil: // guests may ask too, and also in a pause
		w.Position(b.At, rest)
		return true, nil
	case w.Do != nil:
		return w.Do(b, rest)
	}
	return false, nil
}

// offered reports whether the rules of the game offer the verb to the player now. The
// line must begin with the whole verb.
func (b *Batch) offered(verb, line string) bool {
	switch {
	case b.At == nil, AboutRequest(verb, line):
		return false
	case !strings.HasPrefix(strings.ToLower(line), verb):
		return verb == "decline" && b.At.mayPass(line) || b.sums(line) // "no" and "no track" may be both
	}
	return slices.Contains(grammar.Offered(b.At.Table.Game.Pending(), b.At.Player), verb)
}

// sums reports whether a line is a word of the title of the game with a sum, which no word of the service takes: "lobby 50".
func (b *Batch) sums(line string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	sum := strings.TrimLeft(rest, " £$")
	return sum != "" && sum[0] >= '0' && sum[0] <= '9' && b.move(word) != ""
}

// refuse tells the sender which line was wrong. It returns err itself if that is not the
// sender's fault.
func (b *Batch) refuse(lines []string, i int, err error) (string, error) {
	r := &sheet.Refusal{Lines: lines, Fault: i}
	if !FillReason(r, err) {
		return "", err
	}
	var old *outdated
	if errors.As(err, &old) {
		r.Since = old.since
	}
	b.Draft.Back(b.began) // drops everything that the lines have changed
	if !b.understood(err) && senders.Noise(b.Draft, b.key, b.Letter, mentioned(b), r) {
		return desk.OutcomeIgnored, b.Draft.Close(b.key, desk.OutcomeIgnored)
	}
	learnt, err := b.remember(lines, i)
	if err != nil {
		return "", err
	}
	r.Reason = strings.TrimSpace(b.belongs(lines, i, r.Reason) + " " + learnt)
	who := b.Who
	if b.moved {
		if who.Member, err = b.Draft.Member(who.Member.Address); err != nil {
			return "", err
		}
	}
	if b.At != nil && !b.At.Arrived {
		who.Table, who.Player = b.At.Before, b.At.Player
	}
	if who.Table != nil && who.Table.IsSandbox() {
		who.Player = who.Table.Owner()
	}
	if who, err = reclaimedBy(b.Draft, who, r); err != nil {
		return "", err
	}
	about := []any{senders.Texts(b.Letter)}
	if who.Table != nil {
		about = append(about, len(who.Table.Log))
	}
	return senders.RefuseTyped(b.Draft, b.key, b.Letter, who, r, about...)
}

// FillReason fills in the reason of a refusal. It returns false if err is not the
// player's fault.
func FillReason(r *sheet.Refusal, err error) bool {
	var no *grammar.Refusal
	var refused *engine.Refusal
	if c := (clause{}); errors.As(err, &c) {
		r.Part = c.part
	}
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

// Add adds a section to the answer about no game.
func (b *Batch) Add(head string, lines ...string) {
	b.Answers = append(b.Answers, sheet.Section{Head: head, Lines: lines})
}

// Post queues a mail in the same commit.
func (b *Batch) Post(m store.Mail) { b.Commit.Mails = append(b.Commit.Mails, m) }

// Me changes the sender's member.
func (b *Batch) Me(change func(*people.Member)) error {
	if err := b.Draft.Enrol(&b.Who.Member); err != nil {
		return err
	}
	change(&b.Who.Member)
	b.moved = true
	return b.Draft.Suppose(b.Who.Member)
}

// WhichGames lists for a refusal the sender's games and the games they are invited to.
func (b *Batch) WhichGames() string { return b.ownTables() + b.invitations() }

// invitations says how to join the games that the sender is invited to.
func (b *Batch) invitations() string {
	list, err := b.Shown()
	if err != nil {
		return ""
	}
	text := ""
	for _, g := range list {
		if slices.Contains(g.Expected(), b.Who.Member.ID) {
			text += fmt.Sprintf(" To join %s, to which you are invited, say \"join %s\".", g.Name, g.ID)
		}
	}
	return text
}

// ownTables lists the games in which the sender has a seat.
func (b *Batch) ownTables() string {
	var out []string
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		out = append(out, fmt.Sprintf("%s (%s)", w.Table.ID, w.Table.Record.Name))
	}
	if len(out) == 0 {
		return "You are in no running game."
	}
	return "Yours: " + strings.Join(out, ", ") + "."
}

// understood reports whether anything in a refused mail was understood: a line, or a part
// of one, that begins like a command or a plan.
func (b *Batch) understood(err error) bool {
	if no := new(grammar.Refusal); errors.As(err, &no) && !no.Strange {
		return true
	}
	for _, line := range senders.Texts(b.Letter) {
		for _, part := range append(grammar.Split(line), line) {
			if b.begins(part) {
				return true
			}
		}
	}
	return false
}

// mentioned reports whether a line of the mail has words of the game that the mail is for.
func mentioned(b *Batch) bool {
	if b.At == nil {
		return false
	}
	g := b.At.Before
	ctx := grammar.Context{Facts: g.Title.Facts, Verbs: g.Title.Verbs}
	offered := grammar.Offered(g.Game.Pending(), b.At.Player)
	return slices.ContainsFunc(senders.Texts(b.Letter), func(line string) bool { return grammar.Mentions(ctx, offered, line) })
}

// begins reports whether a text begins like a command: of the service, of the game that
// the line is for, or of any title if there is no such game.
func (b *Batch) begins(text string) bool {
	if _, _, ok := grammar.Service(text); ok || plan.Gives(text) || askOut.MatchString(text) {
		return true
	}
	return slices.ContainsFunc(b.TitlesHere(), func(t *title.Title) bool {
		return grammar.Known(grammar.Context{Facts: t.Facts, Verbs: t.Verbs}, text)
	})
}
