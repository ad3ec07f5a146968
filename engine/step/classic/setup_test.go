package classic_test

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step/classic"
)

// moor are the facts of a game for two to four, and for five with a variant.
var moor = &facts.Title{
	Name: "18Moor",
	Seats: []facts.Seats{
		{Players: 2, Cash: 420}, {Players: 3, Cash: 300}, {Players: 4, Cash: 230}, {Players: 5, Cash: 200, Variant: "crowd"},
	},
	Companies: []facts.Company{{Sym: "NLR", Home: "B3", Shares: []int{2, 1, 1}, Stations: []int{0, 40}}},
	Trains:    []facts.Train{{Name: "2", Count: 2}, {Name: "D"}},
	Map:       &board.Map{},
}

func ExampleShares() {
	c := moor.Companies[0]
	for _, e := range append(classic.Shares(c, "ipo:NLR"), classic.Tokens(c, c.Sym)...) {
		fmt.Println(e)
	}
	// Output:
	// {share:NLR:0  ipo:NLR}
	// {share:NLR:1  ipo:NLR}
	// {share:NLR:2  ipo:NLR}
	// {token:NLR:0  NLR}
	// {token:NLR:1  NLR}
}

func ExampleTrains() {
	for _, e := range classic.Trains(moor.Trains) {
		fmt.Println(e)
	}
	// Output:
	// {train:2:0  supply}
	// {train:2:1  supply}
	// {train:D:0  supply}
}

func ExampleCash() {
	start := engine.Started{Players: []string{"Amy", "Brian"}}
	seats, err := classic.Admit(moor, start, nil)
	fmt.Println(classic.Cash(classic.Players(start), seats.Cash), err)
	// Output: [{bank p1 420} {bank p2 420}] <nil>
}

// Admit says in a sentence who may play and which options there are.
func TestAdmit(t *testing.T) {
	known := func(option string) bool { return option == "crowd" }
	for _, c := range []struct {
		players int
		options map[string]string
		known   func(string) bool
		want    string
	}{
		{1, nil, nil, `18Moor is for 2 to 4 players, 5 with the variant "crowd", not 1`},
		{6, nil, nil, `18Moor is for 2 to 4 players, 5 with the variant "crowd", not 6`},
		{2, nil, nil, ""},
		{2, map[string]string{"crowd": "yes"}, nil, `18Moor has no option "crowd"`},
		{2, map[string]string{"crowd": "yes"}, known, ""},
		{2, map[string]string{"crowd": "no"}, known, `18Moor has no option "crowd" with the value "no"`},
		{2, map[string]string{"crowd": "yes", "long": "yes"}, known, `18Moor has no option "long"`},
		{5, nil, known, `18Moor for 5 players takes the variant "crowd"`},
		{5, map[string]string{"crowd": "yes"}, known, ""},
	} {
		seats, err := classic.Admit(moor, engine.Started{Players: make([]string, c.players), Options: c.options}, c.known)
		if got := strings.TrimSuffix(fmt.Sprint(err), "<nil>"); got != c.want {
			t.Errorf("%d players, %v: %q, want %q", c.players, c.options, got, c.want)
		}
		if err == nil && seats.Players != c.players {
			t.Errorf("%d players: the seats of %d", c.players, seats.Players)
		}
	}
}
