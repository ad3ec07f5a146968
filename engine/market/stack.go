package market

import "slices"

// A stack holds the markers of one cell, first to operate first. A marker that arrives goes under all others,
// unless a rule names the marker it goes on top of.

// Over returns the marker of a stack over which to put another, so that it
// comes above all that have had their turn: the first of these, "" for the
// bottom.
// // 20-OP-02, 20-OP-06
func Over(stack []string, had func(marker string) bool) string {
	if i := slices.IndexFunc(stack, had); i >= 0 {
		return stack[i]
	}
	return ""
}

// Sink returns the marker over which another marker of the stack lies after it
// has gone n places down, "" for the bottom. It goes no further.
// // 43-MK-02
func Sink(stack []string, marker string, n int) string {
	if i := slices.Index(stack, marker) + n + 1; i < len(stack) {
		return stack[i]
	}
	return ""
}
