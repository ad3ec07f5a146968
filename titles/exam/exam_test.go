package exam_test

import (
	"testing"

	"pbem/titles"
)

// The setups of all titles put what their facts list, and the service misses nothing of them.
func TestTitlesAreWhole(t *testing.T) {
	for _, ti := range titles.All() {
		if err := ti.CheckSetup(); err != nil {
			t.Errorf("%s: %v", ti.Facts.Slug, err)
		}
		if err := ti.CheckService(); err != nil {
			t.Errorf("%s: %v", ti.Facts.Slug, err)
		}
	}
}
