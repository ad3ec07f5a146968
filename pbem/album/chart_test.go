package album

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
)

// crowd is a book of many players whose worth is nearly the same, some of them
// in debt.
func crowd(t *testing.T, worth ...int) *book {
	t.Helper()
	ti := titles.All()[0]
	start := engine.Started{Seed: 1}
	for i := range worth {
		start.Players = append(start.Players, fmt.Sprintf("A name of some length %d", i))
	}
	_, log, err := titles.Start(ti, start)
	if err != nil {
		t.Fatal(err)
	}
	b, err := open(t.Context(), Game{Title: ti, ID: "g1", Name: "Crowd", Log: log}, true)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range worth {
		b.worth[i] = []int{w / 2, w}
	}
	return b
}

var label = regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)">`)

// Names at the ends of lines overlap neither each other nor the edge of the drawing. On a small page they are
// in the legend.
func TestChartLabels(t *testing.T) {
	for _, worth := range [][]int{
		{500, 500, 500, 500, 500, 500, 500},
		{0, 0, 0, 0, 0, 3},
		{9000, 9001, 9002},
		{-250, 40, 900},
	} {
		b := crowd(t, worth...)
		wide, small := b.charts()
		if label.MatchString(string(small)) {
			t.Errorf("%v: names on the small chart", worth)
		}
		if len(b.legend()) != len(worth) {
			t.Errorf("%v: %d names in the legend", worth, len(b.legend()))
		}
		for svg, height := range map[string]float64{string(wide): 400} {
			var at []float64
			for _, m := range label.FindAllStringSubmatch(svg, -1) {
				y, err := strconv.ParseFloat(m[2], 64)
				if err != nil || y < 0 || y > height {
					t.Errorf("%v: a label at %s, %v", worth, m[2], err)
				}
				at = append(at, y)
			}
			slices.Sort(at)
			for i := range at {
				if i > 0 && at[i]-at[i-1] < labelGap-0.2 {
					t.Errorf("%v: labels at %v", worth, at)
				}
			}
			if len(at) != len(worth) {
				t.Errorf("%v: %d labels", worth, len(at))
			}
		}
	}
}

// No name is cut, however long: it is complete beside its line or in the legend.
func TestChartNamesAreWhole(t *testing.T) {
	ti := titles.All()[0]
	for _, name := range []string{"Al", "Wilhelmina Mommsen-Wolff", strings.Repeat("W", 24), strings.Repeat("Anastasia ", 20), "阿" + strings.Repeat("里", 23)} {
		_, log, err := titles.Start(ti, engine.Started{Seed: 1, Players: []string{name, "Bo", "Cy"}})
		if err != nil {
			t.Fatal(err)
		}
		b, err := open(t.Context(), Game{Title: ti, ID: "g1", Name: "Names", Log: log}, true)
		if err != nil {
			t.Fatal(err)
		}
		wide, _ := b.charts()
		name = b.name("p1")
		long := b.longestLabel()+34 > mostRoom
		if strings.Contains(string(wide), ">"+name+" <tspan") == long {
			t.Errorf("%s is beside its line: %v", name, !long)
		}
		if !strings.Contains(string(written(coverPage, b.front())), "<b>"+name+"</b>") {
			t.Errorf("%s is not in the legend", name)
		}
	}
}

// Lines that share a colour are told apart by dashes and hollow marks.
func TestChartOfMorePlayersThanColours(t *testing.T) {
	wide, _ := crowd(t, 1, 2, 3, 4, 5, 6, 7).charts()
	if !strings.Contains(string(wide), `<g class="s0">`) || !strings.Contains(string(wide), `<g class="s0 more">`) {
		t.Error("the first and the seventh player look alike")
	}
}

func TestRoundStep(t *testing.T) {
	for n, want := range map[float64]int{0.2: 1, 1: 1, 1.1: 2, 3: 5, 7: 10, 11: 20, 49: 50, 166.7: 200, 1900: 2000} {
		if got := roundStep(n); got != want {
			t.Errorf("roundStep(%v) = %d, want %d", n, got, want)
		}
	}
}
