package sheet

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
)

// probe is a script for a copy of a mail. It reports how wide the mail is, and which parts are cut off or too
// small to read.
const probe = `<script>addEventListener("load", () => {
const over = [...document.querySelectorAll("table,p,img,h3")].filter(e => e.getBoundingClientRect().right > innerWidth)
const small = [...document.querySelectorAll("td,th,p,span")].filter(e => parseFloat(getComputedStyle(e).fontSize) < 13)
document.documentElement.dataset.report = JSON.stringify({
 Scroll: document.documentElement.scrollWidth, Over: over.map(e => e.textContent.trim().slice(0, 60)), Small: small.length,
 Pictures: [...document.querySelectorAll("img")].map(e => e.getBoundingClientRect().width)})})</script></head>`

// frames shows mails below each other, each as wide as a screen, and collects their reports.
const frames = `<!DOCTYPE html><body>%s<script>addEventListener("load", () => {
document.documentElement.dataset.report = JSON.stringify([...document.querySelectorAll("iframe")].map(f => JSON.parse(f.contentDocument.documentElement.dataset.report)))
})</script>`

type laidOut struct {
	Scroll, Small int
	Over          []string
	Pictures      []float64 // how wide each is
}

// browser returns the browser to lay mails out in.
func browser(t *testing.T) string {
	t.Helper()
	if !testsize.Whole() {
		t.Skip("a browser takes long to start; TESTSIZE=whole asks for it")
	}
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no browser here: install chromium to see the mails laid out in one")
	}
	return program
}

// The golden mails on the screen of a phone and of a desktop: nothing is cut off at the side except drawings,
// which scroll, and no text is too small.
func TestMailsInABrowser(t *testing.T) {
	program := browser(t)
	mails := goldenHTML(t)
	if len(mails) < 10 {
		t.Fatal(mails)
	}
	for _, width := range []int{360, 390, 1280} {
		for i, r := range inspect(t, program, mails, width) {
			if r.Scroll > width || len(r.Over) > 0 || r.Small > 0 {
				t.Errorf("%s, %d wide: %+v", mails[i], width, r)
			}
		}
	}
}

// The picture of the near part takes the whole width of a phone, for which it is painted, and no more than
// that on a desktop.
func TestNearInABrowser(t *testing.T) {
	program := browser(t)
	m := middle(t, "lay", "OR 4")
	m.Whole = true
	m.Picture, m.Near, m.NearTo = blank(t, 1400, 900), blank(t, 780, 1100), []string{"B&A"}
	mail := filepath.Join(t.TempDir(), "near.html")
	if err := os.WriteFile(mail, []byte(HTML(m)), 0o600); err != nil {
		t.Fatal(err)
	}
	for width, want := range map[int][]float64{360: {344, 344}, 390: {374, 374}, 1280: {390, 760}} {
		r := inspect(t, program, []string{mail}, width)[0]
		if r.Scroll > width || len(r.Over) > 0 || !slices.Equal(r.Pictures, want) {
			t.Errorf("%d wide: %+v, want pictures %v across", width, r, want)
		}
	}
}

// The table of what was earned fits the screen of a phone, late in a game with long names.
func TestLedgerInABrowser(t *testing.T) {
	program := browser(t)
	m := middle(t, "lay", "OR 4")
	for i := range 12 {
		m.Ledger.Rounds = append(m.Ledger.Rounds, fmt.Sprintf("OR %d.%d", 10+i/2, i%2+1))
	}
	sums := slices.Repeat([]int{2480}, 12)
	m.Ledger.Earned = []Account{{Of: "NYNHH", Sums: sums}, {Of: "B&A", Sums: sums}}
	m.Ledger.Worth = []Account{{Of: m.State.Players()[0], Sums: sums}}
	mail := filepath.Join(t.TempDir(), "ledger.html")
	if err := os.WriteFile(mail, []byte(HTML(m)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{360, 390, 1280} {
		if r := inspect(t, program, []string{mail}, width)[0]; r.Scroll > width || len(r.Over) > 0 || r.Small > 0 {
			t.Errorf("%d wide: %+v", width, r)
		}
	}
}

// blank is a picture of a size.
func blank(t *testing.T, w, h int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// inspect lays mails out.
func inspect(t *testing.T, program string, mails []string, width int) []laidOut {
	t.Helper()
	dir, body := t.TempDir(), ""
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, mail := range mails {
		raw, err := os.ReadFile(mail)
		if err != nil {
			t.Fatal(err)
		}
		write(filepath.Base(mail), strings.Replace(string(raw), "</head>", probe, 1))
		body += fmt.Sprintf(`<iframe src=%q width="%d" height="800" style="border:0"></iframe>`, filepath.Base(mail), width)
	}
	dom := browse(t, program, write("frames.html", fmt.Sprintf(frames, body)))
	found := regexp.MustCompile(`data-report="([^"]*)"`).FindStringSubmatch(dom)
	if found == nil {
		t.Fatalf("the mails were not laid out:\n%.2000s", dom)
	}
	var out []laidOut
	if err := json.Unmarshal([]byte(html.UnescapeString(found[1])), &out); err != nil || len(out) != len(mails) {
		t.Fatal(found[1], err)
	}
	return out
}

// browse opens a page without a window and without a network, and returns what
// became of it.
func browse(t *testing.T, program, page string) (dom string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	profile, err := os.MkdirTemp("", "pbem-browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(profile) }) // what is left of the browser may still write there
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir="+profile,
		"--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files", "--dump-dom", (&url.URL{Scheme: "file", Path: page}).String())
	cmd.WaitDelay = 10 * time.Second
	raw, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return string(raw)
}
