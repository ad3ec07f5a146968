package batch

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
)

// waitingGames returns the gatherings that the sender is in or invited to, for
// their status.
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
	News   []string        // what has changed, for the others: "Brian has joined"
	Mine   string          // what has come of it for the sender: "you are in"
	Asked  []people.Member // invited with this mail
	Stays  bool            // nothing has changed, but somebody still wants it
	Begins bool
	Closed bool
}

// EnterGathering makes a gathering the game the next lines are for; ok is false when
// there is none of that id that the sender may know of.
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
	b.Visit, b.At = &Visit{Now: g.Copy()}, nil
	b.Visits = append(b.Visits, b.Visit)
	return true, nil
}

// Shown are the gatherings that the sender may know of, as this mail leaves
// them.
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

// notYet refuses a word for a game that is on.
func (v *Visit) notYet(part string) error {
	return engine.Refuse("%s has not begun, and %q is no word for a game that waits for players. Possible are: join, invite, leave, players, start, games.", v.Now.Label(), part)
}

// noteID is the Message-ID of the answer. It names the gathering of the last
// lines, so that an answer to it need not.
func (b *Batch) noteID() string {
	if b.Visit != nil && !b.Visit.Closed {
		return b.Draft.Office.ID(NewsMail, b.Visit.Now.ID, b.Short(), b.Who.Member.ID)
	}
	return b.Draft.Office.ID("lobby", b.Short())
}

// Headed sets the headline of the answer; one that is about several things has
// a general one.
func (b *Batch) Headed(head string) {
	if b.Head != "" && b.Head != head {
		head = "Done"
	}
	b.Head = head
}
