package grammar

import (
	"strings"
	"testing"
)

// A pass that names what another step is about passes nothing: "no train" does not give up a build.
func TestPassOfAnotherStep(t *testing.T) {
	ctx := context18()
	lay := offers("B&M lay: H7 8 2", "B&M pass")
	buy := offers("B&M buy: train 2 from bank", "B&M pass")
	for _, c := range []struct {
		line, lay, buy string // how it is refused in each step, "" if it is a pass
	}{
		{"pass", "", ""},
		{"no track", "", `"track" is for another step`},
		{"skip the tiles", "", `"tiles" is for another step`},
		{"no train", `"train" is for another step`, ""},
		{"no trains, thanks", `"trains" is for another step`, ""},
		{"pass by train", `"train" is for another step`, ""},
	} {
		got, err := Match(ctx, lay, "p1", c.line)
		judge(t, c.line, got.String(), err, c.lay)
		got, err = Match(ctx, buy, "p1", c.line)
		judge(t, c.line, got.String(), err, c.buy)
	}
}

// judge complains of a line that is not a pass, or not refused as it should be.
func judge(t *testing.T, line, got string, err error, refused string) {
	t.Helper()
	if refused == "" && (err != nil || got != "pass") || refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
		t.Errorf("%q: %q, %v, want %q", line, got, err, refused)
	}
}
