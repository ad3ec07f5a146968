// Package batch carries out the lines of one mail.
//
// A [Batch] holds the lines. It carries them out one after the other, on copies of the
// games. Then it commits everything at once (settle.go), or it commits nothing and tells
// the sender which line was wrong. A line is a command of the service, found in [Words],
// or a move or a plan in the game that the line is for. A [Speaker] is the sender's side
// of one such game.
//
// Packages clock, joining and play hold what the commands do; package pbem fills the
// table. So a new command is one function in one of them and one row in the table.
package batch
