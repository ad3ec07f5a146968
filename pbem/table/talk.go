package table

import "fmt"

// The kinds of talk, chosen when a game begins. The values are stored.
const (
	OpenTalk    = "open" // all can read what is said
	PrivateTalk = "private"
)

// TalksInPrivate reports whether players may write to some of the others only.
func (t *Table) TalksInPrivate() bool { return t.Record.Talk == PrivateTalk }

// OpenTalk says why words to some are refused.
func (t *Table) OpenTalk() string {
	if section := t.Title.OpenTalk; section != "" {
		return fmt.Sprintf("The rules of %s want all talk to be public (%s).", t.Title.Facts.Name, section)
	}
	return "At this table all talk is public; that was chosen when the game began."
}
