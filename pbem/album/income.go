package album

import (
	"slices"

	"pbem/engine/facts"
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

// income is the table of all rounds in which trains ran.
func (b *book) income() income {
	var out income
	var chapters []int
	for _, r := range b.runs {
		if !slices.Contains(chapters, r.chapter) {
			chapters = append(chapters, r.chapter)
			out.Rounds = append(out.Rounds, b.rounds[r.chapter].Name)
		}
	}
	for _, a := range b.revenue(b.runs).Rows {
		out.Companies = append(out.Companies, incomeRow{Company: a.Company, Cells: a.Cells, Sum: a.Sum})
	}
	for i, id := range b.state.Players() {
		row := incomeRow{Name: b.name(id)}
		for _, c := range chapters {
			row.Cells = append(row.Cells, b.money(b.rounds[c].Position.Players[i].Cash)+" / "+b.money(b.worth[i][c+1]))
		}
		out.Players = append(out.Players, row)
	}
	return out
}
