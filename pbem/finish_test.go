package pbem

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/desk"
	"pbem/store"
	"pbem/titles/title/sample"
	"pbem/titles/title/titletest"
)

// ended stores the end of a game, as if the service had crashed before it could archive
// the game.
func (d *testService) ended(game string) {
	d.t.Helper()
	g, _, err := d.db.Load(game, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	events, err := engine.MarshalLog([]engine.Event{
		engine.Ended{Reason: "the bank is empty", Scores: map[string]int{"p1": 900, "p2": 1200, "p3": 1100}}, engine.Flowed{},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	change := store.Change{Game: game, Expect: g.Version, Events: events, Record: g.Record, Keys: d.service.KeysOfEnded(d.table(game).Record)}
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{change}}); err != nil {
		d.t.Fatal(err)
	}
	d.restart(d.db)
}

// A game that ended just before a crash is archived once at the next start. A running
// game is not.
func TestArchiveAfterRestart(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	dir := d.service.ArchiveDir("g1")
	log, err := os.ReadFile(filepath.Join(dir, "log.txt"))
	if err != nil || !strings.Contains(string(log), "The game ended: the bank is empty") || !strings.Contains(string(log), "1200") {
		t.Errorf("log.txt: %v\n%s", err, log)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []json.RawMessage
	for _, l := range bytes.Split(bytes.TrimSpace(raw), []byte("\n")) {
		lines = append(lines, l)
	}
	if events, err := engine.UnmarshalLog(lines); err != nil || len(events) != d.version("g1") {
		t.Errorf("events.jsonl has %d events of %d, %v", len(events), d.version("g1"), err)
	}
	if err := os.WriteFile(filepath.Join(dir, "log.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.service.Keeper.Missing(context.Background())
	if log, err = os.ReadFile(filepath.Join(dir, "log.txt")); err != nil || string(log) != "mine" {
		t.Errorf("the archive was written again: %v", err)
	}
	if all, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(all) != 2 { // the game's folder and the index
		t.Errorf("%d things in the archive, %v", len(all), err)
	}
}

// If an archive cannot be written, or the folder of a game in it, everything else goes on, and it is tried again. The hosts hear of
// it once a day.
func TestArchiveThatCannotBeWritten(t *testing.T) {
	for _, name := range []string{"archive", "archive/g1"} {
		d := newSharedService(t)
		d.three()
		d.three()
		block := filepath.Join(d.cfg.Data, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(block), 0o755), os.WriteFile(block, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		d.ended("g1")
		for i, want := range []int{1, 0, 0} {
			d.service.Keeper.Missing(context.Background())
			if told := d.toldHost("archive cannot be written"); told != want {
				t.Errorf("%s, attempt %d: the host is told %d times", name, i+1, told)
			}
		}
		d.receive(d.mail("amy@example.org", "g2.p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
		if err := os.Remove(block); err != nil {
			t.Fatal(err)
		}
		d.service.Keeper.Missing(context.Background())
		if !strings.Contains(d.read("g1", "index.html"), "Brian wins") || !strings.Contains(d.read("index.html"), `href="g1/index.html"`) {
			t.Errorf("%s: the game is not in the archive although it can be written now", name)
		}
	}
}

// The player who is to move gets the map as a picture in the HTML. The mail is
// well-formed.
func TestPictureInMail(t *testing.T) {
	d := newTestService(t)
	d.cfg.NoPictures = false
	d.restart(d.db)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	for i, m := range d.flush() {
		o := readBack(t, m)
		png := bytes.HasPrefix(o.picture, []byte("\x89PNG\r\n"))
		if png != (i == 0) || strings.Contains(o.html, `src="cid:map"`) != (i == 0) {
			t.Errorf("mail %d: a picture of %d bytes, shown: %v", i, len(o.picture), strings.Contains(o.html, "cid:map"))
		}
	}
}

// A player who acts for a company gets the map with the first mail of a round, and then a larger picture of what lies near it, in HTML
// only, whenever that has changed. So does a company's president who asks for the position. Two readers who see the
// same share one painting. A player who wants no pictures gets none.
func TestNearInMail(t *testing.T) {
	if testing.Short() {
		t.Skip("it paints the maps of a whole round: left out with -short")
	}
	d := newTestService(t)
	d.cfg.NoPictures = false
	d.restart(d.db)
	id := d.three()
	for _, line := range []string{
		"p1 reserve NLN", "p2 reserve PE", "p3 reserve GR; value GR 70 bottom", "p2 reserve HNH", "p1 value NLN 65 top; reserve BP",
		"p2 value PE 65 bottom", "p3 reserve FRR; reserve BL", "p2 reserve ER", "p1 reserve HRR; reserve NYNH", "p2 value ER 55 bottom",
		"p3 value FRR 50 bottom; value BL 50 top", "p2 value HNH 70 top",
	} {
		d.say(id, line)
	}
	d.flush()
	d.say(id, "p1 value HRR 55 top; value NYNH 60 top") // companies operate from here on
	seen := map[bool]int{}
	for _, m := range d.flush() {
		o := readBack(t, m)
		acts := strings.Contains(o.text, "YOU MAY NOW SAY")
		shown := strings.Contains(o.html, `src="cid:map"`)
		if seen[acts]++; acts != shown || acts != (o.picture != nil) || o.near != nil {
			t.Errorf("%s acts: %v, shown: %v, the map has %d bytes, what is near %d", m.to, acts, shown, len(o.picture), len(o.near))
		}
		if strings.Contains(o.text, "near") {
			t.Errorf("the text speaks of a picture: %s", o.text)
		}
	}
	if seen[true] != 1 || seen[false] != 2 {
		t.Fatalf("acting or not: %v", seen)
	}
	d.picturesOnce()
	kept := len(d.service.Maps.Order)
	for n, want := range []bool{true, true, false} {
		d.receive(d.from("p3", fmt.Sprint(n, "@c"), "status"), desk.OutcomeAnswered)
		if o := readBack(t, d.flush()[0]); (o.near != nil) != want {
			t.Errorf("status %d: what is near has %d bytes", n, len(o.near))
		}
		if n == 1 {
			d.receive(d.from("p3", "off@c", "set pictures off"), desk.OutcomeAnswered)
			d.flush()
		}
	}
	if n := len(d.service.Maps.Order) - kept; n != 1 {
		t.Errorf("%d maps for the same answer", n)
	}
}

// A state is drawn once while workers take turns with eight games. Of more, the one that was drawn first goes.
func TestStatesAreDrawnOnce(t *testing.T) {
	var states []*engine.State
	for m := range titletest.Play(t, sample.Title, titletest.Names(1, 3), walk.NewPlayer(1)) {
		if states = append(states, m.Game.State()); len(states) == 9 {
			break
		}
	}
	var maps desk.MapCache
	for n, drawn := range map[int]bool{8: false, 9: true} {
		allocs := testing.AllocsPerRun(1, func() { // it does so once before it counts
			for _, s := range states[:n] {
				maps.Drawing(sample.Title, s)
			}
		})
		if (allocs > 1000) != drawn {
			t.Errorf("%d states in turn take %.0f allocations when they were drawn before", n, allocs)
		}
	}
}

// The cache of painted maps is bounded in bytes and keeps the newest.
func TestPaintingsKept(t *testing.T) {
	var p desk.MapCache
	of := sha256.Sum256([]byte("a map"))
	for n := range 400 {
		p.Put(desk.Subject{Game: fmt.Sprint("g", n)}, of, make([]byte, 150_000))
		p.Put(desk.Subject{Game: "again"}, of, make([]byte, 100_000))
	}
	if p.Bytes > desk.MapCacheBytes || p.Bytes < desk.MapCacheBytes*9/10 || len(p.Order) != len(p.Of) {
		t.Errorf("%d bytes of %d and %d maps", p.Bytes, len(p.Order), len(p.Of))
	}
	if _, ok := p.Get(desk.Subject{Game: "g399"}, of); !ok {
		t.Error("the last is gone")
	}
	if _, ok := p.Get(desk.Subject{Game: "g0"}, of); ok {
		t.Error("the first is kept")
	}
	if _, ok := p.Get(desk.Subject{Game: "again"}, sha256.Sum256([]byte("another"))); ok {
		t.Error("an old painting is shown for a new map")
	}
	if _, ok := p.Get(desk.Subject{Game: "again", Part: [4]float64{1}}, of); ok {
		t.Error("the whole map is shown for a part")
	}
}

// picturesOnce has the company that is asked lay a tile and then go on: the part of the map near it comes with the new
// tile, and not again while it is the same.
func (d *testService) picturesOnce() {
	d.t.Helper()
	for _, c := range []struct {
		line string
		near bool
	}{{"lay", true}, {"run auto", false}} {
		line := c.line
		g, err := d.service.Game("g1")
		if err != nil {
			d.t.Fatal(err)
		}
		who := engine.Awaited(g.Pending())[0]
		for _, ch := range engine.Of(g.Pending(), who) {
			if ch.Verb == "lay" && c.near {
				line = "lay " + strings.Join(ch.List()[0].Args, " ")
			}
		}
		d.receive(d.from(who, line+"@near", line), desk.OutcomeApplied)
		for _, m := range d.flush() {
			if o := readBack(d.t, m); strings.Contains(o.text, "YOU MAY NOW SAY") && strings.Contains(o.text, "THE MAP NEAR") {
				if (o.near != nil) != c.near || o.picture != nil {
					d.t.Errorf("after %q: near %d bytes, the map %d\n%s", line, len(o.near), len(o.picture), o.text)
				}
			}
		}
	}
}
