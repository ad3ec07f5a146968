package album_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/album"
)

// browser finds a Chromium.
func browser(t *testing.T) string {
	t.Helper()
	if !testsize.Whole() {
		t.Skip("a browser takes long to start; TESTSIZE=whole asks for it")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no browser here: install chromium to see the pages tried in one")
	return ""
}

// browse runs the browser without a window and without a network.
func browse(t *testing.T, program, page string, args ...string) (out, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	profile, err := os.MkdirTemp("", "pbem-browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(profile) }) // what is left of the browser may still write there
	args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--user-data-dir=" + profile,
		"--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files", "--enable-logging=stderr"}, args...)
	cmd := exec.CommandContext(ctx, program, append(args, (&url.URL{Scheme: "file", Path: page}).String())...)
	cmd.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, stderr.String())
	}
	return stdout.String(), stderr.String()
}

// onDisk writes an album as a service does, and the index beside it.
func onDisk(t *testing.T, g album.Game) (root string) {
	t.Helper()
	root = t.TempDir()
	dir := filepath.Join(root, g.ID)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var sum album.Summary
	for name, data := range files(t, g) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		if name == album.SummaryFile {
			if err := json.Unmarshal([]byte(data), &sum); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(root, "index.html"), []byte(indexOf([]album.Summary{sum}, time.UTC)), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

// probe is a script that a copy of a page gets, to report how it is laid out. The
// copy is laid out in a frame, since a window has a least width.
const probe = `<script>addEventListener("load", () => {
const boxes = [...document.querySelectorAll(".chart")].map(e => e.getBoundingClientRect()).filter(b => b.height > 0)
document.documentElement.dataset.report = JSON.stringify({
 Width: innerWidth, Scroll: document.documentElement.scrollWidth,
 Charts: boxes.length, ChartWidth: boxes.length ? Math.round(boxes[0].width) : 0,
 Lines: document.querySelectorAll(".chart polyline").length,
 Images: document.images.length, Broken: [...document.images].filter(i => !i.naturalWidth).length,
 Paper: getComputedStyle(document.body).backgroundColor,
 Headings: document.querySelectorAll("h1,h2,h3").length,
 Names: Math.max(0, ...[...document.querySelectorAll(".wide tbody th")].map(e => Math.round(e.getBoundingClientRect().width))),
 Sizes: [...document.querySelectorAll("p,li,td,th")].filter(e => parseFloat(getComputedStyle(e).fontSize) < 12).length,
})})</script>`

type report struct {
	Width, Scroll, Charts, ChartWidth, Lines, Images, Broken, Headings, Names, Sizes int
	Paper                                                                            string
}

var reported = regexp.MustCompile(`data-report="([^"]*)"`)

// inspect lays a page out at some width and tells what came of it.
func inspect(t *testing.T, program, page string, width int, scheme int) report {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(raw, []byte("<script")) || bytes.Contains(raw, []byte("http:")) || bytes.Contains(raw, []byte("https:")) {
		t.Errorf("%s has a script, or needs a network", filepath.Base(page))
	}
	dir := filepath.Dir(page)
	frame := fmt.Sprintf(`<!DOCTYPE html><body style="margin:0"><iframe src="probe.html" width="%d" height="800" style="border:0"
onload="document.documentElement.dataset.report=contentDocument.documentElement.dataset.report"></iframe>`, width)
	probed := bytes.Replace(raw, []byte("</head>"), []byte(probe+"</head>"), 1)
	framed := filepath.Join(dir, "frame.html")
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "probe.html"), probed, 0o644), os.WriteFile(framed, []byte(frame), 0o644)); err != nil {
		t.Fatal(err)
	}
	dom, said := browse(t, program, framed, "--dump-dom", "--window-size=1400,900", fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme))
	if strings.Contains(said, "CONSOLE") {
		t.Errorf("the browser complains of %s: %s", filepath.Base(page), said)
	}
	m := reported.FindStringSubmatch(dom)
	if m == nil {
		t.Fatalf("the page was not laid out:\n%.2000s\n%s", dom, said)
	}
	var r report
	if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// Colour schemes as the browser numbers them, and the paper of each.
