//go:build race

package cli

// underRace says that the race detector runs: it sees nothing of the processes
// that are killed, so that a few are enough.
const underRace = true
