// Package store keeps everything the mail service must not lose. It knows nothing of any game's rules: events, records
// and mails are opaque to it, and it has no clock of its own. Several services may work on one store.
//
// # Promises
//
//   - A [Commit] is one self-contained record. It is written in one transaction, synced to disk before
//     Commit returns, and found whole or not at all after a crash.
//   - A cause (the key of an inbound mail, or a name such as "clock:g12/amy/3") is settled at most once:
//     a second commit with it is refused with [ErrSettled]. So after a crash, or after an error that left the
//     outcome in doubt, the same commit is simply tried again.
//   - A commit that was decided on an older state of a game, or of a mark it expects, is refused with [ErrConflict]:
//     whoever decided loads again and decides again.
//   - A mark is written by its [Kind] alone, and never as a mark of another. Each time it is written it gets a revision
//     that no mark had before, which a commit can expect.
//   - A mail, inbound or outgoing, or a deadline that was taken with a [Claim] is nobody else's until it is done or the
//     claim is over. That is when its time is over, or when the store knows that whoever made it is gone.
//   - A game is found by the keys it was last written with ([DB.Find]): the index is part of the commit.
//   - Commits that come at the same time may share a sync of the disk; a refused one holds none of them back.
//   - A mail in the outbox stays there until it is reported sent, failed or superseded. It has one
//     Message-ID for ever, and an ID that was ever used is never queued again while the store knows of it: until it is pruned.
//   - Events are only ever appended, until the whole log is put away; it comes back as it was. Events, records and raw
//     mails come back byte for byte, mails until they are pruned.
//   - A refused commit changes nothing. After an error of the disk (full, read-only) the database stays
//     usable and the next commit may succeed.
//   - A row that is not as it was written is never taken for one: what asks for it gets [ErrDamaged], a list passes over
//     it and tells of it ([Options].Report), and the rest goes on. A game whose rows are of different moments is damaged
//     too. A file whose pages are damaged does not open. No damage ends the process.
//
// All methods may be called from several goroutines, and by several services. Times are stored in UTC to the nanosecond. storetest holds a store
// against all this.
//
// # What [DB] stores where
//
// [DB] is a store in one bbolt file, which one process has open: so the claims of those before it are over.
//
// Numbers in keys are big-endian uint64, so iteration follows them. 0 stands for a zero byte. "Head" is one
// line of JSON, read tolerantly; the opaque bytes follow it after a newline.
//
//	bucket     key              value
//	meta       "format"         "pbem"; "version" is the format version, "pruned" the last commit that was pruned;
//	                            "tallies" is JSON: the format and, by bucket, how many rows, the exclusive or of their
//	                            checksums, and the last number given (that of meta is NextID); "summing" is there while
//	                            the rows of an older format get their checksums
//	commits    number           head: at, cause, outcome, changes, mail ids queued and dropped; or at and what was the cause, of events that came back
//	games      id               head: number, created, revision, keys, how many events were put away; then the record
//	order      number           id, in order of creation
//	keyed      key 0 number     id, of the games that are found by the key
//	sizes      name             decimal: how many games have a key, are due, are queued
//	events     id 0 index       head: commit number; then the event
//	inbox      mail key         head: arrival number, at, faults, claim; then the caller's notes
//	inraw      mail key         the raw inbound mail
//	aliases    other key        mail key
//	unsettled  arrival number   mail key, until settled
//	settled    cause            head: at, outcome, commit number
//	mails      Message-ID       head: to, topic, state, times, tries, last error, number, claim
//	outraw     Message-ID       the raw outgoing mail, while queued or failed
//	queue      number           Message-ID, while queued
//	failed     number           Message-ID, while failed
//	topics     topic 0 number   Message-ID, while queued
//	deadlines  game 0 key       head: at, claim
//	due        at, game 0 key   empty; at is Unix nanoseconds with the sign bit flipped
//	marks      name             head: revision; then the text
//	counters   name             decimal number
//	versions   game id          head: number of events, revision of the record
//
// Every value but those of format, version and summing ends in four bytes more: the CRC-32C of its bucket, 0, the length
// of its key in two bytes, its key and the value.
//
// A commit that was pruned is kept only while there are events it brought. A game whose log was put away has no events; an
// older program takes it for damaged, and leaves it alone.
//
// Names of buckets and head fields are a file format: never renamed. testdata/v1.db was written by format 1, which had
// no keys, sizes and claims and kept marks as bare text; testdata/v2.db by format 2, which had no checksums, tallies and
// versions and counted with the sequences of buckets; testdata/v3.db by this one, when claims did not say in which life
// of the database they were made. All must open for ever: to read as they are, to write after they were brought to this
// format. A change an older program would misread raises [Format].
package store
