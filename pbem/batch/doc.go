// Package batch carries out the lines of one mail.
//
// A [Batch] holds the lines. It carries them out one after the other, on copies. Then
// everything is committed at once (settle.go), or the sender is told which line was wrong,
// and nothing is. A line is a word of the service, found in [Words], or a move or a plan
// in the game that the lines are for, whose [Speaker] the player is.
//
// Packages clock, joining and play hold what the words do; package pbem fills the table.
// So a new word is one function in one of them, and one row.
package batch
