package pbem

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/titles"
	"pbem/titles/title"
)

// help explains a title, a thing of one, or words.
func help(e *batch, rest string) (bool, error) {
	rest = strings.Trim(rest, " .?!\"'")
	t, of, titled := titleIn(rest)
	switch {
	case titled && of == "":
		e.explain(t.Facts.Name, titleHelp(t)...)
	case titled:
		e.explain("Help "+brief(rest), e.thingsOf([]*title.Title{t}, of)...)
	case rest == "" && e.at == nil:
		e.headed("What can be said")
		e.answers = append(e.answers, welcomeHelp(), titlesHelp())
	default:
		e.explain("Help "+brief(rest), e.explained(rest)...)
	}
	return true, nil
}

// titleIn reads a title, or one and what is asked of it: "TITLE B&O".
func titleIn(text string) (t *title.Title, of string, ok bool) {
	words := strings.Fields(text)
	for n := min(len(words), mostTitleWords); n > 0; n-- {
		if t, ok = lobby.ExactTitle(strings.Join(words[:n], "")); ok {
			return t, strings.Join(words[n:], " "), true
		}
	}
	return nil, text, false
}

// mostTitleWords is how many words a title may be cut into: "18 New England".
const mostTitleWords = 4

// explain answers with sections, in the mail of the game that the line is about.
func (b *batch) explain(head string, sections ...sheet.Section) {
	if b.at != nil {
		b.at.answers = append(b.at.answers, sections...)
		return
	}
	if b.visit == nil && b.head == "" {
		b.head = head
	}
	b.answers = append(b.answers, sections...)
}

// explained tells of the things that a text names, of the verb that it is, or of
// both; else of what it may mean.
func (b *batch) explained(text string) []sheet.Section {
	list := b.titlesHere()
	whole, begins := grammar.Knows(b.vocabularies(), text)
	if text == "" {
		return []sheet.Section{b.verbHelp(text)}
	}
	var out []sheet.Section
	for _, t := range list {
		exact, _, _ := grammar.Meant(t.Facts, text)
		out = append(out, b.explainAll(t, exact, len(list) > 1)...)
	}
	if whole || begins && len(out) == 0 && !grammar.SaysKind(text) {
		out = append(out, b.verbHelp(text))
	}
	if len(out) > 0 {
		return out
	}
	return b.thingsOf(list, text)
}

// titlesHere are the title of the game that the line is for, or all.
func (b *batch) titlesHere() []*title.Title {
	switch {
	case b.at != nil:
		return []*title.Title{b.at.table.Title}
	case b.visit != nil:
		if t, ok := titles.Find(b.visit.now.Title); ok {
			return []*title.Title{t}
		}
	}
	return titles.All()
}

// verbHelp explains a verb; without one, what can be said.
func (b *batch) verbHelp(verb string) sheet.Section {
	text := grammar.HelpAnywhere(b.vocabularies(), verb)
	if b.at != nil {
		text = grammar.Help(b.at.table.Title.Verbs, b.at.table.Game.Pending(), b.at.player, verb)
	}
	return sheet.Section{Head: strings.TrimSpace("Help " + brief(verb)), Lines: strings.Split(strings.TrimRight(text, "\n"), "\n")}
}

// explainAll tells of things of a title, naming it where several are asked.
func (b *batch) explainAll(t *title.Title, things []grammar.Thing, several bool) []sheet.Section {
	var s *engine.State
	if b.at != nil && b.at.table.Title == t {
		s = b.at.table.Game.State()
	}
	var out []sheet.Section
	for _, thing := range things {
		sec := sheet.Explain(t, s, thing)
		if several {
			sec.Head = t.Facts.Name + ", " + sec.Head
		}
		out = append(out, sec)
	}
	return out
}

// mostLike is how many things of a title that a text may mean are explained at
// once; more are listed.
const mostLike = 1

