// Package play holds the commands that players use while they play: press, notes,
// settings, vacations and help. None of them is a move.
package play
