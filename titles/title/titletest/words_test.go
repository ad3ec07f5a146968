package titletest_test

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/step"
	"pbem/titles/title/sample"
	"pbem/titles/title/titletest"
)

var kit = enginetest.Kit{
	Facts: sample.Title.Facts, Rules: sample.Title.Rules, Setup: sample.Title.Setup,
	Words: map[string]titletest.Word{
		"give": titletest.Give(step.IPO), "back": titletest.Give(titletest.Treasury), "station": titletest.StationAt, "off": titletest.StationFrom(step.Out),
		"charter": titletest.CharterFrom(step.Out), "train": titletest.TrainTo, "phase": titletest.PhaseTo, "owner": titletest.Owned(step.Keep),
	},
}

// Every word brings about what it says, and panics where that is not possible: the script
// then names its line.
func TestWords(t *testing.T) {
	reads := titletest.Reads(sample.Title.Position, nil)
	for _, c := range []struct {
		facts string // separated by ";"
		read  string // a check, or the place of a piece
		want  string
	}{
		{"give p1 NLR 2", "share:NLR:2", "p1"},
		{"give p1 NLR 2", "share:NLR:3", "ipo:NLR"},
		{"give market NLR 1", "share:NLR:1", "pool"},
		{"give treasury NLR 1;back p2 NLR 1", "share:NLR:1", "p2"},
		{"give p1 NLR 9", "", "only 8 certificates of NLR are there"},
		{"give p1 NLR many", "", "invalid syntax"},
		{"station NLR B3.0", "token:NLR:0", "B3.0"},
		{"move token:NLR:0 out;off NLR B3.0", "token:NLR:0", "B3.0"},
		{"move token:NLR:1 out;charter NLR 1", "token:NLR:1", "NLR"},
		{"charter NLR 1", "", `no marker of NLR is left at "out"`},
		{"train 3 NLR", "train:3:0", "NLR"},
		{"move train:3:0 out;move train:3:1 out;train 3 NLR NLR NLR NLR NLR NLR NLR", "train:3:0", "NLR"},
		{"train 2 NLR NLR NLR NLR NLR NLR NLR NLR NLR", "train:2:100", "NLR"},
		{"phase 3", "phase", "3"},
		{"phase 3", "train:2:0", "out"},
		{"phase 3", "train:3:0", "supply"},
		{"phase 2", "train:2:0", "supply"},
		{"phase 9", "", "there is no phase 9"},
		{"owner NLR out", "keep:NLR", "out"},
		{"cash p2 900", "worth", "320 900 320"},
		{"", "priority", "p1"}, {"", "free", "NLR SCL HVR EMR"}, {"", "marks", ""}, {"", "out", ""}, {"", "privates", ""}, {"", "limit", "13"},
	} {
		table, err := kit.Table(titletest.Names(1, 3), strings.FieldsFunc(c.facts, func(r rune) bool { return r == ';' })...)
		got := fmt.Sprint(err)
		if read := reads[c.read]; err == nil && read != nil {
			got = read(table)
		} else if err == nil {
			got = table.S.Where(c.read)
		}
		if got != c.want && (err == nil || !strings.HasSuffix(got, c.want)) {
			t.Errorf("%s: %s is %q, want %q", c.facts, c.read, got, c.want)
		}
	}
}

// OrderOf puts the cards of players into another order.
func TestOrderOf(t *testing.T) {
	s := engine.Fold(append([]engine.Event{engine.Started{Players: []string{"A", "B", "C"}}}, step.DealOrder([]string{"p1", "p2", "p3"})...))
	s = s.With(titletest.OrderOf(step.Table{S: s}, []string{"p3", "p1", "p2"})...)
	if got := titletest.Listed(step.Table{S: s}.Order()); got != "p3 p1 p2" {
		t.Errorf("the order is %s", got)
	}
}
