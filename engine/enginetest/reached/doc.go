// Command reached tells which rules of a title no game ever comes to.
//
//	go run ./engine/enginetest/reached SLUG
//	nice go run ./engine/enginetest/reached -walks 300 SLUG
//
// It plays random games of the title (-walks), its stored games and, where
// ../shared is present, its recorded ones, and looks which lines of code they run;
// then the same of its cases: the scripts and tables, as mutate picks them. A rule is
// an id of the title's RULES.md, or a section of the rulebook ("§8.8.3"). What keeps it
// is at the lines that cite it:
//
//	if len(t.Trains(sym)) >= t.limit() { // 43-TB-05: what the condition leads to
//	// 8.8.3; 43-EM-03
//	func (t *turn) raise() {             // the function below
//
// # The table
//
// First the rules that no game came to, the lines that keep them, and the scripts
// and tests that name them. Games do not guard these rules: only a case can. Then
// the rules of which games ran a part, with the lines at which the rest begins. No
// case comes either to lines with a "!". At the end the ids that no code cites:
// tests and data keep them.
//
// The importer, the switches of recorded games, and what mails and timelines show
// are left out: see -skip. The exit status is 1 when neither a game nor a case comes
// to a rule, 2 for an error. It takes some minutes; -games and -cases read profiles
// that "go test -coverprofile" wrote before.
package main
