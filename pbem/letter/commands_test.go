package letter

import (
	"reflect"
	"testing"
)

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []Line
	}{
		{"buy B&O\n\n  pass  ", []Line{{1, "buy B&O"}, {3, "pass"}}},
		{". buy B&O\n# note\n> quoted\n-----\npass", []Line{{5, "pass"}}},
		{"pass\nEND\nsell", []Line{{1, "pass"}}},
		{"pass\n Stop \nsell", []Line{{1, "pass"}}},
		{"pass\nquit\nsell", []Line{{1, "pass"}}},
		{"pass\n-- \nAmy", []Line{{1, "pass"}}},
		{"pass\n-- Amy\nsell", []Line{{1, "pass"}}},
		{"end of turn", []Line{{1, "end of turn"}}},
		{"\ufeffｌａｙ　Ｈ６\u00a08\u200b W–SE", []Line{{1, "lay H6 8 W-SE"}}},
		{"say “it’s on”\u2009—\tok…", []Line{{1, "say \"it's on\" - ok…"}}},
		{"", nil},
	} {
		if got, _ := commands(c.in, 10); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %v, want %v", c.in, got, c.want)
		}
	}
}
