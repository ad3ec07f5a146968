package batch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/pbem/album"
	"pbem/pbem/grammar"
	"pbem/pbem/notices"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// A Speaker is the player or guest who sent the mail, at one table. It holds the table as
// the lines have left it so far.
type Speaker struct {
	Batch    *Batch // nil if lines are only tried
	Before   *table.Table
	Table    *table.Table
	Player   string
	applied  int      // commands carried out
	last     spoken   // the last of them
	charged  int      // what they have cost
	Recorded bool     // the record has changed, not only the log
	Quiet    int      // new events that can wait for the others' next mails
	parts    []string // the moves of the mail, as typed

	Gone    bool // the sender has left the game with this mail
	Aside   bool // all that has happened can wait for the others' next mails: a guest who comes or goes, a player who is back
	Arrived bool // the sender was not in the game before this mail

	answersOld bool // the mail answers the position old, which is not the present one
	old        int
	until      time.Time // when the line's plan ends, zero for never; day is that date in words
	day        string
	Answers    []sheet.Section
	status     bool              // the whole position was asked for
	chart      bool              // the map was asked for
	past       *engine.State     // the position of the past that this map shows; nil for the present one
	runs       []title.Course    // the runs that it shows
	parted     []album.Round     // the rounds of the game, once they are needed
	beyond     bool              // the mail holds more than questions about commands and the position
	asked      map[string]string // answers to questions about this position, by question

	sealed *engine.Command // a secret answer; it is carried out after the whole mail
}

// Line carries out one command.
func (p *Speaker) Line(part string) error {
	if err := p.AfterSeal(part); err != nil {
		return err
	}
	ok, err := p.order(part)
	if !ok {
		err = p.Command(part)
	}
	return err
}

// Command carries out one command. If the verb belongs to a later step, it skips the
// optional steps before it. If the text is no command, Command tries it as several.
func (p *Speaker) Command(text string) error {
	err := p.single(text)
	if no := new(grammar.Refusal); errors.As(err, &no) {
		return cmp.Or(behind(p, text), p.clauses(text, err))
	}
	return err
}

// behind refuses a command with a word of the service behind it: "buy B&M anyway", "pay and status".
func behind(p *Speaker, text string) error {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	word, move := words[len(words)-1], strings.Join(words[:len(words)-1], " ")
	if _, _, ok := grammar.Service(word); !ok {
		return nil
	}
	if _, _, err := p.Scene().Read(strings.TrimRight(strings.TrimSuffix(move, " and"), " ,")); err != nil {
		return nil
	}
	return p.unserved(strings.Trim(word, ".,!"))
}

// single is Command for a text that is one command.
func (p *Speaker) single(text string) error {
	p.turnFor(text)
	if err := cmp.Or(p.unserved(text), p.barred(text), p.fresh()); err != nil {
		return err
	}
	at, c, err := p.Scene().Read(text)
	switch {
	case err != nil && passedBefore(p, text):
		return nil
	case err != nil:
		return p.later(text, err)
	}
	passed := at.Log[len(p.Table.Log):]
	if err := runOn(p, text, c, len(passed) > 0); err != nil {
		return err
	}
	if err := p.costs(moveWork*saidIn(passed) + max(0, at.Game.Worked()-p.Table.Game.Worked())); err != nil {
		return err
	}
	p.Table = p.Table.With(at.Game, passed)
	return p.decide(c)
}

// later explains the refusal of a verb that is not offered: the step of the turn that it is for has not come yet.
func (p *Speaker) later(text string, err error) error {
	no := new(grammar.Refusal)
	if !errors.As(err, &no) || !no.Untimely || p.costs(runWork) != nil {
		return err
	}
	if why := p.Scene().Later(text); why != nil {
		return why
	}
	if actors := engine.Awaited(p.Table.Game.Pending()); len(actors) > 0 && !slices.Contains(actors, p.Player) {
		turn := *no // who may say something at any time reads whose move it is too
		turn.Sentence = "It is not your move: " + p.Are(actors) + " to move. " + no.Sentence
		return &turn
	}
	return err
}

