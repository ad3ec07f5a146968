package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/desk"
)

// Who writes a word with a question mark asks, and has not said it: a move is not carried out, and a word of the rules is explained.
func TestAWordWithAQuestionMark(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	before := len(d.table("g1").Log)
	for i, c := range []struct{ line, want string }{
		{"pass?", "  . pass\n"},
		{"Done ?", "  . pass\n"},
		{"reserve?", "  . reserve BL "},
		{"par?", "What a major gets"},
	} {
		d.receive(d.mail("amy@example.org", "g1.p1", string(rune('a'+i))+"@example.org", c.line), desk.OutcomeAnswered)
		if got := textTo(t, d.flush(), "amy@example.org"); !strings.Contains(got, c.want) {
			t.Errorf("%q is answered by\n%s", c.line, got)
		}
		if n := len(d.table("g1").Log); n != before {
			t.Fatalf("%q was carried out", c.line)
		}
	}
}
