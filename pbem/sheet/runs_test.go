package sheet

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine/route"
	"pbem/titles/title"
)

// section returns the lines of a text under a heading.
func section(t *testing.T, text, head string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n"+head+"  ")
	if !ok {
		t.Fatalf("no %s in\n%s", head, text)
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.Split(rest, "\n")[1:]
}

// TestIndexOfRoutes compares the index with the answer to "routes" for each company: the same revenue, one
// line per company, in operating order.
func TestIndexOfRoutes(t *testing.T) {
	m := middle(t, "lay", "OR 14")
	m.Whole = true
	v := look(m)
	lines := section(t, Text(m), "ROUTES")[1:]
	n := 0
	for _, c := range v.pos.Companies {
		if len(c.Trains) == 0 {
			continue
		}
		if n == len(lines) {
			t.Fatalf("no line for %s in %q", c.Sym, lines)
		}
		words := strings.Fields(lines[n])
		answer, _ := Routes(m, c.Sym, 1_000_000)
		best, _, _ := strings.Cut(strings.Fields(answer)[1], ",")
		if words[0] != c.Sym || words[len(words)-1] != best && words[1] != "none" {
			t.Errorf("%q, and the best of %s is %s", lines[n], c.Sym, best)
		}
		n++
	}
	if n != len(lines) || n < 3 {
		t.Errorf("%d companies have trains, %d lines tell of them", n, len(lines))
	}
	again := middle(t, "lay", "OR 14")
	again.Whole = true
	if Text(again) != Text(m) {
		t.Error("told twice it differs")
	}
}

// TestRunsOf words what a search can bring.
func TestRunsOf(t *testing.T) {
	v := look(middle(t, "lay", "OR 4"))
	idle := title.Prospect{Best: route.Result{Routes: make([]route.Route, 2), Proven: true}}
	if have := runsOf(idle) + " " + v.earns(idle); have != "none -" {
		t.Error(have)
	}
	short := title.Prospect{Best: route.Result{Total: 150, Bound: 160}}
	if have := v.earns(short); have != tied("at least $150") {
		t.Error(have)
	}
}

func TestSettled(t *testing.T) {
	for _, c := range []struct{ notes, want []string }{
		{[]string{"ran 2", "offers $35 for a 2-train of B&M", "bought a 2-train from B&M for $35"}, []string{"ran 2", "bought a 2-train from B&M for $35"}},
		{[]string{"offers $35 for a 2-train of B&M", "bought a 2-train from NYC for $35"}, nil},
		{[]string{"offers $35 for a 2-train of B&M", "bought a 2-train from B&M for $3"}, nil},
		{[]string{"offers $35 for a 2-train of B&M"}, nil},
	} {
		if c.want == nil {
			c.want = c.notes
		}
		if have := settled(c.notes); !slices.Equal(have, c.want) {
			t.Errorf("%q: %q", c.notes, have)
		}
	}
}

func TestJoined(t *testing.T) {
	if have := joined([]string{"ran 2", "passed", "passed", "paid", "passed", "passed", "passed"}); have != "ran 2, passed (twice), paid, passed (3 times)" {
		t.Error(have)
	}
}

// TestStacked sets columns below their rows, with what was there already.
func TestStacked(t *testing.T) {
	in := &table{Columns: []column{{Head: "Company"}, {Head: "Par", Below: "par"}, {Head: "Pool", Below: "pool"}, {Head: "Cash"}}}
	in.add(plain("B&M"), plain("$90"), plain("-"), plain("$5"))
	in.Rows = append(in.Rows, row{Wide: plain("loans 2")})
	in.add(plain("NYC"), plain("-"), plain("-"), plain("$7"))
	in.Rows = append(in.Rows, row{Wide: plain("Minors"), Title: true}, row{Wide: plain("none")})
	var have []string
	for _, r := range in.stacked().Rows {
		line := r.Wide.text()
		for _, c := range r.Cells {
			line += c.text() + "|"
		}
		have = append(have, line)
	}
	if want := []string{"B&M|$5|", tied("par $90") + ", loans 2", "NYC|$7|", "Minors", "none"}; !slices.Equal(have, want) {
		t.Errorf("%q", have)
	}
}

// TestTies keeps a round on one line and plain text plain.
func TestTies(t *testing.T) {
	if have := wrap("to move - "+tied("OR 14.1"), 12); !slices.Equal(have, []string{"to move -", tied("OR 14.1")}) {
		t.Errorf("%q", have)
	}
	m := middle(t, "discard", "OR 14")
	if text := Text(m); strings.Contains(text, tie) || !strings.Contains(text, "\nOR 14.1\n") {
		t.Error(text)
	}
	if !strings.Contains(HTML(m), "OR&#160;14.1</b>") {
		t.Error("the round may break in HTML")
	}
}
