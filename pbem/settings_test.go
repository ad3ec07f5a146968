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

// The first mail of a round that asks something brings the position; the next of the same round only what a move needs. Who
// has set "mail whole" gets all of it each time, and a record of before the setting is read as one in which nothing was sent.
func TestWholeMails(t *testing.T) {
	d := newTestService(t)
	id := d.three()
	turn := func(who string, lines ...string) string {
		t.Helper()
		for _, line := range lines {
			d.say(id, line)
		}
		for _, m := range d.flush() {
			if o := readBack(t, m); strings.Contains(o.text, "YOU MAY NOW SAY") && strings.Contains(o.text, who+":") {
				return o.text
			}
		}
		t.Fatalf("%s is not asked", who)
		return ""
	}
	first := turn("Brian", "p1 reserve NLN")
	again := turn("Brian", "p2 reserve PE", "p3 reserve GR; value GR 70 bottom")
	if !strings.Contains(first, "\nMAP\n") || strings.Contains(again, "\nMAP\n") || strings.Count(again, "\n") > 80 || !strings.Contains(again, "\nPLAYERS") {
		t.Errorf("first:\n%s\nagain:\n%s", first, again)
	}
	d.receive(d.from("p2", "whole@b", "set mail whole"), desk.OutcomeAnswered)
	if o := readBack(t, d.flush()[0]); !strings.Contains(o.text, "every mail that asks you something") {
		t.Errorf("the setting is told as\n%s", o.text)
	}
	if text := turn("Brian", "p2 reserve HNH", "p1 value NLN 65 top; reserve BP"); !strings.Contains(text, "\nHEXES") {
		t.Errorf("whole:\n%s", text)
	}
	d.receive(d.from("p2", "brief@b", "set mail brief"), desk.OutcomeAnswered)
	d.flush()
	if text := turn("Brian", "p2 value PE 65 bottom", "p3 reserve FRR; reserve BL"); strings.Contains(text, "\nHEXES") {
		t.Errorf("brief:\n%s", text)
	}
}
