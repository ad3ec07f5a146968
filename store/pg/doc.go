// Package pg is a store of the mail service on PostgreSQL. It keeps the promises of package store, which storetest checks at
// each isolation that a database can be set to. Several services on several machines may use one database.
//
// A call is one round trip, as far as possible: its statements go to the server together and are one transaction
// (script.go). Every decision is a conditional write or a locked row, so the isolation READ COMMITTED is enough, and with
// REPEATABLE READ or SERIALIZABLE a call that met another one is simply repeated. The exceptions: a mail that is known
// already is kept in three round trips, and about every thousandth call takes a block of numbers (numbers.go).
//
// # Errors
//
// A call that the server refused for another one's sake (40001, 40P01) is repeated here, up to fifty times. Each call has a
// deadline. After it all connections are replaced, because a server that hangs gives no error and its connections keep
// their places. A call that only reads is repeated on another connection until the deadline. For one that writes the
// outcome is in doubt then, and the caller repeats it, as it does after an error of a disk.
//
// A commit whose reply was lost may be there although no standby has it yet: a server that waits for its standby keeps a
// commit that its client has given up. The repeated commit finds its cause settled. Before that is told, something is
// written after it, and that waits for the standby.
//
// # What is stored where
//
// schema.go has the tables. Names are compared by their bytes. Times are Unix nanoseconds. Texts that need not be UTF-8
// are bytes. A row of the log is all that one commit has brought to a game: a long game is read with a fifth of the rows. A
// mail that came in and any other cause of a commit are in one table, so that "settled before it was kept" and "kept while it
// is settled" meet at one row. A claim moves the time when a mail or a deadline is due, so the head of the index is what can
// be taken. Games, logs and marks have checksums, as in the other store.
//
// Nothing here uses NOTIFY, advisory locks or stored functions, which the databases that speak PostgreSQL's protocol have
// not, or not alike. docs/store.md says what was run where.
package pg
