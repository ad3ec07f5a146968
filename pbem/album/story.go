package album

import (
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/titles/title"
)

// The story of a game in numbers: what each company was worth and earned round by
// round, each run of trains beside the best that was possible, and who held what.

// A run is one run of trains, in the chapter it belongs to.
type run struct {
	title.Ran
	chapter int
}

// Bounds of the search for the best runs, in steps: of one run, and of all of a
// game, about ten seconds.
const (
	runBudget  = 4_000_000
	gameBudget = 100_000_000
)

// ran finds the runs of a game that are in force, in their order.
func (b *book) ran(ctx context.Context) []run {
	var out []run
	left, at := gameBudget, 0
	s := engine.Fold(nil)
	force := engine.InForce(b.Log)
	for n, i := range force {
		said, ok := b.Log[i].(engine.Said)
		if !ok {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		for ; at < n; at++ {
			s = s.With(b.Log[force[at]])
		}
		r, ok := b.Title.Ran(s, said, min(runBudget, left))
		if !ok {
			continue
		}
		left = max(left-r.Work, 0)
		out = append(out, run{r, b.chapterOf(i)})
	}
	return out
}

// chapterOf is the place of the round to which an event belongs.
func (b *book) chapterOf(event int) int {
	i := slices.IndexFunc(b.rounds, func(c chapter) bool { return event < c.Upto })
	if i < 0 {
		return len(b.rounds) - 1
	}
	return i
}

// A ledger is a table of companies by round.
type ledger struct {
	Rounds []string
	Rows   []account
}

// An account is one company's row: a line that shows how it went, and a cell for
// each round; Sum is empty where nothing is to be added up.
type account struct {
	Company *facts.Company
	Line    template.HTML
	Cells   []string
	Sum     string
}

// companies lists those that were ever in play, in order of their coming.
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

// revenue is the ledger of what trains earned, in the rounds in which any ran.
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

// Measures of a spark, a small drawing without words beside its numbers.
const (
	sparkWidth  = 96.0
	sparkHeight = 22.0
)

// spark draws values as a line; it breaks where there is none.
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

// A runRow is a run as a page shows it, or the runs of a company together.
type runRow struct {
	Round, File  string
	Company      *facts.Company
	Who          string
	Trains       string
	Runs         int
	Earned, Best string
	Share        string // of the best, "97 %"
	Less         bool   // it was not the best
}

func (b *book) runRow(r run) runRow {
	c := b.rounds[r.chapter]
	return runRow{
		Round: c.Name, File: c.file(), Company: b.Title.Facts.Company(r.Company), Who: b.name(r.By), Trains: strings.Join(r.Trains, " "), Runs: 1,
		Earned: b.money(r.Earned), Best: b.best(r.Best, r.Proven), Share: share(r.Earned, r.Best), Less: r.Earned < r.Best,
	}
}

// best is the most there was; "at least" where the search was broken off.
func (b *book) best(n int, proven bool) string {
	if proven {
		return b.money(n)
	}
	return "at least " + b.money(n)
}

// share is a part of a whole in hundredths; it says 100 only of all of it.
func share(part, whole int) string {
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("%d %%", 100*part/whole)
}

// runRows are all runs, for the pages of those of a chapter; -1 is all.
func (b *book) runRows(runs []run, chapter int) []runRow {
	var out []runRow
	for _, r := range runs {
		if chapter < 0 || r.chapter == chapter {
			out = append(out, b.runRow(r))
		}
	}
	return out
}

// runSums are the runs of each company together.
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

// Shares are who holds how much of each company, and how many certificates the
// players have.
type shares struct {
	Holders []string
	Rows    []shareRow
	Certs   []string // by player, the first of the holders
	Limit   int      // certificates that a player may have; 0 for none
}

type shareRow struct {
	Company   *facts.Company
	President int // place among the holders; -1 for none
	Cells     []string
}

// places are the names of holders that are no players.
var places = map[string]string{"ipo": "IPO", "treasury": "treasury", "pool": "pool"}

// holdings tells a position by its holders: the players, then who else has any.
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

// stakes are the shares of a holder in a company, "3", with those sold short
// behind them, "3 −2".
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
