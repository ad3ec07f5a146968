package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxClosing limits how many lines are checked for a closing.
const maxClosing = 16

// withoutCourtesies removes the greeting and the closing from each block of lines and returns them as left.
// begins are the numbers of the lines at which blocks begin, except for the first block. At least one line
// stays. It removes only whole lines, and none that could be a command: "thanks, pass" stays.
func (l *Letter) withoutCourtesies(lines []Line, verbs Words, begins []int) (stay, left []Line) {
	m := l.matcher(verbs)
	for rest := lines; len(rest) > 0; {
		n := len(rest)
		for len(begins) > 0 && begins[0] <= rest[0].Num {
			begins = begins[1:]
		}
		if len(begins) > 0 {
			n = max(1, len(rest)-len(slices.DeleteFunc(slices.Clone(rest), func(l Line) bool { return l.Num < begins[0] })))
		}
		kept, courtesies := m.block(rest[:n], n < len(lines))
		stay, left = append(stay, kept...), append(left, courtesies...)
		rest = rest[n:]
	}
	if len(stay) == 0 && len(lines) > 0 { // the mail has nothing but courtesies
		return m.block(lines[:1], false)
	}
	return stay, left
}

// block is withoutCourtesies for one block. If there are others, nothing of the block need stay.
func (m matcher) block(lines []Line, others bool) (stay, left []Line) {
	stay = lines
	if others && len(lines) == 1 && m.greets(lines[0].Text) {
		return nil, lines
	}
	greeting := 0
	if len(stay) > 1 && m.greets(stay[0].Text) {
		greeting, left = 1, stay[:1:1]
	}
	least := greeting + 1
	if others {
		least = greeting
	}
	var closing []Line
	for start := max(least, len(lines)-maxClosing); start < len(lines); start++ {
		if m.closes(lines[start:]) {
			stay, closing = lines[:start], lines[start:]
			break
		}
	}
	stay, between := m.withoutThanks(m.withoutAnnouncing(stay[greeting:], &left))
	return stay, slices.Concat(left, between, closing)
}

// withoutThanks removes thanks, and names below them, from between commands if a sure command follows:
// "Thanks," / "Brian" / "HRR: buy train 2".
func (m matcher) withoutThanks(lines []Line) (stay, left []Line) {
	for i := 0; i < len(lines); i++ {
		n := 0
		for i+n < len(lines) && n < maxWishes && m.courtesy(withoutProxy(lines[i+n].Text), closings, n > 0) > other {
			n++
		}
		if n > 0 && i+n < len(lines) && m.courtesy(lines[i].Text, closings, false) == polite && m.verbs.surety(lines[i+n].Text) == sure {
			left = append(left, lines[i:i+n]...)
			i += n
		}
		stay = append(stay, lines[i])
	}
	return stay, left
}

// A matcher tells courtesies, names and commands apart. It knows the names of the writer.
type matcher struct {
	own      map[string]bool // the words that name the writer
	verbs    Words
	address  string // the writer's
	initials string // of the whole name, in capitals; "" if there are fewer than two
}

// matcher returns the matcher for the mail, with the names of its writer.
func (l *Letter) matcher(verbs Words) matcher {
	m := matcher{own: l.ownNames(), verbs: verbs, address: l.From}
	for _, w := range courtesyWords(l.FromName) {
		m.initials += strings.ToUpper(string([]rune(w)[:1]))
	}
	if utf8.RuneCountInString(m.initials) < 2 {
		m.initials = ""
	}
	return m
}

