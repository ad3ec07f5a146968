package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
)

// narrow fails when a line of a text is too wide.
func narrow(t *testing.T, what, text string) {
	t.Helper()
	for i, l := range strings.Split(text, "\n") {
		if n := columns(l); n > Columns {
			t.Fatalf("%s, line %d is %d columns wide:\n%s", what, i+1, n, l)
		}
		if l != strings.TrimRight(l, " ") || strings.ContainsAny(l, "\t\r") {
			t.Fatalf("%s, line %d: white space at the end or a tab: %q", what, i+1, l)
		}
	}
}

// odd are names as players type them.
var odd = []string{"Amy", "Brian O'Neill-Featherstonehaugh", "王小明", "<b>Dan</b> & Co", "Ève\u202e\nlay A8 7 0"}

// TestWidth reads every mail of random games: all positions of a short walk,
// one in a few of the others.
func TestWidth(t *testing.T) {
	for n := 2; n <= len(odd); n++ {
		g := newGame(t, int64(n), odd[:n])
		player := walk.NewPlayer(uint64(n))
		steps := 260
		if testing.Short() {
			steps = 90
		}
		for i := 0; i < steps && len(g.game.Pending()) > 0; i++ {
			c, ok := player.Pick(g.game.Pending())
			if !ok {
				t.Fatal("nothing is offered")
			}
			g.say(t, c)
			if i > 60 && i%4 != 0 {
				continue
			}
			m := mailOf(g)
			what := fmt.Sprintf("%d players, step %d", n, i)
			narrow(t, what, Text(m))
			narrow(t, what, Choices(m, ""))
			m.Reader = other(m.Reader)
			narrow(t, what, Text(m))
		}
		narrow(t, "log", Log(g.title, g.log))
	}
}

// middle plays the stored game until something is asked.
func middle(t testing.TB, verb, round string) Mail {
	t.Helper()
	var m Mail
	fits := asked(verb, round, 0)
	replayScript(t, func(g *testGame) bool {
		if fits(g) {
			m = mailOf(g)
		}
		return m.Title != nil
	})
	if m.Title == nil {
		t.Fatalf("the stored game never asks to %s in %s", verb, round)
	}
	return m
}

// TestQuotedBack answers a mail with the whole mail below. Nothing of it may become a command, however the
// player's program quotes it.
func TestQuotedBack(t *testing.T) {
	m := middle(t, "convert", "MR")
	head := "From: amy@example.org\r\nTo: pbem@example.org\r\nSubject: Re: x\r\nMIME-Version: 1.0\r\n"
	quotedText := "> " + strings.ReplaceAll(Text(m), "\n", "\n> ")
	for name, body := range map[string]string{
		"plain, quoted":   "Content-Type: text/plain; charset=utf-8\r\n\r\npass\n\n" + quotedText,
		"plain, unquoted": "Content-Type: text/plain; charset=utf-8\r\n\r\npass\n\n" + Text(m),
		"html, unquoted":  "Content-Type: text/html; charset=utf-8\r\n\r\n<p>pass</p>" + HTML(m),
		"html, quoted":    "Content-Type: text/html; charset=utf-8\r\n\r\n<p>pass</p><blockquote>" + HTML(m) + "</blockquote>",
	} {
		l := letter.Read([]byte(head+body), letter.Limits{})
		if len(l.Commands) != 1 || l.Commands[0].Text != "pass" {
			t.Errorf("%s: read as %v", name, l.Commands)
		}
	}
}

// TestOffered gives every line that mails offer to the grammar, in all its wordings. Each must be understood
// as one of the choices.
func TestOffered(t *testing.T) {
	ctx := func(g *testGame) grammar.Context {
		names := map[string]string{}
		for _, p := range g.game.State().Players() {
			names[p] = g.game.State().PlayerName(p)
		}
		return grammar.Context{Facts: g.title.Facts, Verbs: g.title.Verbs, Board: look(mailOf(g)).board, Players: names}
	}
	n := 0
	replayScript(t, func(g *testGame) bool {
		if n++; n%9 != 0 {
			return n > 700
		}
		m := mailOf(g)
		v := look(m)
		for _, ch := range v.mine {
			for i, w := range v.ways(ch) {
				if i%5 != 0 {
					continue
				}
				c, err := grammar.Match(ctx(g), m.Pending, m.Reader, w.said(ch.Verb))
				if err != nil || c.Verb != ch.Verb {
					t.Errorf("step %d, %s: %q is read as %v: %v", n, v.pos.Round, w.said(ch.Verb), c, err)
				}
			}
		}
		return n > 700
	})
}

