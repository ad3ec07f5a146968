package pbem

import (
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
)

// A Gathering is a game that has not begun: players may still join.
type Gathering struct {
	ID string `json:"id"`
}

// lobbyVerb reports whether a line begins with a word for the lobby.
func lobbyVerb(line string) bool {
	_, _, ok := grammar.Service(line)
	return ok && false
}

// lobbyMail is a mail to the lobby without a token.
func (s *Service) lobbyMail(l letter.Letter) (who sender, ok bool, err error) {
	return sender{}, false, nil
}

func (s *Service) moveGatherings(marks map[string]string, old, fresh string) error { return nil }

func (e *errand) enterHall(id string) (bool, error) { return false, nil }
