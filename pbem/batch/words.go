package batch

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
	"pbem/titles/title"
)

// A Word says what a command of the service does. It is a row of grammar.ServiceVerbs.
// While the rules of a game offer a move of the same name, the command is that move.
type Word struct {
	Do       Saying                        // a command that is not a question about one position
	Position func(p *Speaker, rest string) // a question about the position of the game that the line is for
	Mail     func(b *Batch)                // for the whole mail, wherever in it the command is
	Account  Accounting                    // a change of the sender's account, in a mail of its own
	Asks     bool                          // it only asks and changes nothing
	Plain    bool                          // it asks for commands or the position, and the answer tells nothing else
	Cost     int                           // the least work it needs, in steps; 0 means usualWork
}

func (w Word) costs() int { return cmp.Or(w.Cost, usualWork) }

// A Saying carries out a command of the service. done is false if the line is a move
// after all, such as "accept" while the rules ask for it.
type Saying func(b *Batch, rest string) (done bool, err error)

// An Accounting changes the sender's account as a mail asks.
type Accounting func(d *desk.Draft, key string, l letter.Letter, who desk.Sender, rest string) (outcome string, err error)

// Words are the commands of the service by name, except those of the host (package
// hosting). Package pbem fills the table.
var Words map[string]Word

// Conclusions run after the last line of a mail, if no line was refused. They write what
// the lines have done together, and report whether that changes anything. Package pbem
// fills the list.
var Conclusions []func(b *Batch) (changed bool, err error)

// InGame makes a Saying for the game that the line is for.
func InGame(do func(p *Speaker, rest string) error) Saying {
	return func(b *Batch, rest string) (bool, error) {
		if b.At == nil {
			return false, engine.Refuse("Say first for which game, with a line such as \"game g12\". %s", b.WhichGames())
		}
		return true, do(b.At, rest)
	}
}

// ByPlayers makes a Saying like InGame, for players only.
func ByPlayers(do func(p *Speaker, rest string) error) Saying {
	return InGame(func(p *Speaker, rest string) error {
		if !p.Table.Plays(p.Player) {
			return engine.Refuse("You are a guest of this game: that is for its players.")
		}
		return do(p, rest)
	})
}

// SwitchGame makes another game the one that the next lines are for.
func SwitchGame(b *Batch, rest string) (bool, error) {
	id := b.ownGame(strings.Trim(rest, " .:#()"))
	for _, p := range b.Drafts {
		if p.Table.ID == id && p.Gone {
			return true, engine.Refuse("You leave %s with a line before this one.", p.Table.Called())
		}
		if p.Table.ID == id {
			b.At, b.Visit = p, nil
			return true, nil
		}
	}
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		if w.Table.ID == id {
			b.Sit(w.Table, w.Player)
			return true, nil
		}
	}
	if b.EnterSandbox(id) {
		return true, nil
	}
	if ok, err := b.EnterGathering(id); ok || err != nil {
		return ok, err
	}
	if g, err := b.Draft.DB.Game(id); err == nil && g.Away {
		return true, b.Draft.Away(id, store.ErrAway)
	}
	return false, engine.Refuse("You have no seat in a running game %q. %s", rest, b.WhichGames())
}

