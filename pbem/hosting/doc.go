// Package hosting holds the words of the host. They come from "pbem host" on the machine,
// or from the host's address by mail.
//
//	hosting.go   the table of words, and how a line is carried out
//	list.go      what the host is shown of games and people
//	table.go     pause, rollback, close a game
//	people.go    seats and addresses
//	clock.go     outages, and how long a table waits
//	mail.go      mails that failed, mails again, news to all
//	aside.go     mails that the service could not work on
//	away.go      games that are put away, and brought back
package hosting
