package pbem

import (
	"fmt"
	"strings"

	"pbem/pbem/grammar"
	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/title"
)

// help explains a title, or words.
func help(e *errand, rest string) (bool, error) {
	t, ok := lobby.ExactTitle(strings.Trim(rest, " .?!"))
	switch {
	case ok && e.at != nil:
		e.at.answers = append(e.at.answers, titleHelp(t)...)
	case ok:
		e.headed(t.Facts.Name)
		e.answers = append(e.answers, titleHelp(t)...)
	case e.at != nil:
		e.at.add("HELP "+strings.ToUpper(rest), grammar.Help(e.at.table.Title.Verbs, e.at.table.Game.Pending(), e.at.player, rest))
	case rest == "":
		e.headed("What can be said")
		e.answers = append(e.answers, welcomeHelp(), titlesHelp())
	default:
		e.add(strings.TrimSpace("Help "+rest), strings.Split(strings.TrimRight(grammar.HelpAnywhere(e.vocabularies(), rest), "\n"), "\n")...)
	}
	return true, nil
}

// titleHelp is what to know of a title before a game of it.
func titleHelp(t *title.Title) []sheet.Section {
	f := t.Facts
	sec := sheet.Section{Head: "About " + f.Name}
	fact := func(name, text string) {
		if text != "" {
			sec.Facts = append(sec.Facts, sheet.Fact{Name: name, Text: text})
		}
	}
	fact("By", f.Designer)
	if f.Rules != "" {
		fact("Rules", f.Rules+"; a number in brackets in a mail, such as (3.1), is a section of them")
	}
	fact("Players", strings.TrimSuffix(strings.TrimPrefix(lobby.About(t), f.Name+" is for "), "."))
	for _, v := range t.Variants {
		fact("Variant", v.Key+": "+v.Text)
	}
	begin := sheet.Section{Head: "To begin a game", Say: []sheet.Saying{
		{Line: "new " + f.Slug + " players " + lobby.Sizes(t) + " called Shoreline", Gloss: "it begins by itself when the greatest number has come; you can start it with the least"},
		{Line: "new " + f.Slug + " players 3 private", Gloss: "only for those you invite"},
	}}
	for _, v := range t.Variants[:min(1, len(t.Variants))] {
		begin.Say = append(begin.Say, sheet.Saying{Line: fmt.Sprintf("new %s players 4 %s", f.Slug, v.Key), Gloss: "with a variant, or several"})
	}
	begin.Say = append(begin.Say, sheet.Saying{Line: "invite brian@example.org crystal@example.org", Gloss: "in the same mail or a later one"})
	return []sheet.Section{sec, begin}
}

// welcomeHelp are the words for somebody who is in no game's mail.
func welcomeHelp() sheet.Section {
	return sheet.Section{Head: "Words for the lobby", Say: []sheet.Saying{
		{Line: "games", Gloss: "the games that wait for players, and yours"},
		{Line: "join g12", Gloss: "be in one of them"},
		{Line: "new TITLE players 3-4", Gloss: "make one that others can join"},
		{Line: "invite brian@example.org", Gloss: "ask others to join it"},
		{Line: "game g12", Gloss: "the lines that follow are for this game"},
		{Line: "status", Gloss: "how all your games stand"},
		{Line: "settings", Gloss: "your name, time zone, pictures, when mails come"},
		{Line: "help join", Gloss: "more about a word, or a title"},
	}}
}

// beginnersHelp are the words for somebody whom nobody here knows yet.
func beginnersHelp() sheet.Section {
	return sheet.Section{Head: "How to begin", Say: []sheet.Saying{
		{Line: "games", Gloss: "see the games that wait for players"},
		{Line: "join g12", Gloss: "be in one of them, by its id"},
		{Line: "new TITLE players 3-5", Gloss: "make one that others can join; the titles are below"},
		{Line: "help", Gloss: "more words, and the titles"},
		{Line: "help TITLE", Gloss: "what to know of a title"},
	}}
}

// titlesHelp lists the titles.
func titlesHelp() sheet.Section {
	sec := sheet.Section{Head: "Titles"}
	for _, t := range titles.All() {
		text := lobby.About(t)
		sec.Facts = append(sec.Facts, sheet.Fact{Name: t.Facts.Slug, Text: text})
	}
	return sec
}
