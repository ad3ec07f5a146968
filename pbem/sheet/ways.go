package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// A way is one option of a choice, in the words in which a player says it.
type way struct {
	words []string // after the verb
	gloss string
	worth int    // how likely it is: the revenue of the tile
	late  bool   // it was declined in this step
	span  string // if the last word is the first of a range of numbers: "100 to 400"
	lies  string // how a tile lies, where its edges do not show it
}

func (w way) said(verb string) string {
	return strings.Join(append([]string{verb}, w.words...), " ")
}

// open leaves out the choices that exist only to explain why something is not allowed, and lists the options
// of each other choice once.
func open(choices []engine.Choice) []engine.Choice {
	var out []engine.Choice
	for _, ch := range choices {
		options := ch.List()
		if len(options) == 0 && ch.Usage == "" {
			continue
		}
		ch.Options = func() []engine.Option { return options }
		out = append(out, ch)
	}
	return out
}

// ways returns the options of a choice in words. Options with the same words become one.
func (v *view) ways(ch engine.Choice) []way {
	var out []way
	seen := map[string]bool{}
	for _, o := range ch.List() {
		w := way{words: v.spoken(o.Args), gloss: oneLine(o.Label)}
		if face, ok := v.lay(o); ok {
			w.words, w.worth, w.gloss = v.phrase(ch.Verb, o.Args), v.worth(face), unsaid(w.gloss, v.board.Layout.Exits(face))
			w.lies = v.lies(ch.Verb, o.Args)
			w.gloss = commas(w.gloss, w.lies)
		}
		if o.Range != nil {
			w.words = append(slices.Clone(w.words), strconv.Itoa(o.Range.Min))
			if o.Range.Max > o.Range.Min {
				w.span = o.Range.String()
				w.gloss = join("any number from "+o.Range.String(), w.gloss)
			}
		}
		if key := strings.Join(w.words, " "); !seen[key] {
			seen[key] = true
			w.late = slices.ContainsFunc(v.Declined, func(c engine.Command) bool { return c.Verb == ch.Verb && offers(o, c.Args) })
			out = append(out, w)
		}
	}
	return lateLast(out)
}

// lateLast sorts ways that were declined in this step behind the others.
func lateLast(ways []way) []way {
	rank := map[bool]int{true: 1}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(rank[a.late], rank[b.late]) })
	return ways
}

// offers reports whether words are those of an option, whatever number they have for its range.
func offers(o engine.Option, words []string) bool {
	n := len(o.Args)
	return n <= len(words) && slices.Equal(o.Args, words[:n]) && (len(words) == n || o.Range != nil && len(words) == n+1)
}

// spoken replaces player ids with names, except for a name that two players share.
func (v *view) spoken(args []string) []string {
	out := slices.Clone(args)
	for i, id := range out {
		shared := func(other string) bool { return other != id && strings.EqualFold(v.name(other), v.name(id)) }
		if v.State.Seat(id) >= 0 && !slices.ContainsFunc(v.State.Players(), shared) {
			out[i] = v.name(id)
		}
	}
	return out
}

// phrase writes the arguments of a command as players would: a tile with its exits if that is unambiguous.
func (v *view) phrase(verb string, args []string) []string {
	return strings.Fields(grammar.Phrase(v.onBoard(), engine.Command{Verb: verb, Args: args}))[1:]
}

// onBoard returns what lays are written with.
func (v *view) onBoard() grammar.Context {
	return grammar.Context{Facts: v.Title.Facts, Board: v.board, Stands: grammar.Standing(v.State)}
}

// lies says how a tile of a command lies if its edges do not show it: see grammar.Lies.
func (v *view) lies(verb string, args []string) string {
	return grammar.Lies(v.onBoard(), engine.Command{Verb: verb, Args: args})
}

