package timing

import (
	"fmt"

	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/table"
)

// sandboxNote tells the reader of a mail that the game is a sandbox, of which game, and
// when it is deleted.
func sandboxNote(d *desk.Draft, t *table.Table, reader people.Member) string {
	s := t.Record.Sandbox
	of := "This is your sandbox"
	if s.Of != "" {
		of += fmt.Sprintf(" of %s (%s)", s.Name, s.Of)
	}
	if s.At > 0 {
		of += fmt.Sprintf(", from its position %d", s.At)
	}
	who := "you play every seat"
	if robots := t.RobotSeats(); len(robots) > 0 {
		who = "robots play " + table.List(t.Names(robots)) + ", and you every other seat"
	}
	return fmt.Sprintf(`%s: %s. It is deleted on %s, or by "sandbox end".`, of, who, account.When(d, reader, SandboxEnds(d, t)))
}
