package play

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/grammar"
	"pbem/pbem/lobby"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// Help explains a title, a company, train or tile of one, or a command. What a plain question
// asks for may be none of these; then it is no question for a program.
func Help(b *batch.Batch, rest string) (bool, error) {
	rest = strings.Trim(rest, " .?!\"'")
	t, of, titled := TitleIn(rest)
	if slices.Contains(wholeGame, strings.ToLower(rest)) {
		rest = ""
		if list := b.TitlesHere(); len(list) == 1 {
			t, of, titled = list[0], "", true
		}
	}
	switch {
	case titled && of == "":
		explain(b, t.Facts.Name, TitleHelp(t, stateOf(b, t))...)
	case titled:
		explain(b, "Help "+batch.Brief(rest), ThingsOf(b, []*title.Title{t}, of)...)
	case rest == "" && b.At == nil:
		b.Headed("What can be said")
		b.Answers = append(b.Answers, welcomeHelp(), batch.TitlesHelp())
	default:
		sections, found := explained(b, rest)
		if !found && b.Asked {
			return false, nil
		}
		explain(b, "Help "+batch.Brief(rest), sections...)
	}
	return true, nil
}

// wholeGame are words for the title that is played.
var wholeGame = []string{grammar.About, "this game", "rules", "the rules", "goal", "the goal", "win", "winning"}

// TitleIn reads the name of a title at the beginning of a text. of is what follows it:
// "TITLE B&O".
func TitleIn(text string) (t *title.Title, of string, ok bool) {
	words := strings.Fields(text)
	for n := min(len(words), mostTitleWords); n > 0; n-- {
		if t, ok = lobby.ExactTitle(strings.Join(words[:n], "")); ok {
			return t, strings.Join(words[n:], " "), true
		}
	}
	return nil, text, false
}

// mostTitleWords is how many words a title's name may be written in: "18 New England".
const mostTitleWords = 4

// explain adds sections to the answer: to the mail about the game of the line, or to the
// general answer if the line is for no game.
func explain(b *batch.Batch, head string, sections ...sheet.Section) {
	if b.At != nil {
		b.At.Answers = append(b.At.Answers, sections...)
		return
	}
	if b.Visit == nil && b.Head == "" {
		b.Head = head
	}
	b.Answers = append(b.Answers, sections...)
}

// Explained explains the things that a text names, the command that it is, or both. If it
// names nothing, ThingsOf answers.
func Explained(b *batch.Batch, text string) []sheet.Section {
	out, _ := explained(b, text)
	return out
}

// explained is Explained. found is false if the text names nothing.
func explained(b *batch.Batch, text string) (out []sheet.Section, found bool) {
	if out = known(b, text); len(out) > 0 {
		return out, true
	}
	return thingsOf(b, b.TitlesHere(), text)
}

// known explains what a text names exactly, or the command with which it begins; nil for nothing.
func known(b *batch.Batch, text string) []sheet.Section {
	list := b.TitlesHere()
	whole, begins := grammar.Knows(b.Vocabularies(), text)
	switch strings.ToLower(text) {
	case "":
		return []sheet.Section{verbHelp(b, text)}
	case "words", "word", "glossary", "terms":
		return []sheet.Section{{Head: "Words that help explains", Facts: sheet.Words(list)}}
	}
	var out []sheet.Section
	for _, t := range list {
		exact, _, _ := grammar.Meant(t.Facts, text)
		out = append(out, explainAll(b, t, exact, len(list) > 1)...)
	}
	out = append(out, variantsHelp(b, list, text)...)
	out = append(out, meaning(text, sheet.Meaning(list, text))...)
	if b.At != nil && slices.Contains(allTiles, strings.ToLower(text)) {
		return append(out, sheet.TilesLeft(b.At.Table.Title, b.At.Table.Game.State()))
	}
	if whole || begins && len(out) == 0 && !grammar.SaysKind(text) {
		out = append(out, verbHelp(b, text))
	}
	return out
}

// allTiles are words for the tiles of a game, rather than for one of them or a lay.
var allTiles = []string{"tiles", "tiles left", "all tiles", "tile manifest", "manifest"}

// meaning makes a section of what a word means; none if it means nothing.
func meaning(text string, means []sheet.Fact) []sheet.Section {
	if len(means) == 0 {
		return nil
	}
	return []sheet.Section{{Head: "Help " + batch.Brief(text), Facts: means}}
}

// verbHelp explains a command. If verb is "", it lists all commands.
func verbHelp(b *batch.Batch, verb string) sheet.Section {
	text := grammar.HelpAnywhere(b.Vocabularies(), verb)
	if b.At != nil {
		game, t, by := b.At.Table.Game, b.At.Table.Title, b.At.Player
		text = grammar.Help(t.Verbs, game.Pending(), by, verb, func(verb string) string {
			return t.When(game.State(), by, verb, engine.Of(game.Pending(), by))
		})
	}
	if list := b.TitlesHere(); len(list) == 1 {
		text = inTitle(list[0], text)
	}
	return sheet.Section{Head: strings.TrimSpace("Help " + batch.Brief(verb)), Lines: strings.Split(strings.TrimRight(text, "\n"), "\n")}
}

// exampleCompany is the company in the examples of the words of the service.
const exampleCompany = "B&M"

// inTitle fits what help says to a title: examples name one of its companies, and a round of mergers only if it has
// one.
func inTitle(t *title.Title, text string) string {
	if t.Facts.Company(exampleCompany) == nil && len(t.Facts.Companies) > 0 {
		text = strings.ReplaceAll(text, exampleCompany, t.Facts.Companies[0].Sym)
	}
	if t.Mergers == "" {
		text = strings.Replace(text, ", merger round:", "", 1)
	}
	return text
}

