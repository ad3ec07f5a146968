package calendar

import (
	"fmt"
	"strings"
)

// dashes replaces the hyphens and minus signs that mail programs and phones insert.
var dashes = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-")

// tidy prepares typed text: lower case, plain dashes, single spaces.
func tidy(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(dashes.Replace(strings.ToValidUTF8(text, "?")))), " ")
}

// quoted repeats what was typed, shortened if it is long.
func quoted(text string) string {
	text = dashes.Replace(text)
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:37]) + "..."
	}
	return fmt.Sprintf("%q", text)
}

// either joins words: "a, b or c".
func either(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return strings.Join(list, "")
}

// counted writes "1 day" or "3 days".
func counted[N ~int | ~int64](n N, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
