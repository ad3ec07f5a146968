package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
)

// width is the number of columns of the text.
const width = 76

// A Vocabulary is the verbs of a title, with its name.
type Vocabulary struct {
	Title string
	Verbs moves.Table
}

// Help explains a verb of a game's title, or without one what the player may
// say now. when says what is missing for a verb, or when it is used.
func Help(table moves.Table, choices []engine.Choice, by, verb string, when func(verb string) string) string {
	mine := engine.Of(choices, by)
	words := scan(verb)
	if len(words) == 0 {
		return overview(table, mine)
	}
	verbs, _ := phraseAt(table, mine, words)
	if here := slices.DeleteFunc(slices.Clone(verbs), func(v string) bool { return !offered(mine, []string{v}) }); len(here) > 0 {
		verbs = here
	}
	var out []string
	for _, v := range verbs {
		out = append(out, entry(table, mine, v, when))
	}
	if out = append(out, ofService(words[0])...); len(out) == 0 {
		return unknown(verb, nearest(table, words[0].text, Offered(choices, by)))
	}
	return strings.Join(out, "\n")
}

// HelpAnywhere explains a verb outside of games, as each title has it, or
// without one what can be said at any time.
func HelpAnywhere(all []Vocabulary, verb string) string {
	words := scan(verb)
	if len(words) == 0 {
		return always
	}
	var names []string
	var tables moves.Table
	for _, v := range all {
		tables = append(tables, v.Verbs...)
		found, _ := phraseAt(v.Verbs, nil, words)
		names = append(names, found...)
	}
	var out []string
	for i, name := range names {
		if !slices.Contains(names[:i], name) {
			out = append(out, byTitle(all, name)...)
		}
	}
	if out = append(out, ofService(words[0])...); len(out) == 0 {
		return unknown(verb, suggested(tables, words[0].text, nil))
	}
	return strings.Join(out, "\n")
}

// byTitle explains a verb for each title. Titles with the same explanation share it.
func byTitle(all []Vocabulary, name string) []string {
	var first []moves.Verb
	titles := map[string][]string{}
	for _, v := range all {
		if verb, ok := v.Verbs.Find(name); ok {
			if titles[wording(verb)] == nil {
				first = append(first, verb)
			}
			titles[wording(verb)] = append(titles[wording(verb)], v.Title)
		}
	}
	var out []string
	for _, verb := range first {
		text := explain(lineOf(verb))
		if list := titles[wording(verb)]; len(list) < len(all) {
			text = wrap("In "+joined(list, "and")+":", "") + text
		}
		out = append(out, text)
	}
	return out
}

// wording returns the explanation of a verb without its example, which depends on the map.
func wording(v moves.Verb) string {
	l := lineOf(v)
	l.Example = ""
	return explain(l)
}

// ofService explains the words of the service that a word may mean.
func ofService(w word) []string {
	var out []string
	for _, v := range service[w.text] {
		e, _ := find(ServiceVerbs, v)
		out = append(out, explain(e))
	}
	for _, v := range Plans {
		if strings.TrimSuffix(strings.Fields(v.Name)[0], ":") == w.text {
			out = append(out, "In advance: "+explain(v))
		}
	}
	return out
}

// unknown answers a request about a word that is no verb.
func unknown(verb string, near []string) string {
	if len(near) == 0 {
		return fmt.Sprintf("%q is not a command. \"help\" alone lists what can be said.\n", Brief(verb))
	}
	return fmt.Sprintf("%q is not a command. Nearest: %s\n", Brief(verb), strings.Join(near, ", "))
}

// helpGroups groups the words of the service for readers. Those of the host are left out.
var helpGroups = []struct {
	head  string
	verbs []string
}{
	{"to ask", []string{"status", "choices", "advice", "routes", "map", "history", "help"}},
	{"to try things out", []string{"preview", "sandbox"}},
	{"in a mail of moves", []string{"anyway", "game", "orders", "cancel orders", "no suggestion", "suggest again"}},
	{"with the others", []string{"undo", "accept", "decline", "withdraw", "pause", "resume", "pace", "caretaker", "robot", "advice on", "advice off", "page", "end game"}},
	{"to write", []string{"press", "note", "notes", "publish notes", "hide notes"}},
	{"to come and go", []string{"games", "new", "rematch", "join", "invite", "players", "start", "leave", "resign", "takeover", "observe", "unobserve"}},
	{"about yourself", []string{"settings", "set", "vacation", "cancel vacation", "no invitations", "renew token", "confirm"}},
}

