package clock

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// giveSeat gives a seat of a sandbox to a robot or takes it back: "Bess", "Bess easy", "off
// Bess".
func giveSeat(p *batch.Speaker, rest string) error {
	level, off := table.SteadyRobot, false
	who := slices.DeleteFunc(strings.Fields(rest), func(w string) bool {
		switch w = strings.ToLower(strings.Trim(w, ".,:")); {
		case w == "off":
			off = true
		case slices.Contains(table.RobotLevels, w):
			level = w
		default:
			return slices.Contains([]string{"for", "on", "seat", "of"}, w)
		}
		return true
	})
	t := p.Table
	player, err := t.PlayerNamed(strings.Join(who, " "))
	if err != nil {
		return err
	}
	name := t.Name(player)
	switch {
	case off && !t.Robotic(player):
		return engine.Refuse("No robot plays %s.", name)
	case off:
		p.Table = t.Tended(player, "", "", "You play "+name+" again.")
	case t.Robotic(player) && t.Keeper(player).Level() == level:
		return engine.Refuse("A robot plays %s already. \"robot off %s\" takes the seat back.", name, name)
	case !t.PlayedBeside(player):
		return engine.Refuse("One seat has to be yours: robots do not play alone.")
	default:
		p.Table = t.Tended(player, table.KeptHost, table.Keeper(level), fmt.Sprintf("A robot plays %s, at the level %s.", name, level))
	}
	return nil
}

// sandboxRobots are lines with which the owner of a sandbox gives seats away and takes them back.
func sandboxRobots(t *table.Table) (out []sheet.Saying) {
	for i := range t.Record.Seats {
		player := engine.PlayerID(i)
		name := t.Name(player)
		switch {
		case t.Robotic(player):
			out = append(out, sheet.Saying{Line: "robot off " + name, Gloss: "play " + name + " yourself"})
		case t.PlayedBeside(player):
			out = append(out, sheet.Saying{Line: "robot " + name, Gloss: "have a robot play " + name})
		}
	}
	return out
}
