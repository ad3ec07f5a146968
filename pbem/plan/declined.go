package plan

import (
	"slices"
	"strings"
)

// Everything declines all suggestions.
const Everything = "everything"

// mostDeclined is how many declined suggestions a seat remembers.
const mostDeclined = 50

// key is what a suggestion is declined by. Bids are the same whatever the amount, and plans for a company whatever they
// say. The values are stored.
func (g Suggestion) key() string {
	switch g.Kind {
	case Stock:
		return Stock + " " + strings.ToLower(strings.Join(strings.Fields(g.Line), " "))
	case Operate:
		return Operate + " " + g.For
	}
	return g.Kind
}

// Declined reports whether a suggestion was declined.
func (g Suggestion) Declined(list []string) bool {
	return slices.Contains(list, Everything) || slices.Contains(list, g.key())
}

// Declining returns a list with one more suggestion declined: that of a line, as mails suggest it. With an empty line all
// are. ok is false if the line is none that mails suggest.
func (s Scene) Declining(list []string, line string) (next []string, ok bool) {
	if line == "" {
		return []string{Everything}, true
	}
	g, ok := s.suggestion(line)
	if !ok || g.Declined(list) {
		return list, ok
	}
	next = append(slices.Clone(list), g.key())
	return next[max(0, len(next)-mostDeclined):], true
}

// suggestion tells by its words which suggestion a line is. It need not be possible now.
func (s Scene) suggestion(line string) (g Suggestion, ok bool) {
	if len(line) > MaxLine {
		return g, false
	}
	text, _, _ := s.base(line)
	switch _, _, limited, err := Maximum(text); {
	case limited:
		return Suggestion{Kind: BidUpTo}, err == nil
	case mergeForm.MatchString(text):
		return Suggestion{Kind: Mergers}, true
	case nextForm.MatchString(text):
		return Suggestion{Kind: Stock, Line: line}, true
	case planForm.MatchString(text):
		sym, err := s.company(planForm.FindStringSubmatch(text)[1])
		return Suggestion{Kind: Operate, For: sym}, err == nil
	}
	verb, what, _ := strings.Cut(strings.ToLower(text), " ")
	switch {
	case !s.Passes(verb):
		return g, false
	case what == "":
		return Suggestion{Kind: Deal}, true
	case strings.HasSuffix(what, "auction"):
		return Suggestion{Kind: PassAuction}, true
	}
	return Suggestion{Kind: PassRound}, true
}
