// Package engine decides games of 18xx. It knows no title, no clock, no network
// and no randomness.
//
// A game is its log: a list of Events, which are facts such as who paid whom and
// which piece went where. Fold applies the facts to an empty table and returns the
// State. It needs no rules, so a stored game keeps its position when the rules
// code is fixed.
//
// A title is a Flow: a table of named steps, like the contents page of the
// rulebook. The leaves are plain functions that ask. Turn.Ask returns the recorded
// answer if there is one. Otherwise the leaf parks there, and its Choices are what
// the players may do now. On the next Command the engine runs the leaf again from
// its start with the answers so far. The leaf must produce the same events again,
// and only the new ones are appended to the log. If they differ, because the rules
// of an unfinished step have changed, the game is frozen. It is never altered
// silently.
//
// A title declares its Names: of pieces, places, purses and counters. A step that uses
// another name is at fault, and freezes its game before anything is stored.
//
// Promises, kept by the engine and checked for every title by enginetest:
// the same log gives the same State; what is offered is accepted; money and
// pieces are conserved; equal inputs give equal bytes out.
package engine
