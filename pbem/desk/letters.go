package desk

import (
	"slices"
	"strings"
	"sync"

	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/titles"
)

// CommandWords are the words with which commands begin, in all titles and for the
// service.
var CommandWords = sync.OnceValue(func() letter.Words {
	var phrases []string
	for _, t := range titles.All() {
		for _, v := range t.Verbs {
			phrases = append(append(phrases, v.Name), v.Synonyms...)
		}
	}
	for _, v := range slices.Concat(grammar.ServiceVerbs, grammar.Plans) {
		phrases = append(append(phrases, strings.TrimSuffix(v.Name, ":")), v.Synonyms...)
	}
	return letter.WordsOf(phrases...)
})

// LetterOf reads a mail.
func LetterOf(raw []byte) letter.Letter {
	return letter.Read(raw, letter.Limits{Verbs: CommandWords()})
}

// SaysOnly reports whether a mail says nothing but a given subject, as mail programs
// write it.
func SaysOnly(l letter.Letter, subject string) bool {
	alone := len(l.Commands) == 0 || len(l.Commands) == 1 && strings.EqualFold(l.Commands[0].Text, subject)
	return alone && strings.EqualFold(strings.TrimSpace(l.Subject), subject)
}
