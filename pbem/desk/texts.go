package desk

import (
	"strings"
)

// Shortened cuts a text to n characters.
func Shortened(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

// Capital makes the first letter of a text a capital.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
