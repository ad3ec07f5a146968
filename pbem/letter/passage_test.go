package letter

import "testing"

func TestPassage(t *testing.T) {
	for _, c := range []struct {
		text, want string
		next       int
		closed     bool
	}{
		{"press\nHello!\n\n  pass\nEnd press.\npass", "Hello!\n\n  pass", 6, true},
		{"press\nHello!\n> quoted", "Hello!\n> quoted", 4, false},
		{"press\nHello!\nstop\npass", "Hello!", 3, false},
		{"press\nend press", "", 3, true},
		{"press", "", 2, false},
	} {
		l := Letter{Text: c.text}
		text, next, closed := l.Passage(1, "end press")
		if text != c.want || next != c.next || closed != c.closed {
			t.Errorf("%q: %q, %d, %v; want %q, %d, %v", c.text, text, next, closed, c.want, c.next, c.closed)
		}
	}
}
