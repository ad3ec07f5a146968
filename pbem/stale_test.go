package pbem

import (
	"testing"

	"pbem/pbem/batch"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
)

// A mail that quotes the line above which players write answers the position in it, in
// today's form and in older ones, wrapped or not.
func TestQuotedPosition(t *testing.T) {
	d := newTestService(t)
	for quoted, want := range map[string]int{
		"> " + sheet.CutLine("g1", 178):                                                        178,
		"> -- write your commands above this line (g1 #178) --":                                178,
		"> -- write your commands above this line (game g1,\n> position 178) --":               178,
		"> > -- write your commands above this line (game\n> > g1, position\n> > 10002) --\n>": 10002,
		"> -- write your commands above this line (game g2, position 178) --":                  0,
		"> -- write your commands above this line (g2 #178) --":                                0,
		"> -- write your commands above this line (game g1, position 99999999999999999999) --": 0,
		"> -- write your commands above this line --":                                          0,
	} {
		n, ok := batch.Position(d.service.Desk, letter.Letter{Ignored: quoted}, "g1")
		if ok != (want > 0) || ok && n != want {
			t.Errorf("%q answers position %d, %v; want %d", quoted, n, ok, want)
		}
	}
}
