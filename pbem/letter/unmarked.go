package letter

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Commands that were typed within the quoted mail. If a program marks the quote, they look quoted too. If it marks nothing, as
// Outlook does, they differ from our mail only because we know what our mail looks like. They are never read, for they may be
// ours. A line that is surely not ours and may be a command makes the mail refused.
//
// Our plain text indents everything except headings, which are in capitals, and the headline. If a program has quoted our HTML
// instead, nothing is indented, and the lines are recognised by their form: see shapes.

// stray reports whether a line in our mail is surely not ours and may be a command.
func (a *answered) stray(i int) bool {
	l := a.lines[i]
	if isBlank(l.text) || a.keep[i] || l.depth < a.depth {
		return false
	}
	nested, marked := a.nested, strings.HasPrefix(strings.TrimLeft(l.text, " "), ">")
	// A program that wraps may leave the mark of the next line at the end of the one above.
	slid := nested && strings.HasSuffix(strings.TrimSpace(a.lines[i-1].text), ">")
	if a.nested = l.depth > a.depth || marked || slid; a.nested && (nested || a.section == "what you wrote" || a.section == "what it said") {
		return false
	}
	if l.depth > a.depth && (a.section == "press" || a.section == "your diary") {
		a.pressed = true
		return false
	}
	if a.pressed { // all of it was marked
		a.section, a.pressed = "", false
	}
	if l.depth > a.depth {
		return a.depth == 0 && l.depth == 1 && int(l.in) <= a.base && a.flatStray(l.text)
	}
	a.enter(i)
	if a.own(i) {
		return false
	}
	if a.setIn {
		return column(l.text) <= a.base && a.plainStray(i)
	}
	if strings.HasPrefix(a.section, "help") {
		s := bareCommand(Fold(shorten(l.text, 400)))
		return !a.broken(i) && a.inHelp(i, s, strings.Fields(s))
	}
	return !a.broken(i) && a.flatStray(l.text)
}

// sections are our headings above words of players, or above our pages of help.
var sections = regexp.MustCompile(`(?i)^(?:press|your diary|the answer to host .*|what you wrote|what it said|help\b.*|what happened|history|your standing orders|you may now say\b.*|players\b.*|since your last mail)$`)

func (a *answered) enter(i int) {
	s := Fold(shorten(a.lines[i].text, 100))
	if helpEnd.MatchString(s) {
		a.section = ""
	}
	if sections.MatchString(s) && unicode.IsUpper([]rune(s)[0]) {
		a.section = strings.ToLower(s)
	}
}

// plainStray is stray for a line that is not indented although our other lines are. Headings and the headline
// are ours.
func (a *answered) plainStray(i int) bool {
	s := Fold(shorten(a.lines[i].text, 400))
	if strings.HasPrefix(s, ". ") || rounds.MatchString(bareCommand(s)) || a.headline(i) || a.heading(i) || a.longest > mostColumns && a.broken(i) && (a.depth == 0 || a.noCommand(i)) || a.rest(i) || programmed(a.lines[i:a.to]) {
		return false
	}
	s = bareCommand(s)
	words := strings.Fields(s)
	if strings.HasPrefix(a.section, "help") && i+1 < a.to && column(a.lines[i+1].text) > a.base {
		return a.inHelp(i, s, words)
	}
	return !shapes.MatchString(s) && !a.verbs.callsPlayer(words) && (a.verbs.mayCommand(s) || a.verbs.misspelt(words))
}

// mostColumns is how wide most of our plain text is.
const mostColumns = 72

// headline reports whether a line is in the first paragraph of our mail, which continues after a full line.
func (a *answered) headline(i int) bool {
	if s := strings.TrimSpace(a.lines[i].text); a.depth > 0 && !isBlank(a.lines[i-1].text) && i > a.from && a.verbs.surety(s) >= bare && runes(a.lines[i-1].text+" "+s) <= ourColumns && !a.rests.proven(i) {
		return false // it would have stood there
	}
	for k := i; k > a.from; k-- {
		above := strings.TrimSpace(a.lines[k-1].text)
		if above == "" || k == i-2 {
			break
		}
		if utf8.RuneCountInString(above+" "+initialWord(a.lines[k].text)) < mostColumns-5 {
			return false
		}
		i = k - 1
	}
	if !a.opened(i) {
		return false
	}
	s := bareCommand(Fold(shorten(a.lines[i].text, 400)))
	words := strings.Fields(s)
	return s != "" && (isHead(words) || !a.verbs.typedHere(s, words))
}

// initialWord returns the first word of a line.
func initialWord(s string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return first
}

