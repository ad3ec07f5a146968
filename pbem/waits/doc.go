// Package waits counts how many answers a recorded game would wait for by mail,
// and how many if its players had said in advance what they knew. From the moves
// of the record it derives the mails of players who plan ahead. They do
// not know what the others are going to do:
//
//   - a plan is what its player then did;
//   - it must be possible when it is given, as the table stands then;
//   - it counts only if it gives exactly the moves of the record;
//   - a plan that its conditions put aside costs a mail like any other.
//
// The package changes nothing in a game: the same plans in the same mails, played
// through the service, give the same log.
package waits
