package album

import (
	"context"
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/pbem/sheet"
	"pbem/titles/title"
)

// An income tells who earned what in each operating round, and what each player had at
// its end.
type income struct {
	Rounds    []string
	Companies []incomeRow
	Players   []incomeRow
}

// An incomeRow is a company with what its trains earned, or a player with cash and worth.
type incomeRow struct {
	Company *facts.Company // nil for a player
	Name    string
	Cells   []string
	Sum     string
}

// Earnings returns the incomes of a game for its mails. It reads every run again, which takes about
// a third of a millisecond for each.
func Earnings(t *title.Title, log []engine.Event) sheet.Ledger {
	b := &book{Game: Game{Title: t, Log: log}, state: engine.Fold(log)}
	for i, r := range Rounds(t, log) {
		b.rounds = append(b.rounds, chapter{Round: r, N: i + 1, Position: t.Position(r.State)})
	}
	b.reckon()
	b.runs = b.made(context.Background())
	l, chapters := b.earnings()
	if n := len(chapters); n > 0 {
		l.Ongoing = b.state.Result == nil && chapters[n-1] == len(b.rounds)-1
	}
	return l
}

// earnings adds up the runs of each round in which trains ran. chapters are the indices of those rounds.
func (b *book) earnings() (l sheet.Ledger, chapters []int) {
	for _, r := range b.runs {
		if !slices.Contains(chapters, r.chapter) {
			chapters = append(chapters, r.chapter)
			l.Rounds = append(l.Rounds, b.rounds[r.chapter].Name)
		}
	}
	earners := b.companies()
	for _, r := range b.runs { // some companies come and go in one round
		if !slices.Contains(earners, r.Company) {
			earners = append(earners, r.Company)
		}
	}
	for _, sym := range earners {
		a := sheet.Account{Of: sym, Sums: make([]int, len(chapters))}
		for _, r := range b.runs {
			if r.Company == sym {
				a.Sums[slices.Index(chapters, r.chapter)] += r.Earned
			}
		}
		if a.Sum() > 0 {
			l.Earned = append(l.Earned, a)
		}
	}
	for i, id := range b.state.Players() {
		a := sheet.Account{Of: id}
		for _, c := range chapters {
			a.Sums = append(a.Sums, b.worth[i][c+1])
		}
		l.Worth = append(l.Worth, a)
	}
	return l, chapters
}

// income is the table of all rounds in which trains ran.
func (b *book) income() income {
	l, chapters := b.earnings()
	out := income{Rounds: l.Rounds}
	for _, a := range l.Earned {
		row := b.account(a.Of, a.Sums)
		out.Companies = append(out.Companies, incomeRow{Company: row.Company, Cells: row.Cells, Sum: b.money(a.Sum())})
	}
	for i, a := range l.Worth {
		row := incomeRow{Name: b.name(a.Of)}
		for n, c := range chapters {
			row.Cells = append(row.Cells, b.money(b.rounds[c].Position.Players[i].Cash)+" / "+b.money(a.Sums[n]))
		}
		out.Players = append(out.Players, row)
	}
	return out
}
