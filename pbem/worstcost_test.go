package pbem

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"pbem/engine/step"
	"pbem/internal/testsize"
)

// What one mail may use.
const (
	mostProcessor = time.Second
	mostMemory    = 50 << 20 // bytes of live heap, besides what was there before
)

// took is what a mail has used.
type took struct {
	outcome   string
	processor time.Duration
	allocated uint64
	live      uint64 // by how much the live heap has grown; 0 if it cannot have by more than mostMemory
}

func (w took) String() string {
	s := fmt.Sprintf("%-10s %6.3f s %4d MB allocated", w.outcome, w.processor.Seconds(), w.allocated>>20)
	if w.live > 0 {
		s += fmt.Sprintf(", %d MB live", w.live>>20)
	}
	return s
}

// another returns the same mail with another key.
func another(raw []byte) []byte {
	return append(bytes.Replace(raw, []byte("Message-ID: <"), []byte("Message-ID: <again."), 1), '\n')
}

// lookEach is how many bytes are allocated, about, until memory is looked at again, or 10 % of the live heap if that is more.
const lookEach = 4 << 20

// measured takes a mail in and measures its time and what it allocates. Only if that is more than the heap may grow
// by, it takes in the same mail with another key and measures the live heap, while the garbage collector runs each few
// megabytes: that work is not the mail's.
func (d *testService) measured(raw []byte) took {
	d.t.Helper()
	step.Searched.Forget() // nobody has asked for these runs before
	runtime.GC()
	began, before := processor(), allocated()
	outcome, err := d.service.Receive(context.Background(), raw)
	w := took{outcome: outcome, processor: processor() - began, allocated: allocated() - before}
	if err != nil {
		d.t.Fatal(err)
	}
	if w.allocated <= mostMemory {
		return w
	}
	again := another(raw)
	step.Searched.Forget()
	runtime.GC()
	watch := begin()
	defer debug.SetGCPercent(debug.SetGCPercent(max(10, int(lookEach*100/watch.from))))
	if _, err := d.service.Receive(context.Background(), again); err != nil {
		d.t.Fatal(err)
	}
	w.live = watch.end()
	return w
}

// allocated returns how many bytes the process has allocated.
func allocated() uint64 { return metric("/gc/heap/allocs:bytes") }

// live returns how many bytes the last garbage collection has left.
func live() uint64 { return metric("/gc/heap/live:bytes") }

func metric(name string) uint64 {
	m := []metrics.Sample{{Name: name}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}

// A heapWatch looks at the live heap after each garbage collection.
type heapWatch struct {
	from, most uint64
	stop, done chan struct{}
}

func begin() *heapWatch {
	h := &heapWatch{from: live(), stop: make(chan struct{}), done: make(chan struct{})}
	h.most = h.from
	go func() {
		defer close(h.done)
		for {
			select {
			case <-h.stop:
				return
			case <-time.After(2 * time.Millisecond):
				h.look()
			}
		}
	}()
	return h
}

func (h *heapWatch) look() { h.most = max(h.most, live()) }

// end returns by how many bytes the heap has grown.
func (h *heapWatch) end() uint64 {
	close(h.stop)
	<-h.done
	h.look()
	return h.most - h.from
}

// serial skips a test under the race detector: it works on one mail after the other, and
// there everything is slow and large.
func serial(t *testing.T) {
	t.Helper()
	if testsize.Race {
		t.Skip("nothing runs side by side here: left out under the race detector, which makes it ten times as long")
	}
}

// within fails if a mail used more memory than allowed. It only logs the processor time,
// which the benchmark checks.
func (w took) within(t *testing.T, what string) {
	t.Helper()
	t.Logf("%-44s %s", what, w)
	if w.live > mostMemory {
		t.Errorf("%s took %s", what, w)
	}
}
