package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/desk"
)

// Mails have pictures and HTML unless the reader has chosen otherwise.
func TestPicturesAndHTML(t *testing.T) {
	d := newTestService(t)
	d.cfg.NoPictures = false
	d.restart(d.db)
	d.three()
	d.receive(d.from("p2", "1@b", "set pictures off"), desk.OutcomeAnswered)
	d.receive(d.from("p3", "1@c", "set mail plain"), desk.OutcomeAnswered)
	d.flush()
	for _, seat := range []string{"p1", "p2", "p3"} {
		d.receive(d.from(seat, "status@"+seat, "status"), desk.OutcomeAnswered)
	}
	sent := d.flush()
	for i, want := range []struct{ picture, html bool }{{true, true}, {false, true}, {false, false}} {
		m := readBack(t, sent[i])
		if got := m.picture != nil; got != want.picture {
			t.Errorf("mail %d has a picture: %v", i, got)
		}
		if got := m.html != ""; got != want.html || got == strings.HasPrefix(m.header.Get("Content-Type"), "text/plain") {
			t.Errorf("mail %d has HTML: %v", i, got)
		}
		if !strings.Contains(m.text, "\nSTATUS\n") {
			t.Errorf("mail %d says %s", i, m.text)
		}
	}
}
