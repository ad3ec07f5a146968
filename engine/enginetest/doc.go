// Package enginetest tests the rules of a title. Scripts reads a title's cases line by
// line (testdata/*.txt) and says Blunders before each command of theirs, Play plays
// random games and shows every position, Circles and the like are invariants that hold
// after every event, and Citations compares the rules that the code cites with the
// title's checklist. The package knows no title.
package enginetest
