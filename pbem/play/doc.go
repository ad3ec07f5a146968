// Package play holds the words that players say about themselves and to each other while
// they play: press, notes, settings, vacations, and the help.
package play
