package album

import (
	"bytes"
	"cmp"
	"html/template"
	"regexp"
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

// Limits of the page of all finished games. With more games than mostWhole it has only the newest, and each month has a
// page of its own.
const (
	mostWhole  = 200
	mostNewest = 50
	mostRows   = 100 // players in each of the standings
)

// A month is the page of the games that ended in it.
type month struct {
	File  string    // "2026-03.html"
	Name  string    // "March 2026"
	Games []Summary // the newest first
}

var monthFile = regexp.MustCompile(`^[0-9]{4,}-[0-9]{2}\.html$`)

// IsMonth reports whether a file of this name is the page of a month.
func IsMonth(name string) bool { return monthFile.MatchString(name) }

// indexed is what a page of finished games shows.
type indexed struct {
	Month  string // "March 2026", "" on the page of all games
	Count  int
	Games  []Summary // the newest of them
	Months []month   // all of them by month, nil if Games are all
	Titles []standings
}

// Index writes the page of all finished games, "index.html", with the last to end
// first and who has won how often. If there are many it shows the newest, and
// there is a page for each month. Times are in zone. The albums lie in folders
// beside the pages, named by the games' ids.
func Index(games []Summary, zone *time.Location) []File {
	games = slices.DeleteFunc(slices.Clone(games), func(s Summary) bool { return !s.Over })
	slices.SortFunc(games, func(a, b Summary) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(len(b.Game), len(a.Game)), cmp.Compare(b.Game, a.Game))
	})
	for i := range games {
		games[i] = games[i].in(zone)
	}
	all := indexed{Count: len(games), Games: games, Titles: allStandings(games)}
	if len(games) <= mostWhole {
		return []File{{"index.html", written(index, all)}}
	}
	all.Games, all.Months = games[:mostNewest], months(games)
	out := []File{{"index.html", written(index, all)}}
	for _, m := range all.Months {
		out = append(out, File{m.File, written(index, indexed{Month: m.Name, Count: len(m.Games), Games: m.Games})})
	}
	return out
}

// months parts games by the month in which they ended. games are sorted, the newest first.
func months(games []Summary) (out []month) {
	for _, g := range games {
		file := g.Last.Format("2006-01") + ".html"
		if len(out) == 0 || out[len(out)-1].File != file {
			out = append(out, month{File: file, Name: g.Last.Format("January 2006")})
		}
		last := &out[len(out)-1]
		last.Games = append(last.Games, g)
	}
	return out
}

// written executes a template. Both template and data are ours, so it cannot fail.
func written(t *template.Template, data any) []byte {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		panic(err)
	}
	return b.Bytes()
}
