package plan

import (
	"regexp"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// Bids with a maximum, in the words that people use.
var (
	maxForm  = regexp.MustCompile(`(?i)^(.*?)[\s,]+(?:max|maximum|at most|up to)\s+[^\s\d]?(\d+)\.?$`)
	upToForm = regexp.MustCompile(`(?i)^(\w+)\s+(?:at most|up to|max|maximum)\s+([^\s\d]?\d+)\s+(?:for|on)\s+(\S.*?)\.?$`)

	// thenPass is what people add to a bid with a maximum, which says it already.
	thenPass = regexp.MustCompile(`(?i)^((?:bid|raise)\b.*\b(?:max|maximum|at most|up to)\s.*?)[\s,.]+(?:(?:and|but)\s+)?(?:(?:then|otherwise|else|after\s+that|afterwards)\s+)?pass(?:\s+(?:then|otherwise|after|afterwards|after\s+that|above\s+that|beyond\s+that|if\s+it\s+goes\s+higher))?[.!]*$`)
)

// Maximum splits "bid 100 max 160" and "bid up to 160 for BA, then pass"; ok is false for a line without a maximum.
func Maximum(text string) (bid string, most int, ok bool, err error) {
	if m := thenPass.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	if m := upToForm.FindStringSubmatch(text); m != nil {
		text = strings.Join([]string{m[1], m[3], "max", m[2]}, " ")
	}
	m := maxForm.FindStringSubmatch(text)
	if m == nil {
		return text, 0, false, nil
	}
	most, err = strconv.Atoi(m[2])
	if err != nil {
		verb, _, _ := strings.Cut(strings.ToLower(m[1]), " ")
		err = engine.Refuse("%s is not a bid. Write it like: %s 100 max 200.", grammar.Brief(m[2]), grammar.Brief(verb))
	}
	return strings.TrimSpace(m[1]), most, true, err
}
