package demo

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"pbem/pbem/table"
	"pbem/titles"
)

//go:embed game.txt
var recorded string

// A Script is a recorded game: how it is set up, and the mails in order.
type Script struct {
	Title string
	Seed  int64
	Names []string
	Moves []Move
}

// Recorded returns the game that the demo plays.
func Recorded() (Script, error) { return ParseScript(recorded) }

// ParseScript reads a script: a line "title SLUG seed N players NAME ...", and
// a line "PLAYER command; command" for every mail.
func ParseScript(text string) (Script, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	head := strings.Fields(lines[0])
	if len(head) < 6 || head[0] != "title" || head[2] != "seed" || head[4] != "players" {
		return Script{}, fmt.Errorf("script: %q is no head line", lines[0])
	}
	seed, err := strconv.ParseInt(head[3], 10, 64)
	if err != nil {
		return Script{}, fmt.Errorf("script: seed: %w", err)
	}
	s := Script{Title: head[1], Seed: seed, Names: head[5:]}
	for _, line := range lines[1:] {
		by, said, ok := strings.Cut(line, " ")
		if !ok {
			return Script{}, fmt.Errorf("script: %q is no mail", line)
		}
		s.Moves = append(s.Moves, Move{By: by, Lines: strings.Split(said, "; ")})
	}
	return s, nil
}

// NewGame is the game a script is about. Its players are asked everything, because the
// script says everything.
func (s Script) NewGame(name string) (table.NewGame, error) {
	t, ok := titles.Find(s.Title)
	if !ok {
		return table.NewGame{}, fmt.Errorf("script: no title %q", s.Title)
	}
	n := table.NewGame{Title: t, Name: name, Seed: s.Seed, PaceWords: "idle ask"}
	for _, who := range s.Names {
		n.Seats = append(n.Seats, table.Seat{Name: who})
	}
	return n, nil
}
