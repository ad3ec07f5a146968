package pbem

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/store"
)

// ended puts the end of a game on file, as a service that died before it could
// archive the game would leave it.
func (d *desk) ended(game string) {
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
	change := store.Change{Game: game, Expect: g.Version, Events: events, Record: g.Record, Keys: []string{keyEnded}}
	if err := d.db.Commit(store.Commit{At: d.now, Changes: []store.Change{change}}); err != nil {
		d.t.Fatal(err)
	}
	d.restart(d.db)
}

// A game that ended while the service went down is archived at the next start,
// once, and one that is on is not.
func TestArchiveAfterRestart(t *testing.T) {
	d := newDesk(t)
	d.three()
	d.three()
	d.ended("g1")
	d.service.archive.Missing(context.Background())
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
	d.service.archive.Missing(context.Background())
	if log, err = os.ReadFile(filepath.Join(dir, "log.txt")); err != nil || string(log) != "mine" {
		t.Errorf("the archive was written again: %v", err)
	}
	if all, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(all) != 2 { // the shelf is the other
		t.Errorf("%d things in the archive, %v", len(all), err)
	}
}

// An archive that cannot be written is the host's trouble: everything else
// goes on, and the next start tries again.
func TestArchiveThatCannotBeWritten(t *testing.T) {
	d := newDesk(t)
	d.three()
	d.three()
	block := filepath.Join(d.cfg.Data, "archive")
	if err := os.WriteFile(block, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.ended("g1")
	d.service.archive.Missing(context.Background())
	if !strings.Contains(d.log.String(), "archive.failed") {
		t.Error("the host was not told")
	}
	d.receive(d.mail("amy@example.org", "g2.p1", "1@example.org", "reserve NLN"), outcomeApplied)
	if err := os.Remove(block); err != nil {
		t.Fatal(err)
	}
	d.service.archive.Missing(context.Background())
	if _, err := os.Stat(d.service.ArchiveDir("g1")); err != nil {
		t.Error(err)
	}
}

// Who is to move gets the map as a picture that the HTML shows; the mail is as
// sound as the others.
func TestPictureInMail(t *testing.T) {
	d := newDesk(t)
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
