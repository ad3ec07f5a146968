// Package store keeps everything the mail service must not lose, in one bbolt file. It knows nothing of
// any game's rules: events, records and mails are opaque to it, and it has no clock of its own.
//
// # Promises
//
//   - A [Commit] is one self-contained record. It is written in one transaction, synced to disk before
//     Commit returns, and found whole or not at all after a crash.
//   - A cause (the key of an inbound mail, or a name such as "clock:g12/amy/3") is settled at most once:
//     a second commit with it is refused with [ErrSettled]. So after a crash, or after an error that left the
//     outcome in doubt, the same commit is simply tried again.
//   - A commit that was decided on an older state of a game is refused with [ErrConflict].
//   - A mail in the outbox stays there until it is reported sent, failed or superseded. It has one
//     Message-ID for ever, and an ID that was ever used is never queued again.
//   - Events are only ever appended. Events, records and raw mails come back byte for byte.
//   - A refused commit changes nothing. After an error of the disk (full, read-only) the database stays
//     usable and the next commit may succeed.
//
// All methods may be called from several goroutines. Times are stored in UTC to the nanosecond.
//
// # What is stored where
//
// Numbers in keys are big-endian uint64, so iteration follows them. 0 stands for a zero byte. "Head" is one
// line of JSON, read tolerantly; the opaque bytes follow it after a newline.
//
//	bucket     key              value
//	meta       "format"         "pbem"; "version" is the format version. Its sequence is NextID
//	commits    number           head: at, cause, outcome, changes, mail ids queued and dropped
//	games      id               head: number, created, revision; then the record
//	order      number           id, in order of creation
//	events     id 0 index       head: commit number; then the event
//	inbox      mail key         head: arrival number, at, faults; then the caller's notes
//	inraw      mail key         the raw inbound mail
//	aliases    other key        mail key
//	unsettled  arrival number   mail key, until settled
//	settled    cause            head: at, outcome, commit number
//	mails      Message-ID       head: to, topic, state, times, tries, last error, number
//	outraw     Message-ID       the raw outgoing mail, while queued or failed
//	queue      number           Message-ID, while queued
//	failed     number           Message-ID, while failed
//	topics     topic 0 number   Message-ID, while queued
//	deadlines  game 0 key       head: at
//	due        at, game 0 key   empty; at is Unix nanoseconds with the sign bit flipped
//	marks      name             text
//	counters   name             decimal number
//
// Names of buckets and head fields are a file format: never renamed. testdata/v1.db was written by format 1
// and must open for ever. A change an older program would misread raises [Format].
package store
