// Package lobby is games that wait for players: a gathering, who is in it and
// invited, what the words behind "new" come to, and the game it becomes.
package lobby
