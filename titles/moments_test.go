package titles_test

import (
	"strings"
	"testing"

	"pbem/titles"
)

// A player who asks for a verb that cannot be used now is told when it can, in all titles.
func TestEachVerbHasItsMoment(t *testing.T) {
	for _, ti := range titles.All() {
		for _, v := range ti.Verbs {
			if when := ti.Moments[v.Name]; len(when) < 20 || strings.HasSuffix(when, ".") || when != strings.TrimSpace(when) {
				t.Errorf("%s: %q is used %q", ti.Facts.Name, v.Name, when)
			}
		}
		for name := range ti.Moments {
			if _, ok := ti.Verbs.Find(name); !ok {
				t.Errorf("%s has no verb %q", ti.Facts.Name, name)
			}
		}
	}
}
