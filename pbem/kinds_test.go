package pbem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// kindOf returns the kind of a mark.
func kindOf(name string) (store.AnyKind, error) {
	for _, k := range desk.Kinds {
		if k.Has(name) {
			return k, nil
		}
	}
	return nil, fmt.Errorf("mark %q is of no kind", name)
}

// markAs sets a mark to a text, even one that its kind would not write.
func markAs(db desk.Store, name, text string) error {
	k, err := kindOf(name)
	if err != nil {
		return err
	}
	set, _ := k.Reset(store.Mark{Name: name, Value: text})
	return db.SetMarks(store.Marks{name: set})
}

// suspend suspends an address.
func suspend(db desk.Store, address string, since time.Time) error {
	m := store.Marks{}
	desk.Suspensions.Set(m, address, since)
	return db.SetMarks(m)
}

// Stored marks have these names and are read in this form. Neither ever changes.
func TestKindsAreStored(t *testing.T) {
	stored := []struct{ name, text string }{
		{"member/m7", `{"id":"m7","address":"Amy@example.org","since":"2026-03-02T18:00:00Z"}`},
		{"address/amy@example.org", "m7"},
		{"b/k2x4", "m7"},
		{"gathering/g3", `{"id":"g3","title":"1817","name":"Bay","least":3,"most":4,"seed":7,"players":["m7"],"stirred":"2026-03-02T18:00:00Z","changes":1}`},
		{"rematch/g1", "g3"},
		{"left/7.12", "unread"},
		{"imap", "7 1203"},
		{"confirm/abc", `{"to":"amy@example.org","at":"2026-03-02T18:00:00Z","game":"g1","player":"p1"}`},
		{"note/g1/p1/0001", `{"by":"m7","name":"Amy","at":"2026-03-02T18:00:00Z","position":3,"text":"so"}`},
		{"suspended/amy@example.org", "2026-03-02T18:00:00Z"},
		{"catchup/amy@example.org", "2026-03-02T18:00:00Z"},
		{"silence/a/b@example.org/2026-03-02T18:00:00Z", "2026-03-03T18:00:00Z"},
		{"banned/zoe@example.net", "2026-03-02"},
		{"ends/amy@example.org", `{"known":["ab"]}`},
		{"invited/g1/m7", "2026-03-02"},
		{"outage/2026-03-02T18:00:00Z", "2026-03-02T20:00:00Z"},
		{"returned/<move.g1.3.p1.x@example.org>", "4"},
		{"returned/amy@example.org/2026-03-02", "1"},
		{"strangers", `{"day":"2026-03-02","read":[0,3,2],"away":4,"largest":300000}`},
		{"alive", "2026-03-02T18:00:00Z"},
		{"paced", "3 days"},
		{"reader/k2x4", "2026-03-02T18:00:00Z"},
		{"node/alpha.k2x4", `{"host":"alpha","pid":7,"program":"v1.2.0, go1.26.8","began":"2026-03-02T18:00:00Z","seen":"2026-03-02T18:00:20Z","mailbox":true,"settings":{"name":"2a2a"},"ahead":3000000}`},
		{"rules", `{"number":11,"most":12,"fixed":true,"since":"2026-03-02T18:00:00Z"}`},
		{"survey", `{"program":"v1.2.0, go1.26.8","rules":11,"began":"2026-03-02T18:00:00Z","after":"g7","frozen":["g3"]}`},
		{"probe", "2026-03-02T18:00:00Z"},
		{"login", `{"with":"hijjkwe7","times":4,"last":"2026-03-02T18:00:00Z"}`},
		{"login", `{"with":"","times":0,"last":"0001-01-01T00:00:00Z","worked":"hijjkwe7"}`},
		{"secret", "2a2a"},
		{"index", "1"},
		{"canary", `{"sent":"2026-03-02T18:00:00Z","waits":"2026-03-02T17:45:00Z","back":"2026-03-02T17:30:04Z","way":4000000000,"taken":300000000}`},
		{"sendings", `{"last":492330,"sent":[20,40,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"told":"2026-03-02T18:00:00Z"}`},
		{"forgotten", `{"before":"2026-03-02T18:00:00Z","since":"2027-04-06T18:00:00Z"}`},
		{"erasing/k2x4", `{"member":"m7","addresses":["Amy@example.org"],"names":["Amy"],"seats":{"g1":"p1"},"since":"2026-03-02T18:00:00Z","step":"mails","after":"g7","waits":true,"away":["g2"]}`},
		{"zipped/g1", "\x1f\x8b\x08"},
		{"oauth/imap/2a2a2a2a2a2a", `{"access_token":"a1","refresh_token":"r1","expiry":"2026-03-02T19:00:00Z","obtained":"2026-03-02T18:00:00Z","by":"alpha.k2x4","until":"2026-03-02T18:00:45Z"}`},
	}
	used := map[int]bool{}
	d := newTestService(t)
	for _, m := range stored {
		of := 0
		for i, k := range desk.Kinds {
			if !k.Has(m.name) {
				continue
			}
			of++
			used[i] = true
			if err := k.Check(store.Mark{Name: m.name, Value: m.text}); err != nil {
				t.Errorf("kind %d: %v", i, err)
			}
			if k.Check(store.Mark{Name: m.name, Value: "{"}) == nil && !strings.Contains("address b left paced index", strings.Split(m.name, "/")[0]) {
				t.Errorf("%s may be anything", m.name)
			}
		}
		if of != 1 {
			t.Errorf("%s is of %d kinds", m.name, of)
		}
		if err := markAs(d.db, m.name, m.text); err != nil {
			t.Error(err)
		}
	}
	if len(used) != len(desk.Kinds) {
		t.Errorf("%d of %d kinds have an example", len(used), len(desk.Kinds))
	}
	var found []string
	if _, err := Verify(d.db, func(problem string) { found = append(found, problem) }); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
	decided := func(by int) {
		if err := markAs(d.db, "rules", fmt.Sprintf(`{"number":1,"most":%d,"since":"2026-03-02T18:00:00Z"}`, by)); err != nil {
			t.Fatal(err)
		}
	}
	decided(desk.Rules)
	foreign := store.Marks{}
	store.NewKind("halls", store.Text(), store.Text()).Set(foreign, "g1", "x")
	store.NewSingle("alive", store.Text()).Set(foreign, "yesterday")
	if err := d.db.SetMarks(foreign); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(d.db, func(problem string) { found = append(found, problem) }); err != nil || len(found) != 2 {
		t.Errorf("of two marks that are not ours verify says %q, %v", found, err)
	}
	decided(desk.Rules + 1)
	found = nil
	if _, err := Verify(d.db, func(problem string) { found = append(found, problem) }); err != nil || len(found) != 1 || !strings.Contains(found[0], "alive") {
		t.Errorf("of two that a newer version may have written verify says %q, %v", found, err)
	}
}
