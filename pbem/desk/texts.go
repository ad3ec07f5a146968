package desk

import (
	"strings"
	"unicode/utf8"
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
func Capital(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}
