//go:build race

package titles

// raced says that the race detector makes everything slower by far.
const raced = true
