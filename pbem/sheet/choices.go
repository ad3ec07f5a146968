package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/grammar"
)

// shown is how many examples of one verb a mail shows. If at most spare more are left, it shows them too.
const (
	shown = 4
	spare = 2
)

// choices lists what the reader may do now. If nothing is asked of a reader, most mails only name the verbs.
func (v *view) choices(d *doc) {
	switch {
	case len(v.turn) > 0:
		d.head("You may now say", "one command a line, above the line at the top")
	case v.namesVerbs():
		return
	default:
		d.head("Meanwhile you may say", "nothing is asked of you")
	}
	v.wholeTurn(d)
	firms := v.acted()
	for _, firm := range firms {
		if firm != "" && len(firms) > 1 {
			d.add(block{Text: cell{{Text: "for "}, v.company(firm)}})
		}
		var list []example
		for _, ch := range v.mine {
			if ch.For == firm {
				list = append(list, v.examples(ch)...)
			}
		}
		d.add(block{Examples: list})
	}
	v.ahead(d)
	if d.tapped() {
		d.add(block{Taps: []tap{{"undo", "undo"}, {"preview", "preview\nCOMMANDS"}, {"all choices", "choices"}, {"help", "help"}}})
	}
}

// wholeTurn shows how the rest of the turn could be said in one line.
func (v *view) wholeTurn(d *doc) {
	if v.Turn.Line == "" || len(v.turn) == 0 {
		return
	}
	d.say("One mail may hold the whole turn, for example:")
	d.add(block{Examples: []example{{Command: oneLine(v.Turn.Line)}}})
	d.say("That " + oneLine(v.Turn.Gloss) + ". Or one step of it:")
}

// namesVerbs reports whether a mail only names what the reader may say although nothing is asked of them. The first mail and
// a mail that the reader asked for list it.
func (v *view) namesVerbs() bool {
	return len(v.mine) > 0 && len(v.turn) == 0 && v.State.Result == nil && !v.First && (v.Kind == Information || v.Kind == Rejected)
}

// meanwhile names those verbs.
func (v *view) meanwhile() string {
	var verbs []string
	for _, ch := range v.mine {
		if verb := fmt.Sprintf("%q", ch.Verb); !slices.Contains(verbs, verb) {
			verbs = append(verbs, verb)
		}
	}
	return fmt.Sprintf(`Nothing is asked of you. Meanwhile you may say %s; "choices" tells how.`, list(verbs, "and"))
}

// ahead lists what the reader could say in advance, so that others need not wait.
func (v *view) ahead(d *doc) {
	if len(v.Ahead) == 0 {
		return
	}
	var list []example
	for _, say := range v.Ahead {
		list = append(list, example{Command: oneLine(say.Line), Gloss: oneLine(say.Gloss)})
	}
	d.add(block{Text: cell{{Text: "in advance"}}})
	d.add(block{Examples: list})
}

// acted returns the companies that the reader acts for; "" stands for the reader.
func (v *view) acted() []string {
	var out []string
	for _, ch := range v.mine {
		if !slices.Contains(out, ch.For) {
			out = append(out, ch.For)
		}
	}
	return out
}

// examples shows the likely ways to use a choice, and says how many there are.
func (v *view) examples(ch engine.Choice) []example {
	ways := v.ways(ch)
	if auto, ok := v.auto(ch, ways); ok {
		return []example{auto, usage(ch)}
	}
	few := series(ways)
	some := likely(few)
	var out []example
	for i, w := range some {
		e := example{Command: w.said(ch.Verb), Gloss: w.gloss}
		if i == 0 {
			e.Gloss = helped(ch.Help, w.gloss)
		}
		out = append(out, e)
	}
	if ch.Usage != "" {
		out = append(out, usage(ch))
	}
	if len(some) < len(few) {
		all, lists := "choices "+ch.Verb, "lists all"
		if len(ways) > mostListed {
			lists = "sums them up"
		}
		best := ""
		if differ(ways) {
			best = ", the most valuable"
		}
		out = append(out, example{Gloss: fmt.Sprintf("%d of %d shown%s; %q %s: %s", len(some), len(ways), best, all, lists, v.tally(ways)), Form: all})
	}
	return out
}

// usage shows the form of a choice that has no list of options.
func usage(ch engine.Choice) example {
	form, _, _ := strings.Cut(ch.Usage, ", or ")
	return example{ch.Verb + " ...", ch.Usage, ch.Verb + " " + form}
}

