// Package engine decides games of 18xx. It knows no title, no clock, no network
// and no randomness.
//
// A game is its log: a list of Events, facts that say who paid whom and which
// piece went where. Fold applies the facts to an empty table and yields the
// State; it needs no rules, so that a stored game keeps its position while the
// rules code is mended.
//
// A title is a Flow, a table of named steps like the rulebook's table of
// contents, whose leaves are plain functions that ask. Turn.Ask returns the
// recorded answer where there is one; otherwise the leaf is parked there and
// its Choices are what the players may do now. On the next Command the leaf is
// run again from its start with the answers so far; what it did before must
// come out again, and only what is new is appended to the log. Were it to come
// out otherwise, because the rules of an unfinished step were changed, the game
// is frozen and never altered silently.
//
// Promises, kept by the engine and checked for every title by enginetest:
// the same log gives the same State; what is offered is accepted; money and
// pieces are conserved; equal inputs give equal bytes out.
package engine
