package sheet

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
)

// shown is how many examples of one verb a mail shows; so many more than that
// are shown rather than left out.
const (
	shown = 4
	spare = 2
)

// choices lists what the reader may do now.
func (v *view) choices(d *doc) {
	d.head("You may now say", "one command a line, above the line at the top")
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

// ahead lists what the reader could say in advance, which would save a wait.
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

// acted returns the companies the reader acts for, "" for the reader.
func (v *view) acted() []string {
	var out []string
	for _, ch := range v.mine {
		if !slices.Contains(out, ch.For) {
			out = append(out, ch.For)
		}
	}
	return out
}

// examples shows the likely ways of one choice and says how many there are.
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
		all := "choices " + ch.Verb
		out = append(out, example{Gloss: fmt.Sprintf("%d of %d shown; %q lists all: %s", len(some), len(ways), all, tally(ways)), Form: all})
	}
	return out
}

// usage shows the form of what no list holds.
func usage(ch engine.Choice) example {
	form, _, _ := strings.Cut(ch.Usage, ", or ")
	return example{ch.Verb + " ...", ch.Usage, ch.Verb + " " + form}
}

// helped puts what a verb does before what this way of it does.
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

// auto shows a choice whose best way the program finds by itself.
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

// Choices lists every option of one verb of the reader, or of all verbs when
// none is named.
func Choices(m Mail, verb string) string { return look(m).listing(verb, m.Pending).text() }

// ChoicesHTML is Choices as HTML.
func ChoicesHTML(m Mail, verb string) string { return look(m).listing(verb, m.Pending).html() }

func (v *view) listing(verb string, all []engine.Choice) *doc {
	d := &doc{}
	for _, ch := range v.mine {
		if verb == "" || strings.EqualFold(ch.Verb, verb) {
			v.listChoice(d, ch)
		}
	}
	switch {
	case len(d.blocks) > 0:
	case len(v.mine) == 0:
		d.say("Nothing is asked of you now.")
	default:
		d.say(v.unlisted(verb, all))
	}
	return d
}

// unlisted says why a verb has no options.
func (v *view) unlisted(verb string, all []engine.Choice) string {
	why := fmt.Sprintf("You cannot say %q now.", oneLine(verb))
	for _, ch := range engine.Of(all, v.Reader) {
		if strings.EqualFold(ch.Verb, verb) && ch.Free != nil {
			// What asks for more words is no reason.
			if _, err := ch.Free(nil); err != nil && !strings.HasPrefix(err.Error(), "say ") {
				why = fmt.Sprintf("You cannot say %q now: %s.", oneLine(verb), oneLine(err.Error()))
			}
		}
	}
	var verbs []string
	for _, ch := range v.mine {
		verbs = append(verbs, ch.Verb)
	}
	return why + " You may say: " + strings.Join(slices.Compact(verbs), ", ") + "."
}

func (v *view) listChoice(d *doc, ch engine.Choice) {
	ways := v.ways(ch)
	aside := fmt.Sprintf("%d ways", len(ways))
	if len(ways) == 1 {
		aside = "1 way"
	}
	if ch.For != "" {
		aside += " for " + ch.For
	}
	d.head(ch.Verb, join(aside, ch.Help))
	var list []example
	for _, w := range ways {
		list = append(list, example{Command: w.said(ch.Verb), Gloss: w.gloss})
	}
	if ch.Usage != "" {
		list = append(list, usage(ch))
	}
	d.add(block{Examples: list})
}
