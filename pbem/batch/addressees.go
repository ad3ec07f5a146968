package batch

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/table"
)

// A private message must never reach everybody. So a text that begins like an address
// goes to the players it names, or back to its writer. Only other texts go to everybody.

// toAll matches an address to everybody.
var toAll = regexp.MustCompile(`(?i)^(?:to )?@?(?:all|everybody|everyone) ?:`)

// Addressees reads to whom a message is: "to Brian, Crystal: TEXT", "@Brian: TEXT",
// "Brian: TEXT". to is empty for a message to everybody. If it is unclear whom the
// message is for, the error asks the player.
func (p *Speaker) Addressees(text string) (to []string, rest string, err error) {
	head, more, _ := strings.Cut(text, "\n")
	if m := toAll.FindString(head); m != "" {
		return nil, text[len(m):], nil
	}
	switch a := readAddress(p.names(), head); {
	case a.clear:
		to, err := p.besides(a.to)
		return to, a.rest + "\n" + more, err
	case a.lead == leadTo:
		return p.toWhom(a, text)
	case a.unclear():
		return nil, "", p.askWhom()
	}
	return nil, text, nil
}

// toWhom reads an unclear address that begins with "to".
func (p *Speaker) toWhom(a address, text string) (to []string, rest string, err error) {
	names, _, colon := strings.Cut(a.body, ":")
	switch {
	case !colon && len(a.to) == 0 && a.like == "":
		return nil, text, nil // "press to be honest, ..."
	case !colon || len(a.to) > 0 && !strings.ContainsAny(names, ",&/+") && !strings.Contains(names, " and "):
		first := append(p.Table.Names(a.to), a.like)[0]
		return nil, "", engine.Refuse("Put a colon after the names: press to %s: TEXT. To write to all: press all: TEXT.", first)
	}
	for _, name := range strings.FieldsFunc(strings.ReplaceAll(names, " and ", ","), func(r rune) bool { return strings.ContainsRune(",&/+", r) }) {
		id, err := p.Table.PlayerNamed(strings.Trim(name, " "+wraps))
		if err != nil {
			return nil, "", engine.Refuse("%q is not a player of this game; nothing was sent. The others are %s. To write to all: press all: TEXT.", Brief(strings.TrimSpace(name)), table.List(p.others()))
		}
		to = append(to, id)
	}
	to, err = p.besides(to)
	_, rest, _ = strings.Cut(text, ":")
	return to, rest, err
}

// besides returns the players of a list without the writer.
func (p *Speaker) besides(all []string) (to []string, err error) {
	for _, id := range all {
		if id != p.Player && !slices.Contains(to, id) {
			to = append(to, id)
		}
	}
	if len(to) == 0 {
		return nil, engine.Refuse("Say to whom: the others are %s.", table.List(p.others()))
	}
	return to, nil
}

// askWhom asks the writer who is to read the message.
func (p *Speaker) askWhom() error {
	if !p.Table.TalksInPrivate() {
		return engine.Refuse("That looks like a message to some players only. %s Nothing was sent. Write to all with a line such as: press all: TEXT.", p.Table.OpenTalk())
	}
	return engine.Refuse("It is not clear who that is for; nothing was sent. For some only: press to %s: TEXT. For all: press all: TEXT.", p.others()[0])
}

// A lead is what comes before the names in an address. If there are several, the greatest
// counts.
type lead int

const (
	noLead     lead = iota
	leadSecret      // "private", "only": an address if a name or a colon follows
	leadTo          // "to", "@", "->"
	leadGreet       // "dear", "all but": an address if a name follows, but not a clear one
)

// leads are the words that come before names.
var leads = map[string]lead{
	"to": leadTo, "for": leadGreet, "an": leadGreet, "au": leadGreet, "à": leadGreet, "not": leadGreet, "without": leadGreet,
	"except": leadGreet, "but": leadGreet, "all": leadGreet, "everybody": leadGreet, "everyone": leadGreet,
	"dear": leadGreet, "hi": leadGreet, "hello": leadGreet, "hey": leadGreet, "psst": leadGreet, "pst": leadGreet, "ok": leadGreet,
	"private": leadSecret, "privately": leadSecret, "secret": leadSecret, "secretly": leadSecret, "confidential": leadSecret,
	"confidentially": leadSecret, "only": leadSecret, "just": leadSecret, "strictly": leadSecret, "whisper": leadSecret, "pm": leadSecret, "dm": leadSecret,
}

// An address is how a message begins.
type address struct {
	lead   lead
	body   string   // what follows the lead
	to     []string // the players that are named
	like   string   // a player whose name the first word may misspell
	after  string   // what follows the names
	closed bool     // a colon follows within a few words
	clear  bool     // there is no doubt; rest is the message
	rest   string
}

// wraps are the marks around names: "(to Bob)", "<Bob>", "*Bob*".
const wraps = `([{<"'*_)]}>“”„»«`

// readAddress reads how a line begins.
func readAddress(all called, line string) (a address) {
	s := a.readLead(line)
	bracketed := strings.ContainsAny(line[:len(line)-len(s)], "([{<")
	a.body = s
	for next := s; ; {
		id, n := all.first(next)
		if n == 0 {
			break
		}
		a.to = append(a.to, id)
		s = next[n:]
		var linked bool
		if next, linked = link(s); !linked {
			break
		}
	}
	if len(a.to) == 0 {
		a.like = all.slip(s)
	}
	a.end(s, bracketed)
	return a
}

