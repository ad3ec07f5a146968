package title

// A Term is a word of the game for somebody who does not know it. pbem/sheet has the words that all titles
// share; a title lists its own in its Lesson, and words that mean something else in it.
type Term struct {
	Word string   // as mails write it: "lobby"
	Also []string // other words for it; plurals and misspellings are found without
	Text string   // what it means: a sentence or two
}
