package pbem

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"pbem/store/pg/pgtest"
)

// TestMain fails if goroutines outlive the tests.
func TestMain(m *testing.M) {
	before := goroutines()
	code := m.Run()
	pgtest.End()
	if left := leftSince(before); code == 0 && len(left) > 0 {
		fmt.Printf("%d goroutines outlive the tests:\n%s\n", len(left), strings.Join(left, "\n\n"))
		code = 1
	}
	os.Exit(code)
}

// leavesNone makes a test fail if goroutines that it has begun are left after its other
// clean-ups.
func leavesNone(t testing.TB) {
	before := goroutines()
	t.Cleanup(func() {
		if left := leftSince(before); len(left) > 0 && !t.Failed() {
			t.Errorf("%d goroutines are left:\n%s", len(left), strings.Join(left, "\n\n"))
		}
	})
}

// leftSince waits for the goroutines that began since before to end, and returns those
// that do not.
func leftSince(before map[string]string) (left []string) {
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		left = left[:0]
		for id, stack := range goroutines() {
			if _, known := before[id]; !known {
				left = append(left, stack)
			}
		}
		if len(left) == 0 || time.Now().After(end) {
			return left
		}
	}
}

// sharedServer begins the names of functions that start the PostgreSQL that tests share. It outlives the first of them.
const sharedServer = "pbem/store/pg/pgtest.(*Server)."

// goroutines returns the stacks of all goroutines by number, except those of the runtime, of the shared PostgreSQL
// and of package testing, which may run other tests.
func goroutines() map[string]string {
	buf := make([]byte, 1<<17)
	n := runtime.Stack(buf, true)
	for ; n == len(buf); n = runtime.Stack(buf, true) {
		buf = make([]byte, 2*len(buf))
	}
	out := map[string]string{}
	for _, stack := range strings.Split(string(buf[:n]), "\n\n") {
		_, by, begun := strings.Cut(stack, "\ncreated by ")
		if !begun || strings.HasPrefix(by, "testing.") || strings.HasPrefix(by, "os/signal.") || strings.HasPrefix(by, sharedServer) {
			continue
		}
		id, _, _ := strings.Cut(stack, " [")
		out[id] = stack
	}
	return out
}

// The check finds a goroutine that is left, and none that has ended.
func TestLeaksAreFound(t *testing.T) {
	before := goroutines()
	stop := make(chan struct{})
	go func() { <-stop }()
	go func() {}()
	time.Sleep(10 * time.Millisecond)
	var found int
	for id := range goroutines() {
		if _, known := before[id]; !known {
			found++
		}
	}
	close(stop)
	if left := leftSince(before); found != 1 || len(left) > 0 {
		t.Errorf("%d were found while one was at work, %d afterwards", found, len(left))
	}
}
