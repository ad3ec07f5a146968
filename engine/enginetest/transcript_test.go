package enginetest

import (
	"strings"
	"testing"

	"pbem/engine"
)

func TestTranscriptTellsCommandsAndNotes(t *testing.T) {
	setup, err := mint.Setup(engine.Started{Players: []string{"Amy", "Brian"}})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	log, err := Play(mint.Rules, setup, 3, func(n int, _ *engine.Game) error { seen = n + 1; return nil })
	if err != nil {
		t.Fatal(err)
	}
	text := Transcript(log)
	if strings.Count(text, ": take ") != seen || strings.Count(text, " takes ") != seen || !strings.Contains(text, "The end: a heap") {
		t.Errorf("of %d decisions it tells:\n%s", seen, text)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct{ want, got, diff string }{
		{"a\nb", "a\nb", ""},
		{"a\nb", "a\nc", `line 2 is "c", want "b"`},
		{"a", "a\nb", `line 2 is "b", want "the end"`},
	} {
		if diff := firstDifference(c.want, c.got); diff != c.diff {
			t.Errorf("%q and %q: %s", c.want, c.got, diff)
		}
	}
}
