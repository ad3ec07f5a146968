package walk

import (
	"strings"
	"testing"

	"pbem/engine"
)

// ends makes a walk of one question and a step before it. They come twenty times.
func ends(before func(*engine.Turn), choices ...engine.Choice) *Walk {
	w := rounds(func(t *engine.Turn) {
		t.Ask("what", choices...)
		t.Set("rounds", t.Get("rounds")+1)
		if t.Get("rounds") == 20 {
			t.End("enough", nil)
		}
	})
	w.Rules.Flow["game"], w.Rules.Flow["before"] = engine.Loop("before", "round"), engine.Do(before)
	return w
}

// A rule that depends on what is not in the log is found, because the game is played again.
func TestPlayedAgain(t *testing.T) {
	count := 0
	for want, rule := range map[string]func(*engine.Turn){
		"": func(*engine.Turn) {},
		`played again, the game goes another way (a rule depends on the order of a map, a variable outside of the state, or chance) after 3 decisions: of "pass" follows {"set":{"key":"seen","value":2}}, and before followed {"set":{"key":"seen","value":1}}`: func(t *engine.Turn) {
			if t.Get("rounds") == 4 {
				count++
				t.Set("seen", count)
			}
		},
	} {
		if err := ends(rule, engine.Bare("p1", "pass", "")).Run(); err != nil && err.Error() != want || err == nil && want != "" {
			t.Errorf("%v, want %s", err, want)
		}
	}
	err := ends(func(t *engine.Turn) {
		for key := range map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": true, "f": true, "g": true, "h": true} {
			t.Set(key, t.Get("rounds"))
		}
	}, engine.Bare("p1", "pass", "")).Run()
	if err == nil || !strings.Contains(err.Error(), "played again") {
		t.Errorf("the order of a map: %v", err)
	}
}

// What stops a walk is told with its step, and a panic with its place.
func TestStopsAreTold(t *testing.T) {
	var none []engine.Option
	silent := engine.Choice{By: "p1", Verb: "dig", Options: func() []engine.Option { return nil }}
	broken := engine.Choice{By: "p1", Verb: "dig", Options: func() []engine.Option { return none[:cap(none)+1] }}
	for want, w := range map[string]*Walk{
		`stuck in the step "round": of what p1 could say nothing is possible`: ends(func(*engine.Turn) {}, silent),
		`panic: runtime error: slice bounds out of range`:                     ends(func(*engine.Turn) {}, broken),
	} {
		if err := w.Run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
