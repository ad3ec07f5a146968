package pbem

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/store"
	"pbem/titles"
)

// A correction of a position reaches a running game once, after the current step. Every
// player is told.
func TestAmendmentReachesRunningGames(t *testing.T) {
	d := newTestService(t)
	d.three()
	ti, _ := titles.Find("18newengland")
	ti.Rules.Amendments = []engine.Amendment{{
		Name: "lost marker", Text: "A station marker of PE was missing and lies on its charter now.",
		Do: func(t *engine.Turn) { t.Move("token:PE:9", "PE") },
	}}
	t.Cleanup(func() { ti.Rules.Amendments = nil })
	d.restart(d.db)
	d.flush()
	d.receive(d.from("p1", "1", "reserve NLN"), "applied")
	told := 0
	for _, m := range d.flush() {
		if strings.Contains(unfolded(m.raw), "station marker of PE was missing") {
			told++
		}
	}
	if told != 3 {
		t.Errorf("%d of three players are told", told)
	}
	d.receive(d.from("p2", "2", "reserve PE"), "applied")
	for _, m := range d.flush() {
		if strings.Contains(unfolded(m.raw), "was missing") {
			t.Errorf("%s is told again", m.to)
		}
	}
	if at := d.table("g1").Game.State().Where("token:PE:9"); at != "PE" {
		t.Errorf("the marker lies at %q", at)
	}
}

func unfolded(raw []byte) string {
	return strings.Join(strings.Fields(strings.NewReplacer("=\r\n", "", "=\n", "").Replace(string(raw))), " ")
}

// A frozen game is archived with everything that can be read of it, whatever has frozen
// it.
func TestFrozenGamesAreArchived(t *testing.T) {
	for what, event := range map[string]string{
		"rules":      `{"paid":{"from":"bank","to":"p2","amount":7}}`,
		"a place":    `{"flow":{"stack":[{"step":"game","at":"moon","laps":1},{"step":"moon","entered":184}]}}`,
		"unreadable": `{"paid":{"from":"p1","to":"bank","amount":99999}}`,
		"no undo":    `{"undone":{"by":"p1","to":9999}}`,
	} {
		d := newTestService(t)
		d.three()
		d.say("g1", "p1 reserve NLN")
		g, _, err := d.db.Load("g1", 0)
		if err != nil {
			t.Fatal(err)
		}
		change := store.Change{Game: "g1", Expect: g.Version, Events: []json.RawMessage{json.RawMessage(event)}}
		if err := d.db.Commit(store.Commit{At: time.Now(), Changes: []store.Change{change}}); err != nil {
			t.Fatal(err)
		}
		d.restart(d.db)
		dir, err := d.service.Archive("g1")
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		log, err := os.ReadFile(filepath.Join(dir, "events.jsonl"))
		if page := d.read("g1", "index.html"); err != nil || !strings.Contains(page, "In progress") || !strings.Contains(string(log), event) {
			t.Errorf("%s: the pages do not show the game: %v", what, err)
		}
		if !strings.Contains(d.says("show g1"), "frozen") {
			t.Errorf("%s: the game is not frozen", what)
		}
	}
}
