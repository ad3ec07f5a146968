package title

// A Lesson is a title for somebody who has never played it: sentences of our own,
// for people. No rule reads it.
type Lesson struct {
	Goal    string   // who wins
	End     string   // when the game ends
	Round   []string // how it goes, in the order of play
	Special []string // what surprises players of other titles
	// Rulebook says where to get the rules; their edition is in the facts.
	Rulebook string
	// Privates says how private companies are bought, used and lost; "" for a
	// title without any.
	Privates string
	// Card is what players call a private company, and Printed what its face value; "" for
	// these words.
	Card, Printed string
	// Power says what a private company pays and can do; nil if there are none.
	Power func(private string) string
	// Pays says in a few words to whom, or for what, a private company pays its income; nil if
	// they all pay it to their owner in each operating round.
	Pays func(private string) string
	// Kinds explains each kind of company in a sentence or two.
	Kinds map[string]string
	// Runs explains what a train runs, by name, if that is not a route.
	Runs map[string]string
	// Of explains what is special about a company or a train, by symbol or name:
	// "PLM", "FLOOD".
	Of map[string]string
	// Zones say what a zone of the market means, by its name, where the name alone does not:
	// "no move to the left".
	Zones map[string]string
	// Terms are the title's own words, each in a line: "help lobby". Every label of a Fact
	// in its Position has one, or is a word that all titles share.
	Terms []Term
}
