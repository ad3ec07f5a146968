package leftover

import (
	"strings"
	"testing"
	"time"
)

// atWork waits for an end.
func atWork(end chan struct{}) { <-end }

// A goroutine is found while it is at work, is waited for, and is not found once it has ended.
func TestFind(t *testing.T) {
	end := make(chan struct{})
	go atWork(end)
	mine := func(stack string) bool { return strings.Contains(stack, "leftover.atWork(") }
	for n := 0; n != 1; n = len(found(mine)) {
		time.Sleep(time.Millisecond) // it may not have begun
	}
	time.AfterFunc(20*time.Millisecond, func() { close(end) })
	if left := Find(mine); len(left) > 0 {
		t.Errorf("it is not waited for:\n%s", strings.Join(left, "\n\n"))
	}
	None(t, "leftover.atWork(")
}

func found(wanted func(string) bool) (out []string) {
	for _, stack := range Stacks() {
		if wanted(stack) {
			out = append(out, stack)
		}
	}
	return out
}
