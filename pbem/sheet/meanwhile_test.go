package sheet

import (
	"strings"
	"testing"

	"pbem/engine"
)

// What may be said at any time, though nothing is asked, takes one line of the news; "status" lists it.
func TestNewsNameWhatMayBeSaidMeanwhile(t *testing.T) {
	m := middle(t, "run", "OR")
	m.Reader = other(m.Reader)
	m.Pending = append(m.Pending, engine.Choice{By: m.Reader, Verb: "propose", Help: "propose who has won", Usage: "NAME of the player who has won", Unawaited: true})
	text := Text(m)
	if strings.Contains(text, "MEANWHILE") || !strings.Contains(text, `Meanwhile you may say "propose"; "choices"`) {
		t.Errorf("the news say:\n%s", text)
	}
	m.Kind = Status
	if text := Text(m); !strings.Contains(text, "MEANWHILE YOU MAY SAY") {
		t.Errorf("the status says:\n%s", text)
	}
}
