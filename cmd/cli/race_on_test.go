//go:build race

package cli

// underRace says that the race detector is on. It cannot see into the processes that are
// killed, so a few of them are enough.
const underRace = true
