package envelope

import (
	"strings"
	"testing"
)

// What is a tag is told from what is none, in either case.
func TestParseTag(t *testing.T) {
	for text, want := range map[string]bool{
		"g12.p1.k7w2": true, "G12.W1.K7W2": true, "me.m7.k7w2": true, "g12.p1.": true,
		"lobby.m7.k7w2": false, "g12.m7.k7w2": false, "me.p1.k7w2": false, "g12.p1": false, "g12.p1.a.b": false, "g.p1.k7w2": false, "xg12.p1.k7w2": false,
	} {
		got, ok := parseTag(text)
		if ok != want || ok && got.String() != strings.ToLower(text) {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
}
