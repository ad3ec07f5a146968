package pbem

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A word is what the service does with one of its own, a row of
// grammar.ServiceVerbs. What can be a move too is one while the rules offer it.
type word struct {
	do       saying                        // for what is no question about one position
	position func(p *speaker, rest string) // a question about the position of the game that the line is for
	mail     func(e *batch)                // about the whole mail, wherever in it the word stands
	account  accounting                    // for the sender's account, in a mail of its own
	asks     bool                          // it does nothing
	plain    bool                          // it asks for commands or the position, and its answer tells nothing else
	cost     int                           // the least that its work is, in steps; 0: usualWork
}

func (w word) costs() int { return cmp.Or(w.cost, usualWork) }

// ownsRest are the words of the service behind which a player's own words stand, semicolons
// and all.
var ownsRest = map[string]bool{"press": true, "note": true}

// A saying is a word of the service that is no move. It reports false when the
// line is a move after all, such as "accept" while a title's rules ask.
type saying func(e *batch, rest string) (done bool, err error)

// An accounting does what a mail says to its sender's account.
type accounting func(d *draft, key string, l letter.Letter, who sender, rest string) (outcome string, err error)

// words are all of them but "host"; those of the host are in host.go.
var words map[string]word

// conclusions come after the last line of a batch that is carried out: what its lines did
// together is written. They report whether it has changed anything.
var conclusions []func(b *batch) (changed bool, err error)

func init() { // some of what they do looks them up
	conclusions = []func(b *batch) (bool, error){gather, showSet}
	words = map[string]word{
		"game":    {do: switchGame},
		"preview": {mail: func(e *batch) { e.preview = true }},
		"anyway":  {mail: func(e *batch) { e.anyway = true }},

		"status":  {do: status, asks: true},
		"help":    {do: help, asks: true, plain: true, cost: 2_000},
		"history": {do: history, asks: true, plain: true, cost: 2_000},
		"choices": {position: (*speaker).choices, asks: true, plain: true},
		"routes":  {position: (*speaker).routes, asks: true, plain: true},
		"map":     {position: (*speaker).board, asks: true, plain: true, cost: 5_000},

		"new":            {do: newGame},
		"games":          {do: games, asks: true},
		"join":           {do: join},
		"invite":         {do: invite},
		"leave":          {do: leave},
		"start":          {do: start},
		"players":        {do: resize},
		"set":            {do: set},
		"settings":       {do: showSettings, asks: true},
		"no invitations": {do: refuseInvitations},

		"set address": {account: (*draft).setAddress}, // a row of its own, though it is "set" to the grammar
		"renew token": {account: (*draft).renew},
		"confirm":     {account: (*draft).unknownCode},

		"pace":            {do: setPace},
		"caretaker":       {do: inGame(showCaretaker), asks: true},
		"vacation":        {do: vacation},
		"cancel vacation": {do: cancelVacation},

		"orders":        {do: byPlayers(showOrders), asks: true},
		"cancel orders": {do: byPlayers(cancelOrders)},
		"undo":          {do: byPlayers(undo), cost: 20_000},
		"end game":      {do: byPlayers(endGame)},
		"pause":         {do: byPlayers(pause)},
		"resume":        {do: byPlayers(resume)},
		"accept":        {do: answers("accept", accept)},
		"decline":       {do: answers("decline", decline)},
		"withdraw":      {do: answers("withdraw", withdraw)},
		"resign":        {do: resign},
		"takeover":      {do: takeover},
		"observe":       {do: observe},
		"unobserve":     {do: unobserve},

		"press":         {do: byPlayers(press)},
		"note":          {do: byPlayers(takeNote)},
		"notes":         {do: byPlayers(notes), asks: true},
		"publish notes": {do: byPlayers(publishNotes)},
		"hide notes":    {do: byPlayers(hideNotes)},
	}
}

// inGame makes a saying that is about the game the line is for.
func inGame(do func(d *speaker, rest string) error) saying {
	return func(e *batch, rest string) (bool, error) {
		if e.at == nil {
			return false, engine.Refuse("Say first for which game, with a line such as \"game g12\". %s", e.whichGames())
		}
		return true, do(e.at, rest)
	}
}

// byPlayers makes a saying of inGame one for the players only.
func byPlayers(do func(d *speaker, rest string) error) saying {
	return inGame(func(d *speaker, rest string) error {
		if !d.table.Plays(d.player) {
			return engine.Refuse("You are a guest of this game: that is for its players.")
		}
		return do(d, rest)
	})
}

