package lobby

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/title"
)

// plan is what the words after "new" mean.
type plan struct {
	Gathering
	title   *title.Title
	usual   pace.Pace // the pace if nothing is said about it
	words   []string  // words that are not read yet
	players bool      // the number of players was given
}

// newWords matches one word, or several in quotes.
var newWords = regexp.MustCompile(`"[^"]*"|[^\s"]+`)

// ReadPlan reads "TITLE for 3-5 players called Shoreline, short squeeze".
func ReadPlan(rest string, usual pace.Pace) (Gathering, error) {
	p := &plan{usual: usual, words: wordsOf(rest)}
	var err error
	if p.title, p.words, err = takeTitle(p.words); err != nil {
		return Gathering{}, err
	}
	p.Title, p.Name, p.Options = p.title.Facts.Slug, p.title.Facts.Name, map[string]string{}
	for len(p.words) > 0 {
		if err := p.option(); err != nil {
			return Gathering{}, err
		}
	}
	if err := p.seatsFor(); err != nil {
		return Gathering{}, err
	}
	if !p.players {
		return Gathering{}, engine.Refuse("Say for how many players: new %s players %s. %s", p.title.Facts.Slug, Sizes(p.title), About(p.title))
	}
	if err := p.needless(); err != nil {
		return Gathering{}, err
	}
	return p.Gathering, p.Check()
}