// thingsOf tells of the things of titles that a text names or may mean, or says that
// there are none, with those that have the nearest names.
func (b *batch) thingsOf(list []*title.Title, text string) []sheet.Section {
	var out []sheet.Section
	var lists, nearest []string
	for _, t := range list {
		exact, like, near := grammar.Meant(t.Facts, text)
		if len(like) <= mostLike {
			exact = append(exact, like...)
		} else {
			lists = append(lists, ofTitle(t, list)+spelt(like))
		}
		if len(near) > 0 {
			nearest = append(nearest, ofTitle(t, list)+spelt(near))
		}
		out = append(out, b.explainAll(t, exact, len(list) > 1)...)
	}
	switch sec := (sheet.Section{Head: "Help " + brief(text)}); {
	case len(lists) > 0:
		sec.Lines = []string{fmt.Sprintf("  %q may mean several. Say which: %s.", brief(text), strings.Join(lists, "; "))}
		out = append(out, sec)
	case len(out) == 0:
		why := fmt.Sprintf("  %q is no command, company, private company, train or tile%s.", brief(text), of(list))
		if near := grammar.NearestVerbs(b.vocabularies(), text); len(near) > 0 {
			nearest = append([]string{strings.Join(near, ", ")}, nearest...)
		}
		if len(nearest) > 0 {
			why += " Nearest: " + strings.Join(nearest, "; ") + "."
		}
		sec.Lines = []string{why + " \"help\" alone lists what can be said."}
		out = append(out, sec)
	}
	return out
}

// ofTitle begins a list of things with their title where several are asked.
func ofTitle(t *title.Title, list []*title.Title) string {
	if len(list) == 1 {
		return ""
	}
	return "of " + t.Facts.Name + " "
}

// of names the only title that is asked.
func of(list []*title.Title) string {
	if len(list) == 1 {
		return " of " + list[0].Facts.Name
	}
	return " of a title here"
}

// mostSpelt is how many things are listed.
const mostSpelt = 12

// spelt lists things by what they are said with.
func spelt(things []grammar.Thing) string {
	var out []string
	for _, t := range things[:min(len(things), mostSpelt)] {
		switch {
		case t.Kind == grammar.TileThing:
			out = append(out, "tile "+t.ID)
		case t.Kind == grammar.TrainThing:
			out = append(out, "train "+t.ID)
		default:
			out = append(out, t.ID+" ("+t.Name+")")
		}
	}
	if len(things) > mostSpelt {
		out = append(out, "and more")
	}
	return strings.Join(out, ", ")
}

// brief is a text that may be long, for a sentence.
func brief(text string) string {
	if r := []rune(strings.Join(strings.Fields(text), " ")); len(r) > mostQuoted {
		return string(r[:mostQuoted]) + "..."
	}
	return strings.Join(strings.Fields(text), " ")
}

// atFirst is the name of a row for the first of several, and of none behind it.
func atFirst(i int, name string) string {
	if i == 0 {
		return name
	}
	return ""
}

// mostQuoted is how much of what somebody typed a sentence repeats.
const mostQuoted = 40

// titleHelp is what to know of a title before a game of it.
func titleHelp(t *title.Title) []sheet.Section {
	f, l := t.Facts, t.Lesson
	sec := sheet.Section{Head: "About " + f.Name}
	fact := func(name, text string) {
		if text != "" {
			sec.Facts = append(sec.Facts, sheet.Fact{Name: name, Text: text})
		}
	}
	fact("Designer", f.Designer+", for "+strings.TrimSuffix(strings.TrimPrefix(lobby.About(t), f.Name+" is for "), "."))
	fact("Goal", l.Goal)
	for i, r := range l.Round {
		fact(atFirst(i, "A game"), r)
	}
	for i, s := range l.Special {
		fact(atFirst(i, "Special"), s)
	}
	for i, v := range t.Variants {
		fact(atFirst(i, "Variants"), v.Key+": "+v.Text)
	}
	fact("Rulebook", f.Rules+" ("+l.Rulebook+"). A number in brackets in a mail, such as (3.1), is a section of it.")
	line := "new " + f.Slug + " players " + lobby.Sizes(t)
	begin := sheet.Section{Head: "To go on", Say: []sheet.Saying{{Line: "help " + f.Slug + " " + f.Companies[0].Sym, Gloss: "about this, or any company, train or tile"}}}
	if len(t.Variants) > 0 {
		begin.Say = append(begin.Say, sheet.Saying{Line: line + " " + t.Variants[0].Key, Gloss: "begin a game, with a variant"})
	} else {
		begin.Say = append(begin.Say, sheet.Saying{Line: line, Gloss: "begin a game"})
	}
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
		{Line: "help join", Gloss: "more about a word, a title, or what has a name in one"},
	}}
}

// beginnersHelp are the words for somebody whom nobody here knows yet.
func beginnersHelp() sheet.Section {
	return sheet.Section{Head: "How to begin", Say: []sheet.Saying{
		{Line: "games", Gloss: "see the games that wait for players"},
		{Line: "join g12", Gloss: "be in one of them, by its id"},
		{Line: "new TITLE players 3-5", Gloss: "make one that others can join; the titles are below"},
		{Line: "help", Gloss: "more words, and the titles"},
		{Line: "help TITLE", Gloss: "its goal, how it goes, what is special"},
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
