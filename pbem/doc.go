// Package pbem is the mail service: it reads commands out of mails, lets the
// engine decide, and answers everybody concerned.
//
// A mail goes through stages, each a function that can be tested alone:
//
//	letter.Read  raw mail -> what a person typed, and what kind of mail it is
//	identify     -> which game, which seat, how far to be believed; what may be
//	                somebody else's is held until the player confirms it
//	play         -> every line on a scratch copy of the game, all or nothing
//	compose      -> one mail for every player, or a refusal for the sender
//	Commit       one store transaction: the mail is settled, the events are in
//	             the log, the answers are in the outbox
//
// The order is always: keep the raw mail, commit, mark the message on the IMAP
// server, send. Whatever happens in between is done again without harm: a mail
// is settled once, and an answer keeps its Message-ID, which is made of game,
// event number and player.
package pbem
