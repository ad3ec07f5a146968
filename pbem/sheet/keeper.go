package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// Caretaker and Robot are the acts in a log before a command of the caretaker and of a
// robot.
const (
	Caretaker = "caretaker"
	Robot     = "robot"
)

// RobotAnswers is the text of such an act of a robot. Where somebody learns from robots,
// the reason for the command is there in its place.
const RobotAnswers = "the robot answers"

// Marks reports whether an act marks the next command as one of the caretaker or of a
// robot.
func Marks(act string) bool { return act == Caretaker || act == Robot }

// MarkOf returns who said the command that is event i in place of its player: Caretaker,
// Robot, or "" if the player said it.
func MarkOf(events []engine.Event, i int) string {
	said, ok := events[i].(engine.Said)
	if !ok || i == 0 {
		return ""
	}
	mark, ok := events[i-1].(engine.Hosted)
	if !ok || !Marks(mark.Act) || mark.By != said.By {
		return ""
	}
	return mark.Act
}

// reasonOf returns the reason that is given with the command that is event i, "" for none.
func reasonOf(events []engine.Event, i int) string {
	if MarkOf(events, i) != Robot {
		return ""
	}
	if text := events[i-1].(engine.Hosted).Text; text != RobotAnswers {
		return text
	}
	return ""
}

// RobotName is the name of a robot's own seat; n counts from 1.
func RobotName(n int) string { return fmt.Sprintf("Robot %d", n) }

// isRobotName reports whether a name is like that of a robot's own seat.
func isRobotName(name string) bool { return strings.HasPrefix(name, "Robot ") }

// robot marks a player whose seat a robot plays, unless the name says it already.
func (v *view) robot(p title.Player) string {
	var out []string
	if !isRobotName(v.name(p.ID)) {
		out = append(out, "robot")
	}
	if v.first(p) {
		out = append(out, "P")
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

// first reports whether the priority of a player is shown. It is not for players who are out, who have left, or whose
// seats the caretaker plays, nor once the game has ended.
func (v *view) first(p title.Player) bool {
	has := p.Priority
	if v.Title.Begins != nil {
		has = v.Title.Begins(v.State) == p.ID
	}
	gone := slices.Contains(v.Open, p.ID) || slices.Contains(v.Kept, p.ID)
	return has && !p.Out && (!gone || slices.Contains(v.Robots, p.ID)) && v.State.Result == nil
}
