// Package switched is imported by programs that hold many mutants of a title: it says
// which of them is on. No other program imports it. The mutants are written by
// engine/enginetest/mutate.
//
// One mutant at most is on for the whole run of a program. Its number stands in
// the environment (Variable), and so does the name of a changed data file (DataFile).
package switched

import (
	"os"
	"strconv"
)

const (
	Variable = "MUTANT"      // number of the mutant that is on, from 1; missing for none
	DataFile = "MUTANT_DATA" // name of the file to read instead of the embedded one; missing for none
)

var on, _ = strconv.Atoi(os.Getenv(Variable))

// On reports whether a mutant is on.
func On(id int) bool { return id == on }

// Int returns the changed number if the mutant is on, else the number as it is.
func Int(id, changed, is int) int {
	if id == on {
		return changed
	}
	return is
}

// Data returns the changed data file if there is one, else the embedded one. It panics
// if the file cannot be read.
func Data[T string | []byte](embedded T) T {
	name := os.Getenv(DataFile)
	if name == "" {
		return embedded
	}
	text, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return T(text)
}