// callsPlayer reports whether a line begins with the name of a player and a colon, as our headlines and logs
// do.
func (w Words) callsPlayer(words []string) bool {
	if len(words) < 2 || !strings.HasSuffix(words[0], ":") {
		return false
	}
	first, _ := commandWord(words[0])
	return !leads[first] && !w[first] && !symbol.MatchString(strings.TrimRight(words[0], ":"))
}

// surely reports whether a line is surely a command.
func (w Words) surely(s string) bool { return w.surety(s) >= bare }

// heading reports whether a line is a heading of our plain text, in capitals.
func (a *answered) heading(i int) bool {
	s := strings.TrimSpace(a.lines[i].text)
	words := strings.Fields(s)
	if len(s) < 3 || strings.ToUpper(words[0]) != words[0] {
		return false
	}
	if strings.ToUpper(s) == s {
		return isHead(words) || !a.verbs.surely(strings.ToLower(s))
	}
	head, _, aside := strings.Cut(s, "  ")
	switch {
	case !aside || strings.ToUpper(head) != head:
		return false
	case strings.Contains(head, " "):
		return !a.verbs.surely(strings.ToLower(head))
	}
	return isHead(words) || !a.verbs.surely(s)
}

// broken reports whether a line is the rest of the one above, where it did not fit.
func (a *answered) broken(i int) bool {
	above, words := strings.TrimSpace(a.lines[i-1].text), strings.Fields(a.lines[i].text)
	if len(words) == 0 {
		return false
	}
	if a.ownMark(i - 1) {
		return utf8.RuneCountInString("> "+above+" "+words[0])+int(a.depth)*len("> ") > firstColumn
	}
	if above == "" || a.lines[i-1].depth != a.depth {
		return false
	}
	if in, inAbove := a.lines[i].pre, a.lines[i-1].pre; in > 0 && inAbove > 0 {
		// Our plain text, which our HTML holds too, was wrapped by us and by no program.
		return in > 1 && in >= inAbove && int(in-1)+utf8.RuneCountInString(above+" "+words[0]) > mostColumns
	}
	if !a.wrapped {
		return false
	}
	return utf8.RuneCountInString(above+" "+words[0])+int(a.depth)*len("> ") > firstColumn
}

// ownMark reports whether a line looks quoted within our mail only because it was broken before a mark of ours, as in
// "£60 > £78": the line above had no room for the mark and the next word.
func (a *answered) ownMark(i int) bool {
	if i < 1 || a.lines[i].depth != a.depth+1 || a.lines[i-1].depth != a.depth {
		return false
	}
	above, words := strings.TrimSpace(a.lines[i-1].text), strings.Fields(a.lines[i].text)
	return a.wrapped && above != "" && len(words) > 0 && utf8.RuneCountInString(above+" > "+words[0])+int(a.depth)*len("> ") > firstColumn
}

// programmed reports whether the lines are what programs and companies add at the end of a mail.
func programmed(lines []line) bool {
	return isClientLine(lines[0].text) || isFooter(lines) || reaches(lines[0].text)
}

// flatStray is stray for a line that can only be judged by its words.
func (a *answered) flatStray(s string) bool {
	s = Fold(shorten(s, 400))
	words := strings.Fields(bareCommand(s))
	if len(words) == 0 || strings.HasPrefix(s, ".") {
		return false
	}
	first, _ := commandWord(words[0])
	if strings.HasPrefix(a.section, "help") || a.section == "press" && first != "press" {
		return false
	}
	if s = strings.Join(words, " "); len(words) > 3 && strings.HasSuffix(s, ".") {
		return false
	}
	if _, behind, ok := strings.Cut(s, ": "); ok && behind != "" && !strings.HasSuffix(words[0], ":") && !free[first] {
		return false // a gloss
	}
	if len(words) > 12 && !free[first] || isHead(words) {
		return false
	}
	return a.verbs.typedHere(s, words) && !shapes.MatchString(s) && !rounds.MatchString(s)
}

// isHead reports whether a line begins like one of our headings: "Press", "Players OR 14.1".
func isHead(words []string) bool {
	first, _ := commandWord(words[0])
	return headings[first] && unicode.IsUpper([]rune(words[0])[0]) && (first != "press" || len(words) == 1)
}

// headings are verbs that begin headings of ours.
var headings = phraseSet(`players|press|map|routes|status|history|preview|settings|choices|cash|par|trains|tokens|loans|log|notes|name|home|port|value|price|track|board|winner|state|help|tile|games|robot|robots|advice`)

