package pbem

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/table"
)

// keepSeat has the caretaker play a seat from now on, or no longer.
func (h *hosting) keepSeat(d *hosted, who, rest string) (string, error) {
	player, err := d.next.PlayerNamed(who)
	if err == nil {
		err = d.next.IsOn()
	}
	if err != nil {
		return "", err
	}
	name, kept := d.next.Name(player), d.next.Kept(player)
	switch {
	case rest != "" && !strings.EqualFold(rest, "off"):
		return "", engine.Refuse("Behind \"caretaker\" nothing is said but \"off\": host seat %s %s caretaker.", d.next.ID, player)
	case rest != "" && !kept:
		return "", engine.Refuse("The caretaker does not play the seat of %s in %s.", name, d.next.Called())
	case rest != "":
		d.next = d.next.Tended(player, "", "The caretaker no longer plays for "+name+", as the host says.")
		return fmt.Sprintf("The caretaker no longer plays the seat of %s in %s. To undo it:\n    host seat %s %s caretaker", name, d.next.Called(), d.next.ID, player), nil
	case kept:
		return "", engine.Refuse("The caretaker plays the seat of %s in %s already. It ends with: host seat %s %s caretaker off", name, d.next.Called(), d.next.ID, player)
	case !d.next.PlayedBeside(player):
		return "", engine.Refuse("Nobody would be left who plays in %s: the caretaker does not play for itself.", d.next.Called())
	}
	from := len(d.next.Log)
	until := name + " writes"
	if d.next.Seat(player).Open {
		until = "somebody takes the seat over"
	}
	next, err := h.d.fulfilled(d.next.Tended(player, table.KeptHost, "The caretaker plays for "+name+" until "+until+", as the host says."))
	if err != nil {
		return "", err
	}
	d.next = table.Obey(next.Elapsed(h.d.now(), false))
	return fmt.Sprintf("The caretaker plays the seat of %s in %s until %s. To end it:\n    host seat %s %s caretaker off\nTo take back what it has said so far:\n    host rollback %s to %d",
		name, d.next.Called(), until, d.next.ID, player, d.next.ID, from+1), nil
}