// helped puts the help on the verb before the gloss on this way to use it.
func helped(help, gloss string) string {
	if help == "" || gloss == "" {
		return help + gloss
	}
	return help + ": " + gloss
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// auto shows a choice for which the program finds the best way by itself.
func (v *view) auto(ch engine.Choice, ways []way) (example, bool) {
	if ch.Free == nil || ch.Usage == "" || len(ways) != 1 {
		return example{}, false
	}
	args, err := ch.Free([]string{"auto"})
	if err != nil || !slices.Equal(args, ways[0].words) {
		return example{}, false
	}
	return example{Command: ch.Verb + " auto", Gloss: strings.Join(args, " ") + " for " + ways[0].gloss}, true
}

// Choices lists the options of one verb of the reader, or of all verbs if none
// is named. A long list is grouped. After the verb, asked may name what the
// options must contain, "start B&M", or "all" to have each on its own line.
func Choices(m Mail, asked string) string { return look(m).listing(asked, m.Pending).text() }

// everyWay as the last word asks for each way on its own line.
const everyWay = "all"

func (v *view) listing(asked string, all []engine.Choice) *doc {
	d := &doc{}
	verb, only := v.askedFor(asked)
	var none []string
	for _, ch := range v.mine {
		if verb != "" && !strings.EqualFold(ch.Verb, verb) {
			continue
		}
		if !v.listChoice(d, ch, only) {
			none = append(none, ch.Verb)
		}
	}
	switch {
	case len(d.blocks) > 0:
	case len(v.mine) == 0:
		d.say(strings.TrimSpace("Nothing is asked of you now. " + v.moment(verb)))
	case len(none) > 0:
		d.say(fmt.Sprintf("No way to say %q has %q. \"choices %s\" lists all.", none[0], oneLine(cut(strings.Join(only, " "), mostQuoted)), none[0]))
	default:
		d.say(v.unlisted(verb, all))
	}
	return d
}

// mostQuoted is how much of what a reader typed an answer repeats, in columns.
const mostQuoted = 40

// askedFor reads which choices are asked for: a verb ("" for all), and words that each way has to have.
func (v *view) askedFor(text string) (verb string, only []string) {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) == 1 && strings.EqualFold(words[0], everyWay) {
		return "", words
	}
	offered := func(verb string) bool {
		return slices.ContainsFunc(v.mine, func(ch engine.Choice) bool { return strings.EqualFold(ch.Verb, verb) })
	}
	if offered(text) {
		return text, nil
	}
	for _, name := range append([]string{words[0]}, v.Title.Verbs.Named(strings.ToLower(words[0]))...) {
		if offered(name) {
			return name, words[1:]
		}
	}
	return text, nil
}

// unlisted says why a verb has no options now.
func (v *view) unlisted(verb string, all []engine.Choice) string {
	why := fmt.Sprintf("You cannot say %q now.", oneLine(verb))
	if when := v.moment(verb); when != "" {
		why += " " + when
	}
	if barred := grammar.Barred(engine.Of(all, v.Reader), verb); barred != "" {
		why = fmt.Sprintf("You cannot say %q now: %s.", oneLine(verb), oneLine(barred))
	}
	var verbs []string
	for _, ch := range v.mine {
		verbs = append(verbs, ch.Verb)
	}
	return why + " You may say: " + strings.Join(slices.Compact(verbs), ", ") + "."
}

// moment says what is missing for a verb of the title, or when it is used; "" if the title says neither.
func (v *view) moment(verb string) string {
	when := v.Title.When(v.State, v.Reader, strings.ToLower(verb), engine.Of(v.Pending, v.Reader))
	if when == "" {
		return ""
	}
	return step.Capital(when) + "."
}

// listChoice lists the ways of a choice that have all words asked for. It returns false if there are none.
func (v *view) listChoice(d *doc, ch engine.Choice, only []string) bool {
	ways := v.ways(ch)
	every := len(only) > 0 && strings.EqualFold(only[len(only)-1], everyWay)
	if every {
		only = only[:len(only)-1]
	}
	if len(only) > 0 {
		if ways = v.with(ways, only); len(ways) == 0 {
			return false
		}
	}
	ways, order := v.sorted(ways)
	aside := step.Plural(len(ways), "way")
	if ch.For != "" {
		aside += " for " + ch.For
	}
	if order != "" {
		aside += ", " + order
	}
	d.head(ch.Verb, join(aside, ch.Help))
	if len(ways) > mostListed && !every {
		v.drawTogether(d, ch, ways)
		return true
	}
	var list []example
	for _, w := range ways {
		list = append(list, example{Command: w.said(ch.Verb), Gloss: w.gloss})
	}
	if ch.Usage != "" {
		list = append(list, usage(ch))
	}
	d.add(block{Examples: list})
	return true
}
