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
	"pbem/internal/testsize"
	"pbem/pbem/album"
	"pbem/pbem/sheet"
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

// What players typed is escaped, what they wrote to each other and what the host wrote is not
// there, and equal games give equal bytes.
func TestRunningPageOfHostilePlayers(t *testing.T) {
	const evil = `</title><script>alert("1")</script><img src=x onerror=alert(2)>'"` + "\u202e\x07"
	g := recorded(t, 40, evil, "Brian", "Crystal")
	g.Name = evil
	g.Log = append(g.Log[:len(g.Log):len(g.Log)], engine.Hosted{By: "p1", Act: sheet.Press, Text: "not for the world"}, engine.Hosted{Act: "pause", Text: "not for the world"})
	g = dated(g)
	g.Remarks = []album.Remark{{Event: 20, By: "p2", Text: "not for the world", Kind: album.Press}}
	page := running(t, g)
	list := string(album.List([]album.Playing{{Game: "g1", Name: evil, File: "g1-x.html", Players: []string{evil}}}, []album.Waiting{{Game: "g2", Name: evil}}))
	for _, page := range []string{page, list, string(album.Moved(evil, "https://example.org/"))} {
		if strings.Contains(page, "<script") || strings.Contains(page, "<img") || strings.ContainsAny(page, "\x07\u202e") || strings.Contains(page, "not for the world") {
			t.Error("a page holds what a player typed as markup, or what they wrote to each other")
		}
	}
	if page != running(t, g) {
		t.Error("equal games give different pages")
	}
}

// The list of ten thousand games stays under a megabyte.
func TestListOfManyGames(t *testing.T) {
	var games []album.Playing
	for i := range 10_000 {
		games = append(games, album.Playing{Game: fmt.Sprint("g", i), Title: "1820", Name: "Shoreline", Round: "OR 3.1", File: fmt.Sprintf("g%d-abcdefghijkl2345.html", i), Players: []string{"Amy", "Brian", "Crystal"}})
	}
	page := album.List(games, nil)
	if len(page) > album.MostRunning || !bytes.Contains(page, []byte("g9999-")) || !bytes.Contains(page, []byte("8000 older ones are not listed")) {
		t.Errorf("%d bytes", len(page))
	}
}

// The page opens from the disk in a real browser, on a phone and on a desktop, without a script; a link shows an
// earlier round with its map.
func TestRunningPageInABrowser(t *testing.T) {
	program := browser(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "g12-abc.html")
	page := strings.Replace(running(t, recorded(t, 150)), `http-equiv="refresh"`, `name="refresh"`, 1)
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, width := range []int{390, 1000} {
		r := inspect(t, program, file, width, i)
		if r.Width != width || r.Scroll > r.Width || r.Charts != 1 || r.Sizes > 0 || r.Paper != schemes[i] {
			t.Errorf("at %d: %+v", width, r)
		}
	}
	look := `<script>addEventListener("load", () => { const seen = e => getComputedStyle(e).display != "none"
const groups = [...document.querySelectorAll(".film g")].filter(e => getComputedStyle(e).opacity > 0)
document.documentElement.dataset.report = [...document.querySelectorAll("section.step")].filter(seen).map(e => e.querySelector("h3").textContent).join("|") + " " + groups.length +
" " + groups.every(e => { const s = e.style, n = +getComputedStyle(e).getPropertyValue("--r"); return +s.getPropertyValue("--f") <= n && n <= +s.getPropertyValue("--t") }) })</script></head>`
	probed := filepath.Join(dir, "look.html")
	if err := os.WriteFile(probed, []byte(strings.Replace(page, "</head>", look, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	g := recorded(t, 150)
	rounds := album.Rounds(g.Title, g.Log)
	for at, want := range map[string]string{"": rounds[len(rounds)-1].Name, "#r2": rounds[1].Name, "#now": rounds[len(rounds)-1].Name} {
		frame := filepath.Join(dir, "frame.html")
		text := `<!DOCTYPE html><body><iframe src="look.html` + at + `" width="1000" height="800" onload="document.documentElement.dataset.report=contentDocument.documentElement.dataset.report"></iframe>`
		if err := os.WriteFile(frame, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		dom, _ := browse(t, program, frame, "--dump-dom", "--window-size=1400,900")
		m := reported.FindStringSubmatch(dom)
		if m == nil || !strings.HasPrefix(m[1], want) || strings.Contains(m[1], "|") || !strings.HasSuffix(m[1], " true") || strings.Contains(m[1], " 0 ") {
			t.Errorf("%q shows %q, want %s", at, m, want)
		}
	}
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
			if !testsize.Whole() && !strings.HasPrefix(name, "1828") {
				t.Skip("one long game, the largest; TESTSIZE=whole asks for the others")
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

// A game that waits says how many are in, also if that is one.
func TestWanted(t *testing.T) {
	for want, w := range map[string]album.Waiting{
		"1 of 4 players is in":       {In: 1, Least: 4, Most: 4},
		"1 of 3 to 5 players is in":  {In: 1, Least: 3, Most: 5},
		"2 of 3 to 5 players are in": {In: 2, Least: 3, Most: 5},
	} {
		if got := w.Wanted(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
