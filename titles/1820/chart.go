package t1820

import (
	"slices"

	"pbem/engine/facts"
	"pbem/engine/step"
)

// A chartColumn is one column of the Cost of Business chart. // 10.5; 20-SE-09
type chartColumn struct {
	phase       int
	sizes       []int // share-counts of new companies
	premium     int   // spaces up for a forcing bid
	interest    int   // of a loan
	limit       int   // trains of a company
	maintenance [6]int
}

// chart is the Cost of Business chart. Its columns count from 1; column 0 is not used.
// // 10.5; 20-MT-01, 20-LN-06, 20-RU-03
var chart = []chartColumn{
	{},
	{yellow, []int{5}, 10, 20, 6, [6]int{0}},
	{yellow, []int{5}, 10, 20, 6, [6]int{0}},
	{green, []int{5, 10}, 9, 20, 5, [6]int{10, 0}},
	{green, []int{5, 10}, 8, 20, 5, [6]int{25, 10}},
	{green, []int{5, 10}, 8, 20, 5, [6]int{50, 25}},
	{blue, []int{10, 20}, 7, 20, 5, [6]int{100, 50, 25}},
	{blue, []int{10, 20}, 6, 20, 5, [6]int{160, 100, 50}},
	{blue, []int{10, 20}, 6, 20, 5, [6]int{250, 160, 100}},
	{brown, []int{10, 20}, 5, 40, 4, [6]int{400, 250, 160, 50}},
	{brown, []int{10, 20}, 4, 40, 4, [6]int{650, 400, 250, 100}},
	{brown, []int{10, 20}, 4, 40, 4, [6]int{1000, 650, 400, 160}},
	{red, []int{20, 50}, 3, 60, 3, [6]int{2500, 1000, 650, 250, 160}},
	{red, []int{20, 50}, 2, 60, 3, [6]int{5000, 2500, 1000, 400, 250}},
	{red, []int{20, 50}, 2, 60, 3, [6]int{5000, 5000, 2500, 650, 400}},
	{gray, []int{50}, 1, 80, 2, [6]int{5000, 5000, 5000, 1000, 650, 400}},
	{gray, []int{50}, 0, 80, 2, [6]int{5000, 5000, 5000, 2500, 1000, 650}},
	{gray, []int{50}, 0, 80, 2, [6]int{5000, 5000, 5000, 5000, 2500, 1000}},
}

// atEnd is the column END, after the last one of the chart. // 9.1; 20-GE-04
const atEnd = 18

// costs returns the column where the marker stands, or the last one at END.
func (v view) costs() chartColumn { return chart[min(v.S.Get(column), atEnd-1)] }

// colours are the names of the phases.
var colours = []string{"yellow", "green", "blue", "brown", "red", "gray"}

// colourOf returns the phase of a type of train.
func colourOf(name string) int { return slices.Index(colours, data.Train(name).Color) }

// maintenance returns what a train costs in each operating round now. // 7.2.5; 20-MT-01, 20-RU-64
func (v view) maintenance(name string) int { return v.costs().maintenance[colourOf(name)] }

// limit returns how many trains a company may own. // 13.7; 20-RT-20
func (v view) limit() int { return v.costs().limit }

// firstColumn is the first column of a colour.
func firstColumn(p int) int {
	return slices.IndexFunc(chart[1:], func(c chartColumn) bool { return c.phase == p }) + 1
}

// leftSupply handles that a train was sold, given away, or thrown out of the game. The first train
// of a colour begins its phase. The marker then jumps to the first column of the phase, but never
// back. // 10.5, 6.4.3; 20-SE-07, 20-SE-11, 20-TB-09
func (t *turn) leftSupply(name string) {
	if data.Train(name).Count == 0 && t.costs().phase == yellow {
		step.Refill(t.Turn, t.Table, name)
	}
	p := colourOf(name)
	if p <= t.Get(phase) {
		return
	}
	t.Set(phase, p)
	t.Note("", "The %s phase begins", colours[p])
	t.markerTo(max(t.Get(column), firstColumn(p)))
	if p >= red && !t.over() {
		t.closeCousins()
	}
	t.discardExcess()
}

// markerTo moves the marker of the chart. In a new colour, trains on sale of earlier colours leave
// the game, and the limits of the column hold. // 10.5, 8.1; 20-SE-09, 20-SE-10, 20-IT-01, 20-RU-39
func (t *turn) markerTo(to int) {
	if to == t.Get(column) {
		return
	}
	t.Set(column, to)
	if to == atEnd {
		return
	}
	t.Note("", "The Cost of Business is in column %d", to)
	for _, train := range t.OnSale() {
		if colourOf(step.Label(train)) < chart[to].phase {
			t.Move(train, step.Out)
		}
	}
}

// discardExcess brings every company down to its limit. Their directors are asked at once. A
// company that no player directs gives up its cheapest trains.
// // 13.7; 20-TB-10, 20-RU-38, 20-RU-65
func (t *turn) discardExcess() {
	for _, sym := range t.playing() {
		for len(t.Trains(sym)) > t.limit() && t.President(sym) == "" {
			t.scrap(sym, t.cheapestTrain(sym))
		}
	}
	over := func() []step.Excess {
		return t.Over(t.playing(), func(string) int { return t.limit() }, t.President)
	}
	step.Discards(t.Turn, t.Table, over, false, t.scrap)
}

// scrap removes a train of a company from the game.
func (t *turn) scrap(sym, train string) {
	t.Move(train, step.Out)
	t.Note(sym, "discarded %s", step.ATrain(step.Label(train)))
}

// cheapestTrain returns the train of a company with the lowest price.
func (v view) cheapestTrain(sym string) string {
	return slices.MinFunc(v.Trains(sym), func(a, b string) int {
		return data.Train(step.Label(a)).Price - data.Train(step.Label(b)).Price
	})
}

// trainOf returns the train of a colour in the roster of this game. // 5; 20-RU-02
func (v view) trainOf(p int) facts.Train {
	i := slices.IndexFunc(data.Trains, func(tr facts.Train) bool { return colourOf(tr.Name) == p && inRoster(v.on(certificates), tr.Name) })
	return data.Trains[i]
}

// inRoster reports whether a type of train is in the game. // 5; 20-RU-02
func inRoster(cards bool, name string) bool {
	switch name {
	case "5+", "8+":
		return !cards
	case "6+", "EXPRESS":
		return cards
	}
	return true
}
