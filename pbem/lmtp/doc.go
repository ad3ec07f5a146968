// Package lmtp takes mails that a mail server hands over (LMTP, RFC 2033), instead of
// fetching them from a mailbox. It stores nothing: it gives each mail, with its envelope,
// to a Keeper.
//
// What is promised:
//
//   - A mail is accepted (250) only after Keep has returned nil. One call to Keep is for
//     all recipients of a mail, and all get the same answer.
//   - Any error of Keep is temporary for the mail server (451), so it tries again.
//   - A mail of which not the last byte was read is not given to Keep.
//   - Whether a recipient is accepted depends on nothing but the service's own address:
//     every tag is accepted. The answers do not tell which games exist.
//   - What a client may use is bounded: sessions, bytes and time until it has handed over
//     a mail, the size of a mail, and the memory that mails take in all sessions together.
//   - After Serve has returned, no goroutine of the package is left, and no Keep runs.
//
// The protocol is that of go-smtp. Four of its properties shape this package. It reads
// the rest of a mail over MaxMessageBytes as commands, so the size is bounded here. It takes
// a connection that ends within a BDAT chunk for the end of the chunk, so the end of a
// connection is an error here. It has no bounds on sessions and commands. And it sets a
// deadline for each command but none for the session.
package lmtp
