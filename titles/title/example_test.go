package title_test

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/facts"
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
	// Output: names: none are declared; begin with step.Names of the facts
}

// MarksAt counts equal marks on a hex.
func ExamplePosition_MarksAt() {
	p := title.Position{Marks: []title.Mark{{Hex: "B5", Word: "coal"}, {Hex: "B5", Word: "coal"}, {Hex: "C4", Word: "port"}}}
	fmt.Println(p.MarksAt("B5"), p.MarksAt("C4"))
	// Output: [2 coal] [port]
}
