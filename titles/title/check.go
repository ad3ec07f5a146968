package title

import (
	"errors"
	"fmt"
	"slices"
)

// Check returns what is wrong with the flow of a title and with what it declares, a line for each fault, or
// nil. What a game shows beyond that a walk finds: see engine/walk.
func (t *Title) Check() error {
	faults := []error{t.Rules.Check()}
	if _, ok := t.Rules.Flow[t.Mergers]; t.Mergers != "" && !ok {
		faults = append(faults, fmt.Errorf("flow: no step %q, which Mergers names", t.Mergers))
	}
	if t.Rules.Names == nil {
		faults = append(faults, errors.New("names: none are declared; begin with step.Names of the facts"))
	}
	if t.Rules.Names != nil {
		faults = append(faults, t.Rules.Names.Check())
	}
	if t.Round == nil {
		faults = append(faults, errors.New("round: nothing names it; give the title the function Round"))
	}
	return errors.Join(append(faults, t.checkSeats())...)
}

// checkSeats finds seats for a variant that players cannot choose.
func (t *Title) checkSeats() error {
	for _, s := range t.Facts.Seats {
		if s.Variant != "" && !slices.ContainsFunc(t.Variants, func(v Variant) bool { return v.Key == s.Variant }) {
			return fmt.Errorf("seats for %d players take the variant %q, which Variants does not list", s.Players, s.Variant)
		}
	}
	return nil
}
