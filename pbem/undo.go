package pbem

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// undo takes back the player's own last commands, as long as nobody else has
// acted since, or asks the others: "undo", "undo 3" for the last 3 commands of
// the game, "undo to 178". Chance is in the setup only, so what all agree to take
// back was never worth anything; what opened the answers that others had given in
// secret is taken back only so.
func undo(d *speaker, rest string) error {
	if d.table.Game.State().Result != nil {
		return engine.Refuse("The game is over.")
	}
	if d.sealed != nil {
		return engine.Refuse("%q stands above in the same mail: leave it out instead of taking it back.", d.sealed)
	}
	if err := d.costs(eventWork * len(d.table.Log)); err != nil {
		return err
	}
	to, err := d.back(rest)
	if err != nil {
		return err
	}
	fallen := d.table.SaidSince(to)
	if slices.ContainsFunc(fallen, func(by string) bool { return by != d.player }) || d.table.Uncovers(d.player, to) {
		return d.ask(table.Request{Kind: table.UndoRequest, To: to})
	}
	if p := d.table.Record.Paused; p != nil {
		return engine.Refuse("%s", p.Sentence())
	}
	if err := d.knowsLast(); err != nil {
		return err
	}
	next, _, err := d.table.BackTo(d.player, to)
	if err != nil {
		return err
	}
	d.table = next.Forgetting(to)
	d.applied++
	return nil
}

// knowsLast refuses an undo from an old position: its writer means what they
// had said last then. "anyway" is no help, since there is nothing to compare.
func (p *speaker) knowsLast() error {
	n, ok := p.batch.d.position(p.batch.l, p.table.ID)
	if !ok || p.applied > 0 && !p.answersOld || !p.before.PassedBy(p.player, n) {
		return nil
	}
	return &outdated{engine.Refuse(`Your mail answers position %d, but the game is at position %d now. What has happened is below. "undo" takes back what you said last, with or without "anyway": say it in an answer to this mail, if that is what you want.`, n, len(p.before.Log)), p.before.Log[n:]}
}

// undoFillers say nothing in "undo the last 3 commands".
var undoFillers = []string{"the", "my", "last", "command", "commands", "move", "moves", "it", "this", "that"}

// excuse is where people stop saying what is to be undone and go on with why.
var excuse = regexp.MustCompile(`(?i)[,.;:!?()–—]|(?:^|\s)-\s|\b(?:please|pls|sorry|because|thanks|thank you|i|i've|my mistake|my fault|oops)\b`)

// undoWords are what an undo says without the why; clear is false where that may say
// something too.
func undoWords(rest string) (words []string, clear bool) {
	said, why := rest, ""
	if at := excuse.FindStringIndex(rest); at != nil {
		said, why = rest[:at[0]], rest[at[0]:]
	}
	words = slices.DeleteFunc(strings.Fields(strings.ToLower(said)), func(w string) bool { return slices.Contains(undoFillers, w) })
	why = strings.ToLower(strings.Join(strings.FieldsFunc(why, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " "))
	why = strings.TrimPrefix(strings.TrimPrefix(why, "please "), "pls ")
	excused := strings.HasPrefix(why, "i ") || strings.HasPrefix(why, "sorry") || strings.HasPrefix(why, "because ")
	return words, len(words) > 0 || excused || !strings.ContainsAny(why, "0123456789")
}

// back finds the position that an undo goes back to.
func (p *speaker) back(rest string) (to int, err error) {
	places := p.table.Commands()
	words, clear := undoWords(rest)
	if !clear {
		words = []string{rest} // it is refused
	}
	switch {
	case len(places) == 0:
		return 0, engine.Refuse("There is nothing to take back.")
	case len(words) == 0:
		return p.ownLast(places)
	case words[0] == "to" && len(words) == 2:
		return p.backTo(words[1], places)
	}
	n, err := strconv.Atoi(words[0])
	switch {
	case err != nil || len(words) > 1:
		few := min(3, len(places))
		return 0, engine.Refuse("Write \"undo\", \"undo %d\" for the last %s of the game, or \"undo to %d\" for a position.", few, lastOf(few), places[len(places)-1])
	case n < 1 || n > len(places):
		return 0, engine.Refuse("Say how many commands: %d at most, so many there have been.", len(places))
	}
	return places[len(places)-n], nil
}

// lastOf is "command", "3 commands".
func lastOf(n int) string {
	if n == 1 {
		return "command"
	}
	return fmt.Sprintf("%d commands", n)
}

// ownLast is where the player's own last command began.
func (p *speaker) ownLast(places []int) (to int, err error) {
	for _, i := range slices.Backward(places) {
		if p.table.Log[i].(engine.Said).By == p.player {
			return i, nil
		}
	}
	return 0, engine.Refuse("You have said nothing that could be taken back. \"undo 1\" asks to take back the last command of the game, whoever said it.")
}

// backTo reads a position to go back to; places are those of the commands in force.
func (p *speaker) backTo(word string, places []int) (to int, err error) {
	last := places[len(places)-1]
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil || n < 1 || n > len(p.table.Log) {
		return 0, engine.Refuse("Write the position, such as \"undo to %d\". The game is at position %d.", last, len(p.table.Log))
	}
	_, fallen, err := p.table.BackTo(p.player, n)
	if err == nil && fallen == 0 {
		return 0, engine.Refuse("Nothing was said since position %d that could be taken back. The last command came after position %d.", n, last)
	}
	return n, err
}

// undoText tells how much is to be taken back, and of whom.
func undoText(_ *draft, t *table.Table, r table.Request) string {
	fallen := t.SaidSince(r.To)
	if len(fallen) == 0 { // it lapses with what the mail at hand does
		return fmt.Sprintf("go back to position %d", r.To)
	}
	text := "take back the last command, of " + t.Name(fallen[len(fallen)-1])
	if n := len(fallen); n > 1 {
		var whose []string
		for _, p := range t.Game.State().Players() {
			if of := len(slices.DeleteFunc(slices.Clone(fallen), func(by string) bool { return by != p })); of > 0 {
				whose = append(whose, fmt.Sprintf("%d of %s", of, t.Name(p)))
			}
		}
		if len(whose) == 1 {
			whose[0] = "of " + t.Name(fallen[0])
		}
		text = fmt.Sprintf("take back the last %d commands, %s", n, table.List(whose))
	}
	return fmt.Sprintf("%s, and go back to position %d", text, r.To)
}

// grantUndo takes back what all agreed to take back. Standing orders were given
// for what is no more, so none is kept.
func grantUndo(_ *draft, t *table.Table, r table.Request) (*table.Table, error) {
	next, _, err := t.BackTo("", r.To)
	if err != nil {
		return nil, err
	}
	for i := range next.Record.Seats {
		next.Record.Seats[i].Orders = nil
	}
	return next.Said("", sheet.Notice, fmt.Sprintf("All agreed: the game is back at position %d. Standing orders are dropped.", r.To)), nil
}