var schemes = []string{"rgb(21, 23, 26)", "rgb(250, 247, 240)"}

// The pages open from the disk in a real browser, on a phone and on a desktop, in light and dark mode:
// nothing is cut off at the side, the map and one chart are visible, and no text is too small.
func TestPagesInABrowser(t *testing.T) {
	program := browser(t)
	root := onDisk(t, recorded(t, 0))
	for i, c := range []struct {
		page           string
		width          int
		charts, images int
	}{
		{"g12/index.html", 390, 1, 1}, {"g12/index.html", 1280, 1, 1}, {"g12/round-20.html", 390, 0, 1}, {"index.html", 390, 0, 0},
	} {
		t.Run(fmt.Sprintf("%s at %d", c.page, c.width), func(t *testing.T) {
			scheme := i % 2
			r := inspect(t, program, filepath.Join(root, c.page), c.width, scheme)
			if r.Width != c.width || r.Scroll > r.Width {
				t.Errorf("the page is %d wide, the window %d", r.Scroll, r.Width)
			}
			if r.Charts != c.charts || r.Lines != 6*c.charts || c.charts > 0 && r.ChartWidth < 340 {
				t.Errorf("%d charts show, %d wide, with %d lines", r.Charts, r.ChartWidth, r.Lines)
			}
			if r.Images != c.images || r.Broken > 0 || r.Headings < 2 || r.Sizes > 0 {
				t.Errorf("%d pictures, %d broken, %d headings, %d texts too small", r.Images, r.Broken, r.Headings, r.Sizes)
			}
			if r.Paper != schemes[scheme] {
				t.Errorf("the paper is %s, want %s", r.Paper, schemes[scheme])
			}
		})
	}
}

// Long names make no page wider than a phone, and leave room for the numbers beside them.
func TestLongNamesInABrowser(t *testing.T) {
	program := browser(t)
	name, wide := strings.Repeat("W", 24), strings.Repeat("W", 60)
	g := recorded(t, 150, name, name[1:], "שלום בן דוד")
	g.Name = wide
	now := running(t, g)
	var sum album.Summary
	g = recorded(t, 0, name, name[1:], "שלום בן דוד")
	g.Name = wide
	if err := json.Unmarshal([]byte(files(t, g)[album.SummaryFile]), &sum); err != nil {
		t.Fatal(err)
	}
	list := string(album.List([]album.Playing{{Game: "g1", Title: "1820", Name: wide, Round: "OR 3.1", File: "g1-x.html", Players: []string{name, name}}}, []album.Waiting{{Game: "g2", Title: "1820", Name: name}}))
	for what, page := range map[string]string{"running game": now, "list": list, "finished games": indexOf([]album.Summary{sum}, time.UTC)} {
		file := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(file, []byte(strings.Replace(page, `http-equiv="refresh"`, `name="refresh"`, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := inspect(t, program, file, 360, 0); r.Width != 360 || r.Scroll > r.Width || r.Names > 150 {
			t.Errorf("%s: %+v", what, r)
		}
	}
}

// The map and the chart are painted: the colours of tiles and lines are seen.
func TestPicturesInABrowser(t *testing.T) {
	program := browser(t)
	root := onDisk(t, recorded(t, 0))
	shot := filepath.Join(t.TempDir(), "shot.png")
	browse(t, program, filepath.Join(root, "g12", "index.html"), "--screenshot="+shot, "--window-size=1280,2400", "--blink-settings=preferredColorScheme=1")
	file, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]uint32{"a green tile": 0x7cc35a, "a brown tile": 0xcf8a55, "the first line": 0x0069a8, "the second line": 0xbf4a00} {
		if n := count(img, c); n < 200 {
			t.Errorf("%s: %d points of its colour", name, n)
		}
	}
}

// count counts the points of a colour.
func count(img image.Image, rgb uint32) (n int) {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); r>>8<<16|g>>8<<8|b>>8 == rgb {
				n++
			}
		}
	}
	return n
}
