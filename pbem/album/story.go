package album

import (
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// The story of a game in numbers: what each company was worth and earned in each round, each run of trains
// compared with the best possible, and who held what.

// A run is one run of trains and its chapter.
type run struct {
	title.Ran
	chapter int
}

// Limits of the search for the best runs, in steps: for one run, and for all runs of a game (about ten
// seconds).
const (
	runBudget  = 4_000_000
	gameBudget = 100_000_000
)

// ran returns the runs of a game that are in force, in order, each beside the best there was.
func (b *book) ran(ctx context.Context) []run {
	left := gameBudget
	return b.eachRun(ctx, func(before *engine.State, said engine.Said) (title.Ran, bool) {
		r, ok := b.Title.Ran(before, said, min(runBudget, left))
		left = max(left-r.Work, 0)
		return r, ok
	})
}

// made returns the runs of a game that are in force, in order, without a search for better ones.
func (b *book) made(ctx context.Context) []run {
	return b.eachRun(ctx, func(before *engine.State, said engine.Said) (title.Ran, bool) {
		made, ok := b.Title.Made(before, said)
		return title.Ran{Made: made}, ok
	})
}

// eachRun reads the runs of a game with a function, which gets the table before each.
func (b *book) eachRun(ctx context.Context, read func(before *engine.State, said engine.Said) (title.Ran, bool)) []run {
	var out []run
	at := 0
	s := engine.Fold(nil)
	force := engine.InForce(b.Log)
	for n, i := range force {
		said, ok := b.Log[i].(engine.Said)
		if !ok || said.Verb != moves.Run.Name {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		var since []engine.Event
		for ; at < n; at++ {
			since = append(since, b.Log[force[at]])
		}
		s = s.With(since...)
		if r, ok := read(s, said); ok {
			out = append(out, run{r, b.chapterOf(i)})
		}
	}
	return out
}

// chapterOf returns the index of the round of an event.
func (b *book) chapterOf(event int) int {
	i := slices.IndexFunc(b.rounds, func(c chapter) bool { return event < c.Upto })
	if i < 0 {
		return len(b.rounds) - 1
	}
	return i
}

// A ledger is a table with a row for each company and a column for each round.
type ledger struct {
	Rounds []string
	Rows   []account
}

// An account is the row of one company: a small drawing, and a cell for each round. Sum is empty if a sum
// makes no sense.
type account struct {
	Company *facts.Company
	Line    template.HTML
	Cells   []string
	Sum     string
}

// companies lists all companies that were ever in play, in the order in which they started.
func (b *book) companies() []string {
	var out []string
	for _, c := range b.rounds {
		for _, co := range c.Position.Companies {
			if !slices.Contains(out, co.Sym) {
				out = append(out, co.Sym)
			}
		}
	}
	return out
}

// prices is the ledger of share prices at the end of each round.
func (b *book) prices() ledger {
	var l ledger
	for _, c := range b.rounds {
		l.Rounds = append(l.Rounds, c.Name)
	}
	for _, sym := range b.companies() {
		values := make([]int, len(b.rounds))
		for i, c := range b.rounds {
			for _, co := range c.Position.Companies {
				if co.Sym == sym {
					values[i] = co.Price
				}
			}
		}
		if slices.Max(values) > 0 {
			l.Rows = append(l.Rows, b.account(sym, values))
		}
	}
	return l
}

// revenue is the ledger of what trains earned, in the rounds with runs.
func (b *book) revenue(runs []run) ledger {
	var l ledger
	var rounds []int
	for _, r := range runs {
		if !slices.Contains(rounds, r.chapter) {
			rounds = append(rounds, r.chapter)
			l.Rounds = append(l.Rounds, b.rounds[r.chapter].Name)
		}
	}
	for _, sym := range b.companies() {
		values, sum := make([]int, len(rounds)), 0
		for _, r := range runs {
			if r.Company == sym {
				values[slices.Index(rounds, r.chapter)] += r.Earned
				sum += r.Earned
			}
		}
		if sum > 0 {
			row := b.account(sym, values)
			row.Sum = b.money(sum)
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}

func (b *book) account(sym string, values []int) account {
	a := account{Company: b.Title.Facts.Company(sym), Line: spark(values)}
	for _, v := range values {
		cell := ""
		if v > 0 {
			cell = b.money(v)
		}
		a.Cells = append(a.Cells, cell)
	}
	return a
}

// Size of a spark, a small drawing beside its numbers.
const (
	sparkWidth  = 96.0
	sparkHeight = 22.0
)

// spark draws values as a line with gaps where there is no value.
func spark(values []int) template.HTML {
	most := max(slices.Max(values), 1)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="spark" viewBox="0 0 %.0f %.0f" aria-hidden="true"><path d="`, sparkWidth, sparkHeight)
	drawn := false
	for i, v := range values {
		x := 2 + (sparkWidth-4)*float64(i)/float64(max(len(values)-1, 1))
		y := sparkHeight - 3 - (sparkHeight-6)*float64(v)/float64(most)
		switch {
		case v == 0:
			drawn = false
			continue
		case drawn:
			fmt.Fprintf(&b, "L%.1f %.1f", x, y)
		default:
			fmt.Fprintf(&b, "M%.1f %.1fh.1", x, y)
		}
		drawn = true
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String())
}

// A runRow is a run, or the sum of a company's runs, as a page shows it.
type runRow struct {
	Round, File  string
	Company      *facts.Company
	Who          string
	Trains       string
	Runs         int
	Earned, Best string
	Share        string // percentage of the best, "97 %"
	Less         bool   // it was less than the best
}

func (b *book) runRow(r run) runRow {
	c := b.rounds[r.chapter]
	return runRow{
		Round: c.Name, File: c.file(), Company: b.Title.Facts.Company(r.Company), Who: b.name(r.By), Trains: strings.Join(r.Trains, " "), Runs: 1,
		Earned: b.money(r.Earned), Best: b.best(r.Best, r.Proven), Share: share(r.Earned, r.Best), Less: r.Earned < r.Best,
	}
}

// best returns the most that was possible; with "at least" if the search was cut short.
func (b *book) best(n int, proven bool) string {
	if proven {
		return b.money(n)
	}
	return "at least " + b.money(n)
}

// share returns a part of a whole in percent. It says 100 only for the whole.
func share(part, whole int) string {
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("%d %%", 100*part/whole)
}

// runRows returns the runs of a chapter, or all runs for -1.
func (b *book) runRows(runs []run, chapter int) []runRow {
	var out []runRow
	for _, r := range runs {
		if chapter < 0 || r.chapter == chapter {
			out = append(out, b.runRow(r))
		}
	}
	return out
}

// runSums returns the sum of the runs of each company.
func (b *book) runSums(runs []run) []runRow {
	var out []runRow
	for _, sym := range b.companies() {
		n, earned, best, proven := 0, 0, 0, true
		for _, r := range runs {
			if r.Company == sym {
				n, earned, best, proven = n+1, earned+r.Earned, best+r.Best, proven && r.Proven
			}
		}
		if n > 0 {
			out = append(out, runRow{Company: b.Title.Facts.Company(sym), Runs: n,
				Earned: b.money(earned), Best: b.best(best, proven), Share: share(earned, best), Less: earned < best})
		}
	}
	return out
}

// Shares tell who holds how many shares of each company, and how many certificates the players have.
type shares struct {
	Holders []string
	Rows    []shareRow
	Certs   []string // by player, the first of the holders
	Limit   int      // certificates that a player may have; 0 for no limit
}

type shareRow struct {
	Company   *facts.Company
	President int // index in the holders; -1 for none
	Cells     []string
}

// places are the names of holders that are not players.
var places = map[string]string{"ipo": "IPO", "treasury": "treasury", "pool": "pool"}

// holdings lists a position by its holders: the players, then other holders.
func (b *book) holdings(p title.Position) shares {
	var ids []string
	out := shares{Limit: p.CertLimit}
	for _, pl := range p.Players {
		ids = append(ids, pl.ID)
		out.Certs = append(out.Certs, fmt.Sprint(pl.Certs))
	}
	for _, c := range p.Companies {
		for _, stake := range slices.Concat(c.Held, c.Shorts) {
			if stake.Shares > 0 && !slices.Contains(ids, stake.Holder) {
				ids = append(ids, stake.Holder)
			}
		}
	}
	for _, id := range ids {
		name := places[id]
		if name == "" {
			name = b.name(id)
		}
		out.Holders = append(out.Holders, name)
	}
	for _, c := range p.Companies {
		row := shareRow{Company: b.Title.Facts.Company(c.Sym), President: slices.Index(ids, c.President), Cells: make([]string, len(ids))}
		for i, id := range ids {
			row.Cells[i] = stakes(c, id)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// stakes returns the shares of a holder in a company, "3", followed by those sold short, "3 −2".
func stakes(c title.Company, holder string) string {
	var out []string
	for _, s := range c.Held {
		if s.Holder == holder && s.Shares > 0 {
			out = append(out, fmt.Sprint(s.Shares))
		}
	}
	for _, s := range c.Shorts {
		if s.Holder == holder && s.Shares > 0 {
			out = append(out, fmt.Sprint("−", s.Shares))
		}
	}
	return strings.Join(out, " ")
}
