package album

import (
	"context"
	"html/template"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/pbem/picture"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// MostRunning bounds the page of a running game, in bytes.
const MostRunning = 1_000_000

// RefreshEvery is after how many seconds the page of a running game reloads itself.
const RefreshEvery = 300

// Running makes the page of a game that is on: the map with the last runs, what
// happened in each round and how it stood then, charts, incomes and the position. It needs
// no other file and no script; a link leads to each round. It shows nothing that players wrote
// to each other, and nothing that was said in secret. What does not fit is left
// out, the oldest rounds first, and the page says so. If the context ends earlier, Running
// returns its error.
func Running(ctx context.Context, g Game) ([]byte, error) {
	g.Log = sheet.Readable(g.Title, engine.Readable(g.Log))
	g.Times = g.Times[:min(len(g.Times), len(g.Log))]
	g.Remarks = nil
	b, err := read(ctx, g)
	if err != nil {
		return nil, err
	}
	if b.runs = b.made(ctx); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	b.summary = b.sum()
	p, err := b.running(ctx)
	if err != nil {
		return nil, err
	}
	return p.fitted(), nil
}

var runningPage = parsed("running.html")

// A running is the data of the page of a running game.
type running struct {
	cover
	Waits    string // for whom the game waits, "" for nobody
	Phase    string
	Refresh  int
	Stamp    string
	fewer    func()       // draws fewer runs on the map
	Rule     template.CSS // shows a frame of the film
	Film     template.HTML
	Steps    []stage
	Income   income
	Standing shares
	Cut      string // the first round whose moves are shown; "" if all are
}

// A stage is a round to which the page leads.
type stage struct {
	section
	Frame         int
	Last          bool
	Before, After *stage
	Cash          []string // of the players
	Cut           bool     // what happened is left out
	Brief         bool     // the shares are left out
}

// Rows are the players at the end of the round.
func (s stage) Rows() []stageRow {
	var out []stageRow
	for i, p := range s.Players {
		out = append(out, stageRow{p, s.Cash[i]})
	}
	return out
}

type stageRow struct {
	standing
	Cash string
}

// running returns the data of the page.
func (b *book) running(ctx context.Context) (*running, error) {
	frames, err := b.frames(ctx)
	if err != nil {
		return nil, err
	}
	last := b.rounds[len(b.rounds)-1]
	p := &running{cover: cover{Summary: b.dated(), Index: b.Index, Zone: b.zone().String(), Legend: b.legend(), Alone: true}, Refresh: RefreshEvery, Stamp: Stamp(b.ID, len(b.Log)), Phase: last.Position.Phase}
	p.Wide, p.Small = b.charts()
	p.Prices, p.Revenue, p.Income = b.prices(), b.revenue(b.runs), b.income()
	for _, id := range b.state.Players() {
		p.Names = append(p.Names, b.name(id))
	}
	p.Waits = b.waits()
	p.Film, p.Rule = b.film(frames), template.CSS(picture.FilmStyle)
	p.fewer = func() {
		for i := range max(len(frames)-drawnAlways, 0) {
			frames[i].Over = picture.Drawing{}
		}
		p.Film = b.film(frames)
	}
	p.Position, p.Shares = b.position(last), b.holdings(last.Position)
	p.Steps = b.stages()
	return p, nil
}

// drawnAlways is in how many of the last rounds runs are drawn although the page is large.
const drawnAlways = 6

// waits names the players for whom the game waits.
func (b *book) waits() string {
	var names []string
	for _, id := range engine.Awaited(engine.Open(b.Title.Rules, b.Log).Pending()) {
		names = append(names, b.name(id))
	}
	return and(names)
}

// film draws a map of each round as one picture.
func (b *book) film(frames []picture.Frame) template.HTML {
	return template.HTML(picture.Film(frames, "Map of "+b.Name+"; the position below lists every hex in words"))
}

// frames returns the map at the end of each round, with the runs of that round. Over the last lies the last
// run of each company.
func (b *book) frames(ctx context.Context) ([]picture.Frame, error) {
	var out []picture.Frame
	for i, r := range b.rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f := picture.Frame{Map: picture.Of(b.Title, r.State)}
		if made := b.latest(i); len(made) > 0 {
			f.Over = picture.RunsOver(b.Title, r.State, made)
		}
		out = append(out, f)
	}
	return out, nil
}

// latest returns the runs of a round. In the last round they are the last of each company that is still there.
func (b *book) latest(chapter int) []title.Course {
	var out []title.Course
	for _, r := range b.runs {
		if chapter == len(b.rounds)-1 {
			out = slices.DeleteFunc(out, func(c title.Course) bool { return c.Company == r.Company })
		} else if r.chapter != chapter {
			continue
		}
		out = append(out, r.Courses...)
	}
	there := b.rounds[chapter].Position.Companies
	return slices.DeleteFunc(out, func(c title.Course) bool {
		return !slices.ContainsFunc(there, func(co title.Company) bool { return co.Sym == c.Company })
	})
}

// stages returns the rounds, each with links to its neighbours.
func (b *book) stages() []stage {
	out := make([]stage, len(b.rounds))
	for i, c := range b.rounds {
		s := stage{section: b.section(i), Frame: i, Last: i == len(b.rounds)-1}
		s.Items = b.unspoken(s.Items)
		s.Runs, s.Shares = b.runRows(b.runs, i), b.holdings(c.Position)
		for _, pl := range c.Position.Players {
			s.Cash = append(s.Cash, b.money(pl.Cash))
		}
		out[i] = s
	}
	for i := range out {
		if i > 0 {
			out[i].Before = &out[i-1]
		}
		if i+1 < len(out) {
			out[i].After = &out[i+1]
		}
	}
	return out
}

// unspoken returns items without what players wrote to each other and what the host wrote.
func (b *book) unspoken(items []item) []item {
	return slices.DeleteFunc(slices.Clone(items), func(it item) bool {
		if it.Remark {
			return true
		}
		_, beside := b.Log[it.at].(engine.Hosted)
		return beside && it.Kind == "act"
	})
}

// fitted writes the page, without what makes it too large.
func (p *running) fitted() []byte {
	page := written(runningPage, p)
	if len(page) > MostRunning { // the table of incomes still tells what players had
		for i := range p.Steps {
			p.Steps[i].Brief = !p.Steps[i].Last
		}
		page = written(runningPage, p)
	}
	if len(page) > MostRunning {
		p.fewer()
		page = written(runningPage, p)
	}
	part := (len(p.Steps) + 7) / 8
	for n := part; len(page) > MostRunning && n < len(p.Steps); n += part {
		for i := range n {
			p.Steps[i].Items, p.Steps[i].Cut = nil, true
		}
		p.Cut = p.Steps[n].Name
		page = written(runningPage, p)
	}
	for _, less := range []func(){
		func() { p.Film = "" },
		func() { p.Steps = p.Steps[len(p.Steps)-1:]; p.Steps[0].Before = nil },
		func() { p.Steps[0].Items, p.Steps[0].Cut = nil, true },
		func() { p.Income, p.Prices, p.Revenue, p.Position = income{}, ledger{}, ledger{}, "" },
	} {
		if len(page) <= MostRunning {
			break
		}
		less()
		page = written(runningPage, p)
	}
	return page
}

// ID is the place of a round on the page.
func (s stage) ID() string { return "r" + strconv.Itoa(s.N) }
