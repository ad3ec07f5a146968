package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// A mail that came back was delivered as far as our server knows, so it is no failed mail. "host failed" lists its address all
// the same: whoever wonders why a player is silent looks there.
func TestFailedListsWhatCameBack(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	d.receive(bounce(1, testAddress, "amy@example.org", "5.1.1", d.another("amy@example.org")), desk.OutcomeIgnored)
	d.silenced("brian@example.org")
	for wanted, want := range map[string]string{
		"": "amy brian", "amy@example.org": "amy", "Brian@example.org": "brian", "crystal@example.org": "", "g1": "amy brian", "G1": "amy brian", "g2": "",
	} {
		list := d.says(strings.TrimSpace("failed " + wanted))
		for _, name := range []string{"amy", "brian"} {
			if strings.Contains(list, "    "+name+"@example.org: ") != strings.Contains(want, name) {
				t.Errorf("failed %s, %s:\n%s", wanted, name, list)
			}
		}
	}
	if list := d.says("failed"); !strings.Contains(list, "amy@example.org: score 4 of 10") || !strings.Contains(list, "brian@example.org: suspended since ") {
		t.Errorf("the host reads\n%s", list)
	}
	d.receive(d.from("p2", "9@example.org", "press hello"), desk.OutcomeApplied)
	if list := d.says("failed"); strings.Contains(list, "brian@example.org:") {
		t.Errorf("Brian is back, and the host reads\n%s", list)
	}
}

// The list has an end.
func TestFailedListIsBounded(t *testing.T) {
	d := newTestService(t)
	add := map[string]int{}
	for i := range 60 {
		add["bounces/"+fmt.Sprintf("a%02d@example.org", i)] = 1
	}
	if err := d.service.Store.Commit(store.Commit{At: time.Now(), Add: add}); err != nil {
		t.Fatal(err)
	}
	if list := d.says("failed"); strings.Count(list, "score 1 of 10") != 50 || !strings.Contains(list, "and 10 more;") {
		t.Errorf("the host reads\n%s", list)
	}
}