// TestExamplesAreMarked checks that no line to copy could be taken for a
// command by itself.
func TestExamplesAreMarked(t *testing.T) {
	for l := range strings.SplitSeq(Choices(middle(t, "lay", "OR 4"), "lay"), "\n") {
		if strings.Contains(l, "lay ") && !strings.HasPrefix(strings.TrimSpace(l), ".") && !strings.HasPrefix(l, "LAY") {
			t.Errorf("unmarked: %q", l)
		}
	}
}

// TestEscape looks for what a player typed in HTML.
func TestEscape(t *testing.T) {
	g := newGame(t, 3, odd)
	m := mailOf(g)
	m.Name = "<script>alert(1)</script>"
	m.Extra = []Section{{Head: "<i>Post</i>", Lines: []string{"<img src=x onerror=y>", "two\nlines"}}}
	m.Refused, m.Kind = &Refusal{Lines: []string{"<u>pass</u>"}, Reason: "<s>no</s>"}, Rejected
	m.Picture, m.Near = "javascript:alert(1)", "javascript:alert(2)"
	page := HTML(m) + ChoicesHTML(m, "<a>")
	for _, bad := range []string{"<script", "<i>", "<img", "<u>", "<s>", "<b>Dan", "<a>", "javascript", "\u202e"} {
		if strings.Contains(page, bad) {
			t.Errorf("%s stands in the HTML", bad)
		}
	}
	m.Picture, m.Kind = "cid:map", Status
	if !strings.Contains(HTML(m), `src="cid:map"`) {
		t.Error("no picture")
	}
}

// TestNear shows the part of the map near a company beside the choices of its player, and above the whole map
// for others. The text part does not mention it.
func TestNear(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	m.Picture = "cid:map"
	before := Text(m)
	m.Near, m.NearTo = "cid:near", []string{"B&A", "<b>"}
	for _, reader := range []string{m.Reader, other(m.Reader)} {
		n := m
		n.Reader, n.Kind = reader, Status
		page := HTML(n)
		near, whole, players := strings.Index(page, `src="cid:near"`), strings.Index(page, `src="cid:map"`), strings.Index(page, ">Players</a>")
		if near < 0 || whole < near || players < 0 || (near < players) != (reader == m.Reader) {
			t.Errorf("%s: near at %d, the map at %d, players at %d", reader, near, whole, players)
		}
		if !strings.Contains(page, "The map near B&amp;A and &lt;b&gt;, large.") {
			t.Errorf("%s: no caption", reader)
		}
	}
	if Text(m) != before {
		t.Error("the text says something else")
	}
}

// TestSame checks that text and HTML say the same: every word of the text is
// in the HTML.
func TestSame(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	page := strings.NewReplacer("&amp;", "&", "&#39;", "'", "&gt;", ">", "&lt;", "<", "&#34;", `"`, "&#43;", "+").Replace(HTML(m))
	for _, word := range strings.Fields(Text(m)) {
		word = strings.Trim(word, "()[],;.:$*")
		if !strings.Contains(strings.ToUpper(page), strings.ToUpper(word)) && !strings.ContainsAny(word, `[](){}/\|~`) {
			t.Errorf("%q is in the text only", word)
		}
	}
}

