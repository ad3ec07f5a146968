package pbem

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/pbem/album"
)

func (d *testService) read(elem ...string) string {
	d.t.Helper()
	raw, err := os.ReadFile(filepath.Join(append([]string{d.cfg.Data, "archive"}, elem...)...))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(raw)
}

// The album of a running game is made when the host asks for it. The album of the ended
// game replaces it. The index lists only ended games.
func TestArchiveOfAGameThatIsOn(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	dir, err := d.service.Archive("g1")
	if err != nil || dir != d.service.ArchiveDir("g1") {
		t.Fatal(dir, err)
	}
	if page := d.read("g1", "index.html"); !strings.Contains(page, "In progress: Draft.") || !strings.Contains(page, "2 March 2026") {
		t.Error("the page does not say how the game stands")
	}
	if index := d.read("index.html"); !strings.Contains(index, "None yet.") {
		t.Error("the index shows a game that is on")
	}
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	if page := d.read("g1", "index.html"); !strings.Contains(page, "Brian wins with $1200.") || strings.Contains(page, "In progress") {
		t.Error("the game ended, and its page is the old one")
	}
	if index := d.read("index.html"); !strings.Contains(index, `href="g1/index.html"`) || !strings.Contains(index, "1 game,") {
		t.Error("the index does not show the game")
	}
	if _, err := d.service.Archive("g99"); err == nil || err.Error() != `there is no game "g99"` {
		t.Errorf("a game that there is not: %v", err)
	}
}

// The summary in an album is read again as it was stored.
func TestArchiveSummary(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	var sum album.Summary
	if err := json.Unmarshal([]byte(d.read("g1", album.SummaryFile)), &sum); err != nil {
		t.Fatal(err)
	}
	if sum.Game != "g1" || !sum.Over || sum.Events != d.version("g1") || !sum.Last.Equal(d.now) || sum.Players[0].Name != "Brian" || sum.Players[2].Score != 900 {
		t.Errorf("%+v", sum)
	}
}

// An archive that an earlier version made gets its pages at the next start.
func TestArchiveOfAnEarlierVersion(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.ended("g1")
	dir := d.service.ArchiveDir("g1")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"log.txt", "events.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d.service.Keeper.Missing(context.Background())
	if !strings.Contains(d.read("g1", "index.html"), "Brian wins") || strings.HasPrefix(d.read("g1", "log.txt"), "old") {
		t.Error("the old archive has no page")
	}
}

// An album does not replace a folder that holds anything else.
func TestAlbumReplacesNothingElse(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	dir := filepath.Join(t.TempDir(), "album")
	for range 2 {
		if err := Album(d.db, "g1", dir, time.UTC); err != nil {
			t.Fatal(err)
		}
	}
	if err := Album(d.db, "g2", dir, time.UTC); err == nil || !strings.Contains(err.Error(), "holds game g1") {
		t.Errorf("the album of another game: %v", err)
	}
	mine := filepath.Join(dir, "holiday.jpg")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Album(d.db, "g1", dir, time.UTC); err == nil || !strings.Contains(err.Error(), "holiday.jpg is no part of an archive") {
		t.Errorf("a folder with a picture of a holiday: %v", err)
	}
	if raw, err := os.ReadFile(mine); err != nil || string(raw) != "mine" {
		t.Error(err)
	}
	if around, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(around) != 1 {
		t.Errorf("%d things lie beside the album, %v", len(around), err)
	}
}

// If one summary cannot be read, only that game is missing from the index.
func TestIndexWithABrokenAlbum(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.three()
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	broken := filepath.Join(d.cfg.Data, "archive", "g7")
	if err := os.Mkdir(broken, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, album.SummaryFile), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.ended("g2")
	d.service.Keeper.Missing(context.Background())
	if index := d.read("index.html"); !strings.Contains(index, "g1/") || !strings.Contains(index, "g2/") || strings.Contains(index, "g7/") {
		t.Error(index[strings.Index(index, "<body"):])
	}
}

// What a service left in its archive that was killed while it wrote an album is gone after the next start, and the album is there.
// Nothing else is touched.
func TestArchiveAfterAKill(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.ended("g1")
	d.service.Keeper.Missing(context.Background())
	root := filepath.Dir(d.service.ArchiveDir("g1"))
	page := d.read("g1", "index.html")
	if err := os.Rename(d.service.ArchiveDir("g1"), filepath.Join(root, ".g1-4031-before")); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{
		".g1-4031/index.html": false, ".g1-7/round-1.html": false, ".index.html-55": false, "kept/.g1.pbem.gz-17": false,
		".g1-99/holiday.jpg": true, ".git-1/config": true, ".htaccess": true, "kept/notes-5": true,
	} {
		at := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if _, err := os.Stat(at); (err == nil) != stays {
				t.Errorf("%s: %v", name, err)
			}
		}()
	}
	d.restart(d.db)
	d.service.Keeper.Missing(context.Background())
	if d.read("g1", "index.html") != page {
		t.Error("the album is another")
	}
	if _, err := os.Stat(filepath.Join(root, ".g1-4031-before")); err == nil {
		t.Error("the old album lies beside the new one")
	}
}

// toldHost sends what waits, and returns how many mails to the host say something.
func (d *testService) toldHost(text string) (n int) {
	for _, m := range d.flush() {
		if m.to == "host@example.org" && strings.Contains(string(m.raw), text) {
			n++
		}
	}
	return n
}
