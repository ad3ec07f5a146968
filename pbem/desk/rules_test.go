package desk

import (
	"sync"
	"testing"

	"pbem/pbem/config"
	"pbem/store"
)

// A draft that may be decided names a ruling by which this service decides, also if the ruling changes at that moment. Here it
// decides by those with odd revisions.
func TestRulingThatPermits(t *testing.T) {
	s := &Desk{Config: config.Config{Store: "postgres://db"}}
	s.role.set("", 1, false)
	over := make(chan struct{})
	var turning sync.WaitGroup
	turning.Go(func() {
		for rev := store.Rev(2); ; rev++ {
			why := ""
			if rev%2 == 0 {
				why = "newer rules decide"
			}
			s.role.set(why, rev, false)
			select {
			case <-over:
				return
			default:
			}
		}
	})
	for range 50_000 {
		d := &Draft{Desk: s}
		if err := d.permitted(); err == nil && d.seen[Rulings.Name()]%2 == 0 {
			t.Errorf("a draft may be decided by ruling %d", d.seen[Rulings.Name()])
			break
		}
	}
	close(over)
	turning.Wait()
}