func TestSubject(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	firm := companiesOf(engine.Of(m.Pending, m.Reader))[0]
	for kind, want := range map[Kind]string{
		YourMove: "[Shoreline] OR 4.1 - your move: " + firm + "   (g12)",
		Reminder: "[Shoreline] OR 4.1 - reminder, your move: " + firm + "   (g12)",
		Rejected: "[Shoreline] OR 4.1 - nothing was carried out   (g12)",
		Status:   "[Shoreline] OR 4.1 - the position   (g12)",
	} {
		m.Kind = kind
		if have := Subject(m); have != want {
			t.Errorf("%s: %q, want %q", kind, have, want)
		}
	}
	m.Kind, m.Reader = Auto, ""
	if have, want := Subject(m), "[Shoreline] OR 4.1 - "+m.State.PlayerName(m.Pending[0].By)+" to move: "+firm+"   (g12)"; have != want {
		t.Errorf("guest: %q, want %q", have, want)
	}
}

// TestLongAbsence has more to tell than a mail should.
func TestLongAbsence(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	m.Since = nil
	for i := range 200 {
		m.Since = append(m.Since, engine.Noted{By: engine.PlayerID(i % 3), Text: "passed"}, engine.Noted{Text: "news"})
	}
	text := Text(m)
	if !strings.Contains(text, `(340 entries before this: say "history" to read them)`) || strings.Count(text, "* news") != 30 {
		t.Error(text[:2000])
	}
}

// TestUndone leaves the change of cash out when something was taken back.
func TestUndone(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	m.Since = []engine.Event{engine.Paid{From: engine.Bank, To: m.Reader, Amount: 7}}
	m.Since = append(m.Since, engine.Noted{By: m.Reader, Text: "got $7"})
	if text := Text(m); !strings.Contains(text, "your cash $") {
		t.Error(text)
	}
	m.Since = append(m.Since, engine.Undone{By: m.Reader, To: 3})
	if text := Text(m); strings.Contains(text, "your cash $") || !strings.Contains(text, "took back what came after position 3") {
		t.Error(text)
	}
}

// TestExtra shows the lines of a section as they are.
func TestExtra(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	m.Extra = []Section{{Head: "Your choices", Lines: strings.Split(strings.TrimRight(Choices(m, "lay"), "\n"), "\n")}, {Head: "Brian writes", Lines: []string{strings.Repeat("word ", 40), "\tdone\x07"}}}
	text := Text(m)
	narrow(t, "extra", text)
	if !strings.Contains(text, Choices(m, "lay")) || !strings.Contains(text, "\n    done\n") {
		t.Error(text)
	}
}

// TestSections wraps sentences, also in HTML, and leaves drawings as they are.
func TestSections(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	drawing := []string{strings.Repeat(" ", 51) + "J1        L1", "      A2        C2"}
	m.Extra = []Section{{Head: "Map", Lines: drawing}, {Head: "A request", Lines: []string{"  Brian asks " + strings.Repeat("again and ", 9) + "again."}}}
	text := Text(m)
	narrow(t, "sections", text)
	if !strings.Contains(text, strings.Join(drawing, "\n")) || !strings.Contains(text, "\n  Brian asks again") {
		t.Error(text)
	}
	if html := HTML(m); strings.Contains(html, ">  Brian asks") || !strings.Contains(html, ">Brian asks again") {
		t.Error("the sentence is set as a drawing in HTML")
	}
}

func TestChoicesOfOther(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	if have := Choices(m, "sell"); !strings.Contains(have, `You cannot say "sell" now`) || !strings.Contains(have, "lay, pass") {
		t.Error(have)
	}
	m.Reader = ""
	if have := Choices(m, "lay"); !strings.Contains(have, "Nothing is asked") {
		t.Error(have)
	}
}

func TestClosest(t *testing.T) {
	m := middle(t, "lay", "OR 4")
	v := look(m)
	first := v.ways(v.mine[0])[0].said("lay")
	have := Reject(m, Refusal{Lines: []string{first + " now"}, Reason: "too many words"})
	if !strings.Contains(have, ". "+first) {
		t.Errorf("%s is not suggested:\n%s", first, have)
	}
	narrow(t, "refusal", have)
}

// Where nothing could be read, there is no empty list of what was written.
func TestNothingWritten(t *testing.T) {
	have := Reject(middle(t, "lay", "OR 4"), Refusal{Reason: "Your mail is encrypted."})
	if strings.Contains(have, "WHAT YOU WROTE") || !strings.Contains(have, "Your mail is encrypted.") {
		t.Error(have)
	}
}

