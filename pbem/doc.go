// Package pbem is the mail service: it reads commands out of mails, lets the
// engine decide, and answers everybody concerned.
//
// It uses packages that know nothing of the service. They import one another in
// one direction (cmd/cli/imports_test.go):
//
//	intake       from the mailbox to the desk, from the outbox to the mail server
//	letter       raw mail -> what a person typed, and what kind of mail it is
//	trust        whether the sender's domain vouches for a mail
//	envelope     addresses, codes, Message-IDs; a mail written in MIME
//	grammar      lines -> commands
//	plan         what players say in advance; waits: what that saves
//	caretaker    plays a seat that nobody plays
//	table        a game that has begun: seats, log, orders, requests, pauses
//	lobby        games that wait for players
//	people       members and their settings
//	pace         how long a game waits, and what happens to a player who is late
//	sheet        a position and news as text and HTML; picture: the map
//	album        the pages of a game; archive: where they are kept
//	config       the host's settings; watch: what the host is shown
//
// What decides stands on them, each package on those above it:
//
//	desk         drafts, the store as a draft sees it, games in memory, one commit
//	account      how a member wants to be dealt with
//	timing       when somebody is to answer, and time that does not count
//	notices      the mails that tell players of a game
//	senders      who writes, and what they may: proofs, codes, bounces, limits
//	batch        the lines of one mail: words of the service, moves, plans
//
// and four families of words, which do not know one another:
//
//	clock        what is due when nobody has answered; pace, pauses
//	play         press, notes, settings, vacations, help
//	joining      games that wait for players, invitations, guests, seats
//	hosting      the words of the host
//
// This package ties them together: it takes mails through their stages, has the clock
// struck and the mails sent, and shows the host how the service does. words.go is the
// table of all words.
//
// A mail goes through stages. Each is a function that can be tested alone:
//
//	Receive      stores the raw mail, before anything else
//	LetterOf     raw mail -> what a person typed, and what kind of mail it is
//	attempt      claims the mail, so that no other service works on it, and counts
//	             the attempt
//	suspicion    asks whether the sender's domain vouches for it, if need be by DNS
//	Unit         begins a draft, on which everything that follows works; the mail
//	             goes through the stages below until one of them ends it
//	render       writes the mails and paints the map (desk/rendering.go), while others
//	             may decide
//	commit       one store transaction: the mail is settled, the events are in
//	             the logs, the answers are in the outbox
//	Done         makes the album of a game that has ended
//
// The stages that decide (stages.go):
//
//	sorted       ends what no person wrote: counts a bounce or a canary, drops the rest
//	barred       drops what a banned person wrote
//	coded        carries out what the answer to a question with a code confirms
//	known        finds the game and seat, or the member; greets a stranger
//	believed     finds how far to trust the mail; refuses a bad token
//	bounded      refuses one mail too many
//	owned        holds what may be somebody else's until the owner confirms it
//	heard        notes that the sender can be reached
//	spoken       refuses a mail that says nothing
//	obeyed       a batch carries out every line on copies of the games it is for,
//	             all or nothing: a word of the service (words.go) or a move
//	             (batch.Speaker). Then batch.Tell makes one mail for each player, or a refusal
//	             for the sender, as values and not yet as text. If nothing was
//	             understood, and often, there is no answer (senders/limits.go)
//
// The clock (Tick) and the host (HostSays) change games with the same drafts.
//
// A draft (desk/draft.go) reads the store with its own changes on top. It is
// written in one commit or dropped. Uncommitted changes are nowhere else: memory
// caches games only as they were committed, within a bound, and
// reads them again when the store has a newer version. A commit names the versions
// of games and marks on which it was decided. If somebody else was quicker, the
// unit is decided again. Locks by game and sender only save that work.
// So several services may share one store.
//
// The order is always: store the raw mail, count the attempt, commit, mark the
// message on the IMAP server, send. After a crash at any point, repeating is
// harmless: a mail is settled once, and an answer keeps its Message-ID, which is
// made of game, event number and player. A mail that ended the process three times
// is set aside.
//
// For a game the store has its log of events and a Record (title, seats, guests,
// pace, requests), found by its keys (desk/indexing.go). What belongs to no log is stored as
// marks. desk/kinds.go lists their kinds: members and their settings, games that wait
// for players, questions with a code, diaries, suspended addresses, outages. Only
// the kind of a mark names and writes it.
package pbem
