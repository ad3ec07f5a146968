// Package pace computes how long a game waits for its players: what a table has
// agreed on, which time counts for whom, and which step comes next for a player
// who is late. It works on values only: nothing here reads a clock or a store.
package pace
