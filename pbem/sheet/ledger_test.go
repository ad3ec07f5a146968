package sheet

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// What was earned stands in the HTML of a mail with the whole position, a few rounds beside each other, and not
// in its text.
func TestLedger(t *testing.T) {
	ti, _ := titles.Find("18newengland")
	l := Ledger{Ongoing: true, Earned: []Account{{Of: "NYW"}, {Of: "B&M"}}, Worth: []Account{{Of: "p1"}, {Of: "p2"}}}
	for i := range 31 {
		l.Rounds = append(l.Rounds, fmt.Sprintf("OR %d.%d", i/2+1, i%2+1))
		for _, a := range []*Account{&l.Earned[0], &l.Worth[0], &l.Worth[1]} {
			a.Sums = append(a.Sums, 1000+i)
		}
		l.Earned[1].Sums = append(l.Earned[1].Sums, map[bool]int{true: 70}[i == 8])
	}
	m := Mail{Title: ti, Game: "g12", Kind: Status, Ledger: l, State: engine.Fold([]engine.Event{engine.Started{Title: ti.Facts.Slug, Players: []string{"Amy", "<b>Brian"}}})}
	page := Write(m)
	if strings.Contains(strings.ToLower(page.Text), "incomes and holdings") || strings.Contains(page.Text, "1030") {
		t.Errorf("the text has it:\n%s", page.Text)
	}
	_, html, ok := strings.Cut(page.HTML, "Incomes and holdings")
	for _, want := range []string{"OR 16.1 so far", ">OR 4.1<", ">OR 16.1<", "$1030", ">$70<", ">$31465<", "Before that came OR 1.1 to OR 3.2.", "&lt;b&gt;Brian"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q", want)
		}
	}
	if n := strings.Count(html, "<table"); !ok || n != mostLedgers || strings.Contains(html, ">OR 3.2<") {
		t.Errorf("%d tables", n)
	}
	if n := strings.Count(html, ">B&amp;M<"); n != 2 { // in the table of its only run, and in the last
		t.Errorf("B&M stands in %d tables", n)
	}
	for row := range strings.SplitSeq(html, "<tr") {
		if n := strings.Count(row, "<td"); n > roundsBeside+2 {
			t.Errorf("%d cells beside each other", n)
		}
	}
	m.Ledger = Ledger{}
	if strings.Contains(Write(m).HTML, "Incomes and holdings") {
		t.Error("nothing was earned, and there is a table")
	}
}
