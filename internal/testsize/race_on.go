//go:build race

package testsize

// Race says that the race detector runs.
const Race = true