// commas joins two parts of a gloss.
func commas(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// unsaid removes the exits from a gloss: the command names them, or all edges have track.
func unsaid(gloss, exits string) string {
	parts := slices.DeleteFunc(strings.Split(gloss, ", "), func(s string) bool { return s == "exits "+exits })
	return strings.Join(parts, ", ")
}

// worth returns the revenue of all stops of a face in this phase.
func (v *view) worth(f *board.Face) int {
	n := 0
	for _, st := range f.Stops {
		n += st.Revenue.In(v.table.Phase().Offboard)
	}
	return n
}

// lay reports whether an option lays a tile, and returns how the hex would look.
func (v *view) lay(o engine.Option) (face *board.Face, ok bool) {
	if len(o.Args) < 3 || o.Range != nil || v.board.Hex(o.Args[0]) == nil || v.board.Tile(o.Args[1]) == nil {
		return nil, false
	}
	rot, err := strconv.Atoi(o.Args[2])
	if err != nil || rot < 0 || rot > 5 {
		return nil, false
	}
	return v.board.Tile(o.Args[1]).Turned(rot), true
}

// likely picks a few ways, the most valuable first. They differ in their first word or, if that does not give
// enough, in the next.
func likely(ways []way) []way {
	if len(ways) <= shown+spare {
		return ways
	}
	ways = slices.Clone(ways)
	if n := slices.IndexFunc(ways, func(w way) bool { return w.late }); n > 0 { // they are the last
		ways = ways[:n]
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(b.worth, a.worth) })
	var out []way
	for depth := 1; depth <= 3 && len(out) < shown; depth++ {
		seen := map[string]bool{}
		for _, w := range out {
			seen[prefix(w, depth)] = true
		}
		for _, w := range ways {
			if key := prefix(w, depth); len(out) < shown && !seen[key] {
				seen[key] = true
				out = append(out, varied(ways, w, depth, out))
			}
		}
	}
	return out
}

// varied returns a way that begins like w, is worth the same, and shares as few words as possible with those
// chosen. It is for very many ways, so that the examples are four companies in four cities.
func varied(ways []way, w way, depth int, chosen []way) way {
	if len(ways) <= mostListed {
		return w
	}
	used := map[string]bool{}
	for _, c := range chosen {
		for i, word := range c.words {
			used[fmt.Sprint(i, word)] = true
		}
	}
	best, least := w, len(w.words)+1
	for _, o := range ways {
		if o.worth != w.worth || prefix(o, depth) != prefix(w, depth) {
			continue
		}
		n := 0
		for i, word := range o.words {
			if used[fmt.Sprint(i, word)] {
				n++
			}
		}
		if n < least {
			best, least = o, n
		}
	}
	return best
}

func prefix(w way, n int) string { return strings.Join(w.words[:min(n, len(w.words))], " ") }

// mostTallied is how many words a tally counts.
const mostTallied = 12

// tally counts ways by the first word in which they differ: "A8 x6, B5 x12". If there are too many words, it
// counts their kinds: "17 companies, 24 cities".
func (v *view) tally(ways []way) string {
	depth := 0
	for same := true; same && depth < 4; {
		depth++
		for _, w := range ways {
			same = same && prefix(w, depth) == prefix(ways[0], depth)
		}
	}
	count := map[string]int{}
	var order []string
	for _, w := range ways {
		key := ""
		if len(w.words) >= depth {
			key = w.words[depth-1]
		}
		if count[key]++; count[key] == 1 {
			order = append(order, key)
		}
	}
	if len(order) > mostTallied {
		return v.kindsOf(ways)
	}
	for i, key := range order {
		if n := count[key]; n > 1 {
			order[i] = fmt.Sprintf("%s x%d", key, n)
		}
	}
	return strings.Join(order, ", ")
}

// series joins ways that differ only in their first number: of "sell 1 B&M" to "sell 4 B&M" it keeps the
// first and names the last in its gloss.
func series(ways []way) []way {
	var out []way
	first := map[string]int{}
	last := map[string]way{}
	for _, w := range ways {
		key, ok := counted(w)
		if i, known := first[key]; ok && known {
			last[key] = w
			out[i].gloss = upTo(ways, key, w)
			continue
		}
		if ok {
			first[key] = len(out)
		}
		out = append(out, w)
	}
	return out
}

// counted returns what the number counts that a way begins with: "B&M" of "4 B&M". A sum such as "50", or "50 to 60",
// counts nothing.
func counted(w way) (rest string, ok bool) {
	if len(w.words) < 2 || w.words[1] == "to" {
		return "", false
	}
	_, err := strconv.Atoi(w.words[0])
	return strings.Join(w.words[1:], " "), err == nil
}

func upTo(ways []way, key string, last way) string {
	for _, w := range ways {
		if k, ok := counted(w); ok && k == key {
			return w.gloss + ", up to " + last.words[0] + " " + last.gloss
		}
	}
	return last.gloss
}

// Likeliest returns the option that a mail shows first of a choice: the tile of the most revenue, otherwise the
// first.
func Likeliest(t *title.Title, s *engine.State, options []engine.Option) engine.Option {
	v := look(Mail{Title: t, State: s})
	best, most := options[0], -1
	for _, o := range options {
		n := 0
		if face, ok := v.lay(o); ok {
			n = v.worth(face)
		}
		if n > most {
			best, most = o, n
		}
	}
	return best
}
