// Command reached tells which rules of a title no game ever comes to.
//
//	go run ./engine/enginetest/reached SLUG
//	nice go run ./engine/enginetest/reached -walks 300 SLUG
//
// It plays random games of the title (-walks), its stored games and, where
// ../shared is present, its recorded ones, and looks which lines of code they run.
// Scripts and tables do not count. A rule is an id of the title's RULES.md, or a
// section of the rulebook ("§8.8.3"); it is reached when a line that cites it is run:
//
//	if len(t.Trains(sym)) >= t.limit() { // 43-TB-05: what the condition leads to
//	// 8.8.3; 43-EM-03
//	func (t *turn) raise() {             // the body of the function below
//
// # The table
//
// First the rules that nothing came to: the lines that cite them, and the script
// or test that names them. Games do not guard these rules, so that only a case can.
// Then the lines that were never run, of rules that were reached elsewhere. At the
// end the ids that no code cites: tests and data keep them.
//
// The importer, the switches of recorded games, and what mails and timelines show
// are left out: see -skip. The exit status is 1 when a rule has neither a game nor a
// case, 2 for an error.
//
// Whether the cases of a title come to these lines is told from their own profile:
//
//	go test ./titles/SLUG -run Script -coverpkg ./titles/SLUG,./engine/step -coverprofile FILE
//	go run ./engine/enginetest/reached -profile FILE SLUG
package main
