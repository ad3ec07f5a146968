package batch

import (
	"slices"
	"strconv"
	"strings"

	"pbem/pbem/grammar"
	"pbem/pbem/sheet"
)

// service returns the word of the service with which a part of a line begins, and what
// follows it. A plain question counts as the word that answers it, unless it may be more of the text
// of a message above it. b.Asked notes that it was one.
func (b *Batch) service(part string) (verb, rest string, ok bool) {
	b.Asked = false
	if verb, rest, ok = grammar.Sought(part); ok && !b.openText && (b.At != nil || verb == "help" && rest == "variants") {
		b.Asked = true
		return verb, rest, true
	}
	verb, rest, ok = grammar.Service(part)
	if ok && verb == "status" && rest != "" && !b.openText { // "Where is Boston?"
		if asks, about, asked := grammar.Question(part); asked {
			b.Asked = true
			return asks, referred(b, asks, about), true
		}
	}
	if asks, about, asked := b.unsure(part); !ok && asked {
		b.Asked = true
		return asks, about, true
	}
	if ok || b.openText || b.begins(part) {
		return verb, rest, ok
	}
	verb, rest, b.Asked = grammar.Question(part)
	return verb, referred(b, verb, rest), b.Asked
}

// lately is how many positions before the present one the history begins for those who ask what somebody has just done.
const lately = 150

// referred returns what follows the word of the service that answers a question: a move by its name in the title, or from where on the
// history is shown.
func referred(b *Batch, verb, rest string) string {
	switch {
	case verb == "choices" && rest != "":
		return b.move(rest)
	case verb != "history" || rest != grammar.Lately:
		return rest
	case b.At == nil:
		return ""
	}
	return strconv.Itoa(max(1, len(b.At.Table.Log)-lately))
}

// unsure returns what answers one word with a question mark: "par?" asks what it means, and "pass?" what can be said. Who is unsure has not said it.
func (b *Batch) unsure(part string) (asks, about string, ok bool) {
	word, asked := strings.CutSuffix(strings.TrimSpace(part), "?")
	switch word = strings.TrimSpace(word); {
	case !asked || b.openText || b.At == nil:
		return "", "", false
	case b.means(word):
		return "help", word, true
	case strings.ContainsAny(word, " \t"):
		return "", "", false
	}
	verb := b.move(word)
	return "choices", verb, verb != ""
}

// means reports whether a text is a word of the title of the game, such as "par", and no verb that its player may use.
func (b *Batch) means(text string) bool {
	return len(text) <= longestTerm && !slices.Contains(grammar.Offered(b.At.Table.Game.Pending(), b.At.Player), strings.ToLower(text)) &&
		len(sheet.Meaning(b.TitlesHere(), text)) > 0
}

// longestTerm is how many bytes a word of a title may have, several words counted.
const longestTerm = 40

// move returns the move that a word of a question names, by its name in the title; "" if it
// names none.
func (b *Batch) move(word string) string {
	if b.At == nil {
		return ""
	}
	verbs := b.At.Table.Title.Verbs.Named(strings.ToLower(word))
	for _, v := range grammar.Offered(b.At.Table.Game.Pending(), b.At.Player) {
		if slices.Contains(verbs, v) {
			return v
		}
	}
	return strings.Join(verbs[:min(1, len(verbs))], "")
}

// wished refuses a part of a line that wants something in words of another place, with what does it here. It is nil
// for other parts, and for what may be more of the text of a message above it.
func (b *Batch) wished(part string) error {
	if b.openText || b.At == nil {
		return nil
	}
	if no := grammar.Wished(part); no != nil {
		if grammar.WantsGame(part) {
			no.Closest = beginnings(part)
		}
		return no
	}
	if verb, no := grammar.WishedBack(part); no != nil && !mayBeSaid(b, verb) {
		return no
	}
	who, said, ok := strings.Cut(part, ":")
	if _, err := b.At.Table.PlayerNamed(who); ok && err == nil && !b.begins(part) && !b.begins(strings.TrimSpace(said)) {
		return grammar.ToOthers() // "Brian: shall we?"
	}
	return nil
}

// mayBeSaid reports whether the player may use a verb, or one that it is another word for, now: "cancel" while an offer waits.
func mayBeSaid(b *Batch, verb string) bool {
	return slices.Contains(grammar.Offered(b.At.Table.Game.Pending(), b.At.Player), b.move(verb))
}
