package title

import (
	"fmt"
	"os"

	"pbem/engine/facts"
)

// MustLoad loads the data file of a title that is part of the program. If something is wrong
// with it, MustLoad tells all of it, a line for each mistake, and ends the program.
func MustLoad(data []byte) *facts.Title {
	f, err := facts.Load(data)
	if err != nil {
		Stop(err)
	}
	return f
}

// Stop ends the program with an error: a mistake of the author of a title, who needs the words
// and no stack of calls.
func Stop(err error) {
	fmt.Fprintln(os.Stderr, "pbem:", err)
	os.Exit(1)
}
