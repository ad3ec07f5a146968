package table

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/guard"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// A seat that nobody plays is kept: by the caretaker, or by a robot. Seat.Caretaker says why
// it is kept, and Seat.Robot the level of the robot; it is "" for the caretaker. Programs
// that know no robots read such a seat as one that the caretaker plays.

// The levels of a robot. The values are stored.
const (
	EasyRobot   = "easy"
	SteadyRobot = "steady"
)

// RobotLevels are the levels that one may ask for.
var RobotLevels = []string{EasyRobot, SteadyRobot}

// levels are how the levels play. A level that this version does not know plays as steady.
var levels = map[string]robot.Level{EasyRobot: robot.Easy, SteadyRobot: robot.Steady}

func levelOf(name string) robot.Level {
	if level, ok := levels[name]; ok {
		return level
	}
	return robot.Steady
}

// A Keeper is who plays a seat that nobody plays: "" for the caretaker, or the level of a
// robot.
type Keeper string

// The names of keepers in sentences.
const (
	caretakerName = "the caretaker"
	robotName     = "a robot"
)

// String names a keeper in a sentence.
func (k Keeper) String() string {
	if k == "" {
		return caretakerName
	}
	return robotName
}

// Kind names a keeper with its level.
func (k Keeper) Kind() string {
	switch k {
	case "":
		return caretakerName
	case EasyRobot:
		return "an easy robot"
	}
	return "a steady robot"
}

// Itself names a keeper that was named before.
func (k Keeper) Itself() string {
	if k == "" {
		return caretakerName
	}
	return "the robot"
}

// Level is the level of a robot.
func (k Keeper) Level() string { return string(k) }

// Help is the line that tells what a keeper does.
func (k Keeper) Help() string {
	if k == "" {
		return "help caretaker"
	}
	return "help robot"
}

// KeeperOf returns who plays late and open seats under a policy. ok is false if nobody
// does.
func KeeperOf(policy pace.Remedy) (k Keeper, ok bool) {
	switch policy {
	case pace.Caretaker:
		return "", true
	case pace.Robot:
		return SteadyRobot, true
	case pace.EasyRobot:
		return EasyRobot, true
	}
	return "", false
}

// Keeper returns who plays a kept seat.
func (t *Table) Keeper(player string) Keeper {
	if seat := t.Seat(player); seat != nil {
		return Keeper(seat.Robot)
	}
	return ""
}

// Robotic reports whether a robot plays a seat.
func (t *Table) Robotic(player string) bool { return t.Kept(player) && t.Keeper(player) != "" }

// RobotSeats lists the players whose seats robots play.
func (t *Table) RobotSeats() []string {
	return slices.DeleteFunc(t.KeptSeats(), func(p string) bool { return !t.Robotic(p) })
}

// Born reports whether a seat is a robot's own: no person has had it. The game does not look
// for somebody who takes it over, and only those whom a player invites may.
func (t *Table) Born(player string) bool {
	return t.Robotic(player) && t.Seat(player).Open && t.Seat(player).Address == ""
}

// RobotSeat returns one more seat for a new game, which a robot plays until somebody who is
// invited takes it over. others are the seats there are.
func RobotSeat(others []Seat, level string) Seat {
	seat := Seat{Open: true, Caretaker: KeptHost, Robot: level}
	for n := 1; ; n++ {
		seat.Name = sheet.RobotName(n)
		if !slices.ContainsFunc(others, func(s Seat) bool { return strings.EqualFold(s.Name, seat.Name) }) {
			return seat
		}
	}
}

// RobotLines say which robots play, and how well, one line for each level.
func (t *Table) RobotLines() []string {
	var out []string
	for _, level := range RobotLevels {
		var names []string
		for _, p := range t.RobotSeats() {
			if t.Seat(p).Robot == level {
				names = append(names, t.Name(p))
			}
		}
		if len(names) > 0 {
			out = append(out, fmt.Sprintf("  %s for %s.", map[string]string{EasyRobot: "Easy robots play", SteadyRobot: "Steady robots play"}[level], List(names)))
		}
	}
	return out
}

// RobotSection tells who is a robot in a game; empty without any.
func (t *Table) RobotSection() []sheet.Section {
	lines := t.RobotLines()
	if len(lines) == 0 {
		return nil
	}
	say := []sheet.Saying{{Line: "help robot", Gloss: "what a robot does, and how a person takes its seat"}}
	if t.Advises() {
		say = append(say, sheet.Saying{Line: "advice", Gloss: "what a robot would say in your place, and why"})
	}
	return []sheet.Section{{Head: "Robots", Lines: lines, Say: say}}
}

// Robots is what robots of a table are asked for their commands: robot.Next.
type Robots func(t *title.Title, g *engine.Game, player string, level robot.Level) (robot.Move, bool)

// RobotAwaited returns the first player whom the game waits for and whose seat a robot
// plays, "" for none. It is "" as well where the game waits for a person, because robots
// have stopped: see Hushed.
func (t *Table) RobotAwaited() string {
	if t.Game == nil || t.Record.Paused != nil || t.Game.Frozen() != nil || t.Record.Tended >= hushed {
		return ""
	}
	for _, player := range engine.Awaited(t.Game.Pending()) {
		if t.Robotic(player) {
			return player
		}
	}
	return ""
}

// Limits for robots in one commit. Robots go on in the next one, after the robots of other
// games. Most turns of robots are one commit.
const (
	MostSpoken = 60     // commands
	mostValued = 20_000 // positions valued
)

// A Turn is what robots of a table have said in a row, for one commit.
type Turn struct {
	Table *Table
	Said  int    // commands of robots
	Stuck string // the player whose robot has no command that the rules accept, or has failed
	Round bool   // the robot could only pass a question again: see ComeRound
	Fault error  // why the robot has failed
}

// Robots returns the table after robots have played until none is awaited, most commands
// of them were said, or stop says so. Plans and the caretaker answer in between; robots
// see the position only, never plans.
func (t *Table) Robots(next Robots, most int, stop func() bool) (out Turn) {
	out = Turn{Table: t}
	from, began, work := t.alone(), len(t.Log), 0
	for out.Said < min(most, MostSpoken) && work < mostValued && len(out.Table.Log)-began < mostEvents && !stop() {
		at := out.Table
		player := at.RobotAwaited()
		if player == "" || at.Alone() || !at.PlayedBeside("") {
			return out
		}
		m, ok, fault := at.asked(next, player)
		switch {
		case !ok:
			out.Stuck, out.Fault = player, fault
			return out
		case at.cameRound(player, from) && at.onlyPasses(m.Events):
			out.Round = true
			return out
		}
		work += m.Work
		marked := at.Said(player, sheet.Robot, at.reason(m))
		g, events, err := marked.Game.Decide(m.Command)
		if err != nil {
			out.Stuck, out.Fault = player, err
			return out
		}
		said := marked.With(g, events)
		said.Record.Tended++
		out.Said++
		out.Table = obey(said, from, 0, nil)
	}
	return out
}

// asked asks the robot of a seat. A robot that panics has failed.
func (t *Table) asked(next Robots, player string) (m robot.Move, ok bool, fault error) {
	fault = guard.Do(func() error {
		m, ok = next(t.Title, t.Game, player, levelOf(t.Seat(player).Robot))
		return nil
	})
	return m, ok && fault == nil, fault
}
