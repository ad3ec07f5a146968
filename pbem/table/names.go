package table

import (
	"fmt"
	"strings"

	"pbem/engine"
)

// Names are the names of players.
func (t *Table) Names(players []string) []string {
	var out []string
	for _, p := range players {
		out = append(out, t.Name(p))
	}
	return out
}

// List joins names: "Amy, Brian and Crystal"; "nobody" for none.
func List(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nobody"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// PlayerNamed finds a player of a table by id, address, name or the beginning of
// a name. An id is the player's, whatever somebody else calls themselves.
func (t *Table) PlayerNamed(text string) (id string, err error) {
	text = strings.Trim(text, " .:,\"")
	var called, near, all []string
	for i, seat := range t.Record.Seats {
		id := engine.PlayerID(i)
		name := t.Game.State().PlayerName(id)
		all = append(all, id+" "+name)
		switch {
		case text == "":
		case strings.EqualFold(text, id), strings.EqualFold(text, seat.Address):
			return id, nil
		case strings.EqualFold(text, name):
			called = append(called, id)
		case strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)):
			near = append(near, id)
		}
	}
	if len(called) == 0 {
		called = near
	}
	if len(called) == 1 {
		return called[0], nil
	}
	return "", engine.Refuse("%q is not one player of %s (%s): %s.", text, t.ID, t.Record.Name, strings.Join(all, ", "))
}

// Name is what a player is called.
func (t *Table) Name(player string) string { return t.Game.State().PlayerName(player) }

// Called is how a game is named to the host.
func (t *Table) Called() string { return fmt.Sprintf("%s (%s)", t.ID, t.Record.Name) }