// clauses carries out a text that holds several commands: "sell 1 NYC and buy D&H".
// reason is why the whole text is no command. An error is about the part that is wrong.
func (p *Speaker) clauses(text string, reason error) error {
	parts := grammar.Clauses(p.Table.Title.Verbs, text)
	if len(parts) < 2 {
		return reason
	}
	for _, part := range parts {
		if over(p, part) {
			continue
		}
		if err := p.costs(moveWork); err != nil {
			return err
		}
		ok, err := p.order(part)
		if !ok {
			err = p.single(part)
		}
		if err != nil {
			return ofClause(part, err)
		}
	}
	return nil
}

// A clause is an error about a part of a line.
type clause struct {
	part string
	error
}

func (c clause) Unwrap() error { return c.error }

// ofClause adds to a refusal the part of the line that it is about.
func ofClause(part string, err error) error {
	var no *grammar.Refusal
	var refused *engine.Refusal
	switch {
	case errors.As(err, &no):
		of := *no
		of.Sentence = fmt.Sprintf("Of %q: %s", part, no.Sentence)
		return clause{part, &of}
	case errors.As(err, &refused):
		return clause{part, &engine.Refusal{Sentence: fmt.Sprintf("Of %q: %s", part, refused.Sentence), Allowed: refused.Allowed}}
	}
	return err
}

// saidIn counts the commands of a log.
func saidIn(log []engine.Event) (n int) {
	for _, e := range log {
		if _, ok := e.(engine.Said); ok {
			n++
		}
	}
	return n
}

// Scene returns the game as the player sees it.
func (p *Speaker) Scene() plan.Scene { return p.Table.Scene(p.Player) }

// mayPass reports whether a line such as "no" is a move, because no player asks for
// anything. One that says more, such as "no track. Buy 5", is about the game even if it
// is no command of it.
func (p *Speaker) mayPass(line string) bool {
	if len(p.Table.Record.Requests) > 0 {
		return false
	}
	if _, rest, _ := grammar.Service(line); rest != "" && !strings.HasPrefix(strings.ToLower(line), "disagree") {
		return true
	}
	_, err := p.Scene().Match(line)
	return err == nil
}

// unserved refuses a command of the service that stands between moves in a line.
func (p *Speaker) unserved(text string) error {
	verb, _, ok := grammar.Service(text)
	move := len(p.Table.Title.Verbs.Named(verb)) > 0
	switch {
	case !ok, !strings.HasPrefix(strings.ToLower(text), verb), move:
		return nil
	case slices.Contains(grammar.Offered(p.Table.Game.Pending(), p.Player), verb):
		return nil
	}
	return engine.Refuse("Please write %q on a line of its own.", verb)
}

// misspelt returns the command of the service that the first word of a line misspells, or
// "". A move of the title is none.
func misspelt(verbs moves.Table, text string) string {
	word, _, _ := strings.Cut(strings.ToLower(text), " ")
	if _, move := verbs.Find(word); move {
		return ""
	}
	for _, v := range grammar.ServiceVerbs {
		if grammar.Near(word, v.Name) {
			return v.Name
		}
	}
	return ""
}

// barred returns why the player has no move at all, as an answer to text; nil if they
// have one.
func (p *Speaker) barred(text string) error {
	g := p.Table.Game
	actors := engine.Awaited(g.Pending())
	switch {
	case g.Frozen() != nil:
		return engine.Refuse("%s", notices.StandsStill)
	case g.State().Result != nil:
		return engine.Refuse("The game is over.")
	case len(actors) == 0:
		return engine.Refuse("Nobody can move now.")
	case len(engine.Of(g.Pending(), p.Player)) > 0:
		return nil
	case p.applied > 0 && misspelt(p.Table.Title.Verbs, text) != "":
		word, _, _ := strings.Cut(text, " ")
		return engine.Refuse("%q is not understood: did you mean %q?", word, misspelt(p.Table.Title.Verbs, text))
	case p.applied > 0:
		return engine.Refuse("%q comes too late: after what you said before it, %s to move. Leave it out, and what follows it.", text, p.Are(actors))
	}
	for _, r := range p.Table.Record.Requests {
		if slices.Contains(p.Table.Missing(r), p.Player) {
			return engine.Refuse("It is not your move: %s to move. To agree to what %s asks for, say \"accept %s\".", p.Are(actors), p.Table.Name(r.By), r.Kind)
		}
	}
	if !grammar.Known(grammar.Context{Facts: p.Table.Title.Facts, Verbs: p.Table.Title.Verbs}, text) {
		return engine.Refuse("%q is not a command of this game; \"help\" lists them. It is not your move either: %s to move.", text, p.Are(actors))
	}
	if first, more, _ := strings.Cut(strings.ToLower(text), " "); more != "" && p.Table.Passes(first) {
		return engine.Refuse("It is not your move: %s to move. In advance you can say \"%s for the round\", \"%s until somebody acts\" and, in an auction, \"%s for the auction\"; \"next: ...\" plans a stock turn.", p.Are(actors), first, first, first)
	}
	return engine.Refuse("It is not your move: %s to move.", p.Are(actors))
}

