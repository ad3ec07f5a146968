// Package pbem is the mail service: it reads commands out of mails, lets the
// engine decide, and answers everybody concerned.
//
// A mail goes through stages, each a function that can be tested alone:
//
//	letter.Read  raw mail -> what a person typed, and what kind of mail it is
//	identify     -> which game and seat, or which member; how far to be believed;
//	                what may be somebody else's is held until its owner confirms it
//	errand       -> every line on copies of the games it is for, all or nothing: a
//	                saying of the service, or a move (speaker)
//	tell         -> one mail for every player, or a refusal for the sender
//	conclude     one store transaction: the mail is settled, the events are in
//	             the logs, the answers are in the outbox
//
// The clock (Tick) and the host (HostSays) change games by the same commits.
//
// The order is always: keep the raw mail, count the attempt, commit, mark the
// message on the IMAP server, send. Whatever happens in between is done again
// without harm: a mail is settled once, and an answer keeps its Message-ID,
// which is made of game, event number and player. What ended the process three
// times is set aside.
//
// Stored are, for a game, its log of events and a Record (title, seats, guests,
// pace, requests); as marks, what belongs to no log: members and their settings
// (member/), games that wait for players (gathering/), questions with a code
// (confirm/), diaries (note/), suspended addresses, outages.
package pbem
