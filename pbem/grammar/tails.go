package grammar

import (
	"regexp"
	"strings"
)

// Polite words and reasons behind a command, which change nothing of it: "bid 30 for HOL, if that is possible", "pass this time",
// "pass because I am poor".
var (
	ifPossible = regexp.MustCompile(`(?i)[\s,]+(?:if\s+(?:possible|allowed|i\s+(?:may|can|could)|(?:that|this|it)(?:\s+is|['’]?s)\s+(?:possible|allowed|ok|okay|fine|all\s+right|alright)(?:\s+(?:with|by)\s+you)?|you\s+please|you\s+do(?:n['’]?t|\s+not)\s+mind))\s*[.!]*$`)
	forNow     = regexp.MustCompile(`(?i)[\s,]+(?:this\s+(?:turn|time|one)|for\s+(?:now|today)|too|as\s+well|(?:and\s+)?that(?:['’]?s|\s+is)\s+(?:it|all))\s*[.!]*$`)
	reason     = regexp.MustCompile(`(?i)[\s,]+(?:because|cuz|coz)\s+([^,;:?0-9]+)$`)
)

// turning are words after which a reason may say something else than the command before it, or one more.
var turning = setOf(`and then but or if unless until till so instead otherwise not no dont cant wont never maybe also while when`)

// withoutTail returns a line without the polite words or the reason at its end. A reason in which there may be more than that stays.
func withoutTail(line string) string {
	line = strings.TrimSpace(line)
	if at := ifPossible.FindStringIndex(line); at != nil && at[0] > 0 {
		return line[:at[0]]
	}
	if at := forNow.FindStringIndex(line); at != nil && at[0] > 0 {
		return line[:at[0]]
	}
	at := reason.FindStringSubmatchIndex(line)
	if at == nil || at[0] == 0 {
		return line
	}
	for _, w := range scan(line[at[2]:at[3]]) {
		if turning[w.text] {
			return line
		}
	}
	return line[:at[0]]
}
