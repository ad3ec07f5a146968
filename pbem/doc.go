// Package pbem is the mail service: it reads commands from mails, lets the engine decide
// about them, and mails the results to everybody concerned.
//
// It uses packages that know nothing about the service. Imports go in one direction
// (cmd/cli/imports_test.go):
//
//	intake       mailbox -> service, outbox -> mail server
//	lmtp         mail server -> service, without a mailbox
//	mailfiles    mails in a Maildir or mbox
//	letter       raw mail -> what a person typed, and what kind of mail it is
//	trust        whether the sender's domain vouches for a mail
//	envelope     addresses, codes, Message-IDs; writes mails in MIME
//	grammar      lines -> commands
//	plan         what players say in advance; waits: which waits that saves
//	written      games that people wrote down elsewhere, as lines of moves
//	caretaker    plays a seat that nobody plays (so does titles/robot)
//	table        a running game: seats, log, orders, requests, pauses
//	lobby        games that wait for players
//	people       members and their settings
//	pace         how long a game waits, and what happens to a late player
//	sheet        a position and news as text and HTML; picture: the map
//	album        the pages of a game; archive: where they are stored
//	config       the host's settings; watch: what the host is shown
//
// The packages that decide use those. Each of them also uses the ones above it in this
// list:
//
//	desk         drafts, the store as a draft sees it, the game cache, commits
//	account      a member's preferences
//	timing       when somebody must answer, and time that does not count
//	notices      the mails that tell players about a game
//	senders      who writes, and what they may do: proofs, codes, bounces, limits
//	batch        the lines of one mail: commands of the service, moves, plans
//
// Four packages hold commands. They do not know one another:
//
//	clock        what happens if nobody answers in time; pace, pauses
//	play         press, notes, settings, vacations, help
//	joining      games that wait for players, invitations, guests, seats
//	hosting      the commands of the host
//
// This package connects them: it takes mails through their stages, runs the clock and the
// outbox, and shows the host how the service is doing. words.go is the table of all
// commands.
//
// A mail goes through stages. Each is a function that can be tested alone:
//
//	Receive      stores the raw mail before anything else
//	LetterOf     raw mail -> what a person typed, and what kind of mail it is
//	attempt      claims the mail, so that no other service works on it, and counts
//	             the attempt
//	suspicion    checks whether the sender's domain vouches for it, if necessary by DNS
//	Unit         begins a draft for everything that follows; the mail goes through the
//	             stages below until one of them ends it
//	render       writes the mails and paints the map (desk/rendering.go), without
//	             holding locks
//	commit       one store transaction: the mail is settled, the events are in the
//	             logs, the answers are in the outbox
//	Done         makes the album of a game that has ended
//
// The stages that decide (stages.go):
//
//	recent       drops mails from before the time whose keys are forgotten
//	sorted       ends mails that no person wrote: counts bounces and canaries, drops the
//	             rest
//	barred       drops mails from banned people
//	coded        carries out what a mail confirms with a code
//	known        finds the game and seat, or the member; greets a stranger
//	believed     finds out how far to trust the mail; refuses an invalid token
//	dated        refuses a mail that is as old as that by its own date
//	bounded      refuses a mail that is over a limit
//	owned        holds a mail that may be somebody else's until the owner confirms it
//	heard        records that mail reaches the sender
//	spoken       refuses a mail that says nothing
//	obeyed       carries out every line, or none: a batch works on copies of the games. A
//	             line is a command of the service (words.go) or a move (batch.Speaker).
//	             Then batch.Tell makes one mail for each player, or a refusal for the
//	             sender, as values and not yet as text. A sender of many mails without
//	             any command gets no more answers (senders/limits.go).
//
// The clock (Tick) and the host (HostSays) change games with the same drafts.
//
// A draft (desk/draft.go) reads the store with its own changes on top. It is written in
// one commit or dropped. Uncommitted changes are nowhere else: the cache holds games only
// as they were committed, up to a size, and reads a game again when the store has a newer
// version. A commit names the versions, as the draft has read them, of the games and marks
// that it writes. If one of them has changed, the work is decided again. What a draft only
// reads may change before the commit. Where that matters, the draft writes the mark as it
// is, as joining does with the members for whom a game begins. The locks by game and
// sender only avoid such repeated work. So several services may share one store.
//
// The order is always: store the raw mail, count the attempt, commit, mark the message on
// the IMAP server, send. After a crash at any point, repeating is harmless: a mail is
// settled once, and an answer keeps its Message-ID, which is made of game, event number
// and player. A mail that has crashed the process three times is set aside.
//
// For each game the store has a log of events and a Record (title, seats, guests, pace,
// requests). Games are found by keys (desk/indexing.go). What belongs to no game's log is
// stored as marks. desk/kinds.go lists their kinds: members and their settings, games that
// wait for players, questions with a code, diaries, suspended addresses, outages. Only the
// kind of a mark names and writes it.
package pbem
