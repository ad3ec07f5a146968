package waits

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pbem/internal/testsize"
	"pbem/titles"
)

const offeredTable = "testdata/offered.txt"

// The table in testdata tells of the games of people what the plans that mails suggest would have brought.
func TestOffers(t *testing.T) {
	if !testsize.Whole() && !*update {
		t.Skip("it tries suggestions for whole games; TESTSIZE=whole asks for it")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-22s %-24s %6s %6s\n", "", "", "shown", "right")
	for _, g := range recorded(t) {
		if !byPeople(nameOf(g)) {
			continue
		}
		r, err := Read(g.Title, g.Log)
		if err != nil {
			t.Fatal(g.Name, err)
		}
		none, err := Derive(r, Nothing)
		if err != nil {
			t.Fatal(g.Name, err)
		}
		o, err := Offers(r)
		if err != nil {
			t.Fatal(g.Name, err)
		}
		n := Waits(none)
		fmt.Fprintf(&out, "%-22s %-24s %6d %6d\n", nameOf(g), fmt.Sprintf("%d of %d waits, %d %%", o.Count.Waits, n, (100*o.Count.Waits+n/2)/max(1, n)), o.All.Shown, o.All.Right)
		for _, k := range o.By {
			fmt.Fprintf(&out, "%-22s %-24s %6d %6d\n", "", k.Kind, k.Shown, k.Right)
		}
	}
	if *update {
		if err := os.WriteFile(offeredTable, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile(offeredTable)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(table) {
		t.Errorf("%s differs from\n%s\ngo test ./pbem/waits -run Offers -update", offeredTable, out.String())
	}
}

// Who takes the suggestions that are right waits no longer than who plans nothing, and the game is the same.
func TestOffersRandomGames(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			r, err := Read(ti, recordOf(t, ti, 11, testsize.Of(60, 60, testsize.More(100, 100, 160))))
			if err != nil {
				t.Fatal(err)
			}
			none, err := Derive(r, Nothing)
			if err != nil {
				t.Fatal(err)
			}
			o, err := Offers(r)
			if err != nil || o.Count.Waits > Waits(none) || o.All.Right > o.All.Shown {
				t.Errorf("%d waits without suggestions, with them %+v; %v", Waits(none), o, err)
			}
			sum := Kept{}
			for _, k := range o.By {
				sum.Shown, sum.Right = sum.Shown+k.Shown, sum.Right+k.Right
			}
			if sum != o.All {
				t.Errorf("the kinds make %+v of %+v", sum, o.All)
			}
		})
	}
}
