package title

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// CheckSetup returns what is wrong with the setup of games for each number of players, a line for each fault, or
// nil: names that are not declared, and what the facts list and the setup puts nowhere. What is the same for several
// numbers is told once.
func (t *Title) CheckSetup() error {
	var faults []error
	told := map[string]bool{}
	for _, seats := range t.Facts.Seats {
		for _, fault := range t.setupFaults(seats) {
			if told[fault.Error()] {
				continue
			}
			told[fault.Error()] = true
			faults = append(faults, fmt.Errorf("a game for %d: %w", seats.Players, fault))
		}
	}
	return errors.Join(faults...)
}

// setupFaults sets a game up. The engine panics if the setup uses a name that is not declared.
func (t *Title) setupFaults(seats facts.Seats) (faults []error) {
	defer func() {
		if r := recover(); r != nil {
			faults = []error{errors.New(fmt.Sprint(r))}
		}
	}()
	start := engine.Started{Title: t.Facts.Slug, Seed: 1}
	for i := range seats.Players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	if seats.Variant != "" {
		start.Options = map[string]string{seats.Variant: "yes"}
	}
	start.Options = t.AsOfNow(start.Options)
	log, err := t.Setup(start)
	if err != nil {
		return []error{err}
	}
	if faults = t.unplaced(log); len(faults) > 0 {
		return faults
	}
	g, _ := engine.Start(t.Rules, log)
	if least := g.State().Cash(engine.Bank); t.Facts.Bank > 0 && least < 0 {
		return []error{fmt.Errorf("setup: it pays %s more than the bank has", t.Facts.Money(-least))}
	}
	if again, err := t.Setup(start); err != nil || !reflect.DeepEqual(again, log) {
		return []error{errors.New("setup: it lays the same game out in another way the second time; it may use no chance but the seed, and not the order of a map")}
	}
	if err := g.Frozen(); err != nil {
		return []error{err}
	}
	return nil
}

// unplaced finds pieces of the facts that a setup puts nowhere.
func (t *Title) unplaced(log []engine.Event) (faults []error) {
	put := map[string]bool{}
	for _, e := range log {
		if m, ok := e.(engine.Moved); ok {
			put[m.Piece] = true
		}
	}
	for _, lot := range t.printed() {
		lot.pieces = slices.DeleteFunc(lot.pieces, func(piece string) bool {
			return put[piece] || t.Boxed != nil && t.Boxed(piece)
		})
		if n := len(lot.pieces); n > 0 {
			faults = append(faults, fmt.Errorf("setup: the facts have %s, and nothing puts %s anywhere", lot.what, someOf(lot.pieces)))
		}
	}
	return faults
}

// someOf names the first of some pieces: "token:NLR:0, token:NLR:1, token:NLR:2 and 6 others".
func someOf(pieces []string) string {
	const most = 3
	if n := len(pieces); n > most+1 { // one more is named as well
		return strings.Join(pieces[:most], ", ") + fmt.Sprintf(" and %d others", n-most)
	}
	return step.AllOf(pieces)
}

// A lot is some pieces of the facts, and what they are in words.
type lot struct {
	what   string
	pieces []string
}

// printed are the pieces that the facts list. A certificate with two trains is put by its front.
func (t *Title) printed() []lot {
	var out []lot
	add := func(n int, what string, piece func(n int) string) {
		l := lot{what: what}
		for i := range n {
			l.pieces = append(l.pieces, piece(i))
		}
		out = append(out, l)
	}
	for _, c := range t.Facts.Companies {
		add(len(c.Shares), "certificates of "+c.Sym, func(n int) string { return step.Share(c.Sym, n) })
		add(len(c.Stations), "station markers of "+c.Sym, func(n int) string { return step.Token(c.Sym, n) })
	}
	for _, tr := range t.Facts.Trains {
		if tr.SideOf == "" {
			add(max(tr.Count, 1), tr.Name+"-trains", func(n int) string { return step.Train(tr.Name, n) })
		}
	}
	for _, p := range t.Facts.Privates {
		add(1, "the private company "+p.Sym, func(int) string { return step.Private(p.Sym) })
	}
	return out
}
