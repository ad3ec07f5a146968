// Package pair is a title that knows one of two shared folders, and by it the other.
package pair

import "pbem/engine/enginetest/mutate/testdata/beside"

func wage(n int) int { return beside.Fourfold(n) }
