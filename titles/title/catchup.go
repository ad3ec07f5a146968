package title

import "pbem/engine"

// Silent returns a player's command that a record leaves out because the other program
// found nothing to decide: a pass, or that no train runs. mine are the choices that wait
// for the player. It returns false if they are of another kind.
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
