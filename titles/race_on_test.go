//go:build race

package titles

// raced says that the race detector is on, which makes everything much slower.
const raced = true

// Raced is raced, for the tests in package titles_test.
const Raced = raced
