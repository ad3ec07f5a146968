package title_test

import (
	"errors"
	"maps"
	"testing"

	"pbem/titles/title"
)

// Variants are written in many ways, and what is none is told with those that are.
func TestVariantsAsTheyAreWritten(t *testing.T) {
	ti := &title.Title{Variants: []title.Variant{{Key: "long night"}, {Key: "crowd"}}}
	got := ti.Spelt(map[string]string{"Long-Night": "yes", "crowd": "yes", "other": "no"})
	if want := map[string]string{"long night": "yes", "crowd": "yes", "other": "no"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := ti.Spelt(nil); got != nil {
		t.Errorf("%v of none", got)
	}
	no := errors.New("it has no option")
	for option, want := range map[string]string{"night": "it has no option; its variants: long night, crowd", "crowd": "it has no option"} {
		if err := ti.Unlike(no, map[string]string{option: "yes"}); err.Error() != want || !errors.Is(err, no) {
			t.Errorf("%s: %v, want %s", option, err, want)
		}
	}
	if err := ti.Unlike(nil, map[string]string{"night": "yes"}); err != nil {
		t.Error(err)
	}
}
