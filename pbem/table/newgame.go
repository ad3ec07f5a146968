package table

import (
	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/titles/title"
)

// Talkable refuses an unknown way of talk, or one that the title's rules
// forbid.
func (n NewGame) Talkable() error {
	switch {
	case n.Talk != "" && n.Talk != OpenTalk && n.Talk != PrivateTalk:
		return engine.Refuse("Talk is %q or %q, not %q.", OpenTalk, PrivateTalk, n.Talk)
	case n.Talk == PrivateTalk && n.Title.OpenTalk != "":
		return engine.Refuse("The rules of %s want all talk to be public (%s).", n.Title.Facts.Name, n.Title.OpenTalk)
	}
	return nil
}

// A NewGame is a game to be started.
type NewGame struct {
	ID      string // "" for the next free one
	Title   *title.Title
	Name    string
	Seed    int64
	Options map[string]string
	Pace    *pace.Pace // nil for the host's pace
	// PaceWords is a pace in words, which changes the host's; "" for none.
	PaceWords string
	Advice    bool   // players may ask for advice
	Talk      string // OpenTalk, PrivateTalk, or "" for OpenTalk
	Shown     string // how the page of the game is shown; "" for what is usual
	Seats     []Seat // name and address of each, in seat order
}
