// Package beside is a second shared folder, which uses the first.
package beside

import "pbem/engine/enginetest/mutate/testdata/shared"

// Fourfold is used by the pair.
func Fourfold(n int) int { return 2 * shared.Twice(n) }

// Alone is called by nobody.
func Alone(n int) bool { return n > 7 }