// overview lists what the player may say now.
func overview(table moves.Table, mine []engine.Choice) string {
	var b strings.Builder
	if len(mine) == 0 {
		b.WriteString("It is not your move.\n")
	} else {
		b.WriteString("You may say now:\n")
	}
	for _, ch := range mine {
		if open(ch) {
			b.WriteString(line(table, ch))
		}
	}
	return b.String() + "\n" + always
}

// always lists what can be said at any time.
var always = func() string {
	var b strings.Builder
	b.WriteString("Always:\n")
	for _, s := range helpGroups {
		b.WriteString(wrap(s.head+": "+strings.Join(s.verbs, ", "), "  "))
	}
	var ahead []string
	for _, v := range Plans[2:6] {
		ahead = append(ahead, v.Name)
	}
	b.WriteString(wrap("in advance: "+Plans[0].Example+", "+Plans[1].Example+", "+strings.Join(ahead, ", "), "  "))
	b.WriteString("\n\"help VERB\" explains a verb, \"help NAME\" a company, private company, train\n" +
		"or tile, \"help TITLE\" a game, \"help WORD\" a word of the game (par, float,\n" +
		"priority); \"help words\" lists them. Case, punctuation and small words do\n" +
		"not count; several commands may stand in one line, parted by semicolons.\n")
	return b.String()
}()

// line describes a choice in a line or two: "lay HEX TILE EXITS" and what it does.
func line(table moves.Table, ch engine.Choice) string {
	head := "  " + usage(table, ch)
	help := ch.Help
	if ch.For != "" {
		help = strings.TrimSuffix(ch.For+": "+help, ": ")
	}
	switch {
	case help == "":
		return head + "\n"
	case len(head) > 32:
		return wrap(strings.TrimSpace(head), "  ") + wrap(help, "        ")
	}
	return wrap(fmt.Sprintf("%-34s%s", strings.TrimSpace(head), help), "  ")
}

// usage returns the form of a choice as it is on offer now.
func usage(table moves.Table, ch engine.Choice) string {
	form := ""
	switch v, ok := table.Find(ch.Verb); {
	case ch.Usage != "":
		form = ch.Usage
	case ch.Options != nil && ok:
		form = v.Form
	}
	return strings.TrimSpace(ch.Verb + " " + form)
}

// entry explains a verb and what it can do now.
func entry(table moves.Table, mine []engine.Choice, verb string, when func(verb string) string) string {
	v, ok := table.Find(verb)
	if !ok {
		v = moves.Verb{Name: verb}
	}
	text := explain(lineOf(v))
	possible := false
	for _, ch := range mine {
		if ch.Verb != verb || !open(ch) {
			continue
		}
		possible = true
		who := "now"
		if ch.For != "" {
			who = "now for " + ch.For
		}
		text += wrap(strings.TrimSuffix(fmt.Sprintf("Possible %s: %s", who, ch.Help), ": "), "  ")
	}
	if !possible {
		return text + wrap(strings.TrimSuffix("Not possible now: "+cmp.Or(Barred(mine, verb), when(verb)), ": ")+".", "  ")
	}
	return text + fmt.Sprintf("  \"choices %s\" lists all ways.\n", verb)
}

// Barred says why the choices with a verb have no options; "" if there are none, or they only ask for more words.
func Barred(mine []engine.Choice, verb string) string {
	for _, ch := range mine {
		if !strings.EqualFold(ch.Verb, verb) || ch.Free == nil {
			continue
		}
		if _, err := ch.Free(nil); err != nil && !strings.HasPrefix(err.Error(), "say ") {
			return err.Error()
		}
	}
	return ""
}

// explain writes one entry of help.
func explain(v Verb) string {
	text := wrap(strings.TrimSpace(v.Name+" "+v.Form), "")
	if v.Meaning != "" {
		text += wrap(v.Meaning, "  ")
	}
	if v.Example != "" && v.Example != v.Name {
		text += wrap("Example: "+v.Example, "  ")
	}
	if len(v.Synonyms) > 0 {
		text += wrap("Also: "+strings.Join(v.Synonyms, ", "), "  ")
	}
	return text
}

// wrap breaks a text into indented lines. It keeps runs of blanks.
func wrap(text, indent string) string {
	var b strings.Builder
	for len(text) > width-len(indent) {
		cut := strings.LastIndexByte(text[:width-len(indent)+1], ' ')
		if cut <= 0 {
			break
		}
		b.WriteString(indent + strings.TrimRight(text[:cut], " ") + "\n")
		text = strings.TrimLeft(text[cut:], " ")
	}
	return b.String() + indent + text + "\n"
}