// stateOf returns the game that a line is for, if it is of a title; else nil.
func stateOf(b *batch.Batch, t *title.Title) *engine.State {
	if b.At == nil || b.At.Table.Title != t {
		return nil
	}
	return b.At.Table.Game.State()
}

// explainAll explains things of a title. If several is set, each heading names the title.
func explainAll(b *batch.Batch, t *title.Title, things []grammar.Thing, several bool) []sheet.Section {
	s := stateOf(b, t)
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

// mostLike is how many things that a text may mean are explained. If there are more, they
// are only listed.
const mostLike = 1

// ThingsOf explains the things of titles that a text names or may mean. If there is none,
// it says so and lists the nearest names.
func ThingsOf(b *batch.Batch, list []*title.Title, text string) []sheet.Section {
	out, _ := thingsOf(b, list, text)
	return out
}

// thingsOf is ThingsOf. found is false if there is none.
func thingsOf(b *batch.Batch, list []*title.Title, text string) (out []sheet.Section, found bool) {
	out, nearest := things(b, list, text)
	if len(out) > 0 {
		return out, true
	}
	why := fmt.Sprintf("  %q is not a command, company, private company, train, tile or hex%s.", batch.Brief(text), of(list))
	if near := grammar.NearestVerbs(b.Vocabularies(), text); len(near) > 0 {
		nearest = append([]string{strings.Join(near, ", ")}, nearest...)
	}
	if len(nearest) > 0 {
		why += " Nearest: " + strings.Join(nearest, "; ") + "."
	}
	return []sheet.Section{{Head: "Help " + batch.Brief(text), Lines: []string{why + " \"help\" alone lists what can be said."}}}, false
}

// things explains the things of titles that a text names or may mean. nearest are the nearest
// names.
func things(b *batch.Batch, list []*title.Title, text string) (out []sheet.Section, nearest []string) {
	var lists []string
	out = append(out, meaning(text, sheet.Meaning(list, text))...)
	if len(out) > 0 && len(list) > 1 {
		return out, nil
	}
	for _, t := range list {
		exact, like, near := grammar.Meant(t.Facts, text)
		if len(out) > 0 {
			like, near = nil, nil
		}
		if len(like) <= mostLike {
			exact = append(exact, like...)
		} else {
			lists = append(lists, ofTitle(t, list)+spelt(like))
		}
		if len(near) > 0 {
			nearest = append(nearest, ofTitle(t, list)+spelt(near))
		}
		out = append(out, explainAll(b, t, exact, len(list) > 1)...)
	}
	if len(out)+len(lists) == 0 {
		out = meaning(text, sheet.NearMeaning(list, text))
	}
	if len(out)+len(lists) == 0 {
		out = meaning(text, sheet.WordMeanings(list, text))
	}
	if len(lists) > 0 {
		out = append(out, sheet.Section{Head: "Help " + batch.Brief(text),
			Lines: []string{fmt.Sprintf("  %q may mean several. Say which: %s.", batch.Brief(text), strings.Join(lists, "; "))}})
	}
	return out, nearest
}

// ofTitle begins a list of things with the name of their title if there are several
// titles.
func ofTitle(t *title.Title, list []*title.Title) string {
	if len(list) == 1 {
		return ""
	}
	return "of " + t.Facts.Name + " "
}

// of names the title if there is only one.
func of(list []*title.Title) string {
	if len(list) == 1 {
		return " of " + list[0].Facts.Name
	}
	return " of a title here"
}

// mostSpelt limits how many things spelt lists.
const mostSpelt = 12

// spelt lists things by the words that name them in commands.
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

// atFirst returns the name for the first of several rows, and "" for those below it.
func atFirst(i int, name string) string {
	if i == 0 {
		return name
	}
	return ""
}

// TitleHelp returns what somebody should know before they play a title, and which variants are played. s is nil if
// no game is meant.
func TitleHelp(t *title.Title, s *engine.State) []sheet.Section {
	f, l := t.Facts, t.Lesson
	sec := sheet.Section{Head: "About " + f.Name}
	fact := func(name, text string) {
		if text != "" {
			sec.Facts = append(sec.Facts, sheet.Fact{Name: name, Text: text})
		}
	}
	fact("Designer", f.Designer+", for "+strings.TrimSuffix(strings.TrimPrefix(lobby.About(t), f.Name+" is for "), "."))
	fact("Goal", l.Goal+" "+l.End)
	for i, r := range l.Round {
		fact(atFirst(i, "A game"), r)
	}
	for i, s := range l.Special {
		fact(atFirst(i, "Special"), s)
	}
	for i, v := range t.Variants {
		fact(atFirst(i, "Variants"), v.Key+": "+v.Text)
	}
	if s != nil && len(t.Variants) > 0 {
		fact("Played", played(t, s))
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

// welcomeHelp lists the commands for a mail that is about no game.
func welcomeHelp() sheet.Section {
	return sheet.Section{Head: "Words for the lobby", Say: []sheet.Saying{
		{Line: "games", Gloss: "the games waiting for players, and yours"},
		{Line: "join g12", Gloss: "take part in one of them"},
		{Line: "new TITLE players 3-4", Gloss: "start one that others can join"},
		{Line: "invite brian@example.org", Gloss: "ask others to join it"},
		{Line: "game g12", Gloss: "the lines that follow are for this game"},
		{Line: "status", Gloss: "how all your games stand"},
		{Line: "settings", Gloss: "your name, time zone, pictures, when mails come"},
		{Line: "help join", Gloss: "more about a word, a title, or what has a name in one"},
	}}
}
