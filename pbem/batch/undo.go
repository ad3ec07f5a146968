package batch

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

// Undo takes back the player's own last commands if nobody else has acted since;
// otherwise it asks the other players. Forms: "undo", "undo 3" for the last 3 commands of
// the game, "undo to 178". An undo that would ask for secret answers again after they were
// shown always needs the others' consent. No other undo gives anything away, because
// chance is used only in the setup.
//
// In a sandbox it takes back anything, without asking.
func Undo(p *Speaker, rest string) error {
	if p.Table.IsSandbox() {
		return undoAlone(p, rest)
	}
	if p.Table.Game.State().Result != nil {
		return engine.Refuse("The game is over.")
	}
	if p.sealed != nil {
		return engine.Refuse("%q is in the same mail: leave it out instead of taking it back.", p.sealed)
	}
	if err := p.costs(eventWork * len(p.Table.Log)); err != nil {
		return err
	}
	to, err := p.back(rest)
	if err != nil {
		return err
	}
	if p.Table.DecidedSince(p.Player, to) || p.Table.Uncovers(p.Player, to) {
		return p.Ask(table.Request{Kind: table.UndoRequest, To: to})
	}
	if pause := p.Table.Record.Paused; pause != nil {
		return engine.Refuse("%s", pause.Sentence())
	}
	if err := p.knowsLast(); err != nil {
		return err
	}
	next, _, err := p.Table.BackTo(p.Player, to)
	if err != nil {
		return err
	}
	p.Table = next.Expired()
	p.applied++
	return nil
}

// knowsLast refuses an undo written for an old position, because the writer means their
// last command at that time. "anyway" does not help, since there is nothing to compare.
func (p *Speaker) knowsLast() error {
	n, ok := Position(p.Batch.Draft.Desk, p.Batch.Letter, p.Table.ID)
	if !ok || p.applied > 0 && !p.answersOld || !p.Before.PassedBy(p.Player, n) {
		return nil
	}
	return &outdated{engine.Refuse(`Your mail answers position %d, but the game is at position %d now. What has happened is below. "undo" takes back what you said last, with or without "anyway": say it in an answer to this mail, if that is what you want.`, n, len(p.Before.Log)), p.Before.Log[n:]}
}

// undoFillers are words that mean nothing in "undo the last 3 commands".
var undoFillers = []string{"the", "my", "last", "command", "commands", "move", "moves", "it", "this", "that"}

// excuse matches where people stop saying what to undo and begin to say why.
var excuse = regexp.MustCompile(`(?i)[,.;:!?()–—]|(?:^|\s)-\s|\b(?:please|pls|sorry|because|thanks|thank you|i|i've|my mistake|my fault|oops)\b`)

// undoWords returns the words that say what to undo, without the reason. clear is false
// if the reason may say something about it too.
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

// back returns the position that an undo goes back to.
func (p *Speaker) back(rest string) (to int, err error) {
	places := p.Table.Commands()
	words, clear := undoWords(rest)
	if !clear {
		words = []string{rest} // this text is refused below
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
		return 0, engine.Refuse("Say how many commands; there have been %d so far.", len(places))
	}
	return places[len(places)-n], nil
}

// lastOf returns "command" or "3 commands".
func lastOf(n int) string {
	if n == 1 {
		return "command"
	}
	return fmt.Sprintf("%d commands", n)
}

// ownLast returns the position before the player's own last command. In a sandbox that is the
// last command that no robot has said.
func (p *Speaker) ownLast(places []int) (to int, err error) {
	for _, i := range slices.Backward(places) {
		if p.Table.IsSandbox() && sheet.MarkOf(p.Table.Log, i) == "" || !p.Table.IsSandbox() && p.Table.Log[i].(engine.Said).By == p.Player {
			return i, nil
		}
	}
	return 0, engine.Refuse("You have said nothing that could be taken back. \"undo 1\" asks to take back the last command of the game, whoever said it.")
}

// backTo reads a position to go back to. places are the positions before the commands
// that count.
func (p *Speaker) backTo(word string, places []int) (to int, err error) {
	last := places[len(places)-1]
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil || n < 1 || n > len(p.Table.Log) {
		return 0, engine.Refuse("Write the position, such as \"undo to %d\". The game is at position %d.", last, len(p.Table.Log))
	}
	_, fallen, err := p.Table.BackTo(p.Player, n)
	if err == nil && fallen == 0 {
		return 0, engine.Refuse("There is nothing to take back since position %d. The last command came after position %d.", n, last)
	}
	return n, err
}
