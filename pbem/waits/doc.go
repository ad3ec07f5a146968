// Package waits tells for how many answers a recorded game would wait by mail,
// and for how many when its players said ahead what they knew. From the moves that
// were made it derives the mails of players who plan one turn ahead, without
// knowledge of what the others are going to do: a plan is what its player then
// did, it must be possible as the table stands when it is given, and it counts
// only where it gives exactly the moves that were made. What is put aside by its
// conditions costs a mail like any other.
//
// The package decides nothing of a game: the same plans in the same mails, played
// through the service, give the same log.
package waits
