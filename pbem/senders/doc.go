// Package senders finds out who wrote a mail, and what they may do.
//
//	identify.go    the game and seat, or the member, that a mail is from
//	proof.go       whether it proves that, by the token of a reply address
//	suspicion.go   whether it may be somebody else's in spite of a valid token
//	addresses.go   new addresses and new tokens
//	confirm.go     questions that are answered with a code
//	unanswered.go  questions that expire
//	bounces.go     delivery reports: which addresses get no more mail
//	limits.go      how many mails are answered; refusals
//	strangers.go   how many mails of unknown people are read
//	greeting.go    the first mails to them
package senders
