// Package store keeps everything the mail service must not lose. It knows nothing of the rules of games: events, records
// and mails are opaque bytes to it. It has no clock of its own. Several services may work on one store.
//
// # Promises
//
//   - A [Commit] is one self-contained record. It is written in one transaction and is durable when Commit returns:
//     synced to disk, or as a database server is set to make it. After a crash all of it is there, or nothing.
//   - A cause (the key of an inbound mail, or a name such as "clock:g12/amy/3") is settled at most once, until it is pruned
//     or its keys are forgotten ([DB.ForgetKeys]).
//     A second commit with it is refused with [ErrSettled]. So after a crash, or after an error that left the
//     outcome in doubt, the caller simply tries the same commit again.
//   - After [ErrUnreachable], and after an error that is none of those in this package, the outcome is in doubt, and any call
//     can be made again. Only a retry or a failure of a mail ([DB.Noted]) and [DB.Count] may count twice then.
//   - A commit that was decided on an older state of a game, or of a mark it expects, is refused with [ErrConflict].
//     The caller loads again and decides again. So is one that was decided while a mark that it has [Commit].Seen was
//     another.
//   - Only the [Kind] of a mark writes it, and never in the form of another kind. Each write gives the mark a revision
//     that no mark had before. A commit can expect a revision.
//   - A mail, inbound or outgoing, or a deadline that was claimed with a [Claim] belongs to its owner until the work is
//     done or the claim is over: its time is over, or the store knows that the process that made it has ended.
//     Whoever sends mails for long renews its claims, and learns which it lost ([DB.Renew]).
//     An owner that stops can end all its claims at once ([DB.Release]), or all but those on mails that it sends
//     ([DB.ReleaseWork]).
//   - An attempt at an inbound mail is counted before it begins. A call whose reply was lost is made again with the same
//     [Claim].Attempt and counts once.
//   - A game is found by the keys it was last written with ([DB.Find]). The index is part of the commit.
//   - Commits that come at the same time may share a sync of the disk. A refused one holds back no other.
//   - A mail stays in the outbox until it is reported sent, failed or superseded. It keeps one Message-ID for ever.
//     An ID is never queued twice while the store knows of it, which is until it is pruned.
//   - Everything that was committed before a call begins is found by the call. Only counts ([DB.FindCount], [DB.Stats])
//     may be some seconds old. No order of commits is promised, but that the events of one game come in the order of its
//     commits, and so do its mails while one service writes them.
//   - Events are only appended. The whole log may be put away; it comes back as it was. Events, records and raw
//     mails are returned byte for byte, mails until they are pruned.
//   - A person can be forgotten: events are replaced by the same ones in other words ([Change].Reworded), and mails lose
//     sender and recipient ([DB.ForgetSender], [DB.ForgetRecipient]) or get another text ([DB.Rewrite]). All else stays as it was.
//   - A game can be deleted for good ([Change].Gone). Nothing of it stays but what commits say until they are pruned.
//   - A refused commit changes nothing. After an error of the disk (full, read-only) the database stays
//     usable and the next commit may succeed.
//   - A damaged row is never taken for a good one. A caller that asks for it gets [ErrDamaged]. A list skips it and
//     reports it ([Options].Report). The rest goes on. A game whose rows are of different moments is damaged
//     too. A file whose pages are damaged does not open. No damage ends the process.
//
// All methods may be called from several goroutines, and by several services. Times are stored in UTC to the nanosecond.
// The store compares times of claims with those of other services, so their clocks must agree to a second or so.
// storetest checks that a store keeps all these promises.
//
// Everything can be moved to another store: [DB.Dump] gives it and [Fill] takes it. A store that was left ([DB.Leave])
// opens only for reading.
//
// Each call may be a round trip to another machine. So calls take and give many things at once: [DB.Keep] also reads what
// the work on the mail will need, [DB.Read] reads marks, versions and keys together, [DB.TakeMails], [DB.Renew] and
// [DB.Noted] handle batches.
//
// # What [DB] stores where
//
// [DB] is a store in one bbolt file. Only one process has it open, so the claims of earlier processes are over.
//
// Numbers in keys are big-endian uint64, so iteration follows them. 0 stands for a zero byte. "Head" is one
// line of JSON, read tolerantly; the opaque bytes follow it after a newline.
//
//	bucket     key              value
//	meta       "format"         "pbem"; "version" is the format version, "pruned" the last commit that was pruned;
//	                            "tallies" is JSON: the format and, by bucket, how many rows, the exclusive or of their
//	                            checksums, and the last number given (that of meta is NextID); "summing" is there while
//	                            the rows of an older format get their checksums, "listing" while its mails are listed
//	                            in arrived; "moved" is JSON, once everything was
//	                            moved to another store: where to, and when
//	commits    number           head: at, cause, outcome, changes, mail ids queued and dropped; for events that came back: at, and the old cause
//	games      id               head: number, created, revision, keys, how many events were put away; then the record
//	order      number           id, in order of creation; games that are gone leave gaps
//	keyed      key 0 number     id, of the games that are found by the key
//	sizes      name             decimal: how many games have a key, are due, are queued
//	events     id 0 index       head: commit number; then the event
//	inbox      mail key         head: arrival number, at, faults, claim; then the caller's notes
//	inraw      mail key         the raw inbound mail
//	aliases    other key        mail key
//	unsettled  arrival number   mail key, until settled
//	settled    cause            head: at, outcome, commit number
//	mails      Message-ID       head: to, topic, state, times, tries, last error, number, claim, whether its commit is pruned
//	outraw     Message-ID       the raw outgoing mail, while queued or failed
//	queue      number           Message-ID, while queued
//	failed     number           Message-ID, while failed
//	topics     topic 0 number   Message-ID, while queued
//	deadlines  game 0 key       head: at, claim
//	due        at, game 0 key   empty; at is Unix nanoseconds with the sign bit flipped
//	marks      name             head: revision; then the text
//	counters   name             decimal number
//	versions   game id          head: number of events, revision of the record
//	arrived    arrival number   head: the keys of the mail, the main one first
//
// Every value except those of format, version, summing and listing ends in four more bytes: the CRC-32C of its bucket, 0, the
// length of its key in two bytes, its key and the value.
//
// A pruned commit stays only while events that it brought are there. A game whose log was put away has no events; an
// older program takes it for damaged and leaves it alone.
//
// Names of buckets and head fields are a file format and are never renamed. testdata/v1.db was written by format 1, which
// had no keys, sizes and claims and kept marks as bare text. testdata/v2.db was written by format 2, which had no
// checksums, tallies and versions and counted with the sequences of buckets. testdata/v3.db was written by format 3,
// before claims named the run of the database in which they were made; it did not list mails by their arrival.
// testdata/v4.db was written by this format. All must open for ever: unchanged for reading,
// migrated to this format for writing. A change that an older program would misread raises [Format].
package store
