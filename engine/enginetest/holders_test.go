package enginetest

import (
	"strings"
	"testing"

	"pbem/engine/step"
)

// A script asks the title who directs.
func TestScriptsSeeTheHolders(t *testing.T) {
	kit := mint
	kit.Holders = &step.Holders{Office: func(_ step.Table, sym string) string { return sym }} // who has the coin directs it
	if err := kit.Run(cases("== case\ngame 2 1\n+ coin p2\npresident coin p2")[0].lines); err != nil {
		t.Error(err)
	}
	if err := mint.Run(cases("== case\ngame 2 1\n+ coin p2\npresident coin p2")[0].lines); err == nil || !strings.Contains(err.Error(), `it is "-"`) {
		t.Errorf("without holders: %v", err)
	}
}
