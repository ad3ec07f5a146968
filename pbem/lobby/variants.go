package lobby

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

// variant reads a variant, or that one is not wanted: "short squeeze", "no variants". It reports whether the words
// begin with that.
func (p *plan) variant() bool {
	words, wanted := p.words, true
	if slices.Contains([]string{"no", "without"}, strings.ToLower(words[0])) {
		words, wanted = words[1:], false
		if len(words) > 0 && slices.Contains([]string{"variant", "variants", "options"}, strings.ToLower(words[0])) {
			p.words = words[1:]
			return true
		}
	}
	for _, v := range p.title.Variants {
		n := startsWith(words, v.Key)
		if n == 0 {
			continue
		}
		p.words = words[n:]
		if delete(p.Options, v.Key); wanted {
			p.Options[v.Key] = "yes"
		}
		return true
	}
	return false
}

// unknown refuses words that mean nothing for a new game. Those that are like a variant, or one of another title, are
// told so.
func (p *plan) unknown() error {
	if strings.EqualFold(p.words[0], "invite") {
		return engine.Refuse("Write %q on a line of its own, below this one.", strings.Join(p.words, " "))
	}
	if like, said := p.like(); len(like) > 0 {
		return engine.Refuse("%q is no variant of %s. Write it out: %s.", said, p.title.Facts.Name, strings.Join(like, " or "))
	}
	for _, t := range titles.All() {
		for _, v := range t.Variants {
			if startsWith(p.words, v.Key) > 0 {
				return engine.Refuse("%q is a variant of %s, not of %s. %s", v.Key, t.Facts.Name, p.title.Facts.Name, variantsOf(p.title))
			}
		}
	}
	return engine.Refuse("%q means nothing for a new game. You can say: players 3 or players 3-5, called NAME, private, with 2 robots, with advice, pace 3 days, talk private, seed NUMBER%s.", p.words[0], orVariants(p.title))
}

// leastLike is how many letters are like a variant.
const leastLike = 4

// like finds the variants of the title that are misspelt, or said by a part of their names: "squeeze". said is how.
func (p *plan) like() (out []string, said string) {
	for n := min(3, len(p.words)); n > 0; n-- {
		said = strings.Join(p.words[:n], " ")
		text := folded(said)
		if len(text) < leastLike {
			continue
		}
		for _, v := range p.title.Variants {
			if key := folded(v.Key); strings.Contains(key, text) || slips(text, key) <= 2 {
				out = append(out, v.Key)
			}
		}
		if len(out) > 0 {
			return out, said
		}
	}
	return nil, ""
}

// needless refuses a variant for other numbers of players than those that are said.
func (p *plan) needless() error {
	for _, v := range p.title.Variants {
		if least := leastWith(p.title, v.Key); p.Options[v.Key] != "" && p.Most < least {
			return engine.Refuse("The variant %q is for %s players: leave it out, or say such a number: players %d.", v.Key, playersWith(p.title, v.Key), least)
		}
	}
	return nil
}

// leastWith returns the smallest number of players that takes a variant, 0 for none.
func leastWith(t *title.Title, variant string) int {
	for _, s := range t.Facts.Seats {
		if s.Variant == variant {
			return s.Players
		}
	}
	return 0
}

// optionsFor returns the options of a game with so many players: without the variants that are for other numbers only.
func optionsFor(t *title.Title, options map[string]string, players int) map[string]string {
	out := map[string]string{}
	for key, value := range options {
		if players >= leastWith(t, key) {
			out[key] = value
		}
	}
	return out
}

// variantsOf names the variants of a title in a sentence.
func variantsOf(t *title.Title) string {
	if len(t.Variants) == 0 {
		return t.Facts.Name + " has none."
	}
	return fmt.Sprintf("Those of %s: %s.", t.Facts.Name, title.NamesOf(t.Variants))
}

// orVariants adds the variants of a title to a list of options.
func orVariants(t *title.Title) string {
	if len(t.Variants) == 0 {
		return ""
	}
	return "; variants: " + title.NamesOf(t.Variants)
}
