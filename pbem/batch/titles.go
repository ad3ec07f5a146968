package batch

import (
	"strings"

	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/title"
)

// TitlesHere returns the title of the game that the line is for, or all titles.
func (b *Batch) TitlesHere() []*title.Title {
	switch {
	case b.At != nil:
		return []*title.Title{b.At.Table.Title}
	case b.Visit != nil:
		if t, ok := titles.Find(b.Visit.Now.Title); ok {
			return []*title.Title{t}
		}
	}
	return titles.All()
}

// Brief shortens a text for use in a sentence.
func Brief(text string) string {
	if r := []rune(strings.Join(strings.Fields(text), " ")); len(r) > mostQuoted {
		return string(r[:mostQuoted]) + "..."
	}
	return strings.Join(strings.Fields(text), " ")
}

// mostQuoted limits how much of a typed text a sentence repeats, in characters.
const mostQuoted = 40

// BeginnersHelp lists commands for somebody who is not a member yet.
func BeginnersHelp() sheet.Section {
	return sheet.Section{Head: "How to begin", Say: []sheet.Saying{
		{Line: "games", Gloss: "see the games waiting for players"},
		{Line: "join g12", Gloss: "join one of them, by its id"},
		{Line: "new TITLE players 3-5", Gloss: "start one that others can join; the titles are below"},
		{Line: "new TITLE with 2 robots", Gloss: "play one at once, against robots"},
		{Line: "sandbox new TITLE 3", Gloss: "try a title alone: you play every seat"},
		{Line: "help", Gloss: "more words, and the titles"},
		{Line: "help TITLE", Gloss: "its goal, how it is played, what is special"},
	}}
}

// TitlesHelp lists the titles.
func TitlesHelp() sheet.Section {
	sec := sheet.Section{Head: "Titles"}
	for _, t := range titles.All() {
		text := lobby.About(t)
		sec.Facts = append(sec.Facts, sheet.Fact{Name: t.Facts.Slug, Text: text})
	}
	return sec
}
