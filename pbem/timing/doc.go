// Package timing knows when a player must answer: the deadlines of turns and requests,
// and the time that does not count. Time does not count during an outage of the service,
// a pause or a vacation, nor while mail cannot reach the player (a silence).
package timing
