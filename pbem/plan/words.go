package plan

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// A wording is one way to write a condition. of and amount are the groups of form that hold a company (or
// train) and a number; 0 if there is none.
type wording struct {
	form       *regexp.Regexp
	kind       string
	of, amount int
	train, hex bool
}

// wordings are all ways to write a condition.
var wordings = []wording{
	{form: words(`(?:the\s+)?revenue\s+(?:is\s+)?(?:under|below|less\s+than)\s+[^\s\d]?(\d+)`), kind: revenue, amount: 1},
	{form: words(`(?:the\s+)?interest(?:\s+of\s+a\s+loan)?\s+(?:is\s+|goes\s+)?(?:above|over)\s+[^\s\d]?(\d+)`), kind: costs, amount: 1},
	{form: words(`(?:the\s+)?(?:price\s+of\s+)?(\S.*?)\s+(?:is\s+|goes\s+)?(?:above|over)\s+[^\s\d]?(\d+)`), kind: above, of: 1, amount: 2},
	{form: words(`(?:the\s+)?(?:price\s+of\s+)?(\S.*?)\s+(?:is\s+|goes\s+)?(?:below|under)\s+[^\s\d]?(\d+)`), kind: below, of: 1, amount: 2},
	{form: words(`(?:` + who + `|a\s+company)\s+(?:buys|bought)\s+a\s+train`), kind: gone},
	{form: words(who + `\s+(?:buys|bought)\s+an?\s+(\S+?)(?:-|\s+)train`), kind: gone, of: 1, train: true},
	{form: words(who + `\s+(?:buys|bought)\s+(\S.*)`), kind: bought, of: 1},
	{form: words(who + `\s+(?:sells|sold)\s+(\S.*)`), kind: sold, of: 1},
	{form: words(who + `\s+(?:shorts|shorted)\s+(\S.*)`), kind: shorted, of: 1},
	{form: words(who + `\s+(?:starts|started)\s+(\S.*)`), kind: started, of: 1},
	{form: words(who + `\s+comes\s+level(?:\s+with\s+me)?.*`), kind: level},
	{form: words(`a\s+share\s+of\s+mine\s+(?:falls|fell)`), kind: fell},
	{form: words(`(?:(?:the\s+)?phase\s+changes|(?:(?:a|there\s+is\s+a)\s+)?new\s+phase|another\s+phase)`), kind: phase},
	{form: words(`(?:(?:the\s+)?next\s+train(?:\s+(?:changes|is\s+another))?|(?:a\s+new|another)\s+next\s+train)`), kind: train},
	{form: words(`a\s+train\s+is\s+(?:sold|bought)`), kind: gone},
	{form: words(`an?\s+(\S+?)(?:-|\s+)train\s+is\s+(?:sold|bought)`), kind: gone, of: 1, train: true},
	{form: words(`(?:` + who + `|a\s+company)\s+(?:takes|took)\s+(?:a|another)\s+loan`), kind: loan},
	{form: words(`(\S.*?)\s+(?:takes|took)\s+(?:a|another)\s+loan`), kind: loan, of: 1},
	{form: words(`(?:` + who + `|a\s+company)\s+(?:merges|merged)`), kind: merged},
	{form: words(`(\S.*?)\s+(?:merges|merged)(?:\s+with\s+.*)?`), kind: merged, of: 1},
	{form: words(`(?:` + who + `|a\s+company)\s+(?:converts|converted)`), kind: larger},
	{form: words(`(\S.*?)\s+(?:converts|converted)`), kind: larger, of: 1},
	{form: words(`(\S.*?)\s+(?:buys|bought)\s+a\s+(?:new\s+)?train`), kind: fleet, of: 1},
	{form: words(`(?:the\s+)?(?:president|director)\s+of\s+(\S.*?)\s+(?:changes|is\s+another)`), kind: headed, of: 1},
	{form: words(`(\S.*?)\s+(?:changes\s+hands|(?:has|gets)\s+(?:a\s+new|another)\s+(?:president|director))`), kind: headed, of: 1},
	{form: words(`(?:(?:new\s+)?track\s+(?:changes\s+)?(?:in|on|at)|(?:a\s+tile\s+is\s+laid|` + who + `\s+(?:lays|builds)(?:\s+(?:a\s+tile|track))?)(?:\s+(?:in|on|at))?)\s+([A-Za-z]+-?\d+)(?:\s+changes)?`), kind: tile, of: 1, hex: true},
	{form: words(`(?:it\s+has\s+)?less\s+cash`), kind: less},
	{form: words(`(?:its\s+price\s+is\s+lower|(?:a\s+)?lower\s+price)`), kind: lower},
	{form: words(`(?:new\s+)?track\s+(?:changes\s+)?beside(?:\s+what\s+(?:i|you)\s+build|\s+it)?`), kind: beside},
	{form: words(`(?:new\s+)?track\s+(?:changes\s+)?in\s+reach`), kind: reach},
}

