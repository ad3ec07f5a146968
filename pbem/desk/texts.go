package desk

// Shortened cuts a text to n characters.
func Shortened(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}
