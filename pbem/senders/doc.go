// Package senders knows who writes, and what they may.
//
//	identify.go    the game and seat, or the member, that a mail is of
//	proof.go       whether it proves that: by the token of a reply address
//	suspicion.go   whether it may be somebody else's all the same
//	addresses.go   members who move to another address, or renew their token
//	confirm.go     questions with a code
//	unanswered.go  what becomes of those that nobody answers
//	bounces.go     delivery reports: which addresses get no mail any more
//	limits.go      how much is answered; refusals
//	strangers.go   how much is read of people who play nowhere
//	greeting.go    the first mails to them
package senders
