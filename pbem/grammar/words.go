package grammar

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A word is one word of a line, in lower case and without accents.
type word struct {
	text  string
	raw   string // as it was typed
	colon bool   // a colon follows
	train bool   // it belongs to a train: "2-train", "train 2"
	money bool   // it is an amount: "$50", "for 50"
	joins bool   // an & joins it to the word before: the K of "E&K"

	percent bool // a % follows
}

// fillers may be said or left out, both in a line and in the words of an option.
var fillers = setOf(`from for to at in on the a an and with into of by via per each my its our
	share shares certificate certificates cert certs stock tile tiles track train trains hex hexes city cities
	exit exits edge edges side sides rotation rot rotated orientation turned facing
	token tokens station stations marker markers
	price value par space spaces dividend dividends revenue earnings amount cash route routes
	company minor major railroad railway railways rr ry co
	dollar dollars usd gbp eur pound pounds franc francs fr buck bucks
	please pls now thanks thank you then also it`)

// links are words of an option that need not be said.
var links = setOf(`from for to at in on with into of train share shares`)

// inNames may be part of a name.
var inNames = setOf(`and of the railroad railway railways rr ry co company`)

// polite words may come before the verb, and leadIns are pairs of such words.
var (
	polite = setOf(`just simply i m we ll id d would will like want to please pls ok okay then now and also let me us the my
	well hi hello hey first think guess believe suppose must gonna`)
	leadIns = map[[2]string]bool{
		{"have", "to"}: true, {"need", "to"}: true, {"got", "to"}: true, {"going", "to"}: true,
	}
)

// numerals are numbers in words.
var numerals = map[string]int{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// number parses a whole number: "120", "120fr", "3x", "three".
func (w word) number() (int, bool) {
	if n, ok := numerals[w.text]; ok {
		return n, true
	}
	text := w.text
	for _, unit := range []string{"fr", "x"} {
		text = strings.TrimSuffix(text, unit)
	}
	if text == "" || len(text) > 9 || !digits(text) {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func letters(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

// plain removes accents and invisible characters, and replaces full-width letters.
func plain(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return strings.Map(func(r rune) rune {
				if unicode.In(r, unicode.Mn, unicode.Cf) {
					return -1
				}
				return r
			}, norm.NFKD.String(s))
		}
	}
	return s
}

// A scanner splits a line into words.
type scanner struct {
	line  []rune
	cur   []rune
	money bool // the next word is an amount
	joins bool // an & joins the next word to the last
	out   []word
}

// scan splits a line into words. Punctuation separates words unless it is part of one: "2+1", "3/5", "L5.1",
// "1,000", "Amy's".
func scan(line string) []word {
	s := &scanner{line: []rune(plain(line))}
	for i := 0; i < len(s.line); i++ {
		i += s.take(i)
	}
	s.flush()
	return mark(s.out)
}

// texts returns the texts of the words of a name.
func texts(name string) []string {
	var out []string
	for _, w := range scan(name) {
		out = append(out, w.text)
	}
	return out
}

// rawOf returns words as they were typed.
func rawOf(words []word) string {
	out := ""
	for i, w := range words {
		switch {
		case i == 0:
		case w.joins:
			out += "&"
		default:
			out += " "
		}
		out += w.raw
	}
	return out
}

// take reads the character at i and returns how many more it has consumed.
func (s *scanner) take(i int) int {
	r := s.line[i]
	switch {
	case unicode.IsLetter(r) || unicode.IsDigit(r) || s.inside(i):
		s.cur = append(s.cur, r)
	case r == ',' && s.groups(i):
	case strings.ContainsRune("'’‘`´", r) && len(s.cur) > 1:
		if unicode.ToLower(s.at(i+1)) == 's' && !unicode.IsLetter(s.at(i+2)) {
			return 1
		}
	default:
		s.flush()
		s.sign(i)
	}
	return 0
}

func (s *scanner) at(i int) rune {
	if i < 0 || i >= len(s.line) {
		return ' '
	}
	return s.line[i]
}

// inside reports whether the character at i is part of a word.
func (s *scanner) inside(i int) bool {
	next := unicode.IsDigit(s.at(i + 1))
	switch s.line[i] {
	case '+':
		return len(s.cur) > 0 && unicode.IsDigit(s.cur[len(s.cur)-1])
	case '.':
		return len(s.cur) > 0 && next
	case '/':
		return len(s.cur) > 0 && unicode.IsDigit(s.cur[len(s.cur)-1]) && next
	case '-':
		return next && i > 0 && unicode.IsSpace(s.at(i-1))
	}
	return false
}

// groups reports whether the comma at i separates thousands.
func (s *scanner) groups(i int) bool {
	for j := 1; j <= 3; j++ {
		if !unicode.IsDigit(s.at(i + j)) {
			return false
		}
	}
	return digits(string(s.cur)) && len(s.cur) <= 3 && !unicode.IsDigit(s.at(i+4))
}

// sign notes a character that says something about the words next to it.
func (s *scanner) sign(i int) {
	last, r := len(s.out)-1, s.line[i]
	switch currency := unicode.Is(unicode.Sc, r); {
	case r == ':' && last >= 0:
		s.out[last].colon = true
	case currency && unicode.IsDigit(s.at(i-1)):
		s.out[last].money = true
	case currency || r == '@' || r == '=':
		s.money = true
	case r == '%' && last >= 0:
		s.out[last].percent = true
	case r == '&':
		s.joins = last >= 0 && unicode.IsLetter(s.at(i-1)) && unicode.IsLetter(s.at(i+1))
	}
}

func (s *scanner) flush() {
	if len(s.cur) == 0 {
		return
	}
	raw := string(s.cur)
	w := word{text: strings.ToLower(raw), raw: raw, money: s.money, joins: s.joins}
	if whole, ok := strings.CutSuffix(w.text, ".00"); ok && digits(whole) { // "$35.00"
		w.text = whole
	}
	for _, noun := range []string{"trains", "train"} {
		if head, ok := strings.CutSuffix(w.text, noun); ok && head != "" && strings.ContainsAny(head, "0123456789") {
			w.text, w.raw, w.train = head, raw[:len(raw)-len(noun)], true // a small letter may have more bytes: ⱥ
		}
	}
	s.out, s.cur, s.money, s.joins = append(s.out, w), nil, false, false
}

// mark notes what neighbouring words say about a word.
func mark(words []word) []word {
	starts := func(i int) bool {
		return i >= 0 && i < len(words) && strings.ContainsAny(words[i].text[:1], "0123456789")
	}
	for i := range words {
		switch words[i].text {
		case "train", "trains":
			if starts(i - 1) {
				words[i-1].train = true
			} else if starts(i + 1) {
				words[i+1].train = true
			}
		case "for", "at":
			if starts(i + 1) {
				words[i+1].money = true
			}
		}
	}
	return words
}

// Words that say that a price is that of the bank: "for full price". No amount is said with them.
var (
	full  = setOf(`full face list listed printed nominal`)
	price = setOf(`price value cost`)
)

// withoutFullPrice leaves out such words.
func withoutFullPrice(words []word) []word {
	for i := range max(len(words)-1, 0) {
		if full[words[i].text] && price[words[i+1].text] {
			return slices.Concat(words[:i], words[i+2:])
		}
	}
	return words
}
