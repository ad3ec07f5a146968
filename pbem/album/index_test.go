package album_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/album"
)

// indexOf returns the page of all finished games.
func indexOf(games []album.Summary, zone *time.Location) string {
	return string(album.Index(games, zone)[0].Data)
}

func TestIndex(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 3, d, 12, 0, 0, 0, time.UTC) }
	game := func(id, name string, over bool, last int) album.Summary {
		return album.Summary{Game: id, Name: name, Title: "Testing", Over: over, Reason: "all agreed", Began: day(1), Last: day(last),
			Players: []album.Result{{Name: "Amy", Score: 9, Money: "$9", Place: 1}, {Name: "Brian", Score: 9, Money: "$9", Place: 1}, {Name: "Cleo", Score: 7, Money: "$7", Place: 3}}}
	}
	page := indexOf([]album.Summary{game("g2", "Older", true, 3), game("g3", "Going on", false, 9), game("g10", "Newest", true, 8), game("g9", "Newer", true, 8)}, time.UTC)
	inOrder(t, page, "3 games", `"g10/index.html"`, "Newest", "1–8 March 2026", "Amy and Brian share the win with $9.", `"g9/index.html"`, "Newer", `"g2/index.html"`, "Older")
	if strings.Contains(page, "Going on") {
		t.Error("a game that is on is in the index")
	}
	if empty := indexOf(nil, time.UTC); !strings.Contains(empty, "None yet.") {
		t.Error("an empty index says nothing")
	}
}

// With many games the page has the newest, and each month has a page of its own.
func TestIndexByMonth(t *testing.T) {
	const games, winners = 201, 120
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var all []album.Summary
	for i := range games {
		all = append(all, album.Summary{Game: fmt.Sprint("g", i+1), Name: fmt.Sprint("Game ", i+1), Title: "1817", Over: true, Reason: "all agreed",
			Began: began, Last: began.Add(time.Duration(i) * 12 * time.Hour), Players: []album.Result{{Name: fmt.Sprint("Winner ", i%winners), Place: 1}}})
	}
	if files := album.Index(all[1:], time.UTC); len(files) != 1 || strings.Count(string(files[0].Data), "<li><h2>") != games-1 {
		t.Errorf("%d games have %d pages", games-1, len(files))
	}
	want := map[string]int{"index.html": 50, "2026-01.html": 61, "2026-02.html": 56, "2026-03.html": 62, "2026-04.html": 22}
	files := album.Index(all, time.UTC)
	for _, f := range files {
		page := string(f.Data)
		if n := strings.Count(page, "<li><h2>"); n != want[f.Name] {
			t.Errorf("%s has %d games, want %d", f.Name, n, want[f.Name])
		}
		delete(want, f.Name)
		if f.Name == "index.html" {
			inOrder(t, page, "201 games; here are the newest 50", "Game 201", "Game 152", "by month", `"2026-04.html">April 2026</a> <small>22 games`, "2026-03.html", `"2026-01.html"`, "who won", "20 more players")
			continue
		}
		if !album.IsMonth(f.Name) || strings.Contains(page, "who won") || !strings.Contains(page, `<a href="index.html">`) {
			t.Errorf("the page of a month, %s:\n%s", f.Name, page)
		}
	}
	if len(want) > 0 {
		t.Errorf("there are no pages %v", want)
	}
	inOrder(t, string(files[1].Data), "April 2026", "22 games", "Game 201", "Game 180")
	east := time.FixedZone("east", 14*3600)
	if last := album.Index(all, east)[4]; strings.Count(string(last.Data), "<li><h2>") != 60 {
		t.Errorf("in another zone %s has %d games, want 60", last.Name, strings.Count(string(last.Data), "<li><h2>"))
	}
	for _, name := range []string{"index.html", "2026-1.html", "2026-01.htm", "g2026-01.html", "26-01.html"} {
		if album.IsMonth(name) {
			t.Errorf("%s is taken for a month", name)
		}
	}
}

// inOrder checks that a page has texts one after the other.
func inOrder(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		_, after, ok := strings.Cut(page, text)
		if !ok {
			t.Fatalf("no %q where it should be in\n%s", text, page)
		}
		page = after
	}
}
