package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/joining"
	"pbem/pbem/letter"
)

// The copy of a mail for a second address tells which position, or which gathering, it is
// about, like the mail itself. This works only if its Message-ID is sealed.
func TestCopiesAreKnown(t *testing.T) {
	d := newTestService(t)
	o := d.service.Office
	if n, ok := batch.PositionOf(d.service.Desk, o.ID(desk.AlsoID, "move.g1.178.p1"), "g1"); !ok || n != 178 {
		t.Errorf("the copy of a mail of position 178 is of %d, %v", n, ok)
	}
	if _, ok := batch.PositionOf(d.service.Desk, strings.Replace(o.ID(desk.AlsoID, "move.g1.178.p1"), "178", "179", 1), "g1"); ok {
		t.Error("a forged one is believed")
	}
	about := func(id string) string {
		return joining.GatheringAnswered(d.service.Draft(), letter.Letter{InReplyTo: id})
	}
	if got := about(o.ID(desk.AlsoID, "hall.g12.3.m7")); got != "g12" {
		t.Errorf("the copy of news of g12 is about %q", got)
	}
	if got := about(strings.Replace(o.ID(desk.AlsoID, "hall.g12.3.m7"), "g12", "g13", 1)); got != "" {
		t.Errorf("a forged one is about %q", got)
	}
}
