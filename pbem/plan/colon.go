package plan

import (
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/grammar"
)

// withColon adds the colon that a player forgot: "next buy NYC", "plan B&M run auto". It returns "" for any
// other line.
func (s Scene) withColon(text string) string {
	if m := nextBare.FindStringSubmatch(text); m != nil {
		who, lines := s.parted(m[1])
		switch {
		case lines == "":
			return ""
		case who != "":
			return "plan " + who + ": " + lines
		}
		return "next: " + lines
	}
	m := planBare.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	who, lines := s.parted(m[1])
	if own := s.own(); who == "" && len(own) == 1 {
		who = own[0]
	}
	if who == "" {
		who = "all"
	}
	if lines == "" {
		lines = s.plainly(who)
	}
	return "plan " + who + ": " + lines
}

// dashes are characters that people write instead of the colon.
const dashes = " :,=–—-"

// mostWho is how many words may name the player or company whose turn a plan is for.
const mostWho = 8

// parted splits a plan without a colon before its first verb: whose turn it is for, and what is to be done.
// lines is "" if there is no verb.
func (s Scene) parted(text string) (who, lines string) {
	words := slices.DeleteFunc(strings.Fields(text), func(w string) bool { return strings.Trim(w, dashes) == "" })
	for i := range words[:min(len(words), mostWho)] {
		if !grammar.Begins(s.Title.Verbs, strings.Join(words[i:], " ")) {
			continue
		}
		who = strings.Trim(strings.Join(words[:i], " "), dashes)
		again := every.FindString(who)
		sym, err := s.company(strings.TrimSuffix(who, again))
		switch {
		case strings.EqualFold(strings.TrimSuffix(who, again), "all"):
			sym = "all"
		case err != nil:
			sym = ""
		}
		return strings.TrimSpace(sym + strings.ToLower(again)), strings.Join(words[i:], " ")
	}
	return "", ""
}

// noColon refuses a plan without a colon and shows how to write it.
func (s Scene) noColon(right string) error {
	r := &grammar.Refusal{Sentence: fmt.Sprintf("A plan needs a colon before its commands: %q.", grammar.Brief(right)), Closest: []string{right}}
	if s.asked() {
		word, _, _ := strings.Cut(strings.TrimSuffix(right, ":"), " ")
		r.Sentence += fmt.Sprintf(" To do it now, leave out what stands before the colon, %q too.", strings.TrimSuffix(word, ":"))
	}
	return r
}