// bareCommand removes what people put before text they type into a quote: arrows, bullets, their names in
// brackets.
func bareCommand(s string) string {
	s = bullet.ReplaceAllString(s, "")
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !isWordRune(r) && r != '[' && r != '"' })
	if strings.HasPrefix(s, "[") {
		if _, after, ok := strings.Cut(s, "]"); ok && len(s)-len(after) < 30 {
			s = after
		}
	}
	return strings.TrimLeftFunc(s, func(r rune) bool { return !isWordRune(r) && r != '[' && r != '"' })
}

// mayCommand reports whether a line may be a command, even misspelt.
func (w Words) mayCommand(s string) bool {
	m := matcher{verbs: w}
	for i, word := range courtesyWords(shorten(s, 200)) {
		p := plainWord(word)
		if i == 3 {
			break
		}
		if w[p] && !weak[p] || i == 0 && (w[p] || len(p) > 2 && !m.unlikeVerbs(p)) {
			return true
		}
	}
	return false
}

// typedHere reports whether a line that has none of our forms is a command: surely, misspelt, or after a word
// or two.
func (w Words) typedHere(s string, words []string) bool {
	first, _ := commandWord(words[0])
	switch {
	case leads[first] && len(words) > 1 && (strings.ToUpper(words[0]) != words[0] || first == "ps"): // SO is a company
		return w.typedHere(strings.Join(words[1:], " "), words[1:])
	case w[first] || past[first]:
		return !past[first] && !(rows[first] && len(words) == 1) && w.surely(s)
	case w.surely(s): // a company and a verb
		for _, word := range words[1:min(3, len(words))] {
			if p, _ := commandWord(word); w[p] {
				return symbol.MatchString(strings.TrimRight(words[0], ":")) && !past[p] && !headings[p] && p != "none"
			}
		}
		return false
	}
	return w.misspelt(words)
}

// leads are words that people put before a command.
var leads = phraseSet(`please|pls|plz|then|also|now|and|so|finally|ps|p.s|bitte|dann|und|oh|sorry|oops|actually`)

// misspelt reports whether the first word resembles that of a command, and what follows fits it.
func (w Words) misspelt(words []string) bool {
	if len(words) == 0 {
		return false
	}
	p, colon := commandWord(words[0])
	if len(p) < 2 || !unicode.IsLower([]rune(words[0])[0]) || friendly[p] || past[p] || strings.HasSuffix(words[0], ",") {
		return false
	}
	for verb := range w {
		if inflected(p, verb) {
			return false
		}
	}
	for verb := range w {
		if near(p, verb) && !posts[verb] && !weak[verb] && w.behind(verb, colon, words[1:]) >= bare {
			return true
		}
	}
	return false
}

// rows are verbs that stand alone in our tables.
var rows = phraseSet(`none|game|pace|line|port|bridge|home|par|loan|track|for|never`)

// past are verbs of our news, which say after a company what it did or can do.
var past = phraseSet(`withdrew|laid|bought|ran|paid|sold|held|kept|withheld|threw|found|put|raised|placed|took|taken|given|gave|closed|did|has|had|was|were|is|are|will|can|may|must`)

// rounds are headings of ours that name a round.
var rounds = regexp.MustCompile(`^[A-Z][a-z]+ (?:.* )?round \d[\d.]*\**$`)

// shapes match lines of ours that begin like commands: news, logs, rows of tables, headings.
var shapes = regexp.MustCompile(strings.Join([]string{
	`^(?:\S.{0,60} )?said: `, `=>`, `^par (?:[$£]\d+|\d+fr)(?:,.*)?$`, `^tokens? \d+(?:,|$)`, `^price (?:.* > |[$£]\d+(?:$|, has the )|\d+fr(?:$|, has the ))`, `^WHAT [A-Z]+ `, `^loans? \d+ of \d`, `^(?:port|bridge)(?: [A-Z]\d+)+$`,
	`^track (?:[A-Z]{1,2}\d+ )?(?:[\[(]|[NSEW]{1,2}(?:-|\b))`, `^(?:none|nothing|port|bridge|coal) on [A-Z]{1,2}\d+(?:,|$)`, `^\S+ half the price of `, `^bid (?:[$£]\d+|\d+fr) for `, `^(?:\S+ )?bid up to (?:(?:[$£]\d+|\d+fr) for |.* for a )`, `^[A-Z]+ \d+ ways? for `, `^Name .*, `, `^Caretaker(?: \d+)?(?: \(kept\))?$`, `^zone [a-z ]+: (?:[$£]\d|\d+fr)`,
	`^"`, `<== this line(?: >|$)`,
}, "|"))
