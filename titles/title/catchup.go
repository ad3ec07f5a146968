package title

import "pbem/engine"

// Silent says for a player what a record leaves out where that program found
// nothing to decide: a pass, or that no train runs. Mine are the choices that wait
// for the player; it reports false where they are of another kind.
func Silent(by string, mine []engine.Choice) (engine.Command, bool) {
	for _, c := range mine {
		switch c.Verb {
		case "pass":
			return engine.Command{By: by, Verb: "pass"}, true
		case "run":
			return engine.Command{By: by, Verb: "run", Args: []string{"nothing"}}, true
		}
	}
	return engine.Command{}, false
}
