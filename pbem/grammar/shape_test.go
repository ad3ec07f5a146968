package grammar

import (
	"errors"
	"strings"
	"testing"

	"pbem/engine"
)

// The rules say what is not possible. They are asked in canonical words, however the player wrote the line.
func TestTheRulesAreAskedInCanonicalWords(t *testing.T) {
	for _, c := range []struct{ verb, sym, line, want string }{
		{"buy", "", "buy NYC", "NYC from ipo"},
		{"buy", "", "buy a share of new york central from the market", "NYC from pool"},
		{"buy", "", "buy one NYC", "NYC from ipo"},
		{"buy", "B&M", "buy 4-train", "train 4 from bank"},
		{"buy", "B&M", "buy a 4", "train 4 from bank"},
		{"buy", "B&M", "buy CV's 4-train for $30", "train 4 from CV for 30"},
		{"buy", "B&M", "buy 4-train from CV", "train 4 from CV"},
		{"sell", "", "sell b+a 3", "3 B&A"},
		{"sell", "", "sell boston & albany", "1 B&A"},
		{"start", "", "start pe for $70, lower", "PE 70 bottom"},
		{"start", "", "start pe", "PE"},
		{"reserve", "", "reserve Granite", "GR"},
		{"issue", "B&M", "issue 2 from treasury", "2 from treasury"},
		{"redeem", "B&M", "redeem", "1"},
		{"lay", "B&M", "lay 8 on Danbury 2", "D13 8 2"},
		{"lay", "B&M", "lay D13 8 SE-N", "D13 8 3"},
		{"lay", "B&M", "lay D13", "D13"},
		{"token", "B&M", "token NE N Boston", "L5 N-NE"},
		{"token", "B&M", "token hartford", "G10"},
		{"merge", "BL", "merge with ER to make B&M", ""},
		{"merge", "BL", "merge with ER into B&M", "BL with ER into B&M"},
		{"merge", "BL", "merge BL er B&M", "BL with ER into B&M"},
		{"convert", "BL", "convert to B&M", "BL into B&M"},
		{"discard", "CV", "discard the 4-train", "train 4"},
		{"pass", "", "done", ""},
	} {
		asked := ""
		ch := engine.Choice{By: "p1", For: c.sym, Verb: c.verb, Options: func() []engine.Option { return nil },
			Free: func(words []string) ([]string, error) {
				if asked == "" {
					asked = strings.Join(words, " ")
				}
				return nil, engine.Refuse("the rules forbid it (7.1)")
			}}
		_, err := Match(context18(), []engine.Choice{ch, engine.Bare("p1", "help out", "")}, "p1", c.line)
		var r *Refusal
		if !errors.As(err, &r) || asked != c.want || c.want != "" && r.Sentence != "The rules forbid it (7.1)." {
			t.Errorf("%q: the rules are asked %q, want %q; %v", c.line, asked, c.want, err)
		}
	}
}

// If the line leaves something open, the reason that holds for most possibilities is told.
func TestTheReasonDoesNotHangOnWhatWasNotSaid(t *testing.T) {
	for line, want := range map[string]string{
		"buy NYC":           "You sold NYC in this stock round.",
		"buy NYC from pool": "You sold NYC in this stock round.",
		"buy NYC from ipo":  "There is no share of NYC in the ipo.",
		"lay H7 8":          "No route reaches the track of that tile.",
		"lay H7 8 1":        "Tile 8 would lead off the map.",
	} {
		reason := func(words []string) ([]string, error) {
			last := words[len(words)-1]
			switch {
			case last == "pool":
				return nil, engine.Refuse("you sold NYC in this stock round")
			case words[0] == "NYC":
				return nil, engine.Refuse("there is no share of NYC in the %s", last)
			case last == "0" || last == "1":
				return nil, engine.Refuse("tile 8 would lead off the map")
			}
			return nil, engine.Refuse("no route reaches the track of that tile")
		}
		none := func() []engine.Option { return nil }
		choices := []engine.Choice{
			{By: "p1", Verb: "buy", Options: none, Free: reason}, {By: "p1", Verb: "lay", Options: none, Free: reason},
			engine.Bare("p1", "pass", ""),
		}
		if _, err := Match(context18(), choices, "p1", line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
		if got := strings.Join(Offered(choices, "p1"), " "); got != "pass" {
			t.Errorf("offered: %s", got)
		}
	}
}

// A pass that the rules forbid is never used to skip a step.
func TestABarredPassSkipsNothing(t *testing.T) {
	barred := engine.Choice{By: "p1", Verb: "pass", Options: func() []engine.Option { return nil },
		Free: func([]string) ([]string, error) { return nil, engine.Refuse("B&M must have a train (11.7)") }}
	choices := append(offers("B&M buy: train 3 from bank"), barred)
	if NeedsSkip(verbs18(), choices, "p1", "issue 2") {
		t.Error("the pass is barred")
	}
	if _, err := Match(context18(), choices, "p1", "done"); err == nil || err.Error() != "B&M must have a train (11.7)." {
		t.Error(err)
	}
}
