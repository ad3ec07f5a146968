package pbem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// move says something for a player. The log has it as the player's command, and
// before it the host's word.
func (h *hosting) move(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	who, said, ok := strings.Cut(rest, ":")
	if !ok || strings.TrimSpace(said) == "" {
		return "", engine.Refuse("Write the player, a colon and the command: host move %s Amy: pass.", d.next.id)
	}
	player, err := d.next.playerNamed(who)
	if err != nil {
		return "", err
	}
	if p := d.next.record.Paused; p != nil {
		return "", engine.Refuse("%s Resume it first: host resume %s.", p.sentence(), d.next.id)
	}
	if _, err := unbounded([]string{said}); err != nil {
		return "", err
	}
	from := len(d.next.log)
	d.said("move", fmt.Sprintf("For %s: %s", d.next.name(player), strings.TrimSpace(said)))
	p := &speaker{before: d.next, table: d.next, player: player}
	for _, part := range grammar.Split(said) {
		if err := p.command(part); err != nil {
			return "", err
		}
	}
	d.next = obey(p.table)
	return fmt.Sprintf("Done for %s in %s. To undo it:\n    host rollback %s to %d", d.next.name(player), d.next.called(), d.next.id, from), nil
}

// pause stops a game's clock and moves until the host lets it go on.
func (h *hosting) pause(rest string) (string, error) {
	d, reason, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.next.game.State().Result != nil:
		return "", engine.Refuse("%s has ended.", d.next.called())
	case d.next.record.Paused != nil && d.next.record.Paused.By == "":
		return "", engine.Refuse("%s is paused already. It goes on with: host resume %s", d.next.called(), d.next.id)
	}
	d.next = d.next.paused("", reason, h.s.now())
	return fmt.Sprintf("%s is paused, its clock stands still. It goes on with:\n    host resume %s", d.next.called(), d.next.id), nil
}

// resume lets a paused game go on.
func (h *hosting) resume(rest string) (string, error) {
	d, _, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.next.record.Paused == nil:
		return "", engine.Refuse("%s is not paused.", d.next.called())
	}
	d.next = d.next.resumed("", h.s.now())
	return fmt.Sprintf("%s goes on; the pause has cost nobody any time.", d.next.called()), nil
}

// called is how a game is named to the host.
func (t *table) called() string { return fmt.Sprintf("%s (%s)", t.id, t.record.Name) }

// rollback takes back everything after a position. What was said and done
// beside the table stays, and so do seats that have changed hands.
func (h *hosting) rollback(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(rest), "to ")))
	if err != nil || n < 1 || n > len(d.next.log) {
		return "", engine.Refuse("Write the position: host rollback %s to 178. The game is at position %d.", d.next.id, len(d.next.log))
	}
	next, fallen, err := d.next.backTo("", n)
	if err != nil {
		return "", err
	}
	at := len(d.next.log)
	d.next = next
	for i := range d.next.record.Seats {
		d.next.record.Seats[i].Orders = nil // they were given for what is no more
	}
	d.said("rollback", fmt.Sprintf("The game is back at position %d; %s. Standing orders are dropped.", n, commands(fallen)))
	answer := fmt.Sprintf("%s is back at position %d and goes on from there; %s. ", d.next.called(), n, commands(fallen))
	if fallen > 0 {
		answer += fmt.Sprintf("It can be read with \"history %d %d\" and said again with \"host move\".", n, at)
	}
	return answer, nil
}

// commands counts commands that are taken back.
func commands(n int) string {
	switch n {
	case 0:
		return "no command is taken back"
	case 1:
		return "one command is taken back"
	}
	return fmt.Sprintf("%d commands are taken back", n)
}

// backTo returns the table as it was at a position of its log, and how many
// commands fall; by is the player who takes them back, "" for all or the host. It
// refuses a position that is no more, and one at which the game never stood still.
func (t *table) backTo(by string, n int) (next *table, fallen int, err error) {
	now, then := engine.InForce(t.log), engine.InForce(t.log[:n])
	to, _ := slices.BinarySearch(now, n)
	if !slices.Equal(ruled(t.log, now[:to]), ruled(t.log, then)) {
		return nil, 0, engine.Refuse("Position %d was itself taken back later. Take one that still counts: %s.", n, t.rests(n))
	}
	for _, i := range now[to:] {
		if _, ok := t.log[i].(engine.Said); ok {
			fallen++
		}
	}
	g, events, err := t.game.Undo(by, to)
	if err != nil {
		return nil, 0, engine.Refuse("The game cannot go on from position %d: %v. Take an earlier one.", n, err)
	}
	if len(events) > 1 && t.game.Frozen() == nil || g.State().Result == nil && len(g.Pending()) == 0 {
		return nil, 0, engine.Refuse("Position %d is in the middle of a command. Take one before or after it: %s.", n, t.rests(n))
	}
	return t.with(g, events), fallen, nil
}

// thaw says how the host frees a frozen game.
func (t *table) thaw() string {
	for _, n := range t.thaws() {
		if _, fallen, err := t.backTo("", n); err == nil {
			return fmt.Sprintf("\"host rollback %s to %d\" frees it; %s.", t.id, n, commands(fallen))
		}
	}
	return "It is freed by rules that can go on from there, or by a rollback to a much earlier position."
}

// mostThaws is how many positions are tried to free a game.
const mostThaws = 50

// thaws are positions that may free a frozen game, the latest first: before the
// last commands, and where the unfinished step began.
func (t *table) thaws() []int {
	out := t.commands()
	out = out[max(0, len(out)-mostThaws):]
	if stack, now := t.game.State().Stack, engine.InForce(t.log); len(stack) > 0 {
		if began := stack[len(stack)-1].Entered; began > 0 && began <= len(now) {
			out = append(out, now[began-1]+1)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// ruled keeps the places of what comes from the rules.
func ruled(log []engine.Event, places []int) []int {
	return slices.DeleteFunc(slices.Clone(places), func(i int) bool { return engine.Beside(log[i]) })
}

// rests names the nearest positions before and after one at which the game
// stood still: those before a command that still counts, and the present one.
func (t *table) rests(n int) string {
	before, after := 0, len(t.log)
	for _, i := range engine.InForce(t.log) {
		if _, ok := t.log[i].(engine.Said); !ok || i == n {
			continue
		}
		if i < n {
			before = i
		} else {
			after = min(after, i)
		}
	}
	if before == 0 {
		return strconv.Itoa(after)
	}
	return fmt.Sprintf("%d or %d", before, after)
}

// closeGame ends a game for good, without a winner.
func (h *hosting) closeGame(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	really, reason := firstWord(rest)
	switch {
	case d.next.game.State().Result != nil:
		return "", engine.Refuse("%s has ended already: %s.", d.next.called(), d.next.game.State().Result.Reason)
	case !strings.EqualFold(really, "really") && !strings.EqualFold(really, d.next.id):
		return "", engine.Refuse("That ends %s for all players. If you mean it, write: host close %s really REASON.", d.next.called(), d.next.id)
	}
	at := len(d.next.log)
	text := "closed by the host"
	if reason != "" {
		text += ": " + strings.TrimRight(reason, ".")
	}
	g, events := d.next.game.Finish(text, nil)
	d.next = d.next.with(g, events)
	return fmt.Sprintf("%s is closed and goes to the archive. To open it again:\n    host rollback %s to %d", d.next.called(), d.next.id, at), nil
}
