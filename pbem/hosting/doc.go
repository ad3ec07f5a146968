// Package hosting holds the commands of the host. They come from "pbem host" on the
// machine, or by mail from a host's address.
//
//	hosting.go   the table of commands, and how a line is carried out
//	list.go      what the host is shown of games and people
//	names.go     how a line names a game
//	table.go     pause, rollback, move, close
//	people.go    seats and addresses
//	keeper.go    the caretaker of a seat
//	clock.go     outages, bans, and the pace of a table
//	mail.go      failed mails, mails that are sent again, messages to everybody
//	aside.go     mails that the service could not decide
//	away.go      games that are put away and brought back
package hosting
