package album

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"pbem/engine/step"
	"pbem/pbem/sheet"
	"pbem/templates"
)

// A Playing is a running game in the list of games.
type Playing struct {
	Game, Title, Name, Round string
	File                     string // of its page
	Players                  []string
}

// A Waiting is a game that waits for players.
type Waiting struct {
	Game, Title, Name string
	In, Least, Most   int
	Pace              string
}

// mostListed is how many games the list has, the newest first.
const mostListed = 2000

var (
	listPage  = template.Must(template.New("list.html").Funcs(words).ParseFS(templates.Files, "list.html", "albumstyle.html"))
	movedPage = template.Must(template.New("moved.html").ParseFS(templates.Files, "moved.html"))
)

// Stamp is what a page says of how it was made: the version of pages, the game and how
// many events its log has.
func Stamp(game string, events int) string { return fmt.Sprintf("pbem 1 %s %d", game, events) }

// List writes the page of the games that are on and of those that wait for players.
func List(games []Playing, waiting []Waiting) []byte {
	games, waiting = slices.Clone(games), slices.Clone(waiting)
	newest := func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(b, a)) }
	slices.SortFunc(games, func(a, b Playing) int { return newest(a.Game, b.Game) })
	slices.SortFunc(waiting, func(a, b Waiting) int { return newest(a.Game, b.Game) })
	more := max(len(games)-mostListed, 0)
	games, waiting = games[:min(len(games), mostListed)], waiting[:min(len(waiting), mostListed)]
	for i, g := range games {
		games[i].Name = sheet.OneLine(g.Name)
		games[i].Players = nil
		for _, p := range g.Players {
			games[i].Players = append(games[i].Players, sheet.OneLine(p))
		}
	}
	for i := range waiting {
		waiting[i].Name = sheet.OneLine(waiting[i].Name)
	}
	return written(listPage, struct {
		Stamp   string
		Games   []Playing
		Waiting []Waiting
		More    int
	}{Stamp("list", 0), games, waiting, more})
}

// Moved writes the page that leads from the page of a game that is over to the archive.
func Moved(name, url string) []byte {
	return written(movedPage, struct{ Stamp, Name, URL string }{Stamp("moved", 0), sheet.OneLine(name), url})
}

// With returns the players of a game: "Amy, Brian and Crystal".
func (p Playing) With() string { return and(p.Players) }

// Wanted says how many players a game waits for.
func (w Waiting) Wanted() string {
	of, are := step.Plural(w.Most, "player"), "are"
	if w.Least < w.Most {
		of = fmt.Sprintf("%d to %s", w.Least, of)
	}
	if w.In == 1 {
		are = "is"
	}
	return fmt.Sprintf("%d of %s %s in", w.In, of, are)
}
