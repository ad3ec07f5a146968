package hosting

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/table"
)

// keepSeat makes the caretaker play a seat, or ends that.
func (h *Hosting) keepSeat(d *hosted, who, rest string) (string, error) {
	player, err := d.Next.PlayerNamed(who)
	if err == nil {
		err = d.Next.IsOn()
	}
	if err != nil {
		return "", err
	}
	name, kept := d.Next.Name(player), d.Next.Kept(player)
	switch {
	case rest != "" && !strings.EqualFold(rest, "off"):
		return "", engine.Refuse("After \"caretaker\" say nothing but \"off\": host seat %s %s caretaker.", d.Next.ID, player)
	case rest != "" && !kept:
		return "", engine.Refuse("The caretaker does not play the seat of %s in %s.", name, d.Next.Called())
	case rest != "":
		d.Next = d.Next.Tended(player, "", "The caretaker no longer plays for "+name+", as the host says.")
		return fmt.Sprintf("The caretaker no longer plays the seat of %s in %s. To undo it:\n    host seat %s %s caretaker", name, d.Next.Called(), d.Next.ID, player), nil
	case kept:
		return "", engine.Refuse("The caretaker plays the seat of %s in %s already. It ends with: host seat %s %s caretaker off", name, d.Next.Called(), d.Next.ID, player)
	case !d.Next.PlayedBeside(player):
		return "", engine.Refuse("Nobody would be left to play in %s: the caretaker does not play alone.", d.Next.Called())
	}
	from := len(d.Next.Log)
	until := name + " writes"
	if d.Next.Seat(player).Open {
		until = "somebody takes the seat over"
	}
	next, err := batch.Fulfilled(h.d, d.Next.Tended(player, table.KeptHost, "The caretaker plays for "+name+" until "+until+", as the host says."))
	if err != nil {
		return "", err
	}
	d.Next = table.Obey(next.Elapsed(h.d.Now(), false))
	return fmt.Sprintf("The caretaker plays the seat of %s in %s until %s. To end it:\n    host seat %s %s caretaker off\nTo take back what it has said so far:\n    host rollback %s to %d",
		name, d.Next.Called(), until, d.Next.ID, player, d.Next.ID, from+1), nil
}