// readLead reads what comes before the names, and returns what follows.
func (a *address) readLead(s string) string {
	for {
		s = strings.TrimLeft(s, " \t,"+wraps)
		if t := strings.TrimLeft(s, "@→"); t != s {
			a.lead, s = max(a.lead, leadTo), t
			continue
		}
		if t := strings.TrimLeft(s, "-=–—"); t != s && strings.HasPrefix(t, ">") {
			a.lead, s = max(a.lead, leadTo), t[1:]
			continue
		}
		word := s[:wordEnd(s)]
		what := leads[strings.ToLower(word)]
		if what == noLead {
			return s
		}
		a.lead = max(a.lead, what)
		if s = s[len(word):]; strings.HasPrefix(s, ":") { // "private: Bob, ..."
			a.closed, s = true, s[1:]
		}
	}
}

// end reads what follows the names.
func (a *address) end(s string, bracketed bool) {
	t := strings.TrimLeft(s, " \t"+wraps)
	a.after = t
	head, _, colon := strings.Cut(t, ":")
	a.closed = a.closed || colon && len(strings.Fields(head)) <= 3
	switch {
	case len(a.to) == 0 || a.lead == leadGreet:
	case strings.HasPrefix(t, ":"), strings.HasPrefix(t, ";") && a.lead != noLead:
		a.clear, a.rest = true, t[1:]
	case bracketed && a.lead != noLead && t != "" && strings.ContainsAny(s[:len(s)-len(t)], ")]}>"):
		a.clear, a.rest = true, t
	}
}

// unclear reports whether a message may be meant for some players only.
func (a address) unclear() bool {
	switch {
	case len(a.to) > 0:
		return a.lead != noLead || !a.ofThem()
	case a.lead == leadSecret:
		return a.closed
	case a.like != "":
		return a.closed || strings.HasPrefix(a.after[wordEnd(a.after):], ",")
	}
	return a.lead == noLead && a.named()
}

// ofOthers are words that follow a name if the message speaks about that player. turnsTo
// are words that follow those if it speaks to the player.
var (
	ofOthers = strings.Fields("is are isn't isnt aren't was were wasn't has have hasn't had does doesn't did didn't owns holds needs wants gets got knows seems looks plays leads wins won operates runs")
	turnsTo  = strings.Fields("you u we i it this that your my our us")
)

// ofThem reports whether a message only speaks about the players it begins with: "Bob is
// short of cash".
func (a address) ofThem() bool {
	f := strings.Fields(strings.ToLower(a.after))
	return len(f) > 1 && slices.Contains(ofOthers, f[0]) && !slices.Contains(turnsTo, strings.Trim(f[1], ",.?!"))
}

// headings are words that people write before a colon and that are nobody's name.
var headings = strings.Fields("note notes ps fyi btw question questions warning reminder idea ideas proposal offer deal news info attention update answer problem bug hint rules rule remark comment sorry thanks well summary report forecast topic plan subject date from re cc bcc")

// named reports whether the word before a colon may be a name: a mail address, or a
// capitalized word that is not a heading.
func (a address) named() bool {
	word, _, colon := strings.Cut(a.after, ":")
	switch word = strings.TrimRight(word, " "+wraps); {
	case !colon || word == "" || strings.ContainsAny(word, " \t"):
		return false
	case strings.Contains(word, "@"):
		return true
	}
	return unicode.IsUpper([]rune(word)[0]) && wordEnd(word) == len(word) && !slices.Contains(headings, strings.ToLower(word))
}

// joiners are the words between names.
var joiners = strings.Fields("and und et or y e en och og")

// link skips what separates two names. ok is false if nothing does.
func link(s string) (rest string, ok bool) {
	t := strings.TrimLeft(s, " \t"+wraps)
	if r := strings.TrimLeft(t, ",&+/"); r != t {
		t, ok = strings.TrimLeft(r, " \t"), true
	}
	if word := t[:wordEnd(t)]; slices.Contains(joiners, strings.ToLower(word)) {
		t, ok = strings.TrimLeft(t[len(word):], " \t"), true
	}
	return strings.TrimLeft(t, "@"+wraps), ok
}

// called lists what the players of a table may be called.
type called []calling

type calling struct{ id, name string }

// names returns the players' names, first names, ids and addresses.
func (p *Speaker) names() (all called) {
	for i, seat := range p.Table.Record.Seats {
		id := engine.PlayerID(i)
		name := p.Table.Name(id)
		first, _, _ := strings.Cut(name, " ")
		for _, word := range []string{name, first, id, seat.Address} {
			if word != "" {
				all = append(all, calling{id, word})
			}
		}
	}
	return all
}

// first finds the longest name with which a text begins. It returns the player and the
// length of the name, 0 for none.
func (all called) first(s string) (id string, n int) {
	for _, c := range all {
		if k := len(c.name); k > n && k <= len(s) && strings.EqualFold(s[:k], c.name) && nameEnds(s[k:]) {
			id, n = c.id, k
		}
	}
	return id, n
}

// nameEnds reports whether a name may end before a text. It does not end before "'s".
func nameEnds(s string) bool {
	r := []rune(s[:min(len(s), 8)])
	quote := len(r) > 1 && (r[0] == '\'' || r[0] == '’') && unicode.IsLetter(r[1])
	return !quote && (len(r) == 0 || !unicode.IsLetter(r[0]) && !unicode.IsDigit(r[0]) && r[0] != '@')
}

// shortestCut is the least number of letters that count as a shortened name.
const shortestCut = 3

// slip returns the player's name that the first word of a text misspells or shortens, or
// "".
func (all called) slip(s string) string {
	word := strings.ToLower(s[:wordEnd(s)])
	for _, c := range all {
		name := strings.ToLower(c.name)
		if grammar.Near(word, name) || len(word) >= shortestCut && strings.HasPrefix(name, word) {
			return c.name
		}
	}
	return ""
}

// wordEnd returns where the first word of a text ends.
func wordEnd(s string) int {
	i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
	if i < 0 {
		return len(s)
	}
	return i
}
