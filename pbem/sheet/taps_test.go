package sheet

import (
	"html"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"pbem/pbem/letter"
)

var tapped = regexp.MustCompile(`<a href="(mailto:[^"]*)"[^>]*>([^<]*)</a>`)

// Every link in a golden mail that writes an answer has the right words, the right address and the position
// of the mail. No link is too long for any program.
func TestTaps(t *testing.T) {
	seen := 0
	for _, path := range goldenHTML(t) {
		if strings.HasSuffix(path, "digest.html") {
			continue // it has the links of several games: see TestDigest
		}
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range tapped.FindAllStringSubmatch(string(page), -1) {
			seen++
			address, label := html.UnescapeString(found[1]), html.UnescapeString(found[2])
			if len(address) > mostLink || strings.ContainsAny(address, " +\n\"'<>") {
				t.Errorf("%s: %q is not an address all programs open", path, address)
			}
			l := letter.Read([]byte(answerOf(t, address)), letter.Limits{})
			if len(l.Commands) == 0 || label != "preview" && len(l.Commands) != 1 {
				t.Errorf("%s: %q answers %v", path, label, l.Commands)
			}
			if asksHelp(address) && len(l.Commands) == 1 && strings.HasPrefix(l.Commands[0].Text, "help ") {
				continue // the answer is the same in every position
			}
			if strings.Contains(l.Text, letter.CutLine) || !strings.Contains(l.Ignored, "(game g12, position 0)") {
				t.Errorf("%s: %q answers about no position: %q", path, label, l.Ignored)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d answers are offered", seen)
	}
}

// asksHelp reports whether a link asks what a heading means.
func asksHelp(address string) bool { return strings.Contains(address, "?subject=Help&body=help%20") }

// answerOf is the mail that a mail program writes for an address.
func answerOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	to, err := url.PathUnescape(u.Opaque)
	if err != nil || !strings.HasPrefix(to, "pbem+g12.") || !strings.HasSuffix(to, "@play.example") {
		t.Errorf("%q goes to %q: %v", address, to, err)
	}
	// RFC 6068 knows no plus for a blank.
	query, err := url.ParseQuery(strings.ReplaceAll(u.RawQuery, "+", "%2B"))
	if err != nil || !asksHelp(address) && !strings.HasPrefix(query.Get("subject"), "Re: [Shoreline] ") {
		t.Errorf("%q: subject %q: %v", address, query.Get("subject"), err)
	}
	return "From: amy@example.org\nTo: " + to + "\nSubject: " + query.Get("subject") + "\n\n" + query.Get("body")
}

// What would be too long is a word without a link.
func TestTapTooLong(t *testing.T) {
	d := &doc{answer: &answering{"pbem@play.example", "Re: x", CutLine("g12", 914)}}
	if d.link("pass") == "" || d.link(strings.Repeat("lay A10 8 S-NE\n", 90)) != "" || (&doc{}).link("pass") != "" {
		t.Error("a link is missing, or too long, or leads nowhere")
	}
}
