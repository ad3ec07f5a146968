package album

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"pbem/pbem/sheet"
	"pbem/templates"
)

// words are the functions of the templates. Times are given in the zone in which they are shown.
var words = template.FuncMap{
	"when": func(t time.Time) string { return t.Format("2 Jan 2006 15:04 MST") },
	"span": span,
}

// span returns the range between two days.
func span(from, to time.Time) string {
	const layout = "2 January 2006"
	a, b := from.Format(layout), to.Format(layout)
	switch {
	case a == b:
		return a
	case from.Year() == to.Year() && from.Month() == to.Month():
		return from.Format("2") + "–" + b
	case from.Year() == to.Year():
		return from.Format("2 January") + " – " + b
	}
	return a + " – " + b
}

// and joins names: "Amy, Brian and Crystal".
func and(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func parsed(name string) *template.Template {
	return template.Must(template.New(name).Funcs(words).ParseFS(templates.Files, name, "albumstyle.html"))
}

var (
	coverPage = parsed("album.html")
	roundPage = parsed("round.html")
)

// A cover is the data of the first page.
type cover struct {
	Summary
	Index       string
	Alone       bool          // it links to no other file
	Short       bool          // it does not have the whole game
	Readable    bool          // a file with the log lies beside it
	Zone        string        // of its times
	Wide, Small template.HTML // the chart
	Legend      []legend      // its lines, best first
	Rows        []worthRow    // the chart in numbers
	Names       []string
	Map         template.URL
	Position    template.HTML
	Chapters    []section

	Prices, Revenue ledger
	Sums, Runs      []runRow
	Shares          shares
}

// Whole reports that the runs of a page are those of the whole game.
func (cover) Whole() bool { return true }

// Whole reports that the runs of a page are those of a round.
func (section) Whole() bool { return false }

// Links reports whether rounds have pages to link to.
func (c cover) Links() bool { return !c.Alone }

// Links is false: the runs of a round stand on its page.
func (section) Links() bool { return false }

// A worthRow is the net worth of all players at the end of a round.
type worthRow struct {
	Name, File string
	Worth      []string
}

// A section is the data of a round's page.
type section struct {
	Summary
	N             int
	Name, File    string
	Phase         string
	Dates         string
	Map           string
	Items         []item
	Runs          []runRow
	Shares        shares
	Players       []standing
	Position      template.HTML
	Before, After *section
}

// A standing is a player's result at the end of a round.
type standing struct {
	Name, Worth, Change, Certs string
}

func (b *book) cover() []byte {
	return written(coverPage, b.front())
}

// front returns the data of the first page.
func (b *book) front() cover {
	c := cover{Summary: b.dated(), Index: b.Index, Zone: b.zone().String(), Readable: b.readable(), Rows: b.worthRows(), Legend: b.legend()}
	c.Prices, c.Revenue = b.prices(), b.revenue(b.runs)
	c.Sums, c.Runs = b.runSums(b.runs), b.runRows(b.runs, -1)
	c.Wide, c.Small = b.charts()
	for _, id := range b.state.Players() {
		c.Names = append(c.Names, b.name(id))
	}
	for i := range b.rounds {
		c.Chapters = append(c.Chapters, b.section(i))
	}
	last := b.rounds[len(b.rounds)-1]
	c.Map, c.Position, c.Shares = template.URL(last.Map), b.position(last), b.holdings(last.Position)
	return c
}

// position returns the table of a round as in mails.
func (b *book) position(c chapter) template.HTML {
	return sheet.Fragment(sheet.Mail{Title: b.Title, Game: b.ID, Name: b.Name, State: c.State})
}

func (b *book) section(i int) section {
	c := b.rounds[i]
	s := section{Summary: b.dated(), N: c.N, Name: c.Name, File: c.file(), Phase: c.Position.Phase, Map: c.Map, Items: c.Items}
	if from, to := b.time(c.From), b.time(c.Upto-1); !from.IsZero() {
		s.Dates = span(from, to)
	}
	for p, id := range b.state.Players() {
		worth, change := b.worth[p][i+1], b.worth[p][i+1]-b.worth[p][i]
		s.Players = append(s.Players, standing{b.name(id), b.money(worth), b.change(change), fmt.Sprint(c.Position.Players[p].Certs)})
	}
	return s
}

func (b *book) money(n int) string { return b.Title.Facts.Money(n) }

// change returns "+$20", "−$20" or "".
func (b *book) change(n int) string {
	switch {
	case n > 0:
		return "+" + b.money(n)
	case n < 0:
		return "−" + b.money(-n)
	}
	return ""
}

// round writes the page of a round.
func (b *book) round(i int) []byte {
	s := b.section(i)
	s.Position = b.position(b.rounds[i])
	s.Runs, s.Shares = b.runRows(b.runs, i), b.holdings(b.rounds[i].Position)
	if i > 0 {
		before := b.section(i - 1)
		s.Before = &before
	}
	if i+1 < len(b.rounds) {
		after := b.section(i + 1)
		s.After = &after
	}
	return written(roundPage, s)
}

func (b *book) worthRows() []worthRow {
	rows := []worthRow{{Name: "start"}}
	for _, c := range b.rounds {
		rows = append(rows, worthRow{Name: c.Name, File: c.file()})
	}
	for n := range rows {
		for _, w := range b.worth {
			rows[n].Worth = append(rows[n].Worth, b.money(w[n]))
		}
	}
	return rows
}

// Heading says how the game stands.
func (s Summary) Heading() string {
	winners := s.Winners()
	switch {
	case len(winners) == 0:
		return "The game was given up: nobody wins."
	case !s.Over:
		return fmt.Sprintf("In progress: %s. %s %s.", s.Round, and(winners), plural(winners, "leads", "lead"))
	}
	i := slices.IndexFunc(s.Players, func(r Result) bool { return r.Place == 1 })
	return fmt.Sprintf("%s %s with %s.", and(winners), plural(winners, "wins", "share the win"), s.Players[i].Money)
}

func plural(names []string, one, more string) string {
	if len(names) == 1 {
		return one
	}
	return more
}
