package title

// A Lesson is a title for somebody who has never played it: sentences of our own,
// for people. No rule reads it.
type Lesson struct {
	Goal    string   // who wins, and what ends the game
	Round   []string // how it goes, in the order of play
	Special []string // what one would not expect who knows other titles
	// Rulebook says where the rules can be had; their edition is in the facts.
	Rulebook string
	// Privates says how all private companies are got, used and lost; "" for a title
	// that has none.
	Privates string
	// Power is what a private company pays and can do; nil where there is none.
	Power func(private string) string
	// Kinds are the kinds of company, each in a sentence or two.
	Kinds map[string]string
	// Runs is what a train runs, by name, where that is not a route.
	Runs map[string]string
	// Of is what is particular to a company or a train, by symbol or name: "PLM",
	// "FLOOD".
	Of map[string]string
}
