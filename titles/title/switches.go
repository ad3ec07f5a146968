package title

import (
	"slices"

	"pbem/engine"
)

// A Switch is an option for reading a recorded game of 18xx.games: one place where
// that program differs from the written rules. It is off in normal play.
type Switch struct {
	Key  string // stored
	Text string // what is different while it is on, in one clause for hosts
	// Rest says why the switch holds for the rest of a game that goes on here. It is ""
	// for a switch of the record only; then the written rules hold from the first mail
	// on.
	Rest string
	// Told says the same to the players of such a game; "" if there is nothing to tell.
	Told string
}

// Switches are those of a title.
type Switches []Switch

// Has reports whether an option is one of them.
func (ss Switches) Has(key string) bool { return ss.Find(key) >= 0 }

// Find returns the place of a switch, -1 for none.
func (ss Switches) Find(key string) int {
	return slices.IndexFunc(ss, func(s Switch) bool { return s.Key == key })
}

// On reports whether an option holds at a table. A switch of the record only holds
// until the game goes on here.
func (ss Switches) On(s *engine.State, key string) bool {
	if s.Option(key) == "" {
		return false
	}
	i := ss.Find(key)
	return i < 0 || ss[i].Rest != "" || !s.Adopted()
}

// Today returns what adds the options of new games to those that are chosen (Title.Today). A game that is played as
// a record was, with a switch, gets none.
func (ss Switches) Today(options ...string) func(chosen map[string]string) map[string]string {
	return func(chosen map[string]string) map[string]string {
		out := map[string]string{}
		for _, option := range options {
			out[option] = "yes"
		}
		for key, value := range chosen {
			if out[key] = value; ss.Has(key) {
				return chosen
			}
		}
		return out
	}
}

// All turns on every switch, beside other options.
func (ss Switches) All(options map[string]string) map[string]string {
	for _, s := range ss {
		options[s.Key] = "yes"
	}
	return options
}

// Kept tells the players of a game that goes on here what stays as it was, one clause
// for each.
func (ss Switches) Kept(s *engine.State) []string {
	var out []string
	for _, sw := range ss {
		if sw.Told != "" && s.Option(sw.Key) != "" {
			out = append(out, sw.Told)
		}
	}
	return out
}
