package batch

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/account"
	"pbem/pbem/plan"
	"pbem/pbem/table"
	"pbem/pbem/timing"
)

// In a sandbox its owner speaks for the player whose turn it is. Nobody else is there: no
// clock runs, nothing is said in advance, and an undo needs no consent.

// turn makes the owner of a sandbox speak for the player who is asked.
func (p *Speaker) turn() {
	p.Player = p.Table.Speaks(p.Player)
}

// turnFor is turn for a line. If the player who is asked cannot say its verb and another
// player can, who is not waited for, the owner speaks for that one.
func (p *Speaker) turnFor(text string) {
	p.turn()
	pending := p.Table.Game.Pending()
	if !p.Table.IsSandbox() || p.says(engine.Of(pending, p.Player), text) {
		return
	}
	for _, ch := range pending {
		if ch.Unawaited && p.says([]engine.Choice{ch}, text) {
			p.Player = ch.By
			return
		}
	}
}

// says reports whether a line begins with the verb of one of the choices.
func (p *Speaker) says(choices []engine.Choice, text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	return slices.ContainsFunc(choices, func(ch engine.Choice) bool {
		verb, _ := p.Table.Title.Verbs.Find(ch.Verb)
		return first == ch.Verb || slices.Contains(verb.Synonyms, first)
	})
}

// notAlone are commands that need other people, a clock or an archive.
var notAlone = []string{
	"pace", "caretaker", "orders", "cancel orders", "no suggestion", "suggest again", "end game", "pause", "resume", "resign", "press", "note", "notes", "publish notes", "hide notes", "page", "advice on", "advice off",
}

// alone refuses a command that is nothing for a sandbox.
func (b *Batch) alone(verb, rest string) error {
	to := slices.Contains([]string{"invite", "observe"}, verb) && (rest == "" || strings.Contains(rest, "@"))
	if b.At == nil || !b.At.Table.IsSandbox() || !to && !slices.Contains(notAlone, verb) {
		return nil
	}
	if verb == "resign" || verb == "end game" {
		return engine.Refuse("This is a sandbox: to delete it, say \"sandbox end\".")
	}
	if verb == "caretaker" {
		return engine.Refuse("The caretaker is for games with others. In a sandbox a robot plays a seat for you: robot %s", b.At.Table.Name(engine.PlayerID(len(b.At.Table.Record.Seats)-1)))
	}
	return engine.Refuse("%q is for games with others. In a sandbox you play every seat, and nobody else takes part.", verb)
}

// unplanned refuses a line that says something in advance in a sandbox.
func unplanned(p *Speaker, text string) (ok bool, err error) {
	_, ok, _ = p.Scene().Plans(text)
	if bid, _, up, _ := plan.Maximum(text); up && p.bids(bid) {
		ok = true
	}
	if !ok {
		return false, nil
	}
	return true, engine.Refuse("A sandbox needs no plans: you play every seat, one move after the other. Leave this line out and say the move itself when it is due.")
}

// undoAlone takes commands of a sandbox back, whoever they were said for.
func undoAlone(p *Speaker, rest string) error {
	if err := p.costs(eventWork * len(p.Table.Log)); err != nil {
		return err
	}
	to, err := p.back(rest)
	if err != nil {
		return err
	}
	next, _, err := p.Table.BackTo(p.Player, to)
	if err != nil {
		return err
	}
	p.Table = next
	p.turn()
	p.applied++
	return nil
}

// Sandboxes returns the sender's sandboxes as the lines so far have left them: with those
// that they made, and without those that they deleted.
func (b *Batch) Sandboxes() []*table.Table {
	out := slices.DeleteFunc(b.Draft.SandboxesOf(b.Who.Address()), func(t *table.Table) bool { return slices.Contains(b.Deleted, t.ID) })
	for _, p := range b.Drafts {
		if !p.Table.IsSandbox() {
			continue
		}
		if i := slices.IndexFunc(out, func(t *table.Table) bool { return t.ID == p.Table.ID }); i >= 0 {
			out[i] = p.Table
		} else {
			out = append(out, p.Table)
		}
	}
	return out
}

// EnterSandbox makes a sandbox of the sender the game that the next lines are for. ok is
// false if they have none with that id.
func (b *Batch) EnterSandbox(id string) (ok bool) {
	for _, t := range b.Sandboxes() {
		if t.ID == id {
			b.Sit(t, t.Owner())
			return true
		}
	}
	return false
}

// sandboxLines list the sender's sandboxes for a status.
func (b *Batch) sandboxLines() (lines []string) {
	for _, t := range b.Sandboxes() {
		lines = append(lines, fmt.Sprintf("  %s %s: position %d, %s", t.ID, t.Record.Name, len(t.Log), t.Title.Round(t.Game.State())),
			"    deleted on "+account.When(b.Draft, b.Who.Member, timing.SandboxEnds(b.Draft, t))+`, or now by "sandbox end `+t.ID+`"`)
	}
	return lines
}

// Held tells how many sandboxes there are, for a sentence.
func Held(n int) string {
	if n == 0 {
		return "You have no sandbox now."
	}
	return fmt.Sprintf("You have %s now, of %d at most.", step.Plural(n, "sandbox"), table.MostSandboxes)
}
