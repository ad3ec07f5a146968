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
	return fmt.Sprintf(`%s: you play every seat. It is deleted on %s, or by "sandbox end".`, of, account.When(d, reader, s.Until))
}