// ownGame returns the id of one of the sender's games. The text is its id, or its name if
// only one of their games has that name.
func (b *Batch) ownGame(text string) string {
	var found []string
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		if strings.EqualFold(w.Table.Record.Name, text) && !slices.Contains(found, w.Table.ID) {
			found = append(found, w.Table.ID)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return strings.ToLower(text)
}

// Status tells the sender, for each of their games, what they are asked, until when, and
// which plans of theirs are stored.
//
// The lines of the whole mail count, also those below, as its answer shows one position: stand fills the section in.
//
// With "at OR 3.1" it shows that position of the game instead, and with the id or name of another game the position of that.
func Status(b *Batch, rest string) (bool, error) {
	if game := namedGame.ReplaceAllString(strings.Trim(courteous.ReplaceAllString(rest, ""), " .:#()?"), ""); game != "" {
		if err := b.Draft.AboutGames(b.Who.Address()); err != nil {
			return true, err
		}
		if gameID.MatchString(game) || b.ownGame(game) != strings.ToLower(game) {
			at, visit := b.At, b.Visit
			if ok, err := SwitchGame(b, game); !ok || err != nil {
				return true, err
			}
			defer func() { b.At, b.Visit = at, visit }()
			rest = ""
		}
	}
	if b.At != nil {
		at := Chronicle{b.At}
		m, past, err := at.Moment(rest)
		if err == nil && past {
			at.statusAt(m)
		}
		if err != nil || past {
			return true, err
		}
	}
	if b.At != nil {
		b.At.status = true
	}
	if !b.standing {
		b.standing = true
		if err := b.Draft.AboutGames(b.Who.Address()); err != nil {
			return true, err
		}
		b.work.Question(gameWork * len(b.Draft.SeatsOf(b.Who.Address())))
		b.answers(sheet.Section{Head: statusHead})
	}
	return true, nil
}

// A game may be named after small words.
var (
	namedGame = regexp.MustCompile(`(?i)^(?:(?:of|for|in|the|game)\s+)+`)
	gameID    = regexp.MustCompile(`(?i)^g\d+$`)
)

const statusHead = "Status"

// answers adds a section about the game that the line is for, or about none.
func (b *Batch) answers(sec sheet.Section) {
	if b.At != nil {
		b.At.Answers = append(b.At.Answers, sec)
	} else {
		b.Answers = append(b.Answers, sec)
	}
}

// stand fills in the status, if it was asked for, once all lines are carried out.
func (b *Batch) stand() error {
	if !b.standing {
		return nil
	}
	lines, err := b.standings()
	if err != nil {
		return err
	}
	fill := func(list []sheet.Section) {
		for i := range list {
			if list[i].Head == statusHead {
				list[i].Lines = lines
			}
		}
	}
	fill(b.Answers)
	for _, p := range b.Drafts {
		fill(p.Answers)
	}
	return nil
}

// standings describes all games of the sender.
func (b *Batch) standings() ([]string, error) {
	var lines []string
	for _, w := range b.Draft.SeatsOf(b.Who.Address()) {
		if w.Table = b.asChanged(w.Table); w.Table.Seat(w.Player) != nil && !w.Table.Seat(w.Player).Open {
			lines = append(lines, standingOf(b.Draft, w)...)
		}
	}
	if len(lines) == 0 {
		lines = []string{"  You are in no running game."}
	}
	waiting, err := b.waitingGames()
	if err != nil {
		return nil, err
	}
	return slices.Concat(lines, waiting, b.sandboxLines()), nil
}

// asChanged returns a table as the lines of the mail have changed it.
func (b *Batch) asChanged(t *table.Table) *table.Table {
	i := slices.IndexFunc(b.Drafts, func(p *Speaker) bool { return p.Table.ID == t.ID })
	if i < 0 {
		return t
	}
	next := b.Drafts[i].Table.With(b.Drafts[i].Table.Game, nil)
	next.Ask(b.Drafts[i].Before, b.Draft.Now())
	return next
}

// standingOf describes one game for a player.
func standingOf(d *desk.Draft, w desk.Sender) []string {
	t := w.Table
	line := fmt.Sprintf("  %s %s: position %d, %s", t.ID, t.Record.Name, len(t.Log), t.Title.Round(t.Game.State()))
	lines := []string{line}
	if with := t.Title.Played(t.Game.State()); len(with) > 0 {
		lines = append(lines, "    played with "+title.NamesOf(with))
	}
	switch due := timing.Due(d, t, w.Player); {
	case t.Game.State().Result != nil:
		lines = append(lines, "    It is over.")
	case t.Game.Frozen() != nil:
		lines = append(lines, "    "+notices.StandsStill)
	case t.Record.Paused != nil:
		lines = append(lines, "    "+t.Record.Paused.Sentence())
	case due.After(d.Now()):
		lines = append(lines, "    your move, by "+account.When(d, account.Reader(d, t, w.Player), due))
	case !due.IsZero():
		lines = append(lines, "    your move; your time ran out on "+account.When(d, account.Reader(d, t, w.Player), due))
	case t.Kept(w.Player):
		lines = append(lines, "    "+t.Keeper(w.Player).String()+" plays for you; any answer to a mail of the game ends it")
	case len(t.Actors()) > 0:
		lines = append(lines, "    "+(&Speaker{Table: t}).Are(t.Actors())+" to move")
	}
	if t.Plays(w.Player) {
		for _, line := range t.AheadLines(w.Player) {
			lines = append(lines, "    on file: "+strings.TrimSpace(line))
		}
	}
	return append(lines, beside(d, t, w.Player)...)
}

// Vocabularies returns the verbs of the title of the game that the next line is for, or
// of all titles.
func (b *Batch) Vocabularies() []grammar.Vocabulary {
	var out []grammar.Vocabulary
	for _, t := range b.TitlesHere() {
		out = append(out, grammar.Vocabulary{Title: t.Facts.Name, Verbs: t.Verbs})
	}
	return out
}

// History shows the log, its part between two positions, or the prices by rounds.
func History(b *Batch, rest string) (bool, error) {
	return InGame(func(p *Speaker, rest string) error {
		head := "History"
		if pricesSaid.MatchString(rest) {
			Chronicle{p}.prices()
			return nil
		}
		from, to, name, err := Chronicle{p}.stretch(rest)
		if err != nil {
			return err
		}
		if from > 0 || to < len(p.Table.Log) {
			head = fmt.Sprintf("History%s, positions %d to %d", name, from, to)
		}
		told := p.Table.Told()
		text := sheet.LogPart(p.Table.Title, p.Table.Log, p.Player, min(from, told), min(to, told))
		if to > told {
			text += "\nAnswers since then stay secret until all have answered.\n"
		}
		p.Add(head, text)
		return nil
	})(b, rest)
}

// span reads "120", "120 200", "from 120 to 200", "120-200".
func span(text string, most int) (from, to int, err error) {
	f := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	n := []int{0, most}
	for i, word := range f {
		if i > 1 {
			return 0, 0, engine.Refuse("\"history\" takes at most two positions: history 120 200")
		}
		if n[i], err = strconv.Atoi(word); err != nil || n[i] > most {
			return 0, 0, engine.Refuse("The game has positions 0 to %d, but not %s.", most, word)
		}
	}
	if n[0] > n[1] {
		n[0], n[1] = n[1], n[0]
	}
	return n[0], n[1], nil
}
