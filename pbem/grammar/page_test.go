package grammar

import (
	"fmt"
	"strings"
)

// Page returns docs/commands.md: the moves that several titles describe in the same words, and those that
// each title has in addition.
func Page(all []Vocabulary) string {
	var b strings.Builder
	b.WriteString(preface)
	b.WriteString("\n## Moves\n\nWhich of these can be said depends on the title and the moment; the mail lists them.\n")
	table(&b, linesOf(all, nil))
	for _, v := range all {
		fmt.Fprintf(&b, "\n### %s\n\nBesides, or in other words:\n", v.Title)
		table(&b, linesOf(all, &v))
	}
	b.WriteString("\n## In advance\n\n")
	b.WriteString(ahead)
	table(&b, Plans)
	b.WriteString("\n## At any time\n\n")
	b.WriteString("These are no moves; the service answers them whosever move it is.\n")
	table(&b, ServiceVerbs)
	return b.String()
}

// linesOf lists the verbs that only one title has in these words. Without a title it lists those that several
// have, each once.
func linesOf(all []Vocabulary, only *Vocabulary) []Verb {
	count := map[string]int{}
	for _, v := range all {
		for _, verb := range v.Verbs {
			count[wording(verb)]++
		}
	}
	var out []Verb
	for _, v := range all {
		for _, verb := range v.Verbs {
			text := wording(verb)
			if only == nil && count[text] > 1 || only != nil && v.Title == only.Title && count[text] == 1 {
				out, count[text] = append(out, lineOf(verb)), 0
			}
		}
	}
	return out
}

const ahead = `A plan is kept for later, and played when its player is asked: a whole turn or
nothing. Several may be given; a new one stands for an older one for the same.
Who gives a plan for a turn is shown how that would look now. ` + "`orders`" + ` shows
all of them with what each would do, to their owner alone. What is put aside is
told with the reason in the next mail, and its player is asked. Nothing is sold,
sold short or accepted in advance that was not written.
`

const preface = `# Commands

<!-- Made from engine/moves, the titles' verbs.go and pbem/grammar/verbs.go: go test ./pbem/grammar -run Page -update -->

A mail is a list of commands, one a line or parted by semicolons. They are
carried out together or, if one of them is refused, not at all.

- Case, spaces and punctuation do not count, nor do small words such as
  *from*, *for*, *to*, *the*, *share* or the currency: ` + "`Buy B&A, please`" + ` is
  ` + "`buy b&a`" + `.
- A company is named by its symbol, with or without the &, or by its name or a
  part of it; a hex also by its city; a player by name. Words may be cut short
  to three letters or more, and a slip of the pen is forgiven. All this holds
  only where one legal move is meant: otherwise the answer lists the readings
  and nothing is done.
- Words may come in any order where that leaves no doubt, and what can be only
  one thing need not be said: ` + "`buy B&A`" + ` is enough when only the pool sells it.
- Edges are compass points. The exits of a tile may be given in any order:
  ` + "`lay H6 8 W-SE`" + ` is ` + "`lay 8 on H6, exits SE and W`" + `.
- Who acts for several companies may say for which: ` + "`B&M: pass`" + `.
- Commands in one line may also be parted by *and*, *then* or a comma before the
  next verb: ` + "`sell 1 NYC and buy D&H`" + `. Where a number of shares or loans is to
  be said, *all* is as many as the rules allow: ` + "`sell all CN`" + `. Shares may be
  counted in percents of the company: ` + "`sell 20% NYC`" + `.
- What is said around a command may stay: ` + "`Hi, I think I'll pass this time`" + `. To name
  what is left out is a pass of its step: ` + "`no more trains`" + `, ` + "`build nothing`" + `. Once
  the turn of a company or player is over, *done* changes nothing.
- A verb of a later step passes over the optional steps before it. One mail may
  hold the whole turn of a company; the mail shows an example to copy, and what
  it would bring. Behind ` + "`pass`" + ` it says which verbs come next in the turn.
`

func table(b *strings.Builder, verbs []Verb) {
	b.WriteString("\n| say | for example | or | meaning |\n| --- | --- | --- | --- |\n")
	for _, v := range verbs {
		form := "**" + v.Name + "**"
		if v.Form != "" {
			form += " " + v.Form
		}
		row := []string{form, "`" + v.Example + "`", strings.Join(v.Synonyms, ", "), v.Meaning}
		for i := range row {
			row[i] = strings.ReplaceAll(row[i], "|", "\\|")
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
}
