package table

import (
	"strings"
	"testing"
)

func TestWithout(t *testing.T) {
	without := Without([]string{"Amy", "O'Neil Jr."}, []string{"Amy+x@Example.org"}, []string{"Amy 2"}, "Former player 2")
	for text, want := range map[string]string{
		"":                                    "",
		"Amy, Amy 2, Amyx and xAmy":           "Former player 2, Amy 2, Amyx and xAmy",
		"amy":                                 "amy",
		"Amy's and (Amy)":                     "Former player 2's and (Former player 2)",
		"O'Neil\n    Jr. is":                  "Former player 2 is",
		"> O'Neil\r\n> Jr.":                   "> Former player 2",
		"O'NeilJr.":                           "O'NeilJr.",
		"O&#39;Neil Jr.":                      "Former player 2",
		"?body=press%20O%27Neil%20Jr.%20hi":   "?body=press%20Former%20player%202%20hi",
		"?body=press%20to%20Amy%3A":           "?body=press%20to%20Former player 2%3A",
		"amy+x@example.org AMY+X@EXAMPLE.ORG": "(an address) (an address)",
		"mailto:Amy%2Bx%40Example.org":        "mailto:%28an%20address%29",
		`<a href="mailto:p@x.test?body=press%20to%20Amy%3A">to Amy</a>`: `<a href="mailto:p@x.test?body=press%20to%20Former%20player%202%3A">to Former player 2</a>`,
		"https://x.test/a?b=Amy, Amy":                                   "https://x.test/a?b=Former%20player%202, Former player 2",
		"https://x.test/?b=O%27Neil+Jr.&c":                              "https://x.test/?b=Former+player+2&c",
		"Zoë Amy Łódź":                                                  "Zoë Former player 2 Łódź",
	} {
		if got := without(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

// A mail of megabytes that repeats an address is gone through once.
func TestManyAddresses(t *testing.T) {
	const n = 200_000
	text := strings.Repeat("amy@example.org ", n)
	if got := Without(nil, []string{"AMY@example.org"}, nil, "")(text); got != strings.Repeat("(an address) ", n) {
		t.Errorf("%d bytes are left", len(got))
	}
	text = strings.Repeat("amy@example.org", n) // as one word
	if got := Without(nil, []string{"AMY@example.org"}, nil, "")(text); got != strings.Repeat("(an address)", n) {
		t.Errorf("%d bytes are left of one word", len(got))
	}
	if !Mentions(text, []string{"Amy@Example.Org"}, nil) || Mentions(text, []string{"zoe@example.org", ""}, []string{"Amy"}) {
		t.Error("who is mentioned is not known")
	}
}
