package album_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Whoever listens to a page or has no mouse finds their way: its language is told, a column has a name or no heading, what is wider than the
// screen can be reached and scrolled with the keyboard, and ways through the rounds have names of their own.
func TestPagesAreReadAloud(t *testing.T) {
	pages := files(t, recorded(t, 0))
	pages["running.html"] = running(t, recorded(t, 200))
	pages["albums.html"] = indexOf(nil, nil)
	read := 0
	for name, page := range pages {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		read++
		root, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(name, err)
		}
		ways := map[string]bool{}
		for n := range root.Descendants() {
			switch {
			case n.Type == html.ElementNode && n.Data == "html" && attribute(n, "lang") != "en":
				t.Errorf("%s does not say that it is English", name)
			case n.Data == "th" && n.FirstChild == nil:
				t.Errorf("%s has a heading of a column without a name", name)
			case attribute(n, "class") == "wide" && attribute(n, "tabindex") != "0":
				t.Errorf("%s has a table that the keyboard does not reach", name)
			case n.Data == "nav" && ways[attribute(n, "aria-label")]:
				t.Errorf("%s has two ways with the name %q", name, attribute(n, "aria-label"))
			case n.Data == "nav":
				ways[attribute(n, "aria-label")] = true
			}
		}
	}
	if read < 40 {
		t.Errorf("there are %d pages", read)
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
