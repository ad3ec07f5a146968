package album_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/pbem/album"
	"pbem/pbem/sheet"
)

// The pages show prices, revenue, runs compared with the best, and who held what.
func TestStoryOfAGame(t *testing.T) {
	g := recorded(t, 0)
	pages := files(t, g)
	cover := pages["index.html"]
	for _, want := range []string{
		`<h2 id="prices">Prices by round</h2>`, `<h2 id="revenue">Revenue by round</h2>`, `<h2 id="runs">Runs, and the best there were</h2>`,
		`<h2 id="shares">Who held what at the end</h2>`, "Certificates", `<svg class="spark"`, `class="legend"`, "Times are those of UTC.",
	} {
		if !strings.Contains(cover, want) {
			t.Errorf("the first page does not say %q", want)
		}
	}
	runs := strings.Count(sheet.Log(g.Title, g.Log), ": run ")
	_, each, _ := strings.Cut(cover, "<summary>Each run</summary>")
	each, _, _ = strings.Cut(each, "</details>")
	if rows := strings.Count(each, "<tr><td>"); runs < 50 || rows != runs {
		t.Errorf("%d runs are told, of %d", rows, runs)
	}
	if strings.Contains(each, "at least") || !strings.Contains(each, "100 %") {
		t.Error("the best of a run of this game is not known, or no run was the best")
	}
	if told := strings.Count(pages["round-20.html"], `<h2 id="runs">`) + strings.Count(pages["round-20.html"], `<h2 id="shares">`); told == 0 {
		t.Error("a round does not tell who held what")
	}
}

// An undone run does not count.
func TestRunsTakenBack(t *testing.T) {
	g := recorded(t, 0)
	count := func(g album.Game) int {
		_, each, _ := strings.Cut(files(t, g)["index.html"], "<summary>Each run</summary>")
		each, _, _ = strings.Cut(each, "</details>")
		return strings.Count(each, "<tr><td>")
	}
	upto, runs := 0, 0
	for i, e := range g.Log {
		if said, ok := e.(engine.Said); ok && runs > 0 && upto == 0 {
			upto = i
			_ = said
		}
		if said, ok := e.(engine.Said); ok && said.Verb == "run" {
			runs++
		}
	}
	g.Log = g.Log[:upto:upto]
	before := count(dated(g))
	game := engine.Open(g.Title.Rules, g.Log)
	by, to := game.LastSaid()
	_, events, err := game.Undo(by, to)
	if err != nil {
		t.Fatal(err)
	}
	g.Log = append(g.Log, events...)
	if after := count(dated(g)); before != 1 || after != 0 {
		t.Errorf("%d runs, %d when it is taken back", before, after)
	}
}

// Times are those of the host's zone.
func TestTimesInAZone(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	g := recorded(t, 60)
	g.Zone = zone
	g.Remarks = []album.Remark{{At: time.Date(2026, 1, 3, 20, 0, 0, 0, time.UTC), Event: 200, By: "p2", Text: "Good morning", Kind: album.Press}}
	pages := files(t, g)
	if page := pages["index.html"]; !strings.Contains(page, "4 Jan 2026 05:00 JST") || !strings.Contains(page, "Times are those of Asia/Tokyo.") {
		t.Error("the times are others")
	}
	if !strings.Contains(pages[album.SummaryFile], `"began": "2026-01-03T09:00:00Z"`) {
		t.Errorf("programs read another time:\n%s", pages[album.SummaryFile])
	}
	sum := album.Summary{Game: "g1", Over: true, Began: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC), Last: time.Date(2026, 3, 8, 20, 0, 0, 0, time.UTC),
		Players: []album.Result{{Name: "Amy", Place: 1}}}
	if page := indexOf([]album.Summary{sum}, zone); !strings.Contains(page, "2–9 March 2026") {
		t.Error("the index has other days")
	}
}

// The single page works alone: it has no links, contains the map, and is small enough to be mailed. If the
// whole game does not fit, it says so.
func TestAlonePage(t *testing.T) {
	g := recorded(t, 0)
	won, _ := scores(t, g)
	page := string(album.Alone(g))
	if len(page) > album.MostAlone || !strings.Contains(page, `src="data:image/svg&#43;xml;base64,`) || !strings.Contains(page, "reserved NLN") {
		t.Errorf("%d bytes, with a map %v", len(page), strings.Contains(page, "data:image/svg"))
	}
	for _, m := range links.FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], "data:") && !strings.HasPrefix(m[1], "#") {
			t.Errorf("it needs %s", m[1])
		}
	}
	t.Logf("%d bytes", len(page))
	for i := range 9000 { // players who wrote very much
		g.Remarks = append(g.Remarks, album.Remark{Event: len(g.Log), By: "p1", Text: fmt.Sprint(i, strings.Repeat(" and so on", 20)), Kind: album.Press})
	}
	page = string(album.Alone(g))
	if len(page) > album.MostAlone || !strings.Contains(page, "did not fit into this page") || !strings.Contains(page, won) {
		t.Errorf("%d bytes of a game that is too long", len(page))
	}
}

// The index counts wins by title. Players are identified by member, not by name.
func TestStandings(t *testing.T) {
	game := func(id, title string, day int, players ...album.Result) album.Summary {
		return album.Summary{Game: id, Name: id, Title: title, Over: true, Reason: "all agreed", Began: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Last: time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC), Players: players}
	}
	r := func(name, member string, place, score int) album.Result {
		return album.Result{Name: name, Member: member, Place: place, Score: score, Money: fmt.Sprint("$", score)}
	}
	page := indexOf([]album.Summary{
		game("g1", "1817", 2, r("Amy", "", 1, 900), r("Brian", "", 2, 800)),
		game("g2", "1817", 3, r("Brian", "", 1, 1200), r("Amy", "m1", 2, 700)),
		game("g3", "1817", 4, r("Amelia", "m1", 1, 600), r("Brian", "m9", 1, 600)),
		game("g4", "1820", 5, r("Zoe", "m2", 1, 50), r("Amelia", "m1", 2, 40)),
		game("g5", "1817", 6, r("Amelia", "m1", 0, 0)),
	}, time.UTC)
	_, page, _ = strings.Cut(page, "</ul>")
	for _, want := range []string{
		"Who won, of all titles <small>4 games</small>",
		`Amelia</th><td class="n">2</td><td class="n">4</td><td class="n">1.5</td></tr>`,
		"1817: who won <small>3 games</small>",
		`Brian</th><td class="n">2</td><td class="n">3</td><td class="n">1.3</td><td class="n">$1200</td>`,
		`Amelia</th><td class="n">2</td><td class="n">3</td><td class="n">1.3</td><td class="n">$900</td>`,
		"1820: who won <small>1 game</small>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

// With FOLDER set the pages of a game are kept there to be looked at.
func TestKeepPages(t *testing.T) {
	folder := os.Getenv("ALBUM_FOLDER")
	if folder == "" {
		t.Skip("ALBUM_FOLDER names no folder to keep pages in")
	}
	g := recorded(t, 0, "Wilhelmina Mommsen-Wolff", "Bartholomew van der Berg", "Christopher Worthington")
	var sum album.Summary
	for name, data := range files(t, g) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		if name == album.SummaryFile {
			json.Unmarshal([]byte(data), &sum)
		}
	}
	os.WriteFile(filepath.Join(folder, "alone.html"), album.Alone(g), 0o644)
	os.WriteFile(filepath.Join(folder, "index.html"), []byte(indexOf([]album.Summary{sum}, time.UTC)), 0o644)
}
