package batch

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
)

// waitingGames lists, for a status, the gatherings that the sender is in or invited to.
func (b *Batch) waitingGames() (lines []string, err error) {
	list, err := b.Shown()
	me := b.Who.Member.ID
	for _, g := range list {
		switch {
		case g.Has(me):
			lines = append(lines, fmt.Sprintf("  %s %s: waits for players, and you are in", g.ID, g.Name))
		case slices.Contains(g.Expected(), me):
			lines = append(lines, fmt.Sprintf("  %s %s: waits for players, and you are invited (join %s)", g.ID, g.Name, g.ID))
		default:
			continue
		}
		lines = append(lines, "    missing: "+g.Missing())
	}
	return lines, err
}

// A Visit is what a batch does to one gathering.
type Visit struct {
	Now    lobby.Gathering
	News   []string        // what has happened, for the others: "Brian has joined"
	Mine   string          // what it means to the sender: "you are in"
	Asked  []people.Member // members invited with this mail
	Stays  bool            // nothing has changed, but somebody wants the gathering to stay open
	Begins bool
	Closed bool
}

// EnterGathering makes a gathering the one that the next lines are for. ok is false if
// there is none with that id that the sender may see.
func (b *Batch) EnterGathering(id string) (ok bool, err error) {
	for _, v := range b.Visits {
		if v.Now.ID == id {
			b.Visit, b.At = v, nil
			return true, nil
		}
	}
	g, ok, err := b.Draft.Gathering(id)
	if err != nil || !ok || !g.Shows(b.Who.Member.ID) {
		return false, err
	}
	Visiting(b, &Visit{Now: g.Copy()})
	return true, nil
}

// Visiting makes a gathering, which was not named before, the one that the next lines are for.
func Visiting(b *Batch, v *Visit) {
	b.Visits = append(b.Visits, v)
	b.Visit, b.At = v, nil
}

// Shown returns the gatherings that the sender may see, as this mail has changed them so
// far.
func (b *Batch) Shown() ([]lobby.Gathering, error) {
	list, err := b.Draft.Gatherings()
	if err != nil {
		return nil, err
	}
	for _, v := range b.Visits {
		list = slices.DeleteFunc(list, func(g lobby.Gathering) bool { return g.ID == v.Now.ID })
		if !v.Begins && !v.Closed {
			list = append(list, v.Now)
		}
	}
	return slices.DeleteFunc(list, func(g lobby.Gathering) bool { return !g.Shows(b.Who.Member.ID) }), nil
}

const (
	NewsMail = "hall"
)

// notYet refuses a command that needs a game that has begun.
func (v *Visit) notYet(part string) error {
	return engine.Refuse("%s has not begun, and %q cannot be said of a game that is waiting for players. You can say: join, invite, leave, players, start, games.", v.Now.Label(), part)
}

// noteID returns the Message-ID of the answer. It contains the gathering of the last
// line, so that a reply need not name it.
func (b *Batch) noteID() string {
	if b.Visit != nil && !b.Visit.Closed {
		return b.Draft.Office.ID(NewsMail, b.Visit.Now.ID, b.Short(), b.Who.Member.ID)
	}
	return b.Draft.Office.ID("lobby", b.Short())
}

// severalThings is the headline of an answer about several things. Like no headline, it does not begin with a command.
const severalThings = "Answers to your lines"

// Headed sets the headline of the answer.
func (b *Batch) Headed(head string) {
	if b.Head != "" && b.Head != head {
		head = severalThings
	}
	b.Head = head
}