const who = `(?:somebody|someone|anybody|anyone)(?:\s+else)?`

func words(form string) *regexp.Regexp { return regexp.MustCompile(`(?i)^` + form + `$`) }

// either splits conditions at "or".
var either = regexp.MustCompile(`(?i)\s*,?\s+or\s+(?:unless\s+)?`)

// conditions reads what follows "unless". "nothing" removes the default conditions; any other adds to them, once.
func (s Scene) conditions(text string) (list []Condition, careful bool, err error) {
	careful = true
	for _, part := range either.Split(strings.TrimRight(text, " ."), -1) {
		switch strings.ToLower(strings.Join(strings.Fields(part), " ")) {
		case "nothing":
			careful = false
			continue
		case "it concerns me":
			continue
		}
		c, err := s.condition(strings.TrimSpace(part))
		if err != nil {
			return nil, careful, err
		}
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list, careful, nil
}

func (s Scene) condition(text string) (c Condition, err error) {
	for _, w := range wordings {
		m := w.form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c.Kind = w.kind
		if w.amount > 0 {
			if c.N, err = strconv.Atoi(m[w.amount]); err != nil {
				return c, engine.Refuse("%s is not an amount.", grammar.Brief(m[w.amount]))
			}
		}
		switch {
		case w.train:
			c.Of, err = s.train(m[w.of])
		case w.hex:
			c.Of, err = s.hex(m[w.of])
		case w.of > 0:
			c.Of, err = s.company(m[w.of])
		}
		return c, err
	}
	return c, engine.Refuse(`"unless %s" is not a condition that can be watched. There are: revenue under 120; B&M above 80, B&M below 60; somebody buys, sells, shorts or starts B&M; somebody comes level with me; a share of mine falls; the phase changes; the next train changes; a 4-train is sold; B&M buys a train; the president of B&M changes; B&M merges or converts; B&M takes a loan; interest is above 30; less cash; lower price; track in H6; track beside; track in reach; nothing.`, grammar.Brief(text))
}

// train finds a train by its name.
func (s Scene) train(text string) (string, error) {
	for _, t := range s.Title.Facts.Trains {
		if strings.EqualFold(t.Name, text) {
			return t.Name, nil
		}
	}
	return "", engine.Refuse("%q is not a train of %s.", grammar.Brief(text), s.Title.Facts.Name)
}

// hex finds a hex of the map by its name.
func (s Scene) hex(text string) (string, error) {
	name := strings.ToUpper(text)
	if m := s.Title.Facts.Map; m == nil || m.Hex(name) == nil {
		return "", engine.Refuse("%q is not a hex of the map.", grammar.Brief(text))
	}
	return name, nil
}

// plain returns the letters and digits of a name, in lower case.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// shortest is the fewest letters to which a name may be shortened.
const shortest = 3

// company finds a company by its symbol, its name, or the beginning of either.
func (s Scene) company(text string) (string, error) {
	want := plain(strings.TrimPrefix(strings.ToLower(text), "the "))
	var found []string
	for _, c := range s.Title.Facts.Companies {
		switch {
		case want == plain(c.Sym), want == plain(c.Name):
			return c.Sym, nil
		case len(want) >= shortest && (strings.HasPrefix(plain(c.Name), want) || strings.HasPrefix(plain(c.Sym), want)):
			found = append(found, c.Sym)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", engine.Refuse("%q is not a company of %s.", grammar.Brief(text), s.Title.Facts.Name)
	}
	slices.Sort(found)
	return "", engine.Refuse("%q may be %s: say which.", grammar.Brief(text), strings.Join(found, " or "))
}

// ahead adds to a refusal that it is about a plan.
func ahead(p Plan, err error) error {
	head := "In a merger round, as the table stands: "
	switch {
	case p.Kind == Stock && p.later:
		head = "In your stock turn after that, as the table would stand: "
	case p.Kind == Operate && p.later:
		head = "In the turn of " + p.For + " after that, as the table would stand: "
	case p.Kind == Stock:
		head = "In your next stock turn, as the table stands: "
	case p.Kind == Operate:
		head = "In the next turn of " + p.For + ", as the table stands: "
	}
	var no *grammar.Refusal
	if errors.As(err, &no) {
		said := *no
		said.Sentence = head + no.Sentence
		return &said
	}
	var refused *engine.Refusal
	if errors.As(err, &refused) {
		return engine.Refuse("%s%s.", head, strings.TrimRight(refused.Sentence, "."))
	}
	return err
}
