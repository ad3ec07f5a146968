// Package shared holds what titles use in common, like engine/step.
package shared

// Twice is used by the toy.
func Twice(n int) int { return times(n) }

func times(n int) int { return 2 * n }

// Unused is called by nobody.
func Unused(n int) bool { return n > 7 }
