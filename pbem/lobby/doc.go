// Package lobby holds games that wait for players. A Gathering has its players and
// its invitations. The package reads the words after "new" and makes the game that
// a gathering becomes.
package lobby
