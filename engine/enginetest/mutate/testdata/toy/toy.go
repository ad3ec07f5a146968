// Package toy is a title with one rule that is tested and one that is not.
package toy

import (
	_ "embed"
	"encoding/json"

	"pbem/engine/enginetest/mutate/testdata/shared"
)

//go:embed data.json
var file []byte

type table struct {
	Trains []struct {
		Name  string
		Price int
	}
}

func read() (t table) {
	if err := json.Unmarshal(file, &t); err != nil {
		panic(err)
	}
	return t
}

// mayOwn is tested at its bound.
func mayOwn(n int) bool { return n < 4 }

// maySell is tested far from its bound.
func maySell(n int) bool { return n < 4 }

// price is twice what is printed.
func price(name string) int {
	for _, t := range read().Trains {
		if t.Name == name {
			return shared.Twice(t.Price)
		}
	}
	return -1
}

// forever counts up to a number; a changed step never ends.
func forever(n int) int {
	i := 0
	for i != n {
		i += 1
	}
	return i
}

// never is run by no test.
func never(flag bool) bool {
	return !flag || flag
}

// left is called by nobody, and has to return something.
func left() bool {
	switch {
	default:
		return true
	}
}

// late is called by nobody.
func late(n int) bool { return shared.Over(n) }
