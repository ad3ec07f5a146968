package exam_test

import (
	"testing"

	"pbem/titles"
)

// The setups of all titles put what their facts list.
func TestSetups(t *testing.T) {
	for _, ti := range titles.All() {
		if err := ti.CheckSetup(); err != nil {
			t.Errorf("%s: %v", ti.Facts.Slug, err)
		}
	}
}