// wordsOf returns the words of a line about a new game, without those that say nothing at its beginning.
func wordsOf(rest string) []string {
	words := newWords.FindAllString(strings.ReplaceAll(rest, ",", " "), -1)
	for len(words) > 0 && slices.Contains([]string{"game", "new", "of", "a", "an"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	return words
}

// option reads one option of a new game.
func (p *plan) option() error {
	word := strings.ToLower(p.words[0])
	if r, n := RobotsIn(p.words); n > 0 {
		return p.withRobots(r, n)
	}
	if err := otherRobots(p.words); err != nil {
		return err
	}
	if least, most, n := CountOf(p.words); n > 0 {
		return p.size(least, most, n)
	}
	switch word {
	case "for", "with", "and", "variant", "variants", "option", "options", "players", "player", "seats", "people", "alone", "against", "game":
		p.words = p.words[1:]
		return nil
	case "called", "named", "name":
		return p.name()
	case "seed":
		return p.seed()
	case "pace":
		return p.pace()
	case "talk":
		return p.talk()
	case "advice":
		p.Advice, p.words = true, p.words[1:]
		return nil
	case "private":
		p.Private, p.words = true, p.words[1:]
		return nil
	}
	if p.variant() {
		return nil
	}
	return p.unknown()
}

func (p *plan) size(least, most, n int) error {
	if p.players {
		return engine.Refuse("The number of players is said twice. Write it once: players 3 or players 3-5.")
	}
	p.Least, p.Most, p.players, p.words = least, most, true, p.words[n:]
	return nil
}

// name reads a name: the text in quotes, otherwise the words up to the next option.
func (p *plan) name() error {
	said := p.value(func(words []string) bool {
		_, _, n := CountOf(words)
		return n > 0 || slices.Contains([]string{"for", "with"}, strings.ToLower(words[0]))
	})
	name, ok := people.PlainName(said)
	if !ok {
		return engine.Refuse("%q cannot be the name of a game. %s", said, people.NamesAre)
	}
	p.Name = name
	return nil
}

// pace reads the pace.
func (p *plan) pace() error {
	pace, err := pace.Parse(p.value(func([]string) bool { return false }), p.usual)
	p.Pace = &pace
	return err
}

// talk reads how players may talk: to everybody, or to some of the others too.
func (p *plan) talk() error {
	if len(p.words) < 2 {
		return engine.Refuse("Say how players may talk: talk %s or talk %s.", table.OpenTalk, table.PrivateTalk)
	}
	p.Talk, p.words = strings.ToLower(p.words[1]), p.words[2:]
	return table.NewGame{Title: p.title, Talk: p.Talk}.Talkable()
}

// options are words that begin an option.
var options = []string{"called", "named", "name", "players", "seed", "private", "pace", "talk", "advice", "variant", "variants"}

// value takes the words after an option: the text in quotes, otherwise the words up to the next option or
// until ends is true.
func (p *plan) value(ends func(words []string) bool) string {
	p.words = p.words[1:]
	if len(p.words) > 0 && strings.HasPrefix(p.words[0], `"`) {
		said := strings.Trim(p.words[0], `"`)
		p.words = p.words[1:]
		return said
	}
	var said []string
	for len(p.words) > 0 && !ends(p.words) && !p.atOption() && !atRobots(p.words) {
		said, p.words = append(said, p.words[0]), p.words[1:]
	}
	return strings.Join(said, " ")
}

// atRobots reports whether words go on with robots: "2 robots", "with 2 robots".
func atRobots(words []string) bool {
	if len(words) > 1 && slices.Contains([]string{"with", "and", "for"}, strings.ToLower(words[0])) {
		words = words[1:]
	}
	_, n := RobotsIn(words)
	return n > 0
}

func (p *plan) seed() error {
	if len(p.words) > 1 {
		if n, err := strconv.ParseInt(p.words[1], 10, 63); err == nil && n > 0 {
			p.Seed, p.Seeded, p.words = n, true, p.words[2:]
			return nil
		}
	}
	return engine.Refuse("A seed is a number from 1 on, such as: seed 27. Without one the setup is random.")
}

// atOption reports whether an option begins here.
func (p *plan) atOption() bool {
	variant := func(v title.Variant) bool { return startsWith(p.words, v.Key) > 0 }
	return slices.Contains(options, strings.ToLower(p.words[0])) || slices.ContainsFunc(p.title.Variants, variant)
}

var numbers = []string{"", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

var between = regexp.MustCompile(`(?i)^(\d{1,2})(?:[-–](\d{1,2}))?(?:p|players?)?$`)

// CountOf reads a number of players at the start of words, "4", "3-5" or "3 to
// 5", "4p". It returns how many words it took.
func CountOf(words []string) (least, most, taken int) {
	m := between.FindStringSubmatch(words[0])
	if i := slices.Index(numbers, strings.ToLower(words[0])); i > 1 {
		m = []string{"", strconv.Itoa(i), ""}
	}
	if m == nil {
		return 0, 0, 0
	}
	least, _ = strconv.Atoi(m[1])
	if most, _ = strconv.Atoi(m[2]); m[2] != "" {
		return min(least, most), max(least, most), 1
	}
	if len(words) > 2 && (words[1] == "to" || words[1] == "-") {
		if _, most, n := CountOf(words[2:]); n == 1 {
			return min(least, most), max(least, most), 3
		}
	}
	return least, least, 1
}

// startsWith returns how many words at the beginning match a phrase, 0 if they do not.
func startsWith(words []string, phrase string) int {
	for n := 1; n <= len(words); n++ {
		if SameWords(strings.Join(words[:n], ""), phrase) {
			return n
		}
	}
	return 0
}

// SameWords compares two texts without blanks, punctuation and case.
func SameWords(a, b string) bool { return folded(a) == folded(b) }

func folded(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(` -_."'&`, r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// takeTitle reads the title at the beginning of the words. It may be misspelt if only one title is similar.
func takeTitle(words []string) (*title.Title, []string, error) {
	if len(words) == 0 {
		return nil, nil, engine.Refuse("Say which title, and for how many players. %s", titleList())
	}
	if t, behind := titleAt(words); t != nil {
		return t, behind, nil
	}
	return nil, nil, engine.Refuse("%q is not a title that can be played here. %s", words[0], titleList())
}

// titleAt finds the title at the beginning of the words, nil for none, and returns the words behind it.
func titleAt(words []string) (*title.Title, []string) {
	for n := min(4, len(words)); n > 0; n-- {
		if t, ok := ExactTitle(strings.Join(words[:n], "")); ok {
			return t, words[n:]
		}
	}
	t, n := nearTitle(words)
	return t, words[n:]
}

// ExactTitle finds a title by slug, name or the initials of its name; spaces do not matter.
func ExactTitle(text string) (*title.Title, bool) {
	for _, t := range titles.All() {
		if SameWords(text, t.Facts.Slug) || SameWords(text, t.Facts.Name) || SameWords(text, initials(t.Facts.Name)) {
			return t, true
		}
	}
	return nil, false
}

// initials returns the number and the capitals of a name.
func initials(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || unicode.IsUpper(r) {
			return r
		}
		return -1
	}, name)
}

// leastNear is how many letters a title needs to be recognised by a part of it, or misspelt. Numbers must be
// exact, because another number is another title.
const leastNear = 5

// nearTitle finds the only title that the words resemble.
func nearTitle(words []string) (found *title.Title, taken int) {
	for n := min(4, len(words)); n > 0; n-- {
		said := folded(strings.Join(words[:n], ""))
		for _, t := range titles.All() {
			name := folded(t.Facts.Name)
			if len(said) < leastNear || !strings.Contains(name, said) && slips(said, name) > 2 {
				continue
			}
			if found != nil && found != t {
				return nil, 0
			}
			if found == nil {
				found, taken = t, n
			}
		}
	}
	return found, taken
}

// slips counts the letters to change, add or remove between two words.
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0]++
		for j := range len(b) {
			best := left
			if a[i] != b[j] {
				best++
			}
			left = row[j+1]
			row[j+1] = min(best, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Sizes is for how many players a title is, "3-7".
func Sizes(t *title.Title) string {
	least, most := 0, 0
	for _, s := range t.Facts.Seats {
		if s.Variant == "" {
			most = s.Players
			if least == 0 {
				least = s.Players
			}
		}
	}
	return fmt.Sprintf("%d-%d", least, most)
}

// About tells for how many players a title is, and which variants it has.
func About(t *title.Title) string {
	text := fmt.Sprintf("%s is for %s players", t.Facts.Name, Sizes(t))
	for _, v := range t.Variants {
		if n := playersWith(t, v.Key); n != "" {
			text += fmt.Sprintf(", with %q for %s", v.Key, n)
		}
	}
	return text + "."
}

// playersWith returns for how many players a variant is allowed, "" if for none.
func playersWith(t *title.Title, variant string) string {
	var list []int
	for _, s := range t.Facts.Seats {
		if s.Variant == variant {
			list = append(list, s.Players)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("%d-%d", slices.Min(list), slices.Max(list))
}

// titleList lists the titles, for a refusal.
func titleList() string {
	var out []string
	for _, t := range titles.All() {
		out = append(out, fmt.Sprintf("%s (%s players)", t.Facts.Name, Sizes(t)))
	}
	return "Titles: " + strings.Join(out, ", ") + "."
}

// TitleName is the name of a title by its slug.
func TitleName(slug string) string {
	t, ok := titles.Find(slug)
	if !ok {
		return slug
	}
	return t.Facts.Name
}
