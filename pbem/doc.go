// Package pbem is the mail service: it reads commands out of mails, lets the
// engine decide, and answers everybody concerned.
//
// What it works with are rooms of their own, which import one another one way
// (cmd/pbem/imports_test.go) and know nothing of the service:
//
//	intake       from the mailbox to the desk, from the outbox to the mail server
//	letter       raw mail -> what a person typed, and what kind of mail it is
//	trust        whether the sender's domain answers for a mail
//	envelope     addresses, codes, Message-IDs; a mail written in MIME
//	grammar      lines -> commands
//	plan         what players say in advance; waits: what that saves
//	caretaker    what is said for a seat that nobody plays
//	table        a game that is on: seats, log, orders, requests, pauses
//	lobby        games that wait for players
//	people       members and what they have set
//	pace         how long a game waits, and what comes next for who is late
//	sheet        a position and news as text and HTML; picture: the map
//	album        the pages of a game; archive: where they are kept
//	config       what the host has set; watch: what the host is shown
//
// Here is what ties them together: drafts, the words of players and hosts, and
// the mails that tell of what they do.
//
// A mail goes through stages, each a function that can be tested alone:
//
//	Receive      it is kept, raw, before anything else
//	letterOf     raw mail -> what a person typed, and what kind of mail it is
//	attempt      the mail is taken, so that no other service works on it, and the
//	             attempt is counted
//	suspicion    whether its domain answers for it; it may ask the DNS
//	unit         a draft is begun, on which all that follows works; the mail goes
//	             through the stages below, and the first that knows its end is
//	             the last
//	render       the mails are written, the map is painted (rendering.go), while
//	             others may decide
//	commit       one store transaction: the mail is settled, the events are in
//	             the logs, the answers are in the outbox
//	Done         the album of a game that has ended
//
// The stages in which it is decided (stages.go):
//
//	sorted       what no person wrote ends: a bounce or a canary counts, the rest is passed over
//	barred       so does what a banned person wrote
//	coded        the answer to a question with a code does what was asked
//	known        -> which game and seat, or which member; a stranger is greeted
//	believed     -> how far to be believed; a bad token is refused
//	bounded      one mail too many is refused
//	owned        what may be somebody else's is held until its owner confirms it
//	heard        the sender can be reached
//	spoken       a mail that says nothing is refused
//	obeyed       a batch carries out every line on copies of the games it is for,
//	             all or nothing: a word of the service (words.go), or a move
//	             (speaker); then tell lays one mail for every player, or a refusal
//	             for the sender: values, not yet text. Where nothing was understood,
//	             and often, there is no answer (limits.go)
//
// The clock (Tick) and the host (HostSays) change games by the same drafts.
//
// A draft (draft.go) reads the store as it is and as the draft is to change it
// (view.go), and is written in one commit or dropped. What is not committed is
// nowhere else: in memory stand only games as they were committed (gamecache.go),
// within a bound, and they are read again when the store has a newer version.
// Whoever commits says on which versions of games and marks it was decided; when
// somebody was quicker, the unit is begun anew. Locks by game and sender
// (locks.go) only save that work. So several services may share one store.
//
// The order is always: keep the raw mail, count the attempt, commit, mark the
// message on the IMAP server, send. Whatever happens in between is done again
// without harm: a mail is settled once, and an answer keeps its Message-ID,
// which is made of game, event number and player. What ended the process three
// times is set aside.
//
// Stored are, for a game, its log of events and a Record (title, seats, guests,
// pace, requests), found by the keys of keysOf; as marks, what belongs to no log.
// kinds.go lists their kinds: members and their settings, games that wait for
// players, questions with a code, diaries, suspended addresses, outages. A kind
// says how its marks are named and written, and nothing else writes them.
package pbem
