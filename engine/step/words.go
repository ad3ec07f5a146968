package step

import (
	"fmt"
	"strings"
)

// OneOf lists things of which one is meant: "5, 6 or 57".
func OneOf[T any](list []T) string { return joined(list, " or ") }

// AllOf lists things of which all are meant: "2, 2+ and 3".
func AllOf[T any](list []T) string { return joined(list, " and ") }

// AtMost ends a sentence that refuses too many shares with how many are possible: ": sell 2 shares
// at most". It is empty if none are.
func AtMost(verb string, n int) string {
	if n < 1 {
		return ""
	}
	return ": " + verb + " " + Plural(n, "share") + " at most"
}

func joined[T any](list []T, last string) string {
	words := make([]string, len(list))
	for i, thing := range list {
		words[i] = fmt.Sprint(thing)
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + last + words[n-1]
	}
	return strings.Join(words, "")
}
