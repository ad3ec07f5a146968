package title_test

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

// Check says what is wrong with the flow and the names of a title, one line for each
// fault.
func ExampleTitle_Check() {
	t := title.Title{
		Facts: &facts.Title{Slug: "18toy", Name: "18Toy"},
		Rules: engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Do(func(t *engine.Turn) { t.End("at once", nil) })}},
	}
	fmt.Println(t.Check())
	// Output:
	// names: none are declared; begin with step.Names of the facts
	// round: nothing names it; give the title the function Round
}

// MarksAt counts equal marks on a hex.
func ExamplePosition_MarksAt() {
	p := title.Position{Marks: []title.Mark{{Hex: "B5", Word: "coal"}, {Hex: "B5", Word: "coal"}, {Hex: "C4", Word: "port"}}}
	fmt.Println(p.MarksAt("B5"), p.MarksAt("C4"))
	// Output: [2 coal] [port]
}

// moor is a title of two private companies that lie on the table, ready to be set up. Nothing puts the second anywhere.
func moor() *title.Title {
	f := &facts.Title{
		Slug: "18moor", Name: "18Moor", Currency: "$%d", Seats: []facts.Seats{{Players: 2, Cash: 100}}, Map: &board.Map{},
		Privates: []facts.Private{{Sym: "FER", Value: 20}, {Sym: "MIN", Value: 50}},
	}
	return &title.Title{
		Facts: f,
		Rules: engine.Rules{
			Start: "game", Names: step.Names(f).Places("offer"),
			Flow: engine.Flow{"game": engine.Do(func(t *engine.Turn) { t.End("at once", nil) })},
		},
		Setup: func(start engine.Started) ([]engine.Event, error) {
			return []engine.Event{start, engine.Moved{Piece: step.Private("FER"), To: "offer"}}, nil
		},
	}
}

// CheckSetup sets a game up for each number of players and finds what the facts list and nothing puts on the table.
func ExampleTitle_CheckSetup() {
	fmt.Println(moor().CheckSetup())
	t := moor()
	t.Boxed = func(piece string) bool { return piece == step.Private("MIN") }
	fmt.Println(t.CheckSetup())
	// Output:
	// a game for 2: setup: the facts have the private company MIN, and nothing puts private:MIN anywhere
	// <nil>
}

// What only one title tells of a player, company or game is a list of facts. What is not there is not told.
func ExampleFacts() {
	ports, debt := []string{"A4", "C2"}, 0
	var out title.Facts
	out.Add("ports", strings.Join(ports, " "))
	out.When(debt > 0, "owes", fmt.Sprint("$", debt))
	fmt.Println(out)
	// Output: [{ports A4 C2}]
}

// RoundName puts numbers into the name of a round.
func ExampleRoundName() {
	kinds := []string{"Auction", "SR #", "OR #.#"}
	fmt.Println(title.RoundName(kinds, 0, 0, 0), title.RoundName(kinds, 1, 3, 0), title.RoundName(kinds, 2, 3, 1))
	// Output: Auction SR 3 OR 3.1
}

// Players with the same score share a place. A player who is bankrupt comes last.
func ExamplePlaces() {
	scores := map[string]int{"p1": 900, "p2": 1200, "p3": 1200, "p4": 2000}
	players := []title.Player{{ID: "p1"}, {ID: "p2"}, {ID: "p3"}, {ID: "p4", Out: true}}
	for _, p := range title.Places(players, func(id string) int { return scores[id] }) {
		fmt.Println(p.N, p.Player, p.Score)
	}
	// Output:
	// 1 p2 1200
	// 1 p3 1200
	// 3 p1 900
	// 4 p4 2000
}

// A switch is off in normal play, and on while a record is read that was played otherwise. When the game goes on here
// the written rules apply.
func ExampleSwitches() {
	switches := title.Switches{{Key: "no consent", Text: "nobody is asked before a train is sold"}}
	normal := engine.Fold([]engine.Event{engine.Started{Players: []string{"Amy"}}})
	record := engine.Fold([]engine.Event{engine.Started{Players: []string{"Amy"}, Options: switches.All(map[string]string{})}})
	fmt.Println(switches.On(normal, "no consent"), switches.On(record, "no consent"))
	// Output: false true
}
