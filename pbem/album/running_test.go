package album_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/titles"
)

// storedGame reads a recorded game of a title.
func storedGame(t *testing.T, name string) album.Game {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	var raws []json.RawMessage
	for l := range bytes.Lines(bytes.TrimSpace(text)) {
		raws = append(raws, l)
	}
	log, err := engine.UnmarshalLog(raws)
	if err != nil {
		t.Fatal(err)
	}
	slug := filepath.Base(filepath.Dir(filepath.Dir(filepath.Dir(name))))
	ti, ok := titles.Find(slug)
	if !ok {
		t.Fatal(slug)
	}
	return dated(album.Game{Title: ti, ID: "g12", Name: "Shoreline", Log: log, Index: "index.html"})
}

// running makes the page of a running game.
func running(t *testing.T, g album.Game) string {
	t.Helper()
	page, err := album.Running(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > album.MostRunning {
		t.Errorf("the page has %d bytes", len(page))
	}
	return string(page)
}

// beforeTheEnd returns a game as it was before its last command.
func beforeTheEnd(g album.Game) album.Game {
	for i, e := range slices.Backward(g.Log) {
		if _, said := e.(engine.Said); said {
			g.Log = g.Log[:i]
			break
		}
	}
	return dated(g)
}

// The pages of the longest recorded games are complete and stay under their bound.
func TestRunningPagesOfLongGames(t *testing.T) {
	for _, name := range []string{"1817/testdata/v1/15528", "1820/testdata/v1/walk-variants", "1828/testdata/v1/walk-variants", "1843/testdata/v1/walk-variants", "18newengland/testdata/v1/walk-variants"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && !strings.HasPrefix(name, "1828") {
				t.Skip("one long game is enough")
			}
			g := beforeTheEnd(storedGame(t, "../../titles/"+name+".log.gz"))
			page := running(t, g)
			if keep := os.Getenv("KEEP_PAGES"); keep != "" {
				if err := os.WriteFile(filepath.Join(keep, g.Title.Facts.Slug+".html"), []byte(page), 0o644); err != nil {
					t.Error(err)
				}
			}
			t.Log(len(page), "bytes")
			for i, r := range album.Rounds(g.Title, g.Log) {
				for _, want := range []string{fmt.Sprintf(`id="r%d"`, i+1), fmt.Sprintf(`href="#r%d"`, i+1), "<h3>" + html.EscapeString(r.Name)} {
					if !strings.Contains(page, want) {
						t.Fatalf("%s: the page has no %s", r.Name, want)
					}
				}
			}
			for _, want := range []string{`class="over"`, `id="income"`, `<svg class="film"`, `http-equiv="refresh"`, "The game waits for"} {
				if !strings.Contains(page, want) {
					t.Errorf("the page has no %s", want)
				}
			}
			if strings.Contains(page, "did not fit") && len(page) < album.MostRunning/2 {
				t.Error("more would have fitted")
			}
		})
	}
}
