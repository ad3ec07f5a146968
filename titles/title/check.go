package title

import (
	"errors"
	"fmt"
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
	return errors.Join(faults...)
}
