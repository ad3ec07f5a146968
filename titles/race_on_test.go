//go:build race

package titles

// raced says that the race detector makes everything slower by far.
const raced = true

// Raced is for the tests beside this package.
const Raced = raced