// Are names players with a verb: "Amy is", "Amy and Brian are".
func (p *Speaker) Are(players []string) string {
	if len(players) == 1 {
		return p.Table.Name(players[0]) + " is"
	}
	return table.List(p.Table.Names(players)) + " are"
}

func (p *Speaker) decide(c engine.Command) error {
	before := p.Table
	g, events, err := before.Game.Decide(c)
	if err != nil {
		return err
	}
	p.applied++
	p.last = spoken{c, p.Scene()}
	if before.Secret(c.By) {
		p.sealed = &c
		return nil
	}
	p.Table = before.With(g, events)
	if err := p.costs(max(0, g.Worked()-before.Game.Worked())); err != nil {
		return err
	}
	for _, ch := range before.Game.Pending() {
		if ch.By != c.By || ch.Verb != c.Verb {
			continue
		}
		if err := p.searched(ch); err != nil {
			return err
		}
		if text := sheet.Better(before.Title, before.Game.State(), ch, c.Args); text != "" {
			p.Add("A BETTER RUN", text)
		}
	}
	return nil
}

// Choices shows what the player may choose. Like Routes, it answers a question
// about the position. The same question about the same position is answered only once,
// because a mail may ask it two hundred times.
func (p *Speaker) Choices(rest string) {
	p.Add("YOUR CHOICES", p.Once("choices", rest, func() string { return sheet.Choices(p.seen(p.Scene().Warned()), rest) }))
}

// Routes shows the best runs.
func (p *Speaker) Routes(rest string) {
	seen := p.seen(nil)
	of := sheet.RoutesOf(seen, rest)
	if _, known := p.asked[p.question("routes", of)]; !known && !p.budget().search("routes "+rest) {
		return // the budget lists it as unanswered
	}
	p.Add("BEST RUNS NOW", p.Once("routes", of, func() string {
		text, work := sheet.Routes(seen, rest, p.budget().ForSearch())
		p.budget().Question(work)
		return text
	}))
}

// seen returns the position as the player sees it, with the given choices.
func (p *Speaker) seen(pending []engine.Choice) sheet.Mail {
	return sheet.Mail{Title: p.Table.Title, Reader: p.Player, State: p.Table.Game.State(), Pending: pending, Declined: notices.Declined(p.Table, p.Player)}
}

// question returns the key of a question about the position.
func (p *Speaker) question(verb, rest string) string {
	return fmt.Sprintf("%s %s %d", verb, strings.ToLower(strings.Join(strings.Fields(rest), " ")), len(p.Table.Log))
}

// Once returns the answer to a question about the position. It calls work only for a new
// question.
func (p *Speaker) Once(verb, rest string, work func() string) string {
	key := p.question(verb, rest)
	text, known := p.asked[key]
	if !known {
		if p.asked == nil {
			p.asked = map[string]string{}
		}
		text = work()
		p.asked[key] = text
	}
	return text
}

// Add adds a section to the answer.
func (p *Speaker) Add(head, text string) {
	p.Answers = append(p.Answers, sheet.Section{Head: strings.TrimSpace(head), Lines: strings.Split(strings.TrimRight(text, "\n"), "\n")})
}
