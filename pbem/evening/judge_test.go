package evening

import (
	"testing"

	"pbem/engine"
)

// A number that a player has sealed is a secret, unless the same player has said it before where everybody could read
// it: "history" shows that line.
func TestOpenly(t *testing.T) {
	said := func(by, verb string, args ...string) engine.Event {
		return engine.Said{Command: engine.Command{By: by, Verb: verb, Args: args}}
	}
	for _, c := range []struct {
		name string
		log  []engine.Event
		want bool
	}{
		{"before", []engine.Event{said("p2", "bid", "BED", "60"), engine.Paid{}, said("p2", "bid", "60")}, true},
		{"before, and others have answered since", []engine.Event{said("p2", "bid", "BED", "60"), said("p2", "bid", "60"), said("p1", "bid", "80")}, true},
		{"by somebody else", []engine.Event{said("p1", "bid", "BED", "60"), said("p2", "bid", "60")}, false},
		{"another number", []engine.Event{said("p2", "bid", "BED", "600"), said("p2", "bid", "60")}, false},
		{"never", []engine.Event{said("p1", "bid", "80"), said("p2", "bid", "60")}, false},
	} {
		sealed := 1
		if c.name == "before, and others have answered since" || c.name == "never" {
			sealed = 2
		}
		if got := openly(c.log, engine.Said{Command: engine.Command{By: "p2", Verb: "bid", Args: []string{"60"}}}, sealed); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	if text := "  Oscar: bid BED 60 => bid £60 for Bedlington Ironworks"; !betrays(text, "Oscar", "60") || betrays(text, "Oscar", "61") || betrays(text, "Amy", "60") {
		t.Error("a line of a player with a number is not seen, or another is")
	}
}
