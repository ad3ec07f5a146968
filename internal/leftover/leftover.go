// Package leftover finds goroutines that tests leave behind.
package leftover

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long a goroutine may take to end after a test has done what ends it.
const patience = 5 * time.Second

// Stacks returns the stacks of all goroutines, as the runtime prints them.
func Stacks() []string {
	buf := make([]byte, 1<<17)
	n := runtime.Stack(buf, true)
	for ; n == len(buf); n = runtime.Stack(buf, true) {
		buf = make([]byte, 2*len(buf))
	}
	return strings.Split(string(buf[:n]), "\n\n")
}

// Find waits for all goroutines that want names to end, and returns the stacks of those that do not.
func Find(wanted func(stack string) bool) []string {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		left := slices.DeleteFunc(Stacks(), func(stack string) bool { return !wanted(stack) })
		if len(left) == 0 || time.Now().After(end) {
			return left
		}
	}
}

// None makes a test fail if goroutines are left that have one of some words in their stacks.
func None(t testing.TB, words ...string) {
	t.Helper()
	left := Find(func(stack string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(stack, word) })
	})
	if len(left) > 0 {
		t.Errorf("%d goroutines are left:\n%s", len(left), strings.Join(left, "\n\n"))
	}
}
