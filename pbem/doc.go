// Package pbem is the mail service: it reads commands out of mails, lets the
// engine decide, and answers everybody concerned.
//
// A mail goes through stages, each a function that can be tested alone:
//
//	Receive      it is kept, raw, before anything else
//	letterOf     raw mail -> what a person typed, and what kind of mail it is
//	attempt      the mail is taken, so that no other service works on it, and the
//	             attempt is counted
//	suspicion    whether its domain answers for it; it may ask the DNS
//	unit         a draft is begun, on which all that follows works
//	identify     -> which game and seat, or which member; how far to be believed;
//	             what may be somebody else's is held until its owner confirms it
//	errand       -> every line on copies of the games it is for, all or nothing: a
//	             saying of the service, or a move (speaker)
//	tell         -> one mail for every player, or a refusal for the sender
//	commit       one store transaction: the mail is settled, the events are in
//	             the logs, the answers are in the outbox
//	archived     the album of a game that has ended
//
// The clock (Tick) and the host (HostSays) change games by the same drafts.
//
// A draft (draft.go) reads the store as it is and as the draft is to change it
// (view.go), and is written in one commit or dropped. What is not committed is
// nowhere else: in memory stand only games as they were committed (shelf.go),
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
// pace, requests), found by the keys of keysOf; as marks, what belongs to no log:
// members and their settings (member/), found by address (address/, b/), games
// that wait for players (gathering/), questions with a code (confirm/), diaries
// (note/), suspended addresses, outages.
package pbem