// switchGame makes another game the one that the next lines are for.
func switchGame(e *batch, rest string) (bool, error) {
	id := e.ownGame(strings.Trim(rest, " .:#()"))
	for _, d := range e.drafts {
		if d.table.ID == id && d.gone {
			return true, engine.Refuse("You leave %s with a line before this one.", d.table.Called())
		}
		if d.table.ID == id {
			e.at, e.visit = d, nil
			return true, nil
		}
	}
	for _, w := range e.d.seatsOf(e.who.address()) {
		if w.table.ID == id {
			e.sit(w.table, w.player)
			return true, nil
		}
	}
	if ok, err := e.enterGathering(id); ok || err != nil {
		return ok, err
	}
	if g, err := e.d.db.Game(id); err == nil && g.Away {
		return true, e.d.away(id, store.ErrAway)
	}
	return false, engine.Refuse("You have no seat in a game %q that is on. %s", rest, e.whichGames())
}

// ownGame returns the id of a game of the sender's that a text names: by the id,
// or by the name where only one of theirs has it.
func (b *batch) ownGame(text string) string {
	var found []string
	for _, w := range b.d.seatsOf(b.who.address()) {
		if strings.EqualFold(w.table.Record.Name, text) && !slices.Contains(found, w.table.ID) {
			found = append(found, w.table.ID)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return strings.ToLower(text)
}

// status tells a player what is asked of them, by when, and what is on file from
// them, in every game.
func status(e *batch, _ string) (bool, error) {
	var lines []string
	seats := e.d.seatsOf(e.who.address())
	e.work.question(gameWork * len(seats))
	for _, w := range seats {
		if w.table = e.foreseen(w.table); w.table.Seat(w.player) != nil && !w.table.Seat(w.player).Open {
			lines = append(lines, e.d.standingOf(w)...)
		}
	}
	if len(lines) == 0 {
		lines = []string{"  You are in no game that is on."}
	}
	waiting, err := e.waitingGames()
	if err != nil {
		return true, err
	}
	lines = append(lines, waiting...)
	if e.at != nil {
		e.at.status = true
		e.at.answers = append(e.at.answers, sheet.Section{Head: "Status", Lines: lines})
	} else {
		e.add("Status", lines...)
	}
	return true, nil
}

// foreseen is a table as the lines of the mail leave it.
func (b *batch) foreseen(t *table.Table) *table.Table {
	i := slices.IndexFunc(b.drafts, func(d *speaker) bool { return d.table.ID == t.ID })
	if i < 0 {
		return t
	}
	next := b.drafts[i].table.With(b.drafts[i].table.Game, nil)
	next.Ask(b.drafts[i].before, b.d.now())
	return next
}

// standingOf is how one game stands for a player.
func (d *draft) standingOf(w sender) []string {
	t := w.table
	line := fmt.Sprintf("  %s %s: position %d, %s", t.ID, t.Record.Name, len(t.Log), t.Title.Position(t.Game.State()).Round)
	lines := []string{line}
	switch due := d.due(t, w.player); {
	case t.Game.State().Result != nil:
		lines = append(lines, "    It is over.")
	case t.Game.Frozen() != nil:
		lines = append(lines, "    "+standsStill)
	case t.Record.Paused != nil:
		lines = append(lines, "    "+t.Record.Paused.Sentence())
	case due.After(d.now()):
		lines = append(lines, "    your move, by "+d.when(d.reader(t, w.player), due))
	case !due.IsZero():
		lines = append(lines, "    your move; your time was over on "+d.when(d.reader(t, w.player), due))
	case t.Kept(w.player):
		lines = append(lines, "    the caretaker plays for you; any answer to a mail of the game ends it")
	case len(t.Actors()) > 0:
		lines = append(lines, "    "+(&speaker{table: t}).are(t.Actors())+" to move")
	}
	if t.Plays(w.player) {
		for _, line := range t.AheadLines(w.player) {
			lines = append(lines, "    on file: "+strings.TrimSpace(line))
		}
	}
	return append(lines, d.beside(t, w.player)...)
}

// vocabularies are the verbs of the title that the next line is about, of all
// titles where it is about none.
func (b *batch) vocabularies() []grammar.Vocabulary {
	var out []grammar.Vocabulary
	for _, t := range b.titlesHere() {
		out = append(out, grammar.Vocabulary{Title: t.Facts.Name, Verbs: t.Verbs})
	}
	return out
}

// history shows the log, or the part of it between two positions.
func history(e *batch, rest string) (bool, error) {
	return inGame(func(d *speaker, rest string) error {
		from, to, err := span(rest, len(d.table.Log))
		if err != nil {
			return err
		}
		head := "History"
		if from > 0 || to < len(d.table.Log) {
			head = fmt.Sprintf("History, positions %d to %d", from, to)
		}
		told := d.table.Told()
		text := sheet.LogPart(d.table.Title, d.table.Log, d.player, min(from, told), min(to, told))
		if to > told {
			text += "\nWhat was answered since is told when all have answered.\n"
		}
		d.add(head, text)
		return nil
	})(e, rest)
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
			return 0, 0, engine.Refuse("The game has positions 0 to %d; %s is none of them.", most, word)
		}
	}
	if n[0] > n[1] {
		n[0], n[1] = n[1], n[0]
	}
	return n[0], n[1], nil
}

// capital begins a text with a capital letter.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
