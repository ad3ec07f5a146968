package pbem

import (
	"fmt"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/titles"
)

// allCommands are the verbs of all titles and of the service, their synonyms and their
// examples, each once.
func allCommands() map[string]bool {
	said := map[string]bool{}
	add := func(name, example string, synonyms []string) {
		for _, p := range append([]string{name, example}, synonyms...) {
			said[p] = true
		}
	}
	for _, ti := range titles.All() {
		for _, v := range ti.Verbs {
			add(v.Name, v.Example, v.Synonyms)
		}
	}
	for _, v := range grammar.ServiceVerbs {
		add(v.Name, v.Example, v.Synonyms)
	}
	return said
}

// No word of a command is taken for a closing, not even if it is the sender's name.
func TestCommandsAreNoCourtesies(t *testing.T) {
	testsize.SkipRace(t)
	for p := range allCommands() {
		for _, around := range []string{"run auto\n%s", "run auto\n%s\nThanks", "run auto\nThanks\n%s", "run auto\nThanks, %s", "%s\nrun auto"} {
			typed := fmt.Sprintf(around, p)
			raw := fmt.Sprintf("From: \"%s\" <amy@example.org>\n\n%s\n", p, typed)
			found := false
			for _, c := range desk.LetterOf([]byte(raw)).Commands {
				found = found || c.Text == p || c.Text == "Thanks, "+p
			}
			if !found && p != "?" { // a closing ends the commands
				t.Errorf("%q is not read in %q", p, typed)
			}
		}
	}
}