// joinLines joins lines and a text below them.
func joinLines(lines []Line, text string) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.Text)
	}
	if text != "" {
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// closes reports whether the lines are nothing but a closing: polite words, the writer's name, and below it
// what people add to their names. Without polite words it needs the writer's whole name first, and a line
// that says how to reach the writer.
func (m matcher) closes(lines []Line) bool {
	said, name, about, reached, wished, own, full, strange, whole := false, false, 0, false, false, false, false, false, false
	for i, l := range lines {
		text := withoutProxy(l.Text)
		if m.verbs.surety(text) == sure {
			return false
		}
		kind := m.courtesy(text, closings, said)
		if whole, post, ok := strings.Cut(text, " | "); ok && kind == other && (m.aboutWriter(post) || m.trade(post)) {
			kind, text = m.courtesy(whole, closings, said), whole
		} else if whole, town, ok := strings.Cut(text, ", "); ok && kind == other && len(courtesyWords(whole)) > 1 && m.belowWhole(town) && m.courtesy(whole, closings, false) == named {
			kind, text = named, whole
		}
		switch {
		case kind == polite && about == 0:
			said, name, own = true, name || m.namesWriter(text), own || m.namesWriter(text)
		case kind == named && !name:
			name = said || i > 0 || len(courtesyWords(text)) > 1 || len(lines) == 1
			strange = said && !m.namesWriter(text) && !m.firstName(text) && len(courtesyWords(text)) == 1
			own, full = true, m.namesWriter(text) && len(courtesyWords(text)) > 1
			whole = full && i == 0
		case kind == named && about == 0 && own && (!full || said) && m.namesWriter(text): // the whole name below the first name
			if strange {
				return false
			}
			full = len(courtesyWords(text)) > 1
		case name && reaches(l.Text):
			about++
			reached = true
		case name && (said || own) && (registered.MatchString(l.Text) || isPicture(l.Text) || m.honours(l.Text)):
			about++
		case own && m.isMotto(l.Text):
			about, reached, name = about+1, true, true
		case name && said && m.post(l.Text):
			about++
		case name && own && whole && m.belowWhole(l.Text):
			about, reached = about+1, true
		case name && (m.aboutWriter(l.Text) || m.livesAt(l.Text)), said && i > 0 && m.livesAt(l.Text), own && (said || full && about > 1) && m.belowName(l.Text):
			about++
		case !name && !own && about == 0 && i < maxWishes && (m.wishes(text) || m.firstName(text) || m.takesLeave(text)):
			wished = true
		default:
			return false
		}
	}
	return (said || name || wished) && (said || wished || about == 0 || reached || full && about > 1) && (!wished || own)
}

// maxWishes is how many lines of wishes in the writer's own words may stand above the writer's name.
const maxWishes = 3

// wishes reports whether a line above the writer's name is friendly and no command. Nearly all of its words
// are typical of polite sentences, at least one is hearty, and none resembles a word of a command.
func (m matcher) wishes(s string) bool {
	words := courtesyWords(strings.Trim(strings.TrimSpace(s), "¡¿?"))
	if len(words) == 0 || len(words) > 12 || strings.ContainsAny(s, "0123456789=$€£%") {
		return false
	}
	known, heart := 0, longestPhrase(words, closings) > 1
	for i, w := range words {
		p := plainWord(w)
		switch {
		case friendly[p] && !m.verbs[p], i == 0 && p == "let" && len(words) > 2 && plainWord(words[1]) == "me", m.verbs[p] && weak[p] && i > 0 && len(words) > 2:
			known++
		case m.verbs[p] || i == 0 && !m.unlikeVerbs(p), len(w) > 1 && isASCII(w) && w == strings.ToUpper(w):
			return false
		}
		heart = heart || hearty[p] && !m.verbs[p]
	}
	return heart && len(words)-known <= len(words)/4
}

// firstName reports whether a line is only a first name, such as the writer's nickname.
func (m matcher) firstName(s string) bool {
	words := courtesyWords(s)
	return len(words) == 1 && firstNames[plainWord(words[0])] && !m.verbs[plainWord(words[0])]
}

// weak are words of commands that are frequent in other sentences.
var weak = phraseSet(`i|my|for|do|no|new|next|get|game|games|away|ok|okay|me|all|time`)

// belowName reports whether a line below polite words and the writer's own name cannot be a command, so that
// it is about the writer.
func (m matcher) belowName(s string) bool {
	words := courtesyWords(s)
	if len(words) == 0 || len(words) > 15 || !m.unlikeVerbs(plainWord(words[0])) {
		return false
	}
	if postcode.MatchString(strings.TrimSpace(s)) {
		return true
	}
	spelt := false
	for i, w := range words {
		p := plainWord(w)
		if i > 0 && i < 3 && m.verbs[p] && len(p) > 3 {
			return false
		}
		spelt = spelt || len(p) > 3 && strings.ToUpper(w) != w && strings.IndexFunc(w, unicode.IsDigit) < 0
	}
	return spelt
}

// hex matches the coordinate of a hex, in capitals.
var hex = regexp.MustCompile(`^[A-Z]\d{1,2}$`)

// postcode matches a British postcode, alone on its line.
var postcode = regexp.MustCompile(`^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$`)

// namesWriter reports whether a line has one of the writer's names.
func (m matcher) namesWriter(s string) bool {
	return m.ownAddress(s) || m.monogram(s) || slices.ContainsFunc(courtesyWords(s), func(w string) bool { return m.own[plainWord(w)] })
}

// greets reports whether a line is only a greeting.
func (m matcher) greets(s string) bool {
	if m.courtesy(s, greetings, false) == polite {
		return true
	}
	return (m.addresses(s) || m.apologizes(s)) && m.courtesy(s, closings, false) != polite // an answer below its quote may begin with the closing
}

// The result of reading a line word by word.
type manners int

const (
	other  manners = iota
	polite         // polite words, perhaps with a name
	named          // only a name
)

// courtesy reads a line word by word. A word that may be a name but is not known to be the writer's counts as
// a name only after polite words: in this line, or above it (said).
func (m matcher) courtesy(s string, phrases map[string]bool, said bool) manners {
	if phrases[plainWord(strings.TrimSpace(s))] {
		return polite
	}
	if m.ownAddress(s) || m.monogram(s) {
		return named
	}
	words := courtesyWords(s)
	for len(words) > 1 && titles[plainWord(words[0])] {
		words = words[1:]
	}
	if len(words) == 0 || len(words) > 12 {
		return other
	}
	kind := other
	for i := 0; i < len(words); {
		if n := longestPhrase(words[i:], phrases); n > 0 {
			kind = polite
			i += n
			continue
		}
		w := words[i]
		switch {
		case kind == polite && besides[plainWord(w)], i > 0 && kisses.MatchString(w):
		case i > 0 && m.own[plainWord(words[i-1])] && (m.honour(words[i:]) || i > 1 && m.letters(words[i:])):
			return max(kind, named)
		case m.ownName(w), len(words) == 1 && m.ownInitial(w) && (said && unicode.IsUpper([]rune(w)[0]) || signedInitial.MatchString(s)):
		case isInitial(w) && (i > 0 || i+1 < len(words) && m.own[plainWord(words[i+1])]):
		case (said || kind == polite) && m.nameLike(w):
		default:
			return other
		}
		if kind == other {
			kind = named
		}
		i++
	}
	return kind
}

// ownName reports whether a word names the writer, perhaps shortened: Tom is Thomas and Tomáš.
func (m matcher) ownName(w string) bool {
	p := plainWord(w)
	if m.verbs[p] {
		return false
	}
	if m.own[p] || !firstNames[p] {
		return m.own[p]
	}
	for name := range m.own {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// ownInitial reports whether a word is the first letter of one of the writer's names.
func (m matcher) ownInitial(w string) bool {
	p := plainWord(w)
	if len(p) != 1 || m.verbs[p] {
		return false
	}
	for name := range m.own {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

var (
	kisses        = regexp.MustCompile(`^[xo]{1,4}$`)
	signedInitial = regexp.MustCompile(`^\s*(?:[-~/]\s?)?\pL\.\s*$|^\s*[-~/]\s?\pL\s*$`)
)

func isInitial(w string) bool { return len(w) == 1 && unicode.IsUpper(rune(w[0])) }

const mostPhraseWords = 7

// longestPhrase returns how many words at the beginning form a phrase, 0 if none.
func longestPhrase(words []string, phrases map[string]bool) int {
	for n := min(len(words), mostPhraseWords); n > 0; n-- {
		if phrases[plainWord(strings.Join(words[:n], " "))] {
			return n
		}
	}
	return 0
}

var faces = strings.NewReplacer(":-)", " ", ":)", " ", ";-)", " ", ";)", " ", ":-D", " ", ":D", " ", "=)", " ", ":-P", " ",
	":P", " ", "<3", " ", "^^", " ", ":o)", " ")

// courtesyWords splits a line into words, without punctuation and smileys.
func courtesyWords(s string) []string {
	if len(s) > 200 {
		return nil
	}
	words := strings.FieldsFunc(faces.Replace(s), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.So, unicode.Sk, unicode.Cf) || strings.ContainsRune(",.!;:…~*_|/&+()[]<>\"、。！，", r)
	})
	kept := words[:0]
	for _, w := range words {
		if w = strings.Trim(w, "-'"); w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// plainWord makes words comparable: lower case without accents.
func plainWord(s string) string {
	s = strings.ReplaceAll(strings.ToLower(s), "ß", "ss")
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}

// ownNames returns the words that name the writer: those of the display name, and those of the address before
// the @.
func (l *Letter) ownNames() map[string]bool {
	own := map[string]bool{}
	for _, w := range courtesyWords(l.FromName) {
		if len(w) > 1 {
			own[plainWord(w)] = true
		}
	}
	local, _, _ := strings.Cut(l.From, "@")
	for _, w := range strings.FieldsFunc(local, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 2 {
			own[plainWord(w)] = true
		}
	}
	return own
}

// nameLike reports whether a word may be anybody's name: a capital and lower-case letters, and not a word of
// a command, even misspelt, unless it is a frequent first name.
func (m matcher) nameLike(w string) bool {
	for i, r := range w {
		if !unicode.IsLetter(r) && r != '-' && r != '\'' || i == 0 && unicode.IsLower(r) {
			return false
		}
	}
	p := plainWord(w)
	if isASCII(w) && w == strings.ToUpper(w) { // perhaps the initials of a company
		return false
	}
	if firstNames[p] {
		return !m.verbs[p]
	}
	return m.unlikeVerbs(p)
}

// aboutWriter reports whether a line below the writer's name tells more about the writer: how to call, or a
// job.
func (m matcher) aboutWriter(s string) bool {
	if reaches(s) {
		return true
	}
	words := courtesyWords(s)
	if len(words) == 0 || len(words) > 8 || strings.ContainsAny(s, "0123456789") {
		return false
	}
	for i, w := range words {
		if p := plainWord(w); m.verbs[p] && (i == 0 || !posts[p]) {
			return false
		}
	}
	first := []rune(words[0])[0]
	return unicode.IsUpper(first) || unicode.IsLetter(first) && !unicode.IsLower(first)
}

// reaches reports whether a line says how to reach the writer: an address, a web page or telephone numbers.
func reaches(s string) bool {
	lower := strings.ToLower(s)
	return strings.Contains(s, "@") || strings.Contains(lower, "www.") || strings.Contains(lower, "://") || isPhone(s) || social.MatchString(s)
}

// social matches social networks.
var social = regexp.MustCompile(`(?i)^[\pL |/·•,:-]{0,30}\b(?:linkedin|xing|facebook|instagram|mastodon|bluesky|github|skype|whatsapp|telegram|discord)\b`)

// livesAt reports whether a line is a street or a town with a number: "Hauptstr. 12", "SW1A 1AA London". At
// least one word is long and in lower case, and the first is not of a command.
func (m matcher) livesAt(s string) bool {
	words := courtesyWords(s)
	if len(words) < 2 || len(words) > 12 || !strings.ContainsAny(s, "0123456789") || strings.ContainsAny(s, "$€£%=") {
		return false
	}
	if m.verbs[plainWord(words[0])] {
		return false
	}
	place := false
	for i, w := range words {
		if hex.MatchString(w) && (i+1 == len(words) || !postcode.MatchString(w+" "+words[i+1])) {
			return false
		}
		p := plainWord(w)
		place = place || len(p) > 3 && strings.ToUpper(w) != w && strings.IndexFunc(w, unicode.IsDigit) < 0 && unicode.IsUpper([]rune(w)[0])
	}
	return place
}

// withoutProxy removes the mark that somebody signs for another: "i.A. Amy".
func withoutProxy(s string) string { return proxy.ReplaceAllString(strings.TrimSpace(s), "") }

var proxy = regexp.MustCompile(`^(?:i\. ?[AV]\.|ppa\.|p\. ?p\.|p\.o\.)\s*`)

// isPhone reports whether a line is a telephone number, perhaps after a word.
func isPhone(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		case unicode.Is(unicode.So, r) || invisible(r): // a symbol of a telephone
		case !strings.ContainsRune(" +-()/.:|,;–·•", r):
			return false
		}
	}
	return digits >= 7 && letters <= 10 || digits >= 14 && letters <= 20
}
