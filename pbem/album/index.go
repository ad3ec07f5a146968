package album

import (
	"bytes"
	"cmp"
	"html/template"
	"slices"
	"time"

	"pbem/templates"
)

// SummaryFile is the file of an album that holds its Summary.
const SummaryFile = "game.json"

// A Summary is the short form of an album.
type Summary struct {
	Game    string    `json:"game"`  // id, "g12"; also the name of its folder
	Title   string    `json:"title"` // name of the title
	Name    string    `json:"name"`
	Over    bool      `json:"over"`
	Reason  string    `json:"reason,omitempty"` // why it ended
	Round   string    `json:"round"`            // the last round
	Rounds  int       `json:"rounds"`
	Events  int       `json:"events"`
	Began   time.Time `json:"began,omitzero"`
	Last    time.Time `json:"last,omitzero"` // time of the last event, which is the end of a finished game
	Players []Result  `json:"players"`       // best first
}

// A Result is how one player did. Place counts from 1. Players with the same
// score share a place. In a game that was given up every Place is 0.
type Result struct {
	Name  string `json:"name"`
	Score int    `json:"score"`
	Money string `json:"money"` // the score as the title writes it
	Place int    `json:"place"`

	Member string `json:"member,omitempty"` // identifies a player across games of this host; "" if unknown
}

// in returns the summary with its times in a zone.
func (s Summary) in(zone *time.Location) Summary {
	if !s.Began.IsZero() {
		s.Began, s.Last = s.Began.In(zone), s.Last.In(zone)
	}
	return s
}

// Winners returns the names of the players in first place.
func (s Summary) Winners() []string {
	var out []string
	for _, p := range s.Players {
		if p.Place == 1 {
			out = append(out, p.Name)
		}
	}
	return out
}

var index = template.Must(template.New("albums.html").Funcs(words).ParseFS(templates.Files, "albums.html", "albumstyle.html"))

// Index writes the page of all finished games, the last to end first, and of
// who has won how often. Times are in zone. The albums lie in folders beside
// it, named by the games' ids.
func Index(games []Summary, zone *time.Location) []byte {
	games = slices.DeleteFunc(slices.Clone(games), func(s Summary) bool { return !s.Over })
	slices.SortFunc(games, func(a, b Summary) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(len(b.Game), len(a.Game)), cmp.Compare(b.Game, a.Game))
	})
	for i := range games {
		games[i] = games[i].in(zone)
	}
	return written(index, struct {
		Games  []Summary
		Titles []standings
	}{games, allStandings(games)})
}

// written executes a template. Both template and data are ours, so it cannot fail.
func written(t *template.Template, data any) []byte {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		panic(err)
	}
	return b.Bytes()
}
