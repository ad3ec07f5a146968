package batch

import (
	"fmt"
	"regexp"

	"pbem/engine"
)

// askOut matches lines of people who want no more mails and do not know the command for it.
var askOut = regexp.MustCompile(`(?i)^(?:please\s+)?(?:unsubscribe(?:\s+me)?|opt[\s-]?out|how\s+(?:do|can)\s+i\s+(?:leave|quit|unsubscribe|get\s+out|stop\s+(?:this|these|the))\b.{0,40}|stop\s+(?:these\s+|the\s+|all\s+)?e?-?mails)[\s.?!]*$`)

// waysOut says which command ends the sender's part in the game that the line is for. It only tells; the sender
// decides.
func (b *Batch) waysOut() error {
	how := `To get out of a game say "leave" with its id while it waits for players, "resign" with its id once it has begun, or "unobserve" if you only watch it. ` + b.WhichGames()
	switch {
	case b.At == nil || b.Visit != nil:
	case b.At.Table.IsSandbox():
		how = "This is a sandbox, which sends nothing but answers to your mails. \"sandbox end\" deletes it."
	case !b.At.Table.Plays(b.At.Player):
		how = fmt.Sprintf("To watch %s no longer say \"unobserve %s\".", b.At.Table.Record.Name, b.At.Table.ID)
	default:
		how = fmt.Sprintf("To leave %s for good say \"resign %s\": your seat is then open for somebody else. If you are only away, say for how long: \"vacation 1 week\".", b.At.Table.Record.Name, b.At.Table.ID)
	}
	return engine.Refuse(`%s To get no more invitations to games say "no invitations".`, how)
}
