package table

import (
	"slices"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// Secret reports whether a player's question is answered in secret, by others too:
// nobody learns an answer before all have given theirs.
// // 20-RU-48
func (t *Table) Secret(player string) bool {
	if t.IsSandbox() || !slices.ContainsFunc(engine.Of(t.Game.Pending(), player), t.sealed) {
		return false
	}
	others := func(ch engine.Choice) bool { return ch.By != player && t.sealed(ch) }
	return slices.ContainsFunc(t.Game.Pending(), others) || slices.ContainsFunc(t.Log[t.Told():], answerBut(player))
}

func (t *Table) sealed(ch engine.Choice) bool { return slices.Contains(t.Title.Sealed, ch.Question) }

// Told returns how many events of the log everybody may read.
func (t *Table) Told() int {
	if t.IsSandbox() {
		return len(t.Log)
	}
	return sheet.Told(t.Title, t.Log, t.Game.Pending())
}

// Readable returns the events of a stored log that everybody may read.
func (t *Table) Readable(log []engine.Event) []engine.Event { return sheet.Readable(t.Title, log) }

// answerBut matches the commands of all players but one.
func answerBut(player string) func(engine.Event) bool {
	return func(e engine.Event) bool {
		said, ok := e.(engine.Said)
		return ok && said.By != player
	}
}

// Uncovers reports whether going back to a position would ask secret questions again
// after their answers were shown: a player who answers again would know the others'
// answers.
func (t *Table) Uncovers(player string, position int) bool {
	if len(t.Title.Sealed) == 0 {
		return false
	}
	now := engine.InForce(t.Log)
	to, _ := slices.BinarySearch(now, position)
	opened := slices.ContainsFunc(now[to:], func(i int) bool {
		_, said := t.Log[i].(engine.Said)
		return !said && !engine.Beside(t.Log[i])
	})
	return opened && t.hides(player, now[:to])
}

// hides reports whether the last of the events in force are answers to secret questions, at least one of them
// by another player.
func (t *Table) hides(player string, force []int) bool {
	for _, i := range slices.Backward(force) {
		said, ok := t.Log[i].(engine.Said)
		switch {
		case engine.Beside(t.Log[i]):
		case !ok || !slices.Contains(t.Title.Sealed, said.Question):
			return false
		case said.By != player:
			return true
		}
	}
	return false
}

// Foreseen is ObeySince for a preview: no plan answers a secret question there.
func Foreseen(before, t *Table) *Table { return obey(t, spoken(before, t), 0, (*Table).Secret) }
