package pbem

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pbem/internal/leftover"
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
	return leftover.Find(func(stack string) bool {
		id, counts := goroutine(stack)
		_, known := before[id]
		return counts && !known
	})
}

// sharedServer begins the names of functions that start the PostgreSQL that tests share. It outlives the first of them.
const sharedServer = "pbem/store/pg/pgtest.(*Server)."

// goroutines returns the stacks of all goroutines that count, by number.
func goroutines() map[string]string {
	out := map[string]string{}
	for _, stack := range leftover.Stacks() {
		if id, counts := goroutine(stack); counts {
			out[id] = stack
		}
	}
	return out
}

// goroutine returns the number of a goroutine, and whether it counts: those of the runtime, of the shared PostgreSQL and of package
// testing, which may run other tests, do not.
func goroutine(stack string) (id string, counts bool) {
	_, by, begun := strings.Cut(stack, "\ncreated by ")
	id, _, _ = strings.Cut(stack, " [")
	return id, begun && !strings.HasPrefix(by, "testing.") && !strings.HasPrefix(by, "os/signal.") && !strings.HasPrefix(by, sharedServer)
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
