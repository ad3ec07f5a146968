package t1828

import "pbem/engine"

// Switches under which games of 18xx.games can be read: where that program
// departs from the written rules. They are off in normal play. Each is read by
// one function below. README.md
const (
	listedRow    = "listed row"    // D-01
	recordedRuns = "recorded runs" // D-27
	noConsent    = "no consent"    // D-27
)

// compat is every switch with the value that turns it on.
var compat = map[string]string{listedRow: "yes", recordedRuns: "yes", noConsent: "yes"}

// listsInOrder: the private companies of $250 lie in the order of the list.
// // D-01
func listsInOrder(start engine.Started) bool { return start.Options[listedRow] != "" }

// runsAsRecorded: best routes are not enforced there; a record keeps its runs.
// // D-27
func (v view) runsAsRecorded() bool { return v.on(recordedRuns) }

// partner returns who agrees to a sale of a company's train: its director. In a
// record the purchase stands, the consent does not. // D-27
func (v view) partner(sym string) string {
	if v.on(noConsent) {
		return ""
	}
	return v.director(sym)
}

// mergesUnasked: the consent of the other director is not recorded. // D-11
func (v view) mergesUnasked() bool { return v.on(noConsent) }
