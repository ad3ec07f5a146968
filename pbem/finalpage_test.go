package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/album"
	"pbem/pbem/desk"
)

// The page attached to the last mail needs no other file and is the same for all. It says
// what was said and when, in the host's time zone.
func TestFinalPage(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	d.receive(d.from("p1", "1@example.org", "reserve NLN", "press Good luck"), desk.OutcomeApplied)
	d.flush()
	d.says("close " + g + " really")
	pages := map[string]bool{}
	n := 0
	for _, m := range d.flush() {
		o := readBack(t, m)
		if o.file == "" {
			continue
		}
		n++
		pages[o.page] = true
		if o.file != "Shoreline-g1.html" || len(o.page) > album.MostAlone {
			t.Errorf("%s of %d bytes", o.file, len(o.page))
		}
	}
	if n != 3 || len(pages) != 1 {
		t.Fatalf("%d mails with %d pages", n, len(pages))
	}
	for page := range pages {
		for _, want := range []string{"The game was given up", "reserved NLN", "Good luck", "2 Mar 2026", "Times are those of UTC."} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		if strings.Contains(page, `href="round`) || strings.Contains(page, "amy@example.org") || strings.Contains(page, "http:") {
			t.Error("the page needs other files, or tells addresses")
		}
	}
}
