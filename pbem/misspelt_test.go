package pbem

import (
	"strings"
	"testing"
)

// A misspelt command of the service after a move is named. The refusal does not say that
// it comes too late.
func TestMisspeltBehindMove(t *testing.T) {
	d := newTestService(t)
	d.three()
	if _, err := d.service.Receive(t.Context(), d.from("p1", "1@example.org", "reserve NLN", "vacaton 2026-12-20 to 2027-01-05")); err != nil {
		t.Fatal(err)
	}
	said := false
	for _, m := range d.flush() {
		said = said || strings.Contains(strings.ReplaceAll(string(m.raw), "=\r\n", ""), `did you mean`)
	}
	if !said {
		t.Error("the answer does not say which word was meant")
	}
}
