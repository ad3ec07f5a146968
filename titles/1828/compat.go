package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// Switches under which games of 18xx.games can be read: where that program
// departs from the written rules. They are off in normal play. Each is read by
// one function below. README.md
const (
	listedRow    = "listed row"    // D-01
	parsLast     = "pars last"     // D-03
	anyPrice     = "any price"     // D-04
	askPasses    = "ask passes"    // D-05
	recordedRuns = "recorded runs" // D-27
	noConsent    = "no consent"    // D-27
)

// compat is every switch with the value that turns it on.
var compat = map[string]string{
	listedRow: "yes", parsLast: "yes", anyPrice: "yes", askPasses: "yes", recordedRuns: "yes", noConsent: "yes",
}

// listsInOrder: the private companies of $250 lie in the order of the list.
// // D-01
func listsInOrder(start engine.Started) bool { return start.Options[listedRow] != "" }

// parComesLater: the pars of private companies of $250 are asked after all that a
// turn of the auction brings, and notes that one is due. // D-03
func (t *turn) parComesLater(private string) bool {
	if !t.on(parsLast) {
		return false
	}
	t.later = append(t.later, private)
	return true
}

// askParsLater asks for the pars that are due, in the order of award. // D-03
func (t *turn) askParsLater() {
	for _, private := range t.later {
		t.askPar(companyOf(private), t.owner(private))
	}
}

// buysDear: what a private company costs that can be bought is not checked.
// // D-04
func (v view) buysDear() bool { return v.on(anyPrice) }

// asksPasses: also those are asked who can only pass. // D-05
func (v view) asksPasses() bool { return v.on(askPasses) }

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

// mergesUnasked: the other director's consent to a merger is not recorded.
// // D-11
func (v view) mergesUnasked() bool { return v.on(noConsent) }

// lastPurchases is a step there at the end of a company's turn, as long as a
// private company can be bought that is not one of $250, or the C&StL can lay its
// tile. // D-05, O-18
func (t *turn) lastPurchases() {
	if !t.asksPasses() {
		return
	}
	forSale := func(p facts.Private) bool { return p.Kind != charterKind && t.S.Seat(t.owner(p.Sym)) >= 0 }
	t.asks("private companies", func() []engine.Choice {
		buys := t.saleable() && t.Cash(t.Actor) > 0 && slices.ContainsFunc(data.Privates, forSale)
		if !buys && !step.Open(t.champlain()) {
			return nil
		}
		return []engine.Choice{t.voice().Pass("buy no private company")}
	})
}
