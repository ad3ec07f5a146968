package title

import (
	"errors"
	"fmt"
)

// Check returns what is wrong with the rules of a title, a line for each fault, or nil.
func (t *Title) Check() error {
	var mergers error
	if _, ok := t.Rules.Flow[t.Mergers]; t.Mergers != "" && !ok {
		mergers = fmt.Errorf("flow: no step %q, which Mergers names", t.Mergers)
	}
	return errors.Join(t.Rules.Check(), mergers)
}
