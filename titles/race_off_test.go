//go:build !race

package titles

const raced = false

// Raced is raced, for the tests in package titles_test.
const Raced = raced
