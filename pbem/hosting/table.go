package hosting

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/grammar"
	"pbem/pbem/people"
	"pbem/pbem/table"
)

// move makes a move for a player. The log has it as the player's command, after a note of
// the host.
func (h *Hosting) move(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	who, said, ok := strings.Cut(rest, ":")
	if !ok || strings.TrimSpace(said) == "" {
		return "", engine.Refuse("Write the player, a colon and the command: host move %s Amy: pass.", d.Next.ID)
	}
	player, err := d.Next.PlayerNamed(who)
	if err != nil {
		return "", err
	}
	if p := d.Next.Record.Paused; p != nil {
		return "", engine.Refuse("%s Resume it first: host resume %s.", p.Sentence(), d.Next.ID)
	}
	if _, err := batch.Unbounded([]string{said}); err != nil {
		return "", err
	}
	from := len(d.Next.Log)
	told := strings.TrimSpace(said)
	if d.Next.Secret(player) {
		told = "an answer in secret" // 20-RU-48
	}
	d.said("move", fmt.Sprintf("For %s: %s", d.Next.Name(player), told))
	p := &batch.Speaker{Before: d.Next, Table: d.Next, Player: player}
	for _, part := range grammar.Split(said) {
		err := p.AfterSeal(part)
		if err == nil {
			err = p.Command(part)
		}
		if err != nil {
			return "", err
		}
	}
	if err := p.Unseal(); err != nil {
		return "", err
	}
	d.Next = table.Obey(p.Table.Elapsed(h.d.Now(), false))
	return fmt.Sprintf("Done for %s in %s. To undo it:\n    host rollback %s to %d", d.Next.Name(player), d.Next.Called(), d.Next.ID, from), nil
}

// pause stops a game until the host resumes it.
func (h *Hosting) pause(rest string) (string, error) {
	d, reason, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.Next.Game.State().Result != nil:
		return "", engine.Refuse("%s has ended.", d.Next.Called())
	case d.Next.Record.Paused != nil && d.Next.Record.Paused.By == "":
		return "", engine.Refuse("%s is paused already. It goes on with: host resume %s", d.Next.Called(), d.Next.ID)
	}
	d.Next = d.Next.Paused("", reason, h.d.Now())
	return fmt.Sprintf("%s is paused, its clock stands still. It goes on with:\n    host resume %s", d.Next.Called(), d.Next.ID), nil
}

// resume lets a paused game go on.
func (h *Hosting) resume(rest string) (string, error) {
	d, _, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.Next.Record.Paused == nil:
		return "", engine.Refuse("%s is not paused.", d.Next.Called())
	}
	d.Next = d.Next.Resumed("", h.d.Now())
	return fmt.Sprintf("%s goes on; the pause has cost nobody any time.", d.Next.Called()), nil
}

// rollback takes back everything after a position. What was said beside the game stays,
// and so do seats that somebody else has taken over.
func (h *Hosting) rollback(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(rest), "to ")))
	switch {
	case err != nil, n < 1, n > len(d.Next.Log):
		return "", engine.Refuse("Write the position. %s", lastMove(d.Next))
	case n == len(d.Next.Log) && d.Next.Game.Frozen() == nil:
		return "", engine.Refuse("Nothing is taken back by that. %s", lastMove(d.Next))
	}
	next, fallen, err := d.Next.BackTo("", n)
	if err != nil {
		return "", err
	}
	at := len(d.Next.Log)
	d.Next = next
	for i := range d.Next.Record.Seats {
		d.Next.Record.Seats[i].Orders = nil // they were given for a position that is gone
	}
	d.said("rollback", fmt.Sprintf("The game is back at position %d; %s. Standing orders are dropped.", n, table.Commands(fallen)))
	answer := fmt.Sprintf("%s is back at position %d and goes on from there; %s. ", d.Next.Called(), n, table.Commands(fallen))
	if fallen > 0 {
		answer += fmt.Sprintf("It can be read with \"history %d %d\" and said again with \"host move\".", n, at)
	}
	return answer, nil
}

// lastMove says at which position a game is, and how its last command is taken back.
func lastMove(t *table.Table) string {
	at := fmt.Sprintf("%s is at position %d", t.Called(), len(t.Log))
	said := t.Commands()
	if len(said) == 0 {
		return at + ", and nobody has moved yet."
	}
	return fmt.Sprintf("%s. To take its last command back: host rollback %s to %d", at, t.ID, said[len(said)-1])
}

// closeGame ends a game for good, without a winner.
func (h *Hosting) closeGame(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	really, reason := firstWord(rest)
	switch {
	case d.Next.Game.State().Result != nil:
		return "", engine.Refuse("%s has ended already: %s.", d.Next.Called(), d.Next.Game.State().Result.Reason)
	case !strings.EqualFold(really, "really") && !strings.EqualFold(really, d.Next.ID):
		return "", engine.Refuse("That ends %s for all players. If you mean it, write: host close %s really REASON.", d.Next.Called(), d.Next.ID)
	}
	at := len(d.Next.Log)
	text := "closed by the host"
	if reason != "" {
		text += ": " + strings.TrimRight(reason, ".")
	}
	g, events := d.Next.Game.Finish(text, nil)
	d.Next = d.Next.With(g, events)
	return fmt.Sprintf("%s is closed and goes to the archive. To open it again:\n    host rollback %s to %d", d.Next.Called(), d.Next.ID, at), nil
}

// news shows or sets how often mails of a game come to readers who have not set it
// themselves.
func (h *Hosting) news(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	how := map[string]string{people.AllNews: "after every move", people.TurnNews: "when it is a player's turn, and when a round ends"}
	now := cmp.Or(d.Next.Record.News, people.AllNews)
	switch word := strings.ToLower(strings.Trim(rest, " .:")); {
	case word == "":
		return "Mails of " + d.Next.Called() + " come " + how[now] + ", but to those who have set it otherwise.", nil
	case how[word] == "":
		return "", engine.Refuse("Mails come after every move or on the turn: host mails %s all, host mails %s turn", d.Next.ID, d.Next.ID)
	case word == now:
		return "Mails of " + d.Next.Called() + " come " + how[now] + " already.", nil
	default:
		d.said("mails", "mails of this game come "+how[word]+". Your own word goes before that: \"set mail all\", \"set mail turn\" or \"set mail daily 18:00\"")
		d.Next.Record.News = word
		return "Mails of " + d.Next.Called() + " come " + how[word] + ", but to those who have set it otherwise.", nil
	}
}

// agreed tells what players may do at a table beside playing.
func agreed(t *table.Table) (lines []string) {
	if t.TalksInPrivate() {
		lines = append(lines, "  players may write to some only")
	}
	if t.Record.Advice {
		lines = append(lines, "  players may ask for advice")
	}
	return lines
}
