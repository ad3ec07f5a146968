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
		"> " + sheet.CutLine("g1", 178):                                                                                                             178,
		"> -- write your commands above this line (g1 #178) --":                                                                                     178,
		"> -- write your commands above this line (game g1,\n> position 178) --":                                                                    178,
		"> > -- write your commands above this line (game\n> > g1, position\n> > 10002) --\n>":                                                      10002,
		"> -- write your commands above this line (game g2, position 178) --":                                                                       0,
		"> -- write your commands above this line (g2 #178) --":                                                                                     0,
		"> -- write your commands above this line (game g1, position 99999999999999999999) --":                                                      0,
		"> -- write your commands above this line --":                                                                                               0,
		"> " + sheet.CutLine("g1", 178) + "\n> " + sheet.CutLine("g2", 190) + "\n> " + sheet.CutLine("g1", 183) + "\n> " + sheet.CutLine("g1", 180): 183,
	} {
		n, ok := batch.Position(d.service.Desk, letter.Letter{Ignored: quoted}, "g1")
		if ok != (want > 0) || ok && n != want {
			t.Errorf("%q answers position %d, %v; want %d", quoted, n, ok, want)
		}
	}
}

// A mail that answers several at once answers the newest position of them, whatever their
// order, and of its own game only.
func TestPositionOfSeveral(t *testing.T) {
	d := newTestService(t)
	older, newer := d.service.Office.ID("move", "g1", 178, "p1"), d.service.Office.ID("move", "g1", 183, "p1")
	other := d.service.Office.ID("move", "g2", 190, "p1")
	for _, ids := range []string{older + " " + newer, newer + " " + older, older + "\r\n " + other + " " + newer, newer} {
		l := letter.Read([]byte("From: amy@example.org\r\nIn-Reply-To: "+ids+"\r\nReferences: "+older+"\r\n\r\npass\r\n"), letter.Limits{})
		if n, ok := batch.Position(d.service.Desk, l, "g1"); !ok || n != 183 {
			t.Errorf("%s answers position %d, %v", ids, n, ok)
		}
	}
}
