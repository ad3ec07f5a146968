package batch

import (
	"fmt"
	"regexp"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/lobby"
	"pbem/titles/title"
)

// noGame refuses a line that is for no game. It asks a player of some games for which of them it is, and tells somebody who
// plays none what can be said.
func (b *Batch) noGame(part string) error {
	if no := grammar.WishedAnywhere(part); no != nil {
		return no
	}
	if len(b.Draft.SeatsOf(b.Who.Address())) > 0 {
		return engine.Refuse("For which game is %q? Say it first, with a line such as \"game g12\". %s", part, b.WhichGames())
	}
	return &grammar.Refusal{
		Sentence: fmt.Sprintf("%q is not understood here. %s These lines begin a game, or say more.", Brief(part), b.WhichGames()),
		Closest:  beginnings(part), Strange: true,
	}
}

// beginnings returns lines that begin a game: of the title that a text names, if it names one, and what comes nearest to it first.
func beginnings(text string) []string {
	name, least := "TITLE", 3
	if t, ok := titleNamed(text); ok {
		name, least = t.Facts.Slug, t.Facts.Seats[0].Players
	}
	robots := "2"
	if said := robotsSaid.FindStringSubmatch(text); said != nil {
		robots = said[1]
	}
	play := fmt.Sprintf("new %s with %s robots", name, robots)
	try := fmt.Sprintf("sandbox new %s %d", name, least)
	low := strings.ToLower(text)
	switch {
	case strings.Contains(low, "sandbox"):
		return []string{try, play, "games", "help"}
	case name == "TITLE" && strings.Contains(low, "game"):
		return []string{"games", play, try, "help"}
	}
	return []string{play, try, "games", "help"}
}

// robotsSaid finds how many robots a sentence names.
var robotsSaid = regexp.MustCompile(`(?i)\b([1-9]) (?:easy |steady )?robots?\b`)

// titleNamed finds the name of a title anywhere in a text.
func titleNamed(text string) (*title.Title, bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t.,;:!?()\"'", r) })
	words = words[:min(len(words), mostTitleText)]
	for n := mostNameWords; n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			if t, ok := lobby.ExactTitle(strings.Join(words[i:i+n], "")); ok {
				return t, true
			}
		}
	}
	return nil, false
}

// mostTitleText is how many words of a text are looked at for a title, and mostNameWords in how many its name may be written.
const (
	mostTitleText = 40
	mostNameWords = 4
)
