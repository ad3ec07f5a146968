// Package grammar understands what a player types. It turns one line into a
// command, and only into one of the choices that the engine offers to that player
// at that moment.
//
// A line is read in words. Case, punctuation, accents and filler words do not
// count; the order of words counts only where it matters. The package compares the
// words with each option of the verbs that the line may mean. A part of the option
// must explain every word: as a symbol, number, hex, company, city or player, in
// full, abbreviated or misspelt. The best kind of match wins. If two options match
// equally well, the line is refused with both readings. Parts of an option may be
// left out if only one option remains.
//
// The verbs of moves come from the title (package moves); all other verbs are in
// verbs.go. Help and docs/commands.md are made from both. Nothing is stored, and
// of a title the package knows only its facts and its verbs.
package grammar

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/moves"
)

// MaxLine is the most bytes a command may have.
const MaxLine = 500

// maxWords is the greatest number of words of a command other than a run.
const maxWords = 60

// Context is what a line may refer to. Every field may be missing.
type Context struct {
	Facts   *facts.Title      // names of companies, hexes, tiles and trains
	Verbs   moves.Table       // without it a verb has only its name
	Board   *board.Board      // the map with the tiles laid, to tell rotations apart
	Players map[string]string // names by player id
	// Stands returns what stands in a city, "" for nothing. Without it any two cities of a hex count as different.
	Stands func(board.Spot) string
	// Shares returns how many shares a company has in all, 0 if unknown. Without it percents are not understood.
	Shares func(sym string) int
	// Closed returns why a verb is not offered, as a sentence without its end; "" if
	// unknown.
	Closed func(verb string) string
	// Moments say when each verb is used, as sentences without their ends.
	Moments map[string]string
}

// A Refusal says why a line is no command.
type Refusal struct {
	Sentence string
	Readings []string // legal commands, if the line may mean several
	Closest  []string // legal commands or verbs that resemble the line; at most 5
	Allowed  []engine.Choice
	Strange  bool // the line does not begin like any command
	Untimely bool // its verb is not offered now
}

// strange marks the refusal of a line that does not begin like any command.
func strange(r *Refusal) *Refusal {
	r.Strange = true
	return r
}

func (r *Refusal) Error() string { return r.Sentence }

// Unwrap returns the refusal as the engine's.
func (r *Refusal) Unwrap() error { return &engine.Refusal{Sentence: r.Sentence, Allowed: r.Allowed} }

// Match reads a line as a command of a player. The error is a *Refusal. The
// command is canonical: the engine accepts it.
func Match(ctx Context, choices []engine.Choice, by, line string) (engine.Command, error) {
	mine := engine.Of(choices, by)
	switch {
	case len(line) > MaxLine:
		return engine.Command{}, strange(refuse(mine, "A command has at most %d characters; this line has %d.", MaxLine, len(line)))
	case len(mine) == 0:
		return engine.Command{}, refuse(nil, "It is not your move.")
	case quotation(line):
		return engine.Command{}, strange(refuse(mine, "A line that begins with %q is read as a quotation; begin with the verb.", strings.TrimSpace(line)[:1]))
	}
	m := &matcher{ctx: ctx, by: by, line: strings.TrimSpace(line), choices: mine, lists: map[int][]engine.Option{}, seen: map[string]sense{}}
	if c, ok := m.canonical(); ok {
		return c, nil
	}
	m.words = m.dictated(scan(onceNamed(ctx.Facts, withoutNames(ctx.Facts, wholeTrains(ctx.Facts, asMany(withoutTail(line)))))))
	return m.match()
}

// quotation reports whether a line begins with a mark of our own mails or of quoted text. Such a line is no
// command.
func quotation(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && strings.ContainsRune(".>#|", rune(line[0]))
}

// Split splits a line of several commands at semicolons.
func Split(line string) []string {
	var out []string
	for part := range strings.SplitSeq(line, ";") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// Known reports whether a line begins with a verb of the title, or with the symbol of a
// company and a verb. Whether the verb is possible now does not count.
func Known(ctx Context, line string) bool {
	words := scan(line)
	if len(line) > MaxLine || len(words) == 0 {
		return false
	}
	verbs, _ := known(ctx.Verbs, nil, words)
	for _, c := range ctx.Facts.Companies {
		if n := symbolAt(words, c.Sym); n > 0 && n < len(words) && len(verbs) == 0 {
			verbs, _ = known(ctx.Verbs, nil, words[n:])
		}
	}
	return len(verbs) > 0
}

// Alone returns the verbs of a title in a line that says nothing else, except a company
// before it: "I pass", "B&M: pass". Whether they are possible now does not count.
func Alone(f *facts.Title, table moves.Table, line string) []string {
	words := scan(line)
	if len(line) > MaxLine || len(words) == 0 {
		return nil
	}
	verbs, n := known(table, nil, words)
	for _, c := range f.Companies {
		if k := symbolAt(words, c.Sym); k > 0 && k < len(words) && len(verbs) == 0 {
			verbs, n = known(table, nil, words[k:])
			n += k
		}
	}
	if slices.ContainsFunc(words[n:], func(w word) bool { return !fillers[w.text] }) {
		return nil
	}
	return verbs
}

// NeedsSkip reports whether a line begins with a verb that is not offered now while a
// pass is. Then the present step may be passed to reach the one that the line is for. A
// line for a company needs the pass of that company.
func NeedsSkip(table moves.Table, choices []engine.Choice, by, line string) bool {
	verbs, ok := MayFollow(table, choices, by, line)
	return ok && !offered(engine.Of(choices, by), verbs)
}

// MayFollow reports whether a line begins with a verb while a pass is offered, and returns the verbs that it may begin with.
// If the present step does not take the line, a step after the pass may. A line for a company needs the pass of that
// company.
func MayFollow(table moves.Table, choices []engine.Choice, by, line string) (verbs []string, ok bool) {
	mine := engine.Of(choices, by)
	words := scan(line)
	if len(line) > MaxLine || len(words) == 0 {
		return nil, false
	}
	passes := slices.DeleteFunc(slices.Clone(mine), func(c engine.Choice) bool { return !table.Does(c.Verb, moves.Passes) || !open(c) })
	n, sym := saidFor(passes, words)
	if sym != "" {
		passes = slices.DeleteFunc(passes, func(c engine.Choice) bool { return c.For != sym })
	}
	if len(passes) == 0 {
		return nil, false
	}
	verbs, _ = known(table, mine, words[n:])
	return verbs, len(verbs) > 0
}

// saidFor returns the company that begins the line, if one of the choices is for it, and how many words that
// takes.
func saidFor(choices []engine.Choice, words []word) (n int, sym string) {
	for _, c := range choices {
		if size := symbolAt(words, c.For); size > 0 && size < len(words) {
			return size, c.For
		}
	}
	return 0, ""
}

// symbolAt returns how many words at the start of a line spell a symbol.
func symbolAt(words []word, sym string) int {
	target, said := strings.Join(texts(sym), ""), ""
	for i, w := range words {
		if said != "" && w.text == "and" {
			continue
		}
		if said += w.text; said == target {
			return i + 1
		}
		if !strings.HasPrefix(target, said) {
			break
		}
	}
	return 0
}
