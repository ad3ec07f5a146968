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

// distance counts the letters to change, add, remove or swap with the next.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
