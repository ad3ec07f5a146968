package pbem

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/store"
)

// There are never more decisions at a time than workers. Work within such work needs no
// worker of its own, and other work needs none.
func TestWorkers(t *testing.T) {
	d := newSharedService(t)
	two := make(desk.Workers, 2)
	var now, most atomic.Int32
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			err := d.service.UnitAs(two, nil, store.Bundle{}, func(*desk.Draft) error {
				if n := now.Add(1); n > most.Load() {
					most.Store(n)
				}
				time.Sleep(time.Millisecond)
				defer now.Add(-1)
				return d.service.Unit(nil, func(*desk.Draft) error { return nil })
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 2 {
		t.Errorf("%d were at work at a time, with two workers", most.Load())
	}
}
