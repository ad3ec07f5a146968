package pbem

import (
	"fmt"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/table"
)

// move says something for a player. The log has it as the player's command,
// after a note of the host.
func (h *hosting) move(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	who, said, ok := strings.Cut(rest, ":")
	if !ok || strings.TrimSpace(said) == "" {
		return "", engine.Refuse("Write the player, a colon and the command: host move %s Amy: pass.", d.next.ID)
	}
	player, err := d.next.PlayerNamed(who)
	if err != nil {
		return "", err
	}
	if p := d.next.Record.Paused; p != nil {
		return "", engine.Refuse("%s Resume it first: host resume %s.", p.Sentence(), d.next.ID)
	}
	if _, err := unbounded([]string{said}); err != nil {
		return "", err
	}
	from := len(d.next.Log)
	told := strings.TrimSpace(said)
	if d.next.Secret(player) {
		told = "an answer in secret" // 20-RU-48
	}
	d.said("move", fmt.Sprintf("For %s: %s", d.next.Name(player), told))
	p := &speaker{before: d.next, table: d.next, player: player}
	for _, part := range grammar.Split(said) {
		err := p.afterSeal(part)
		if err == nil {
			err = p.command(part)
		}
		if err != nil {
			return "", err
		}
	}
	if err := p.unseal(); err != nil {
		return "", err
	}
	d.next = table.Obey(p.table.Elapsed(h.d.now(), false))
	return fmt.Sprintf("Done for %s in %s. To undo it:\n    host rollback %s to %d", d.next.Name(player), d.next.Called(), d.next.ID, from), nil
}

// pause stops a game's clock and moves until the host lets it go on.
func (h *hosting) pause(rest string) (string, error) {
	d, reason, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.next.Game.State().Result != nil:
		return "", engine.Refuse("%s has ended.", d.next.Called())
	case d.next.Record.Paused != nil && d.next.Record.Paused.By == "":
		return "", engine.Refuse("%s is paused already. It goes on with: host resume %s", d.next.Called(), d.next.ID)
	}
	d.next = d.next.Paused("", reason, h.d.now())
	return fmt.Sprintf("%s is paused, its clock stands still. It goes on with:\n    host resume %s", d.next.Called(), d.next.ID), nil
}

// resume lets a paused game go on.
func (h *hosting) resume(rest string) (string, error) {
	d, _, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.next.Record.Paused == nil:
		return "", engine.Refuse("%s is not paused.", d.next.Called())
	}
	d.next = d.next.Resumed("", h.d.now())
	return fmt.Sprintf("%s goes on; the pause has cost nobody any time.", d.next.Called()), nil
}

// rollback takes back everything after a position. What was said and done
// beside the table stays, and so do seats that somebody else has taken over.
func (h *hosting) rollback(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(rest), "to ")))
	if err != nil || n < 1 || n > len(d.next.Log) {
		return "", engine.Refuse("Write the position: host rollback %s to 178. The game is at position %d.", d.next.ID, len(d.next.Log))
	}
	next, fallen, err := d.next.BackTo("", n)
	if err != nil {
		return "", err
	}
	at := len(d.next.Log)
	d.next = next
	for i := range d.next.Record.Seats {
		d.next.Record.Seats[i].Orders = nil // they were given for what is no more
	}
	d.said("rollback", fmt.Sprintf("The game is back at position %d; %s. Standing orders are dropped.", n, table.Commands(fallen)))
	answer := fmt.Sprintf("%s is back at position %d and goes on from there; %s. ", d.next.Called(), n, table.Commands(fallen))
	if fallen > 0 {
		answer += fmt.Sprintf("It can be read with \"history %d %d\" and said again with \"host move\".", n, at)
	}
	return answer, nil
}

// closeGame ends a game for good, without a winner.
func (h *hosting) closeGame(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	really, reason := firstWord(rest)
	switch {
	case d.next.Game.State().Result != nil:
		return "", engine.Refuse("%s has ended already: %s.", d.next.Called(), d.next.Game.State().Result.Reason)
	case !strings.EqualFold(really, "really") && !strings.EqualFold(really, d.next.ID):
		return "", engine.Refuse("That ends %s for all players. If you mean it, write: host close %s really REASON.", d.next.Called(), d.next.ID)
	}
	at := len(d.next.Log)
	text := "closed by the host"
	if reason != "" {
		text += ": " + strings.TrimRight(reason, ".")
	}
	g, events := d.next.Game.Finish(text, nil)
	d.next = d.next.With(g, events)
	return fmt.Sprintf("%s is closed and goes to the archive. To open it again:\n    host rollback %s to %d", d.next.Called(), d.next.ID, at), nil
}
