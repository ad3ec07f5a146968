package pbem

import (
	"fmt"
	"testing"

	"pbem/pbem/grammar"
	"pbem/pbem/letter"
)

// No word of a command is ever taken for a closing, also when it is the
// sender's name.
func TestCommandsAreNoCourtesies(t *testing.T) {
	for _, v := range append(append([]grammar.Verb{}, grammar.Verbs...), grammar.ServiceVerbs...) {
		for _, p := range append([]string{v.Name, v.Example}, v.Synonyms...) {
			for _, around := range []string{"run auto\n%s", "run auto\n%s\nThanks", "run auto\nThanks\n%s", "run auto\nThanks, %s", "%s\nrun auto"} {
				typed := fmt.Sprintf(around, p)
				raw := fmt.Sprintf("From: \"%s\" <amy@example.org>\n\n%s\n", p, typed)
				found := false
				for _, c := range letter.Read([]byte(raw), letter.Limits{}).Commands {
					found = found || c.Text == p || c.Text == "Thanks, "+p
				}
				if !found && p != "?" && p != "quit" { // which ends the commands
					t.Errorf("%q is not read in %q; verbWords of package letter must know it", p, typed)
				}
			}
		}
	}
}
