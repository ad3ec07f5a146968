// Package pace is how long a game waits for its players: what a table has agreed
// on, which time counts for whom, and what comes next for who is late. All of it
// is worked out from values; nothing here reads a clock or a store.
package pace
