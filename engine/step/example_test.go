package step_test

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// One predicate decides what is offered, and gives the reason for what is refused.
func ExampleRuled() {
	trains := func() []engine.Option { return []engine.Option{{Args: []string{"2"}}, {Args: []string{"D"}}} }
	choice := step.Ruled("p1", "NYC", "buy", "buys a train", trains, func(words []string) string {
		if words[0] == "D" {
			return "a D costs $1100, and NYC has $80 (6.4)"
		}
		return ""
	})
	for _, o := range choice.List() {
		fmt.Println("offered:", o.Args)
	}
	_, err := choice.Free([]string{"D"})
	fmt.Println("refused:", err)
	// Output:
	// offered: [2]
	// refused: a D costs $1100, and NYC has $80 (6.4)
}

// Next finds whose turn it is after somebody, without those who are out.
func ExampleNext() {
	fmt.Println(step.Next([]string{"p1", "p2", "p3"}, "p1", func(p string) bool { return p == "p2" }))
	// Output: p3
}
