package album

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// standings show how the players did in all finished games of a title. Those
// over all titles have no best scores.
type standings struct {
	Title string
	Games int
	Rows  []tally
	More  int // players after them
}

// A tally holds the results of one player.
type tally struct {
	Name  string // as in the last game
	Games int
	Won   int
	Place string // mean place
	Best  string // best score

	places, best int
}

// allStandings computes the standings by title, and first those over all titles
// if there are several. Games that were given up do not count. games must be
// sorted, the newest first.
func allStandings(games []Summary) []standings {
	games = slices.DeleteFunc(slices.Clone(games), func(s Summary) bool { return len(s.Winners()) == 0 })
	who := identities(games)
	var titles []string
	for _, g := range games {
		if !slices.Contains(titles, g.Title) {
			titles = append(titles, g.Title)
		}
	}
	slices.Sort(titles)
	var out []standings
	if len(titles) > 1 {
		out = append(out, standingsOf("", games, who))
	}
	for _, t := range titles {
		out = append(out, standingsOf(t, games, who))
	}
	return out
}

// identities returns a function that identifies players: by the member in the summary, otherwise by name. If
// only one known member ever had a name, that name is theirs even where the summary names no member.
func identities(games []Summary) func(Result) string {
	known := map[string]map[string]bool{} // members by name
	for _, g := range games {
		for _, r := range g.Players {
			if name := strings.ToLower(r.Name); r.Member != "" {
				if known[name] == nil {
					known[name] = map[string]bool{}
				}
				known[name][r.Member] = true
			}
		}
	}
	return func(r Result) string {
		name := strings.ToLower(r.Name)
		if r.Member == "" && len(known[name]) == 1 {
			for member := range known[name] {
				return "member " + member
			}
		}
		if r.Member == "" {
			return "name " + name
		}
		return "member " + r.Member
	}
}

func standingsOf(title string, games []Summary, who func(Result) string) standings {
	h := standings{Title: title}
	at := map[string]int{} // index in the rows
	for _, g := range games {
		if title != "" && g.Title != title {
			continue
		}
		h.Games++
		for _, r := range g.Players {
			i, ok := at[who(r)]
			if !ok {
				i = len(h.Rows)
				at[who(r)] = i
				h.Rows = append(h.Rows, tally{Name: r.Name, best: r.Score - 1})
			}
			h.Rows[i].add(r)
		}
	}
	for i := range h.Rows {
		h.Rows[i].Place = fmt.Sprintf("%.1f", float64(h.Rows[i].places)/float64(h.Rows[i].Games))
		if title == "" {
			h.Rows[i].Best = ""
		}
	}
	slices.SortStableFunc(h.Rows, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(a.places*b.Games, b.places*a.Games), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	h.More = max(len(h.Rows)-mostRows, 0)
	h.Rows = h.Rows[:len(h.Rows)-h.More]
	return h
}

// add adds a game.
func (h *tally) add(r Result) {
	h.Games++
	h.places += r.Place
	if r.Place == 1 {
		h.Won++
	}
	if r.Score > h.best {
		h.best, h.Best = r.Score, r.Money
	}
}
