package hosting

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/batch"
	"pbem/pbem/table"
)

// robot makes a robot play a seat, or ends that: host robot g12 Amy easy.
func (h *Hosting) robot(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return "", engine.Refuse("Write the player: host robot %s Amy, host robot %[1]s Amy easy or host robot %[1]s Amy off.", d.Next.ID)
	}
	last, by := strings.ToLower(words[len(words)-1]), table.Keeper(table.SteadyRobot)
	switch {
	case len(words) > 1 && last == "off":
		return h.unkept(d, strings.Join(words[:len(words)-1], " "), true)
	case len(words) > 1 && slices.Contains(table.RobotLevels, last):
		by, words = table.Keeper(last), words[:len(words)-1]
	}
	return h.keptBy(d, strings.Join(words, " "), by)
}

// keepSeat makes the caretaker play a seat, or ends that.
func (h *Hosting) keepSeat(d *hosted, who, rest string) (string, error) {
	switch {
	case rest == "":
		return h.keptBy(d, who, "")
	case strings.EqualFold(rest, "off"):
		return h.unkept(d, who, false)
	}
	return "", engine.Refuse("After \"caretaker\" say nothing but \"off\": host seat %s %s caretaker.", d.Next.ID, who)
}

// keeping returns the line that has a keeper play a seat.
func keeping(t *table.Table, player string, by table.Keeper) string {
	if by == "" {
		return fmt.Sprintf("host seat %s %s caretaker", t.ID, player)
	}
	return fmt.Sprintf("host robot %s %s %s", t.ID, player, by.Level())
}

// sparing returns the line that ends that.
func sparing(t *table.Table, player string, by table.Keeper) string {
	if by == "" {
		return fmt.Sprintf("host seat %s %s caretaker off", t.ID, player)
	}
	return fmt.Sprintf("host robot %s %s off", t.ID, player)
}

// seated finds the player of a seat for a line about its keeper.
func (d *hosted) seated(who string) (player string, err error) {
	if player, err = d.Next.PlayerNamed(who); err == nil {
		err = d.Next.IsOn()
	}
	return player, err
}

// unkept ends that the caretaker, or a robot, plays a seat.
func (h *Hosting) unkept(d *hosted, who string, robotic bool) (string, error) {
	player, err := d.seated(who)
	if err != nil {
		return "", err
	}
	name, by := d.Next.Name(player), table.Keeper("")
	if robotic {
		by = table.SteadyRobot
	}
	if !d.Next.Kept(player) || d.Next.Robotic(player) != robotic {
		return "", engine.Refuse("%s does not play the seat of %s in %s.", step.Capital(by.Itself()), name, d.Next.Called())
	}
	by = d.Next.Keeper(player)
	d.Next = d.Next.Tended(player, "", "", fmt.Sprintf("%s no longer plays for %s, as the host says.", step.Capital(by.Itself()), name))
	return fmt.Sprintf("%s no longer plays the seat of %s in %s. To undo it:\n    %s", step.Capital(by.Itself()), name, d.Next.Called(), keeping(d.Next, player, by)), nil
}

// keptBy makes a keeper play a seat.
func (h *Hosting) keptBy(d *hosted, who string, by table.Keeper) (string, error) {
	player, err := d.seated(who)
	if err != nil {
		return "", err
	}
	name := d.Next.Name(player)
	switch {
	case d.Next.Kept(player) && d.Next.Keeper(player) == by:
		return "", engine.Refuse("%s plays the seat of %s in %s already. It ends with: %s", step.Capital(by.Kind()), name, d.Next.Called(), sparing(d.Next, player, by))
	case !d.Next.PlayedBeside(player):
		return "", engine.Refuse("Nobody would be left to play in %s: %s does not play alone.", d.Next.Called(), by)
	}
	from := len(d.Next.Log)
	until := name + " writes"
	if d.Next.Seat(player).Open {
		until = "somebody takes the seat over"
	}
	next, err := batch.Fulfilled(h.d, d.Next.Tended(player, table.KeptHost, by, fmt.Sprintf("%s plays for %s until %s, as the host says.", step.Capital(by.Kind()), name, until)))
	if err != nil {
		return "", err
	}
	d.Next = table.Obey(next.Elapsed(h.d.Now(), false))
	return fmt.Sprintf("%s plays the seat of %s in %s until %s. To end it:\n    %s\nTo take back what it has said so far:\n    host rollback %s to %d",
		step.Capital(by.Kind()), name, d.Next.Called(), until, sparing(d.Next, player, by), d.Next.ID, from+1), nil
}