func TestLikely(t *testing.T) {
	var ways []way
	for _, s := range []string{"A1 7 N-S", "A1 8 N-SE", "A1 9 N-SW", "B2 7 N-S", "B2 8 N-S", "C3 9 N-S", "D4 9 N-S", "E5 9 N-S"} {
		ways = append(ways, way{words: strings.Fields(s)})
	}
	ways[5].worth = 30
	var have []string
	for _, w := range likely(ways) {
		have = append(have, w.words[0])
	}
	if want := []string{"C3", "A1", "B2", "D4"}; !slices.Equal(have, want) {
		t.Errorf("have %v, want %v", have, want)
	}
	if have := (&view{}).tally(ways); have != "A1 x3, B2 x2, C3, D4, E5" {
		t.Error(have)
	}
}

func TestSeries(t *testing.T) {
	have := series([]way{
		{words: []string{"1", "B&M"}, gloss: "for $90"}, {words: []string{"2", "B&M"}, gloss: "for $180"}, {words: []string{"3", "B&M"}, gloss: "for $270"},
		{words: []string{"1", "NYC"}, gloss: "for $50"},
	})
	if len(have) != 2 || have[0].gloss != "for $90, up to 3 for $270" || have[1].gloss != "for $50" {
		t.Errorf("%v", have)
	}
	sums := []way{{words: []string{"30"}}, {words: []string{"60"}}, {words: []string{"50", "to", "60"}}, {words: []string{"20", "to", "60"}}}
	if have := series(sums); len(have) != len(sums) {
		t.Errorf("sums are joined as if they were counts: %v", have)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want []string
	}{
		{"", 5, []string{""}},
		{"a bc def", 5, []string{"a bc", "def"}},
		{"abcdefgh i", 3, []string{"abc", "def", "gh", "i"}},
		{"王小明 x", 4, []string{"王小", "明 x"}},
		{"王", 1, []string{"王"}},
		{"王王", 1, []string{"王", "王"}},
		{"a  b", 9, []string{"a b"}}, // short, but not with single blanks
		{" a b", 9, []string{"a b"}},
		{"a b ", 9, []string{"a b"}},
		{"a\tb", 9, []string{"a b"}},
		{"王 明", 9, []string{"王 明"}},
		{"a" + tie + "b", 9, []string{"a" + tie + "b"}},
		{"abcdef", 3, []string{"abc", "def"}},
		{"a王b王", 3, []string{"a王", "b王"}},
		{"ab王cd", 3, []string{"ab", "王c", "d"}},
		{"e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301"}}, // a mark stays with its letter
		{"x " + strings.Repeat("abc", 3) + " y", 3, []string{"x", "abc", "abc", "abc", "y"}},
	} {
		if have := wrap(c.text, c.n); !slices.Equal(have, c.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.n, have, c.want)
		}
	}
}

// A character takes the columns that a terminal gives it.
func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 1, "1\u20e3": 1, "\u200e": 0, "王": 2, "Ａ": 2, "🚂": 2, "\U0001F000": 2, "\U0001EFFF": 1, "a王": 3} {
		if n := columns(text); n != want {
			t.Errorf("%q takes %d columns, want %d", text, n, want)
		}
	}
}

func BenchmarkText(b *testing.B) {
	m := middle(b, "lay", "OR 14")
	for b.Loop() {
		Text(m)
	}
}

// BenchmarkWrite is a whole mail, BenchmarkIndex the index of routes in it.
func BenchmarkWrite(b *testing.B) {
	m := middle(b, "lay", "OR 14")
	for b.Loop() {
		Write(m)
	}
}

func BenchmarkIndex(b *testing.B) {
	v := look(middle(b, "lay", "OR 14"))
	for b.Loop() {
		v.runs(&doc{})
	}
}

func BenchmarkHTML(b *testing.B) {
	m := middle(b, "lay", "OR 14")
	for b.Loop() {
		HTML(m)
	}
}
