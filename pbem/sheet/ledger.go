package sheet

import (
	"fmt"
	"slices"
)

// A Ledger tells what each company earned in each round in which trains ran, and what each player
// was worth at the end of that round.
type Ledger struct {
	Rounds  []string // "OR 2.1"
	Earned  []Account
	Worth   []Account
	Ongoing bool // the last round is not over
}

// An Account is one row of a ledger.
type Account struct {
	Of   string // a company or a player
	Sums []int  // for each round
}

// Sum adds up an account.
func (a Account) Sum() int {
	n := 0
	for _, s := range a.Sums {
		n += s
	}
	return n
}

// A phone has room for the figures of a few rounds beside each other. More rounds stand in tables below
// each other.
const (
	roundsBeside = 5
	mostLedgers  = 5
)

// earnings shows the ledger. It is for HTML only: as text it would be too wide.
func (v *view) earnings(d *doc) {
	l := v.Ledger
	if len(l.Rounds) == 0 {
		return
	}
	aside := "what trains earned; cash and shares of players at the end of each round"
	if l.Ongoing {
		aside += "; " + l.Rounds[len(l.Rounds)-1] + " so far"
	}
	d.add(block{Head: "Incomes and holdings", Asks: "earns", Aside: aside, HTMLOnly: true})
	first := max(0, len(l.Rounds)-roundsBeside*mostLedgers)
	for from := first; from < len(l.Rounds); from += roundsBeside {
		upto := min(from+roundsBeside, len(l.Rounds))
		d.add(block{Table: v.ledger(from, upto), HTMLOnly: true})
	}
	if first > 0 {
		d.add(block{Text: plain(fmt.Sprintf("Before that came %s to %s.", l.Rounds[0], l.Rounds[first-1])), HTMLOnly: true})
	}
}

// ledger makes the table of some rounds. The last one has the sums of all.
func (v *view) ledger(from, upto int) *table {
	last := upto == len(v.Ledger.Rounds)
	t := &table{Columns: []column{{}}}
	for _, name := range v.Ledger.Rounds[from:upto] {
		t.Columns = append(t.Columns, column{Head: name, Right: true, Asks: "earns"})
	}
	if last {
		t.Columns = append(t.Columns, column{Head: "Together", Right: true, Asks: "earns"})
	}
	row := func(name cell, a Account, sum bool) {
		cells := []cell{name}
		for _, n := range a.Sums[from:upto] {
			cells = append(cells, plain(v.earned(n)))
		}
		switch {
		case last && sum:
			cells = append(cells, strong(v.money(a.Sum())))
		case last:
			cells = append(cells, nil)
		}
		t.add(cells...)
	}
	for _, a := range v.Ledger.Earned {
		if last || slices.ContainsFunc(a.Sums[from:upto], func(n int) bool { return n != 0 }) {
			row(cell{v.company(a.Of)}, a, true)
		}
	}
	for _, a := range v.Ledger.Worth {
		row(cell{v.player(a.Of)}, a, false)
	}
	return t
}

// earned writes a sum, and nothing for none.
func (v *view) earned(n int) string {
	if n == 0 {
		return ""
	}
	return v.money(n)
}
